//! Futures that take a turn whenever they are polled.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use super::current::within;
use super::flow::Flow;
use super::turns::{Acquire, Entry, Turn, Turns};

/// A future that has a turn while it is polled, and none while it waits.
pub struct Scheduled<F> {
    turn: NextTurn,
    future: Pin<Box<F>>,
}

/// The turn of the next poll of work that was begun.
pub struct NextTurn {
    turns: Arc<Turns>,
    flow: Flow,
    acquired: Option<Turn>,
    acquiring: Option<Acquire>,
}

impl NextTurn {
    /// The turn of the next poll of a flow's work.
    pub fn new(turns: Arc<Turns>, flow: Flow) -> Self {
        Self { turns, flow, acquired: None, acquiring: None }
    }

    /// Waits for the turn.
    pub fn poll(&mut self, context: &mut Context<'_>) -> Poll<Turn> {
        if let Some(turn) = self.acquired.take() {
            return Poll::Ready(turn);
        }
        let acquiring = self.acquiring.get_or_insert_with(|| self.turns.acquire(self.flow, Entry::Begun));
        let acquired = ready!(Pin::new(acquiring).poll(context));
        self.acquiring = None;
        match acquired {
            Ok(turn) => Poll::Ready(turn),
            // Work that was begun is never refused.
            Err(_) => Poll::Pending,
        }
    }
}

impl<F: Future> Scheduled<F> {
    /// A future that already has its first turn.
    pub fn with_first_turn(turn: Turn, future: F) -> Self {
        let (turns, flow) = (Arc::clone(turn.turns()), turn.flow());
        Self {
            turn: NextTurn { turns, flow, acquired: Some(turn), acquiring: None },
            future: Box::pin(future),
        }
    }

    /// A part of work that was begun, which therefore is not refused.
    pub fn begun(turns: Arc<Turns>, flow: Flow, future: F) -> Self {
        Self { turn: NextTurn::new(turns, flow), future: Box::pin(future) }
    }
}

impl<F: Future> Future for Scheduled<F> {
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<F::Output> {
        let turn = ready!(self.turn.poll(context));
        let Self { turn: NextTurn { turns, flow, .. }, future } = &mut *self;
        let polled = within(*flow, turns, || future.as_mut().poll(context));
        drop(turn);
        polled
    }
}
