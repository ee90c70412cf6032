//! Operations on the platform of the database.

use super::StoreError;
use super::changes::{self, Subject};
use super::database::Database;
use super::executor::Executor;
use super::platform::{Platform, read};

/// Operations on the platform.
#[derive(Debug, Clone, Copy)]
pub struct CurrentPlatform<'a> {
    pub(super) database: &'a Database,
}

impl CurrentPlatform<'_> {
    /// The platform; `None` before the first import.
    pub fn read(self) -> Result<Option<Platform>, StoreError> {
        self.database.read_latest(read)
    }

    /// The platform, in a state that is not older than the change `since`.
    pub fn read_since(self, since: i64) -> Result<Option<Platform>, StoreError> {
        self.database.read_latest(|executor| {
            changes::require(executor, since)?;
            read(executor)
        })
    }

    /// Enables or disables the public API. Returns whether that changed anything; if so, runs `also` in the same
    /// transaction.
    pub fn set_public_api_enabled(
        self,
        enabled: bool,
        also: impl FnOnce(&dyn Executor) -> Result<(), StoreError>,
    ) -> Result<bool, StoreError> {
        self.database.write(|transaction| {
            if read(transaction)?.is_none() {
                return Err(StoreError::NoPlatform);
            }
            let changed = transaction.execute(
                "UPDATE platform SET public_api_enabled = ?1 WHERE public_api_enabled <> ?1",
                &[enabled.into()],
            )? > 0;
            if changed {
                also(transaction)?;
                changes::record_all(transaction, Subject::Platform)?;
            }
            Ok(changed)
        })
    }
}
