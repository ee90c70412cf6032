//! The platform: its name, address and locales, and whether its public API is on.

use rusqlite::{Connection, OptionalExtension as _, params};

use super::changes::{self, Subject};
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
        self.sqlite.read(read)
    }

    /// Switches the public API on or off; whether that changed anything.
    pub fn set_public_api_enabled(&self, enabled: bool) -> Result<bool, StoreError> {
        self.sqlite.write(|transaction| {
            if read(transaction)?.is_none() {
                return Err(StoreError::NoPlatform);
            }
            let changed = transaction.execute(
                "UPDATE platform SET public_api_enabled = ?1 WHERE public_api_enabled <> ?1",
                [enabled],
            )? > 0;
            if changed {
                changes::record_all(transaction, Subject::Platform)?;
            }
            Ok(changed)
        })
    }
}

/// Reads the platform.
pub fn read(connection: &Connection) -> Result<Option<Platform>, StoreError> {
    let row = connection
        .prepare_cached("SELECT name, address, locales, default_colour, public_api_enabled FROM platform")?
        .query_row([], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get::<_, String>(2)?, row.get(3)?, row.get(4)?))
        })
        .optional()?;
    row.map(|(name, address, locales, default_colour, public_api_enabled)| {
        let locales = serde_json::from_str(&locales).map_err(|error| StoreError::Value(error.to_string()))?;
        Ok(Platform { name, address, locales, default_colour, public_api_enabled })
    })
    .transpose()
}

/// Stores what an import says of the platform, and leaves the switch as it is; whether that changed anything.
pub fn import(connection: &Connection, platform: &Platform) -> Result<bool, StoreError> {
    let locales =
        serde_json::to_string(&platform.locales).map_err(|error| StoreError::Value(error.to_string()))?;
    let changed = connection.execute(
        "INSERT INTO platform (key, name, address, locales, default_colour, public_api_enabled)
         VALUES (1, ?1, ?2, ?3, ?4, ?5)
         ON CONFLICT (key) DO UPDATE SET
           name = excluded.name, address = excluded.address, locales = excluded.locales,
           default_colour = excluded.default_colour
         WHERE (platform.name, platform.address, platform.locales) <> (excluded.name, excluded.address, excluded.locales)
            OR platform.default_colour IS DISTINCT FROM excluded.default_colour",
        params![platform.name, platform.address, locales, platform.default_colour, platform.public_api_enabled],
    )? > 0;
    if changed {
        changes::record_all(connection, Subject::Platform)?;
    }
    Ok(changed)
}
