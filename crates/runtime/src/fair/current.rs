//! The flow that the current task works for.

use tokio::task::JoinHandle;
use tokio::task_local;

use super::flow::Flow;

task_local! {
    static CURRENT: Flow;
}

/// The flow that the current task works for; [`Flow::Server`] outside of [`within`].
pub fn current_flow() -> Flow {
    CURRENT.try_with(|flow| *flow).unwrap_or(Flow::Server)
}

/// Work for a flow.
pub fn within<F: Future>(flow: Flow, work: F) -> impl Future<Output = F::Output> {
    CURRENT.scope(flow, work)
}

/// Runs a function for a flow.
pub fn run_within<T>(flow: Flow, run: impl FnOnce() -> T) -> T {
    CURRENT.sync_scope(flow, run)
}

/// Spawns a task that continues to work for the flow of the caller.
pub fn spawn<T: Send + 'static>(work: impl Future<Output = T> + Send + 'static) -> JoinHandle<T> {
    tokio::spawn(within(current_flow(), work))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;

    #[tokio::test]
    async fn a_spawned_task_works_for_the_flow_of_its_caller() {
        assert_eq!(current_flow(), Flow::Server);
        let spawned = within(Flow::Client(1), async { spawn(async { current_flow() }).await.unwrap() });
        assert_eq!(spawned.await, Flow::Client(1));
    }
}
