//! The files that describe an export: `datapackage.json`, `README.md` and `SHA256SUMS`.

mod data_package;
mod readme;

use std::fmt::Write as _;
use std::sync::Arc;

use folkmoot_model::resource::Resource;
use folkmoot_store::platform::Platform;
use jiff::Timestamp;

use super::sink::{ExportSink, MeasuredFile};
use super::table::Table;
use super::{ExportError, ExportRequest, ExportedFile};

/// Describes all other files as a Frictionless Data Package. Its presence marks a complete export.
pub const DATA_PACKAGE: &str = "datapackage.json";
/// Describes all files for people.
const README: &str = "README.md";
/// The hashes of all other files, as `sha256sum --check` reads them.
pub(super) const CHECKSUMS: &str = "SHA256SUMS";

/// The exported data.
pub(super) struct Description<'a> {
    pub(super) request: &'a ExportRequest,
    pub(super) platform: &'a Platform,
    pub(super) locale: &'a str,
    pub(super) tables: &'a [Arc<Table>],
    pub(super) rows: &'a [(&'static Resource, u64)],
}

/// Writes the files that describe `files`, and adds them there.
pub(super) fn write(
    description: &Description<'_>,
    files: &mut Vec<ExportedFile>,
    sink: &dyn ExportSink,
) -> Result<(), ExportError> {
    let package = data_package::text(description, files);
    let readme = readme::text(description, files);
    for (name, text) in [(DATA_PACKAGE, package), (README, readme)] {
        files.push(store(name, &text, sink)?);
    }
    let mut checksums = String::new();
    for file in files.iter() {
        let _ = writeln!(checksums, "{}  {}", file.sha256, file.name);
    }
    files.push(store(CHECKSUMS, &checksums, sink)?);
    Ok(())
}

/// A time in the form `2026-11-23T02:00:00Z`.
pub(super) fn time(timestamp: Timestamp) -> String {
    format!("{timestamp:.0}")
}

fn store(name: &str, text: &str, sink: &dyn ExportSink) -> Result<ExportedFile, ExportError> {
    let mut file = MeasuredFile::create(sink, name)?;
    file.push(text.as_bytes())?;
    let (size_bytes, sha256) = file.finish()?;
    Ok(ExportedFile { name: name.to_owned(), resource: None, format: None, rows: 0, size_bytes, sha256 })
}
