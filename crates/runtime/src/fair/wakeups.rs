//! Whether work was woken since it was last polled.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Wake, Waker};

use futures_util::task::AtomicWaker;

/// The wakeups of work that a task polls together with other work.
pub struct Wakeups {
    shared: Arc<Shared>,
    /// The waker that the work receives.
    waker: Waker,
}

struct Shared {
    is_woken: AtomicBool,
    task: AtomicWaker,
}

impl Wake for Shared {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        self.is_woken.store(true, Ordering::Release);
        self.task.wake();
    }
}

impl Wakeups {
    /// Those of work that was not polled yet, which counts as woken.
    pub fn new() -> Self {
        let shared = Arc::new(Shared { is_woken: AtomicBool::new(true), task: AtomicWaker::new() });
        Self { waker: Waker::from(Arc::clone(&shared)), shared }
    }

    /// Sets the task to wake. Must precede [`Self::is_woken`], so that no wakeup is lost between both.
    pub fn register(&self, context: &Context<'_>) {
        self.shared.task.register(context.waker());
    }

    /// Whether the work was woken since it was last polled.
    pub fn is_woken(&self) -> bool {
        self.shared.is_woken.load(Ordering::Acquire)
    }

    /// Counts the work as woken although it was not, because it can continue.
    pub fn set_woken(&self) {
        self.shared.is_woken.store(true, Ordering::Release);
    }

    /// Polls the work.
    pub fn poll<T>(&self, work: impl FnOnce(&mut Context<'_>) -> T) -> T {
        self.shared.is_woken.store(false, Ordering::Release);
        work(&mut Context::from_waker(&self.waker))
    }
}
