//! The priority of threads whose work takes longer than a request.

/// By how much it is lower than that of the async workers.
const NICENESS: i32 = 10;

/// Lowers the priority of the calling thread, so that an async worker that is woken runs before it. Only on Linux: elsewhere, threads
/// have the priority of their process. A thread that cannot give way still works.
pub fn lower() {
    if cfg!(target_os = "linux")
        && let Err(error) = rustix::process::nice(NICENESS)
    {
        tracing::debug!(%error, "failed to lower the priority of a thread");
    }
}
