//! Futures that take a turn whenever they are polled.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use super::current::within;
use super::flow::Flow;
use super::turns::{Acquire, Entry, Turn, Turns};
use super::wakeups::Wakeups;

/// A future that has a turn while it is polled, and none while it waits.
pub struct Scheduled<F> {
    turns: TurnPerPoll,
    future: Pin<Box<F>>,
}

/// The turns of work that was begun: one for each poll.
pub struct TurnPerPoll {
    turns: Arc<Turns>,
    flow: Flow,
    wakeups: Wakeups,
    acquired: Option<Turn>,
    acquiring: Option<Acquire>,
}

impl TurnPerPoll {
    /// The turns of a flow's work.
    pub fn new(turns: Arc<Turns>, flow: Flow) -> Self {
        Self { turns, flow, wakeups: Wakeups::new(), acquired: None, acquiring: None }
    }

    /// Polls work as soon as it has a turn. It gets none while it has nothing to do: a connection polls its response for each byte that it
    /// reads or writes.
    pub fn poll<T>(
        &mut self,
        context: &mut Context<'_>,
        work: impl FnOnce(&mut Context<'_>) -> Poll<T>,
    ) -> Poll<T> {
        let turn = ready!(self.poll_turn(context));
        let polled = self.wakeups.poll(|context| within(self.flow, &self.turns, || work(context)));
        drop(turn);
        if polled.is_ready() {
            self.wakeups.set_woken();
        }
        polled
    }

    fn poll_turn(&mut self, context: &mut Context<'_>) -> Poll<Turn> {
        self.wakeups.register(context);
        if let Some(turn) = self.acquired.take() {
            return Poll::Ready(turn);
        }
        if self.acquiring.is_none() && !self.wakeups.is_woken() {
            return Poll::Pending;
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
        let turns = TurnPerPoll::new(Arc::clone(turn.turns()), turn.flow());
        Self { turns: TurnPerPoll { acquired: Some(turn), ..turns }, future: Box::pin(future) }
    }

    /// A part of work that was begun, which therefore is not refused.
    pub fn begun(turns: Arc<Turns>, flow: Flow, future: F) -> Self {
        Self { turns: TurnPerPoll::new(turns, flow), future: Box::pin(future) }
    }
}

impl<F: Future> Future for Scheduled<F> {
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<F::Output> {
        let Self { turns, future } = &mut *self;
        turns.poll(context, |context| future.as_mut().poll(context))
    }
}
