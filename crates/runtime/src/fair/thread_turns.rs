//! The turns of a thread whose work takes longer than a request.

use std::cell::{Cell, RefCell};
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::runtime::Handle;

use super::flow::Flow;
use super::turns::{Entry, Turn, Turns};

/// How long a turn lasts, if no part of the work takes longer. Without turns, the operating system would let the thread run for some
/// milliseconds before a worker that was woken.
pub const DURATION: Duration = Duration::from_micros(300);

/// How long no new request must have come before a thread keeps a turn that it would otherwise give back: a client that sends one
/// request after the other pauses for less.
pub const PAUSE: Duration = Duration::from_millis(3);

/// Short turns, one after the other, of a thread whose work has many small parts.
pub struct ThreadTurns {
    turns: Arc<Turns>,
    flow: Flow,
    runtime: Handle,
    turn: RefCell<Option<Turn>>,
    /// When the present turn was acquired or extended.
    began: Cell<Instant>,
}

impl ThreadTurns {
    /// The turns of a thread that works for a flow, and is not a worker of the runtime.
    pub fn new(turns: Arc<Turns>, flow: Flow, runtime: Handle) -> Self {
        Self { turns, flow, runtime, turn: RefCell::default(), began: Cell::new(Instant::now()) }
    }

    /// Waits for a turn before the next part of the work, unless the present one lasts. Others get theirs meanwhile.
    pub fn before_part(&self) {
        let mut turn = self.turn.borrow_mut();
        if turn.is_some() && self.began.get().elapsed() < DURATION {
            return;
        }
        *turn = self.next(turn.take());
        self.began.set(Instant::now());
    }

    /// The present turn or a new one. The thread does not wait while a further turn is free and no new request has come lately:
    /// nobody needs its turn, and its processor would be idle meanwhile.
    fn next(&self, present: Option<Turn>) -> Option<Turn> {
        let is_quiet = self.turns.since_new() >= PAUSE;
        let free = self.turns.free();
        if is_quiet && present.is_some() && free > 0 {
            return present;
        }
        drop(present);
        if is_quiet
            && free > 1
            && let Some(turn) = self.turns.try_acquire(self.flow)
        {
            return Some(turn);
        }
        self.runtime.block_on(self.turns.acquire(self.flow, Entry::Thread)).ok()
    }

    /// Waits for something else, without a turn.
    pub fn wait_for<F: Future>(&self, future: F) -> F::Output {
        self.end();
        self.runtime.block_on(future)
    }

    /// Ends the present turn, because the thread is going to wait for something else.
    pub fn end(&self) {
        self.turn.take();
    }
}
