//! `folkmoot openapi`.

use std::io::Write;

use folkmoot_server::openapi;
use folkmoot_server::plan::ResourcePlans;

use super::Failure;

/// Prints the `OpenAPI` document.
pub fn print(out: &mut dyn Write) -> Result<(), Failure> {
    let plans = ResourcePlans::build().map_err(Failure::new)?;
    Ok(out.write_all(openapi::text(&plans).as_bytes())?)
}
