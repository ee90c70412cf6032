//! Waiting for the short writes of others to an embedded database.

use std::future::Future;
use std::time::Duration;

use folkmoot_store::StoreError;

/// How often a write is repeated while another one holds the lock of an embedded database, and the time in between: only an
/// import holds it for longer.
const RETRIES: usize = 20;
const RETRY_INTERVAL: Duration = Duration::from_millis(100);

/// Repeats a write that returns [`StoreError::Busy`], for two seconds. After that, an import is writing, and the error is
/// returned.
pub async fn retry_while_busy<T, F: Future<Output = Result<T, StoreError>>>(
    write: impl Fn() -> F,
) -> Result<T, StoreError> {
    for _ in 0..RETRIES {
        match write().await {
            Err(StoreError::Busy) => tokio::time::sleep(RETRY_INTERVAL).await,
            written => return written,
        }
    }
    write().await
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use std::cell::Cell;

    use super::*;

    #[test]
    fn a_write_waits_for_short_writes_but_not_for_imports() {
        let runtime = folkmoot_runtime::blocking::runtime().unwrap();
        let attempts = Cell::new(0);
        let write = |free_at| {
            attempts.set(attempts.get() + 1);
            std::future::ready(if attempts.get() < free_at {
                Err(StoreError::Busy)
            } else {
                Ok(attempts.get())
            })
        };
        assert_eq!(runtime.block_on(retry_while_busy(|| write(3))).unwrap(), 3);
        attempts.set(0);
        let refused = runtime.block_on(retry_while_busy(|| write(usize::MAX)));
        assert!(matches!(refused, Err(StoreError::Busy)), "{refused:?}");
        assert_eq!(attempts.get(), RETRIES + 1);
        let other = runtime.block_on(retry_while_busy(|| std::future::ready(Err::<(), _>(StoreError::Full))));
        assert!(matches!(other, Err(StoreError::Full)), "{other:?}");
    }
}
