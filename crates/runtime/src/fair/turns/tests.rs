#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::sync::atomic::{AtomicBool, AtomicU64};
use std::task::Wake;
use std::time::Duration;

use tokio::runtime::Handle;

use super::super::thread_turns::{DURATION, PAUSE};
use super::super::{Scheduled, ThreadTurns, current_flow, spawn};
use super::*;

const UNLIMITED: Limits = Limits { per_flow: usize::MAX, total: usize::MAX };
const A: Flow = Flow::Client(1);
const B: Flow = Flow::Client(2);

/// Counts how often it is woken.
#[derive(Default)]
struct Counter(AtomicU64);

impl Wake for Counter {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Relaxed);
    }
}

fn poll(acquire: &mut Acquire) -> Poll<Result<Turn, Full>> {
    Pin::new(acquire).poll(&mut Context::from_waker(Waker::noop()))
}

fn taken(acquire: &mut Acquire) -> Turn {
    match poll(acquire) {
        Poll::Ready(turn) => turn.unwrap(),
        Poll::Pending => panic!("no turn"),
    }
}

#[test]
fn turns_are_limited_and_the_next_is_the_one_of_another_flow() {
    let turns = Turns::new(1, UNLIMITED);
    let first = taken(&mut turns.acquire(A, Entry::New));
    let mut of_a: Vec<Acquire> = (0..300).map(|_| turns.acquire(A, Entry::New)).collect();
    assert!(of_a.iter_mut().all(|acquire| poll(acquire).is_pending()));
    let mut of_b = turns.acquire(B, Entry::New);
    assert!(poll(&mut of_b).is_pending());
    std::thread::sleep(Duration::from_millis(1));
    drop(first);
    assert!(of_a.iter_mut().all(|acquire| poll(acquire).is_pending()));
    let turn = taken(&mut of_b);
    assert_eq!((turns.running(), turns.waiting()), (1, 300));
    drop(turn);
    drop(taken(&mut of_a[0]));
}

#[test]
fn a_waiter_is_woken_once_when_it_has_its_turn() {
    let turns = Turns::new(1, UNLIMITED);
    let first = taken(&mut turns.acquire(A, Entry::New));
    let (counter, mut second) = (Arc::new(Counter::default()), turns.acquire(A, Entry::New));
    let waker = Waker::from(Arc::clone(&counter));
    assert!(Pin::new(&mut second).poll(&mut Context::from_waker(&waker)).is_pending());
    assert_eq!(counter.0.load(Relaxed), 0);
    drop(first);
    assert_eq!(counter.0.load(Relaxed), 1);
    drop(taken(&mut second));
}

#[test]
fn cancelled_waiters_pass_their_turn_on() {
    let turns = Turns::new(1, UNLIMITED);
    let first = taken(&mut turns.acquire(A, Entry::New));
    let mut waiters: Vec<Acquire> = (0..3).map(|_| turns.acquire(A, Entry::New)).collect();
    assert!(waiters.iter_mut().all(|acquire| poll(acquire).is_pending()));
    drop(waiters.remove(1));
    assert_eq!(turns.waiting(), 2);
    drop(first);
    // The first waiter has the turn and never uses it.
    drop(waiters.remove(0));
    drop(taken(&mut waiters[0]));
    drop(waiters);
    assert_eq!((turns.running(), turns.waiting()), (0, 0));
    assert!(turns.lock().waiters.is_empty());
}

#[test]
fn too_many_waiters_are_refused_and_what_was_begun_never_is() {
    let turns = Turns::new(1, Limits { per_flow: 2, total: 2 });
    let _first = taken(&mut turns.acquire(A, Entry::New));
    let mut waiters: Vec<Acquire> = (0..2).map(|_| turns.acquire(A, Entry::New)).collect();
    assert!(waiters.iter_mut().all(|acquire| poll(acquire).is_pending()));
    let refused = |flow| match poll(&mut turns.acquire(flow, Entry::New)) {
        Poll::Ready(turn) => turn.unwrap_err(),
        Poll::Pending => panic!("not refused"),
    };
    assert_eq!(refused(A), Full::Flow);
    let mut of_b = [turns.acquire(B, Entry::New), turns.acquire(A, Entry::Begun)];
    turns.set_limits(Limits { per_flow: 3, total: 2 });
    assert_eq!(refused(A), Full::Total);
    turns.set_limits(Limits { per_flow: 3, total: 3 });
    assert!(of_b.iter_mut().all(|acquire| poll(acquire).is_pending()));
    turns.set_limits(Limits { per_flow: 3, total: 1 });
    assert_eq!(refused(B), Full::Total);
}

#[test]
fn the_newest_waiter_of_the_longest_queue_leaves_for_a_new_flow() {
    let turns = Turns::new(1, Limits { per_flow: 9, total: 3 });
    let _first = taken(&mut turns.acquire(A, Entry::New));
    let mut waiters: Vec<Acquire> = (0..3).map(|_| turns.acquire(A, Entry::New)).collect();
    assert!(waiters.iter_mut().all(|acquire| poll(acquire).is_pending()));
    let mut of_b = turns.acquire(B, Entry::New);
    assert!(poll(&mut of_b).is_pending());
    assert!(matches!(poll(&mut waiters[2]), Poll::Ready(Err(Full::Total))));
    assert!(poll(&mut waiters[0]).is_pending());
}

#[tokio::test]
async fn a_scheduled_future_has_no_turn_while_it_waits() {
    let turns = Turns::new(1, UNLIMITED);
    let turn = turns.acquire(A, Entry::New).await.unwrap();
    let (sender, receiver) = tokio::sync::oneshot::channel::<()>();
    let of_a = Scheduled::with_first_turn(turn, async {
        assert_eq!(current_flow(), A);
        receiver.await.unwrap();
        // A task continues for the same flow.
        assert_eq!(spawn(async { current_flow() }).await.unwrap(), A);
        current_flow()
    });
    let of_a = tokio::spawn(of_a);
    while turns.running() > 0 {
        tokio::task::yield_now().await;
    }
    assert_eq!(current_flow(), Flow::Server);
    let of_b = turns.acquire(B, Entry::New).await.unwrap();
    sender.send(()).unwrap();
    while turns.waiting() == 0 {
        tokio::task::yield_now().await;
    }
    drop(of_b);
    assert_eq!(of_a.await.unwrap(), A);
    assert_eq!((turns.running(), turns.waiting()), (0, 0));
}

#[test]
fn concurrent_work_never_exceeds_the_number_of_turns() {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(4).build().unwrap();
    let _context = runtime.enter();
    for turns in [Turns::new(2, UNLIMITED), Turns::of_tasks(2, UNLIMITED)] {
        work_concurrently(&runtime, &turns);
    }
}

/// Runs 200 tasks with 20 turns each, of which 2 may run at the same time.
fn work_concurrently(runtime: &tokio::runtime::Runtime, turns: &Arc<Turns>) {
    let running = Arc::new(AtomicUsize::new(0));
    runtime.block_on(async {
        let tasks = (0..200_u128).map(|number| {
            let (turns, running) = (Arc::clone(turns), Arc::clone(&running));
            tokio::spawn(async move {
                for _ in 0..20 {
                    let turn = turns.acquire(Flow::Client(number % 5), Entry::New).await.unwrap();
                    assert!(running.fetch_add(1, Relaxed) < 2);
                    tokio::task::yield_now().await;
                    running.fetch_sub(1, Relaxed);
                    drop(turn);
                }
            })
        });
        for task in tasks.collect::<Vec<_>>() {
            task.await.unwrap();
        }
    });
    assert_eq!((turns.running(), turns.waiting()), (0, 0));
    assert!(turns.lock().waiters.is_empty());
}

/// In which order requests are served that arrive at the same time: 200 of one client, one of another, and one more of the first.
fn order_served(turns: impl FnOnce() -> Arc<Turns> + Send + 'static) -> Vec<Flow> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).build().unwrap();
    let served = Arc::new(Mutex::new(Vec::new()));
    let all = Arc::clone(&served);
    // In a task of the only worker, so that no request is served before all are ready.
    let arrivals = runtime.spawn(async move {
        let turns = turns();
        let requests = std::iter::repeat_n(A, 200).chain([B, A]).map(|flow| {
            let (turns, served) = (Arc::clone(&turns), Arc::clone(&all));
            tokio::spawn(async move {
                let turn = turns.acquire(flow, Entry::New).await.unwrap();
                served.lock().unwrap().push(flow);
                std::thread::sleep(Duration::from_micros(100));
                drop(turn);
            })
        });
        for request in requests.collect::<Vec<_>>() {
            request.await.unwrap();
        }
        assert_eq!((turns.running(), turns.waiting()), (0, 0));
    });
    runtime.block_on(arrivals).unwrap();
    let served = served.lock().unwrap();
    served.clone()
}

#[test]
fn tasks_that_are_ready_are_in_the_queue_before_the_next_turn() {
    let position = |order: Vec<Flow>| order.iter().position(|flow| *flow == B).unwrap();
    // With as many turns as workers, the queue is always empty if turns are given at once.
    assert!(position(order_served(|| Turns::new(1, UNLIMITED))) >= 200);
    let position = position(order_served(|| Turns::of_tasks(1, UNLIMITED)));
    assert!(position < 20, "served after {position} requests of another client that came at the same time");
}

#[tokio::test]
async fn a_waiter_that_is_not_polled_leaves_its_turn_to_the_next() {
    let turns = Turns::of_tasks(1, UNLIMITED);
    let first = turns.acquire(A, Entry::New).await.unwrap();
    let mut unpolled = turns.acquire(A, Entry::New);
    assert!(poll(&mut unpolled).is_pending());
    let next = turns.acquire(A, Entry::New);
    let next = tokio::spawn(async { drop(next.await.unwrap()) });
    while turns.waiting() < 2 {
        tokio::task::yield_now().await;
    }
    drop(first);
    tokio::time::timeout(Duration::from_secs(10), next).await.unwrap().unwrap();
    let second = turns.acquire(B, Entry::New).await.unwrap();
    // It was called, but has to wait while another one has the turn.
    assert!(poll(&mut unpolled).is_pending());
    drop(second);
    drop(tokio::time::timeout(Duration::from_secs(10), unpolled).await.unwrap().unwrap());
    assert_eq!((turns.running(), turns.waiting()), (0, 0));
    assert!(turns.lock().waiters.is_empty());
}

/// A thread that waited for the only turn of another one, and has got it.
async fn thread_with_turn(turns: &Arc<Turns>) -> Acquire {
    let first = turns.acquire(A, Entry::New).await.unwrap();
    let mut of_thread = turns.acquire(A, Entry::Thread);
    assert!(poll(&mut of_thread).is_pending());
    drop(first);
    // Until the thread runs, tasks run several times.
    for _ in 0..20 {
        tokio::task::yield_now().await;
    }
    assert_eq!(turns.running(), 1);
    of_thread
}

#[tokio::test]
async fn no_task_gets_the_turn_of_a_thread_that_was_woken() {
    let turns = Turns::of_tasks(1, UNLIMITED);
    let mut of_thread = thread_with_turn(&turns).await;
    let mut of_task = turns.acquire(B, Entry::New);
    assert!(poll(&mut of_task).is_pending());
    drop(taken(&mut of_thread));
    drop(tokio::time::timeout(Duration::from_secs(10), of_task).await.unwrap().unwrap());
    // One that is cancelled leaves its turn to others.
    drop(thread_with_turn(&turns).await);
    assert_eq!((turns.running(), turns.waiting()), (0, 0));
    assert!(turns.lock().waiters.is_empty());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn tasks_run_between_the_parts_of_the_work_of_a_thread() {
    let turns = Turns::of_tasks(1, UNLIMITED);
    let is_over = Arc::new(AtomicBool::new(false));
    let of_thread = ThreadTurns::new(Arc::clone(&turns), A, Handle::current());
    let observed = Arc::clone(&is_over);
    let thread = std::thread::spawn(move || {
        let began = Instant::now();
        while !observed.load(Relaxed) && began.elapsed() < Duration::from_secs(10) {
            of_thread.before_part();
            std::thread::sleep(Duration::from_micros(50));
        }
        of_thread.end();
        observed.load(Relaxed)
    });
    while turns.running() == 0 {
        tokio::task::yield_now().await;
    }
    for _ in 0..20 {
        Scheduled::begun(Arc::clone(&turns), B, std::future::ready(())).await;
    }
    is_over.store(true, Relaxed);
    assert!(thread.join().unwrap(), "the thread had its turn until the end");
    assert_eq!((turns.running(), turns.waiting()), (0, 0));
}

#[test]
fn only_a_request_that_begins_and_waits_alone_is_served_before_new_bytes_are_read() {
    for (entry, is_alone) in [(Entry::New, true), (Entry::Begun, false), (Entry::Thread, false)] {
        let turns = Turns::new(1, UNLIMITED);
        let _turn = taken(&mut turns.acquire(A, Entry::New));
        assert!(!turns.has_one_new());
        let mut first = turns.acquire(A, entry);
        assert!(poll(&mut first).is_pending());
        assert_eq!(turns.has_one_new(), is_alone, "{entry:?}");
        let mut second = turns.acquire(B, Entry::New);
        assert!(poll(&mut second).is_pending());
        assert!(!turns.has_one_new(), "two wait");
        drop(first);
        assert!(turns.has_one_new(), "the first one has left");
    }
}

#[test]
fn bytes_that_arrive_during_a_turn_are_read_before_the_next_turn_is_given() {
    use std::io::Write as _;
    use std::os::unix::net::UnixStream;
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_io().build().unwrap();
    let turns = runtime.block_on(async { Turns::of_tasks(1, UNLIMITED) });
    let turn = taken(&mut turns.acquire(A, Entry::New));
    let (served, order) = std::sync::mpsc::channel();
    let thread = std::thread::spawn({
        let (turns, served, handle) = (Arc::clone(&turns), served.clone(), runtime.handle().clone());
        move || {
            let turn = handle.block_on(turns.acquire(A, Entry::Thread));
            served.send(A).unwrap();
            drop(turn);
        }
    });
    let (mut client, socket) = UnixStream::pair().unwrap();
    socket.set_nonblocking(true).unwrap();
    let of_turns = Arc::clone(&turns);
    runtime.spawn(async move {
        let socket = tokio::net::UnixStream::from_std(socket).unwrap();
        socket.readable().await.unwrap();
        let turn = of_turns.acquire(B, Entry::New).await;
        served.send(B).unwrap();
        drop(turn);
    });
    let (is_busy, busy) = std::sync::mpsc::channel();
    let (end, is_over) = std::sync::mpsc::channel();
    runtime.spawn(async move {
        is_busy.send(()).unwrap();
        is_over.recv_timeout(Duration::from_secs(10)).unwrap();
    });
    busy.recv_timeout(Duration::from_secs(10)).unwrap();
    while turns.waiting() == 0 {
        std::thread::yield_now();
    }
    client.write_all(b"request").unwrap();
    drop(turn);
    end.send(()).unwrap();
    let order = [(); 2].map(|()| order.recv_timeout(Duration::from_secs(10)).unwrap());
    assert_eq!(order, [B, A], "the thread, which has used more, was served first");
    thread.join().unwrap();
}

/// A thread that works in parts while the only worker is busy, so that each turn that is not given at once would be missing.
struct WorkInParts {
    runtime: tokio::runtime::Runtime,
    turns: Arc<Turns>,
    is_over: Arc<AtomicBool>,
    next: std::sync::mpsc::Sender<()>,
    ended: std::sync::mpsc::Receiver<()>,
}

impl WorkInParts {
    /// Ends this number of parts without a wait. The thread has no turn after each fifth.
    fn begin(parts: usize) -> Self {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).build().unwrap();
        let turns = runtime.block_on(async { Turns::of_tasks(2, UNLIMITED) });
        let (is_busy, is_over) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
        let (busy, over) = (Arc::clone(&is_busy), Arc::clone(&is_over));
        runtime.spawn(async move {
            busy.store(true, Relaxed);
            let limit = Instant::now() + Duration::from_secs(30);
            while !over.load(Relaxed) && Instant::now() < limit {
                std::thread::yield_now();
            }
        });
        while !is_busy.load(Relaxed) {
            std::thread::yield_now();
        }
        std::thread::sleep(PAUSE);
        let (next, begun) = std::sync::mpsc::channel();
        let (sender, ended) = std::sync::mpsc::channel();
        let of_thread = ThreadTurns::new(Arc::clone(&turns), A, runtime.handle().clone());
        std::thread::spawn(move || {
            for (part, ()) in begun.into_iter().enumerate() {
                of_thread.before_part();
                std::thread::sleep(2 * DURATION);
                if part % 5 == 4 {
                    of_thread.end();
                }
                sender.send(()).unwrap();
            }
        });
        let work = Self { runtime, turns, is_over, next, ended };
        for _ in 0..parts {
            assert!(!work.part_waits(Duration::from_secs(20)), "waited although two turns were free");
        }
        work
    }

    /// Begins a part, and returns whether it still waits for a turn after this time.
    fn part_waits(&self, time: Duration) -> bool {
        self.next.send(()).unwrap();
        self.ended.recv_timeout(time).is_err()
    }

    /// Lets the worker run, so that the part that waits gets its turn.
    fn end(self) {
        self.is_over.store(true, Relaxed);
        self.ended.recv_timeout(Duration::from_secs(10)).unwrap();
        drop(self.next);
        while self.turns.running() > 0 {
            std::thread::yield_now();
        }
        assert_eq!(self.turns.waiting(), 0);
        drop(self.runtime);
    }
}

#[test]
fn a_thread_continues_without_a_wait_unless_it_has_the_last_free_turn() {
    for parts in [20, 22] {
        let work = WorkInParts::begin(parts);
        let of_task = work.turns.try_acquire(B).unwrap();
        assert!(work.part_waits(Duration::from_millis(100)), "did not wait for the last free turn");
        drop(of_task);
        work.end();
    }
}

#[test]
fn a_thread_waits_shortly_after_a_new_request() {
    for parts in [20, 22] {
        let work = WorkInParts::begin(parts);
        work.turns.newest.store(u64::MAX, Relaxed);
        assert!(work.part_waits(Duration::from_millis(100)), "did not wait although a request had arrived");
        work.end();
    }
}

#[test]
fn only_new_work_is_a_new_request() {
    let turns = Turns::new(1, UNLIMITED);
    std::thread::sleep(PAUSE);
    drop((taken(&mut turns.acquire(A, Entry::Begun)), poll(&mut turns.acquire(A, Entry::Thread))));
    assert!(turns.since_new() >= PAUSE);
    let before = Instant::now();
    drop(taken(&mut turns.acquire(A, Entry::New)));
    assert!(turns.since_new() <= before.elapsed());
}

#[test]
fn a_free_turn_belongs_to_whoever_waits_for_it() {
    let turns = Turns::new(1, UNLIMITED);
    let first = turns.try_acquire(A).unwrap();
    assert_eq!(turns.free(), 0);
    let mut of_b = turns.acquire(B, Entry::New);
    assert!(poll(&mut of_b).is_pending());
    drop(first);
    assert!(turns.try_acquire(A).is_none());
    drop(taken(&mut of_b));
    assert_eq!(turns.free(), 1);
}

#[test]
fn work_that_was_not_woken_takes_no_turn() {
    let turns = Turns::new(1, UNLIMITED);
    let (sender, receiver) = tokio::sync::oneshot::channel::<()>();
    let mut work = Box::pin(Scheduled::begun(Arc::clone(&turns), A, receiver));
    let mut poll_work = || work.as_mut().poll(&mut Context::from_waker(Waker::noop()));
    assert!(poll_work().is_pending());
    let other = taken(&mut turns.acquire(B, Entry::New));
    assert!(poll_work().is_pending());
    assert_eq!(turns.waiting(), 0);
    sender.send(()).unwrap();
    assert!(poll_work().is_pending());
    assert_eq!(turns.waiting(), 1);
    drop(other);
    assert!(poll_work().is_ready());
    assert_eq!((turns.running(), turns.waiting()), (0, 0));
}
