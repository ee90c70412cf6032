//! `folkmoot openapi`.

use std::io::Write;

use folkmoot_api::plan::ResourcePlans;
use folkmoot_openapi::PlatformValues;
use folkmoot_settings::Settings;
use folkmoot_store::{Store, StoreError};

use super::Failure;

/// Prints the `OpenAPI` document with the provider of the settings. If there is a platform, it is the document that its
/// server returns, which contains the platform's locales, unless `without_platform`.
pub fn print(settings: &Settings, without_platform: bool, out: &mut dyn Write) -> Result<(), Failure> {
    let locales = if without_platform { Vec::new() } else { locales(settings)? };
    let plans = ResourcePlans::build().map_err(Failure::new)?;
    Ok(out.write_all(folkmoot_openapi::text(&plans, &PlatformValues::new(settings, locales)).as_bytes())?)
}

/// The locales of the platform; empty if none was imported.
fn locales(settings: &Settings) -> Result<Vec<String>, StoreError> {
    let platform = match Store::open_existing(&settings.database()) {
        Err(StoreError::NoDatabase(_) | StoreError::NoTables) => None,
        store => store?.platform().read_since(0)?,
    };
    Ok(platform.map(|platform| platform.locales).unwrap_or_default())
}

/// Prints the `OpenAPI` document of the admin API.
pub fn print_admin(out: &mut dyn Write) -> Result<(), Failure> {
    Ok(writeln!(out, "{:#}", folkmoot_admin::document())?)
}
