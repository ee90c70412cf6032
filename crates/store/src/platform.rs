//! The platform: its name, URL and locales, and the switch of its public API.

use folkmoot_database::executor::Executor;
use jiff::tz::TimeZone;

use super::StoreError;

/// The time zone with a name of the IANA time zone database, and the name as the database spells it.
pub fn parse_time_zone(name: &str) -> Option<(String, TimeZone)> {
    let zone = TimeZone::get(name).ok().filter(|zone| !zone.is_unknown())?;
    Some((zone.iana_name()?.to_owned(), zone))
}

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
    /// Its time zone, a name of the IANA time zone database, if one was set.
    pub time_zone: Option<String>,
    /// Whether the public API is enabled.
    pub public_api_enabled: bool,
}

impl Platform {
    /// The locale of responses if the caller chooses none.
    pub fn default_locale(&self) -> &str {
        self.locales.first().map_or("en", String::as_str)
    }

    /// Its locale with this code, whose case does not matter.
    pub fn locale(&self, code: &str) -> Option<&str> {
        spelled(&self.locales, code)
    }

    /// Its time zone; UTC if none was set.
    pub fn zone(&self) -> TimeZone {
        let zone = self.time_zone.as_deref().and_then(parse_time_zone);
        zone.map_or(TimeZone::UTC, |(_, zone)| zone)
    }

    /// What an import of this platform stores: the switch of the public API is retained, and the time zone if this platform
    /// has none.
    #[must_use]
    pub fn over(&self, stored: &Self) -> Self {
        Self {
            time_zone: self.time_zone.clone().or_else(|| stored.time_zone.clone()),
            public_api_enabled: stored.public_api_enabled,
            ..self.clone()
        }
    }
}

/// The locale with a code as a list of locales spells it: case does not matter.
pub fn spelled<'a>(locales: &'a [String], code: &str) -> Option<&'a str> {
    locales.iter().find(|locale| locale.eq_ignore_ascii_case(code)).map(String::as_str)
}

/// Reads the platform.
pub fn read(executor: &dyn Executor) -> Result<Option<Platform>, StoreError> {
    let sql = "SELECT name, url, locales, default_colour, public_api_enabled,
                 (SELECT time_zone FROM platform_clock) FROM platform";
    executor.one(sql, &[], |row| {
        let locales = row.text(2)?.unwrap_or_default();
        Ok(Platform {
            name: row.required_text(0)?,
            url: row.required_text(1)?,
            locales: serde_json::from_str(locales).map_err(|error| StoreError::Value(error.to_string()))?,
            default_colour: row.text(3)?.map(str::to_owned),
            public_api_enabled: row.required_boolean(4)?,
            time_zone: row.text(5)?.map(str::to_owned),
        })
    })
}

/// Stores the imported platform without changing the switch of its public API. Returns whether that changed anything,
/// which the caller must then add to the change feed.
pub fn import(executor: &dyn Executor, platform: &Platform) -> Result<bool, StoreError> {
    let stored = read(executor)?;
    let wanted = stored.as_ref().map_or_else(|| platform.clone(), |stored| platform.over(stored));
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
            wanted.public_api_enabled.into(),
        ],
    )?;
    if platform.time_zone.is_some() {
        let update = "UPDATE platform_clock SET time_zone = ?1";
        executor.execute(update, &[platform.time_zone.as_ref().into()])?;
    }
    Ok(true)
}
