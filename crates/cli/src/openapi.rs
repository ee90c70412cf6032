//! `folkmoot openapi`.

use std::io::Write;

use folkmoot_api::plan::ResourcePlans;
use folkmoot_openapi::PlatformValues;
use folkmoot_settings::Settings;
use folkmoot_store::Store;

use super::Failure;

/// Prints the `OpenAPI` document with the provider of the settings. If there is a platform, it is the document that its
/// server returns, which contains the platform's locales, unless `without_platform`.
pub fn print(settings: &Settings, without_platform: bool, out: &mut dyn Write) -> Result<(), Failure> {
    let location = settings.database();
    let platform = if without_platform || !location.has_database() {
        None
    } else {
        Store::open(&location)?.platform().read_since(0)?
    };
    let locales = platform.map(|platform| platform.locales).unwrap_or_default();
    let plans = ResourcePlans::build().map_err(Failure::new)?;
    Ok(out.write_all(folkmoot_openapi::text(&plans, &PlatformValues::new(settings, locales)).as_bytes())?)
}

/// Prints the `OpenAPI` document of the admin API.
pub fn print_admin(out: &mut dyn Write) -> Result<(), Failure> {
    Ok(writeln!(out, "{:#}", folkmoot_admin::document())?)
}
