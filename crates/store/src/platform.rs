//! The platform: its name, URL and locales, and the switch of its public API.

use super::StoreError;
use super::executor::Executor;

/// The one platform of a database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Platform {
    /// Its name.
    pub name: String,
    /// Its URL, without a trailing slash.
    pub url: String,
    /// Its locales, starting with the default one; never empty.
    pub locales: Vec<String>,
    /// The colour of its branding, if it chose one.
    pub default_colour: Option<String>,
    /// Whether the public API is enabled.
    pub public_api_enabled: bool,
}

impl Platform {
    /// The locale of responses if the caller chooses none.
    pub fn default_locale(&self) -> &str {
        self.locales.first().map_or("en", String::as_str)
    }
}

/// Reads the platform.
pub fn read(executor: &dyn Executor) -> Result<Option<Platform>, StoreError> {
    executor.one("SELECT name, url, locales, default_colour, public_api_enabled FROM platform", &[], |row| {
        let locales = row.text(2)?.unwrap_or_default();
        Ok(Platform {
            name: row.required_text(0)?,
            url: row.required_text(1)?,
            locales: serde_json::from_str(locales).map_err(|error| StoreError::Value(error.to_string()))?,
            default_colour: row.text(3)?.map(str::to_owned),
            public_api_enabled: row.required_boolean(4)?,
        })
    })
}

/// Stores the imported platform without changing the switch of its public API. Returns whether that changed anything,
/// which the caller must then add to the change feed.
pub fn import(executor: &dyn Executor, platform: &Platform) -> Result<bool, StoreError> {
    let stored = read(executor)?;
    let enabled = stored.as_ref().map_or(platform.public_api_enabled, |stored| stored.public_api_enabled);
    let wanted = Platform { public_api_enabled: enabled, ..platform.clone() };
    if stored.as_ref() == Some(&wanted) {
        return Ok(false);
    }
    let locales =
        serde_json::to_string(&wanted.locales).map_err(|error| StoreError::Value(error.to_string()))?;
    executor.execute(
        "INSERT INTO platform (key, name, url, locales, default_colour, public_api_enabled)
         VALUES (1, ?1, ?2, ?3, ?4, ?5)
         ON CONFLICT (key) DO UPDATE SET
           name = excluded.name, url = excluded.url, locales = excluded.locales,
           default_colour = excluded.default_colour",
        &[
            (&wanted.name).into(),
            (&wanted.url).into(),
            (&locales).into(),
            wanted.default_colour.as_ref().into(),
            enabled.into(),
        ],
    )?;
    Ok(true)
}
