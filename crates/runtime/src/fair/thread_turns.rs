//! The turns of a thread whose work takes longer than a request.

use std::cell::RefCell;
use std::sync::Arc;
use std::time::Duration;

use tokio::runtime::Handle;

use super::flow::Flow;
use super::turns::{Entry, Turn, Turns};

/// How long a turn lasts, if no part of the work takes longer. Without turns, the operating system would let the thread run for some
/// milliseconds before a worker that was woken.
const DURATION: Duration = Duration::from_micros(300);

/// Short turns, one after the other, of a thread whose work has many small parts.
pub struct ThreadTurns {
    turns: Arc<Turns>,
    flow: Flow,
    runtime: Handle,
    turn: RefCell<Option<Turn>>,
}

impl ThreadTurns {
    /// The turns of a thread that works for a flow, and is not a worker of the runtime.
    pub fn new(turns: Arc<Turns>, flow: Flow, runtime: Handle) -> Self {
        Self { turns, flow, runtime, turn: RefCell::default() }
    }

    /// Waits for a turn before the next part of the work, unless the present one lasts. Others get theirs meanwhile.
    pub fn before_part(&self) {
        let mut turn = self.turn.borrow_mut();
        if turn.as_ref().is_some_and(|turn| turn.elapsed() < DURATION) {
            return;
        }
        *turn = None;
        *turn = self.runtime.block_on(self.turns.acquire(self.flow, Entry::Thread)).ok();
    }

    /// Ends the present turn, because the thread is going to wait for something else.
    pub fn end(&self) {
        self.turn.take();
    }
}
