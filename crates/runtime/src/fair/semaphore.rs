//! A semaphore whose permits flows get in turn.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

use super::flow::Flow;
use super::queue::{FairQueue, Full, Limits};

/// A limited number of permits. What waits for one is bounded as well.
#[derive(Debug)]
pub struct FairSemaphore {
    limits: Limits,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    free: usize,
    waiting: FairQueue<oneshot::Sender<Permit>>,
}

/// The right to run now, until it is dropped. Then the next flow gets it.
#[derive(Debug)]
pub struct Permit {
    semaphore: Arc<FairSemaphore>,
}

impl FairSemaphore {
    /// This number of permits, and limits of what waits for one.
    pub fn new(permits: usize, limits: Limits) -> Arc<Self> {
        let state = State { free: permits.max(1), waiting: FairQueue::default() };
        Arc::new(Self { limits, state: Mutex::new(state) })
    }

    /// Acquires a permit for a flow. Fails if too much waits, at once or when another flow needs the position in the queue.
    pub async fn acquire(self: &Arc<Self>, flow: Flow) -> Result<Permit, Full> {
        // The guard must not exist while the permit is awaited.
        let permit = match self.take_or_enqueue(flow)? {
            Ok(permit) => return Ok(permit),
            Err(permit) => permit,
        };
        permit.await.map_err(|_| Full::Total)
    }

    /// Takes a free permit, or begins to wait for one.
    fn take_or_enqueue(
        self: &Arc<Self>,
        flow: Flow,
    ) -> Result<Result<Permit, oneshot::Receiver<Permit>>, Full> {
        let mut state = self.lock();
        if state.free > 0 {
            state.free -= 1;
            return Ok(Ok(Permit { semaphore: Arc::clone(self) }));
        }
        if state.waiting.is_full(flow, self.limits) {
            state.waiting.retain(|waiter| !waiter.is_closed());
        }
        let (waiter, permit) = oneshot::channel();
        state.waiting.push(flow, waiter, self.limits)?;
        Ok(Err(permit))
    }

    /// The number of waiters, with those that were cancelled and not removed yet.
    pub fn waiting(&self) -> usize {
        self.lock().waiting.len()
    }

    /// The number of permits that nobody has.
    pub fn free(&self) -> usize {
        self.lock().free
    }

    /// The next waiter that was not cancelled. If there is none, a permit is free.
    fn next_waiter(&self) -> Option<oneshot::Sender<Permit>> {
        let mut state = self.lock();
        while let Some(waiter) = state.waiting.pop() {
            if !waiter.is_closed() {
                return Some(waiter);
            }
        }
        state.free += 1;
        None
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        if let Some(waiter) = self.semaphore.next_waiter() {
            // If the waiter was cancelled meanwhile, this permit is dropped, and the next waiter gets it.
            let _ = waiter.send(Self { semaphore: Arc::clone(&self.semaphore) });
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use std::pin::Pin;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::task::{Context, Poll, Waker};

    use super::*;

    const UNLIMITED: Limits = Limits { per_flow: usize::MAX, total: usize::MAX };
    const A: Flow = Flow::Client(1);
    const B: Flow = Flow::Client(2);

    type Acquire = Pin<Box<dyn Future<Output = Result<Permit, Full>>>>;

    fn acquire(semaphore: &Arc<FairSemaphore>, flow: Flow) -> Acquire {
        let semaphore = Arc::clone(semaphore);
        Box::pin(async move { semaphore.acquire(flow).await })
    }

    fn poll(acquire: &mut Acquire) -> Option<Result<Permit, Full>> {
        match acquire.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(permit) => Some(permit),
            Poll::Pending => None,
        }
    }

    /// Waiters that have no permit yet.
    fn waiters(semaphore: &Arc<FairSemaphore>, flow: Flow, number: usize) -> Vec<Acquire> {
        let mut waiters: Vec<Acquire> = (0..number).map(|_| acquire(semaphore, flow)).collect();
        assert!(waiters.iter_mut().all(|waiter| poll(waiter).is_none()));
        waiters
    }

    #[test]
    fn a_flow_with_one_waiter_gets_the_second_permit() {
        let semaphore = FairSemaphore::new(1, UNLIMITED);
        let first = poll(&mut acquire(&semaphore, A)).unwrap().unwrap();
        let mut of_a = waiters(&semaphore, A, 300);
        let mut of_b = waiters(&semaphore, B, 1);
        drop(first);
        let second = poll(&mut of_a[0]).unwrap().unwrap();
        assert!(poll(&mut of_b[0]).is_none());
        drop(second);
        assert!(poll(&mut of_b[0]).is_some());
        assert_eq!(semaphore.waiting(), 298);
    }

    #[test]
    fn cancelled_waiters_pass_their_permit_on() {
        let semaphore = FairSemaphore::new(1, Limits { per_flow: 3, total: 3 });
        let first = poll(&mut acquire(&semaphore, A)).unwrap().unwrap();
        let mut of_a = waiters(&semaphore, A, 3);
        drop(of_a.remove(1));
        // The position of the cancelled waiter is free.
        of_a.extend(waiters(&semaphore, A, 1));
        drop(first);
        // The first waiter has the permit and never uses it.
        drop(of_a.remove(0));
        drop(poll(&mut of_a[0]).unwrap());
        drop(of_a);
        assert_eq!((semaphore.free(), semaphore.waiting()), (1, 0));
    }

    #[test]
    fn waiters_beyond_the_limits_are_refused() {
        let semaphore = FairSemaphore::new(1, Limits { per_flow: 3, total: 3 });
        let _first = poll(&mut acquire(&semaphore, A)).unwrap().unwrap();
        let mut of_a = waiters(&semaphore, A, 3);
        assert_eq!(poll(&mut acquire(&semaphore, A)).unwrap().unwrap_err(), Full::Flow);
        let mut of_b = waiters(&semaphore, B, 1);
        assert_eq!(poll(&mut of_a[2]).unwrap().unwrap_err(), Full::Total, "the newest of A left for B");
        assert_eq!(poll(&mut acquire(&semaphore, B)).unwrap().unwrap_err(), Full::Total);
        assert!(poll(&mut of_a[0]).is_none() && poll(&mut of_b[0]).is_none());
    }

    #[test]
    fn concurrent_work_never_exceeds_the_number_of_permits() {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(4).build().unwrap();
        let semaphore = FairSemaphore::new(2, UNLIMITED);
        let running = Arc::new(AtomicUsize::new(0));
        let tasks = (0..200).map(|number| {
            let (semaphore, running) = (Arc::clone(&semaphore), Arc::clone(&running));
            runtime.spawn(async move {
                let _permit = semaphore.acquire(Flow::Client(number % 5)).await.unwrap();
                assert!(running.fetch_add(1, Ordering::SeqCst) < 2);
                tokio::task::yield_now().await;
                running.fetch_sub(1, Ordering::SeqCst);
            })
        });
        let tasks: Vec<_> = tasks.collect();
        for task in tasks {
            runtime.block_on(task).unwrap();
        }
        assert_eq!((semaphore.free(), semaphore.waiting()), (2, 0));
    }
}
