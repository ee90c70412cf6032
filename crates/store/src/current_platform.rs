//! Operations on the platform of the database.

use std::fmt;

use aws_lc_rs::rand::fill;
use folkmoot_database::Database;
use folkmoot_database::executor::Executor;

use super::StoreError;
use super::access::AccessSettings;
use super::changes::{self, Subject};
use super::platform::{Platform, read};

/// A secret of the platform, which every copy of its database contains.
#[derive(Clone, Copy)]
pub struct PlatformSecret([u8; 32]);

impl PlatformSecret {
    /// Its bytes.
    pub fn expose(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Debug for PlatformSecret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("PlatformSecret(…)")
    }
}

fn read_secret(executor: &dyn Executor) -> Result<Option<PlatformSecret>, StoreError> {
    executor.one("SELECT secret FROM platform_secret", &[], |row| {
        let bytes: Option<[u8; 32]> = row.bytes(0)?.and_then(|bytes| bytes.try_into().ok());
        bytes
            .map(PlatformSecret)
            .ok_or_else(|| StoreError::Value("the secret of the platform is not 32 bytes".to_owned()))
    })
}

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

    /// Stores the settings that decide what levels below `full` see, for the writers who must know which changes they see.
    pub fn store_access_settings(self, settings: &AccessSettings) -> Result<(), StoreError> {
        if self.database.read_latest(AccessSettings::stored)? == *settings {
            return Ok(());
        }
        self.database.write(|transaction| settings.store(transaction))
    }

    /// The secret from which pseudonyms, and hashes of ids of people, are derived. It is made when it is first read.
    pub fn secret(self) -> Result<PlatformSecret, StoreError> {
        if let Some(secret) = self.database.read_latest(read_secret)? {
            return Ok(secret);
        }
        let mut secret = [0; 32];
        fill(&mut secret).map_err(|_| StoreError::Value("no random numbers are available".to_owned()))?;
        self.database.write(|transaction| {
            transaction.execute(
                "INSERT INTO platform_secret (key, secret) VALUES (1, ?1) ON CONFLICT (key) DO NOTHING",
                &[secret.as_slice().into()],
            )?;
            read_secret(transaction)?
                .ok_or_else(|| StoreError::Value("the platform has no secret".to_owned()))
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
