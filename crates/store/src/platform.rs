//! The platform: its name, address and locales, and whether its public API is on.

use super::changes::{self, Subject};
use super::connection::Connection;
use super::{Store, StoreError};

/// The one platform that a database holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Platform {
    /// Its name.
    pub name: String,
    /// Its absolute address, without a slash at its end.
    pub address: String,
    /// Its locales, the default first; never empty.
    pub locales: Vec<String>,
    /// The colour of its marks, where it chose one.
    pub default_colour: Option<String>,
    /// Whether the public API is on.
    pub public_api_enabled: bool,
}

impl Platform {
    /// The locale of answers where the caller chooses none.
    pub fn default_locale(&self) -> &str {
        self.locales.first().map_or("en", String::as_str)
    }
}

impl Store {
    /// The platform, once one has been imported.
    pub fn platform(&self) -> Result<Option<Platform>, StoreError> {
        self.read_fresh(read)
    }

    /// The platform in a state that is not older than the change `since`.
    pub fn platform_since(&self, since: i64) -> Result<Option<Platform>, StoreError> {
        self.read_fresh(|connection| {
            changes::require(connection, since)?;
            read(connection)
        })
    }

    /// Switches the public API on or off; whether that changed anything.
    pub fn set_public_api_enabled(&self, enabled: bool) -> Result<bool, StoreError> {
        self.write(|transaction| {
            if read(transaction)?.is_none() {
                return Err(StoreError::NoPlatform);
            }
            let changed = transaction.execute(
                "UPDATE platform SET public_api_enabled = ?1 WHERE public_api_enabled <> ?1",
                &[enabled.into()],
            )? > 0;
            if changed {
                changes::record_all(transaction, Subject::Platform)?;
            }
            Ok(changed)
        })
    }
}

/// Reads the platform.
pub fn read(connection: &dyn Connection) -> Result<Option<Platform>, StoreError> {
    connection.one(
        "SELECT name, address, locales, default_colour, public_api_enabled FROM platform",
        &[],
        |row| {
            let locales = row.text(2)?.unwrap_or_default();
            Ok(Platform {
                name: row.some_text(0)?,
                address: row.some_text(1)?,
                locales: serde_json::from_str(locales)
                    .map_err(|error| StoreError::Value(error.to_string()))?,
                default_colour: row.text(3)?.map(str::to_owned),
                public_api_enabled: row.some_boolean(4)?,
            })
        },
    )
}

/// Stores what an import says of the platform, and leaves the switch as it is; whether that changed anything, which
/// the change feed must then tell.
pub fn import(connection: &dyn Connection, platform: &Platform) -> Result<bool, StoreError> {
    let stored = read(connection)?;
    let enabled = stored.as_ref().map_or(platform.public_api_enabled, |stored| stored.public_api_enabled);
    let wanted = Platform { public_api_enabled: enabled, ..platform.clone() };
    if stored.as_ref() == Some(&wanted) {
        return Ok(false);
    }
    let locales =
        serde_json::to_string(&wanted.locales).map_err(|error| StoreError::Value(error.to_string()))?;
    connection.execute(
        "INSERT INTO platform (key, name, address, locales, default_colour, public_api_enabled)
         VALUES (1, ?1, ?2, ?3, ?4, ?5)
         ON CONFLICT (key) DO UPDATE SET
           name = excluded.name, address = excluded.address, locales = excluded.locales,
           default_colour = excluded.default_colour",
        &[
            (&wanted.name).into(),
            (&wanted.address).into(),
            (&locales).into(),
            wanted.default_colour.as_ref().into(),
            enabled.into(),
        ],
    )?;
    Ok(true)
}
