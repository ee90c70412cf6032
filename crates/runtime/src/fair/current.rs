//! The flow that the calling thread works for.

use std::cell::RefCell;
use std::sync::Arc;

use tokio::task::JoinHandle;

use super::flow::Flow;
use super::scheduled::Scheduled;
use super::turns::Turns;

thread_local! {
    static CURRENT: RefCell<Option<(Flow, Arc<Turns>)>> = const { RefCell::new(None) };
}

/// The flow of the scheduled future that the calling thread polls; [`Flow::Server`] outside of one.
pub fn current_flow() -> Flow {
    CURRENT.with_borrow(|current| current.as_ref().map_or(Flow::Server, |(flow, _)| *flow))
}

/// Spawns a task that continues to work for the flow of the caller, and takes turns as the caller does.
pub fn spawn<T: Send + 'static>(future: impl Future<Output = T> + Send + 'static) -> JoinHandle<T> {
    match CURRENT.with_borrow(Option::clone) {
        Some((flow, turns)) => tokio::spawn(Scheduled::begun(turns, flow, future)),
        None => tokio::spawn(future),
    }
}

/// Runs a function for a flow.
pub(super) fn within<T>(flow: Flow, turns: &Arc<Turns>, run: impl FnOnce() -> T) -> T {
    /// Restores the flow before, even if the function panics.
    struct Restore(Option<(Flow, Arc<Turns>)>);
    impl Drop for Restore {
        fn drop(&mut self) {
            CURRENT.set(self.0.take());
        }
    }
    let _restore = Restore(CURRENT.replace(Some((flow, Arc::clone(turns)))));
    run()
}
