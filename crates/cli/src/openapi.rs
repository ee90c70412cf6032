//! `folkmoot openapi`.

use std::io::Write;

use folkmoot_server::openapi::{self, PlatformValues};
use folkmoot_server::plan::ResourcePlans;
use folkmoot_server::settings::Settings;
use folkmoot_store::Store;

use super::Failure;

/// Prints the `OpenAPI` document with the provider of the settings. With `of_platform`, it is the document that the server of
/// the platform returns, which contains the platform's locales.
pub fn print(settings: &Settings, of_platform: bool, out: &mut dyn Write) -> Result<(), Failure> {
    let platform = if of_platform {
        let platform = Store::open(&settings.database())?.platform().read_since(0)?;
        Some(platform.ok_or_else(|| Failure::new("there is no platform yet; import one first"))?)
    } else {
        None
    };
    let locales = platform.map(|platform| platform.locales).unwrap_or_default();
    let plans = ResourcePlans::build().map_err(Failure::new)?;
    Ok(out.write_all(openapi::text(&plans, &PlatformValues::new(settings, locales)).as_bytes())?)
}
