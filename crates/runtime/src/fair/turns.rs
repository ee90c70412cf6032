//! Turns: the right to run now, which a limited number of pieces of work have at the same time.

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant};

use tokio::sync::Notify;

use super::flow::Flow;
use super::queue::{FairQueue, Full, Limits};

/// Whether work begins or continues.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Entry {
    /// It begins, and is refused if too much waits.
    New,
    /// It was begun, and is never refused.
    Begun,
    /// It was begun, and a thread that does nothing else waits for its turn, so that it is polled as soon as it is woken.
    Thread,
}

/// A limited number of turns, which flows get in equal parts of the time that they use.
#[derive(Debug)]
pub struct Turns {
    number: usize,
    waiting_per_flow: AtomicUsize,
    waiting: AtomicUsize,
    state: Mutex<State>,
    created: Instant,
    /// When new work last asked for a turn, in nanoseconds since `created`.
    newest: AtomicU64,
    /// The task that gives turns, if they are not given at once.
    dispatcher: Option<Arc<Notify>>,
}

#[derive(Debug, Default)]
struct State {
    queue: FairQueue<u64>,
    waiters: HashMap<u64, Waiter>,
    next_number: u64,
    running: usize,
}

/// What the queue has decided for a waiter.
#[derive(Debug)]
enum Waiter {
    Waiting(Entry, Waker),
    /// It has a turn.
    Granted,
    /// It takes a turn when it is polled, if there still is a free one.
    Called,
    Refused,
}

impl State {
    /// Gives a turn to the next waiter. The waker is for after the lock is released.
    fn grant(&mut self) -> Option<Waker> {
        let (_, number) = self.queue.pop()?;
        let Some(Waiter::Waiting(_, waker)) = self.waiters.insert(number, Waiter::Granted) else {
            return None;
        };
        self.running += 1;
        Some(waker)
    }

    /// Calls the next waiter, or gives a turn to it if it is a thread. The waker is for after the lock is released.
    ///
    /// A thread wakes later than a task. If it were only called, tasks would have all turns before it is polled.
    fn call(&mut self) -> Option<Waker> {
        let number = *self.queue.peek()?;
        if matches!(self.waiters.get(&number), Some(Waiter::Waiting(Entry::Thread, _))) {
            return self.grant();
        }
        self.queue.pop()?;
        let Some(Waiter::Waiting(_, waker)) = self.waiters.insert(number, Waiter::Called) else {
            return None;
        };
        Some(waker)
    }
}

impl Turns {
    /// This number of turns, and limits of what waits for one.
    pub fn new(number: usize, limits: Limits) -> Arc<Self> {
        Arc::new(Self::with_dispatcher(number, limits, None))
    }

    /// Like [`Self::new`], for tasks of the current runtime: a turn is given after the tasks that are ready have run. If it were
    /// given at once, a worker would serve each request when it has read it, and nothing would ever wait in the queue but
    /// unread on connections, in the order of arrival. Only a flow that has used less than others gets a free turn at once.
    ///
    /// Panics outside of a runtime.
    pub fn of_tasks(number: usize, limits: Limits) -> Arc<Self> {
        let notify = Arc::new(Notify::new());
        let turns = Arc::new(Self::with_dispatcher(number, limits, Some(Arc::clone(&notify))));
        tokio::spawn(Self::dispatch(Arc::downgrade(&turns), notify));
        turns
    }

    fn with_dispatcher(number: usize, limits: Limits, dispatcher: Option<Arc<Notify>>) -> Self {
        Self {
            number: number.max(1),
            waiting_per_flow: AtomicUsize::new(limits.per_flow),
            waiting: AtomicUsize::new(limits.total),
            state: Mutex::default(),
            created: Instant::now(),
            newest: AtomicU64::new(0),
            dispatcher,
        }
    }

    /// Calls waiters whenever there may be a free turn, until the turns are dropped.
    async fn dispatch(turns: Weak<Self>, notify: Arc<Notify>) {
        loop {
            notify.notified().await;
            // Continues after the worker has looked for new bytes on sockets, but before the tasks that read them.
            tokio::task::yield_now().await;
            // A request that waits alone has a short turn. To delay it would take a tenth of the time of a client with one connection.
            if turns.upgrade().is_some_and(|turns| !turns.has_one_new()) {
                continue_after_ready_tasks().await;
            }
            let Some(turns) = turns.upgrade() else { return };
            if turns.call() {
                // Those who do not come leave their turn to the next.
                notify.notify_one();
            }
        }
    }

    /// Whether nothing waits but one request that begins.
    fn has_one_new(&self) -> bool {
        let state = self.lock();
        let next = state.queue.peek().and_then(|number| state.waiters.get(number));
        state.queue.len() == 1 && matches!(next, Some(Waiter::Waiting(Entry::New, _)))
    }

    /// Wakes as many waiters as turns are free, and returns whether further ones wait for these turns. Each takes its turn when it is
    /// polled: the body of a response is not polled while its client does not read, and must not keep a turn from others.
    fn call(&self) -> bool {
        let mut state = self.lock();
        let free = self.number.saturating_sub(state.running);
        let wakers: Vec<Waker> = (0..free).map_while(|_| state.call()).collect();
        let is_further = !wakers.is_empty() && !state.queue.is_empty();
        drop(state);
        wakers.into_iter().for_each(Waker::wake);
        is_further
    }

    /// Replaces the limits of what waits. What already waits continues to.
    pub fn set_limits(&self, limits: Limits) {
        self.waiting_per_flow.store(limits.per_flow, Relaxed);
        self.waiting.store(limits.total, Relaxed);
    }

    /// Acquires a turn for a flow.
    pub fn acquire(self: &Arc<Self>, flow: Flow, entry: Entry) -> Acquire {
        Acquire { turns: Arc::clone(self), flow, entry, waiter: None }
    }

    /// Takes a free turn, although the flow may have used more than others; `None` if none is free, or somebody waits for it.
    pub fn try_acquire(self: &Arc<Self>, flow: Flow) -> Option<Turn> {
        let state = self.lock();
        (self.free_in(&state) > 0).then(|| self.take(state, flow))
    }

    /// The number of turns that nobody has and nobody waits for.
    pub fn free(&self) -> usize {
        self.free_in(&self.lock())
    }

    /// How long ago new work last asked for a turn.
    pub fn since_new(&self) -> Duration {
        self.created.elapsed().saturating_sub(Duration::from_nanos(self.newest.load(Relaxed)))
    }

    /// The number of pieces of work that wait.
    pub fn waiting(&self) -> usize {
        self.lock().queue.len()
    }

    /// The number of pieces of work that have a turn.
    pub fn running(&self) -> usize {
        self.lock().running
    }

    fn limits(&self) -> Limits {
        Limits { per_flow: self.waiting_per_flow.load(Relaxed), total: self.waiting.load(Relaxed) }
    }

    fn free_in(&self, state: &State) -> usize {
        if state.queue.is_empty() { self.number.saturating_sub(state.running) } else { 0 }
    }

    /// Takes a turn that is free.
    fn take(self: &Arc<Self>, mut state: MutexGuard<'_, State>, flow: Flow) -> Turn {
        state.running += 1;
        state.queue.serve(flow);
        drop(state);
        Turn::begin(Arc::clone(self), flow)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives a free turn to the next who waits. The waker is for after the lock is released.
    fn grant(&self, state: &mut State) -> Option<Waker> {
        if state.running >= self.number {
            return None;
        }
        state.grant()
    }

    /// Takes a turn back, and gives it to the next.
    fn release(&self, flow: Flow, cost: u64) {
        let mut state = self.lock();
        state.running -= 1;
        state.queue.charge(flow, cost);
        if let Some(dispatcher) = &self.dispatcher {
            if !state.queue.is_empty() {
                dispatcher.notify_one();
            }
            return;
        }
        let waker = self.grant(&mut state);
        drop(state);
        if let Some(waker) = waker {
            waker.wake();
        }
    }
}

/// Continues at the end of the worker's queue: tokio puts there what wakes itself while it runs.
async fn continue_after_ready_tasks() {
    let mut is_last = false;
    std::future::poll_fn(|context| {
        if is_last {
            return Poll::Ready(());
        }
        is_last = true;
        context.waker().wake_by_ref();
        Poll::Pending
    })
    .await;
}

impl Drop for Turns {
    fn drop(&mut self) {
        if let Some(dispatcher) = &self.dispatcher {
            dispatcher.notify_one();
        }
    }
}

/// A future of a turn. It leaves the queue when it is dropped.
#[derive(Debug)]
pub struct Acquire {
    turns: Arc<Turns>,
    flow: Flow,
    entry: Entry,
    waiter: Option<u64>,
}

impl Acquire {
    /// Takes a free turn, or begins to wait.
    fn begin(&mut self, context: &Context<'_>) -> Poll<Result<Turn, Full>> {
        let Self { turns, flow, entry, .. } = self;
        if *entry == Entry::New {
            turns.newest.store(nanoseconds(turns.created.elapsed()), Relaxed);
        }
        let mut state = turns.lock();
        let is_free = turns.free_in(&state) > 0;
        if is_free && (turns.dispatcher.is_none() || !state.queue.is_ahead(*flow)) {
            return Poll::Ready(Ok(turns.take(state, *flow)));
        }
        let number = state.next_number;
        let mut removed = None;
        match entry {
            Entry::Begun | Entry::Thread => state.queue.push_begun(*flow, number),
            Entry::New => match state.queue.push(*flow, number, turns.limits()) {
                Ok(None) => {}
                Ok(Some(other)) => removed = state.waiters.insert(other, Waiter::Refused),
                Err(full) => return Poll::Ready(Err(full)),
            },
        }
        state.next_number += 1;
        state.waiters.insert(number, Waiter::Waiting(*entry, context.waker().clone()));
        let is_free = state.running < turns.number;
        drop(state);
        if is_free && let Some(dispatcher) = &turns.dispatcher {
            dispatcher.notify_one();
        }
        self.waiter = Some(number);
        if let Some(Waiter::Waiting(_, waker)) = removed {
            waker.wake();
        }
        Poll::Pending
    }
}

impl Future for Acquire {
    type Output = Result<Turn, Full>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let Some(number) = self.waiter else { return self.begin(context) };
        let mut state = self.turns.lock();
        let State { queue, waiters, running, .. } = &mut *state;
        match waiters.get_mut(&number) {
            Some(Waiter::Waiting(_, waker)) => {
                waker.clone_from(context.waker());
                return Poll::Pending;
            }
            Some(Waiter::Granted) => {}
            Some(Waiter::Called) if *running < self.turns.number => *running += 1,
            Some(waiter @ Waiter::Called) => {
                *waiter = Waiter::Waiting(self.entry, context.waker().clone());
                queue.push_begun(self.flow, number);
                return Poll::Pending;
            }
            Some(Waiter::Refused) | None => {
                waiters.remove(&number);
                drop(state);
                self.waiter = None;
                return Poll::Ready(Err(Full::Total));
            }
        }
        waiters.remove(&number);
        drop(state);
        self.waiter = None;
        Poll::Ready(Ok(Turn::begin(Arc::clone(&self.turns), self.flow)))
    }
}

impl Drop for Acquire {
    fn drop(&mut self) {
        let Some(number) = self.waiter.take() else { return };
        let mut state = self.turns.lock();
        match state.waiters.remove(&number) {
            Some(Waiter::Waiting(..)) => {
                state.queue.remove(self.flow, |waiter| *waiter == number);
            }
            Some(Waiter::Granted) => {
                drop(state);
                self.turns.release(self.flow, 0);
            }
            Some(Waiter::Called | Waiter::Refused) | None => {}
        }
    }
}

/// A turn, until it is dropped. The time until then is charged to its flow.
#[derive(Debug)]
pub struct Turn {
    turns: Arc<Turns>,
    flow: Flow,
    began: Instant,
}

impl Turn {
    fn begin(turns: Arc<Turns>, flow: Flow) -> Self {
        Self { turns, flow, began: Instant::now() }
    }

    /// The turns that it is one of.
    pub fn turns(&self) -> &Arc<Turns> {
        &self.turns
    }

    /// The flow that has it.
    pub fn flow(&self) -> Flow {
        self.flow
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.turns.release(self.flow, nanoseconds(self.began.elapsed()));
    }
}

fn nanoseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests;
