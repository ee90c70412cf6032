//! `folkmoot portal`

use std::io::Write;
use std::path::Path;

use folkmoot_embedded::EMBEDDED;
use folkmoot_server::portal;
use folkmoot_settings::Settings;

use super::Failure;

/// Writes the portal as static files.
pub fn run(settings: &Settings, folder: &Path, out: &mut dyn Write) -> Result<(), Failure> {
    let files = portal::export(settings, EMBEDDED.portal, folder)?;
    Ok(writeln!(out, "wrote {files} files to {}", folder.display())?)
}
