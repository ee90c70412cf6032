//! The arguments of `folkmoot export`. Doc comments are the texts of `--help`.

#![allow(clippy::doc_markdown, reason = "the comments are printed as plain text")]

use std::path::PathBuf;

use clap::Args;
use folkmoot_export::Format;
use folkmoot_model::access::AccessLevel;
use uuid::Uuid;

use super::client_arguments::{self, ResourceList};

/// Formats without repetitions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormatList(pub Vec<Format>);

/// What to export, and where to.
#[derive(Debug, Clone, PartialEq, Eq, Args)]
pub struct ExportOptions {
    /// Folder to write to: a new one, an empty one, or one with an earlier export, which is replaced.
    #[arg(long, value_name = "FOLDER")]
    pub out: PathBuf,
    /// Formats, separated by commas: parquet, csv, ndjson, sqlite; for research on votes and opinions pabulib, polis.
    #[arg(long, value_name = "FORMATS", default_value = "parquet", value_parser = formats)]
    pub format: FormatList,
    /// Access level whose view of the records is exported; `full` by default. For `pseudonymous`, use --client.
    #[arg(long, value_name = "LEVEL", value_parser = client_arguments::level(), conflicts_with = "client")]
    pub access: Option<AccessLevel>,
    /// Id of the client whose view of the records is exported: its access level, resources and pseudonyms.
    #[arg(long, value_name = "ID")]
    pub client: Option<Uuid>,
    /// Resources to export, separated by commas, or `all`. Defaults to all that the access level or the client sees.
    #[arg(long, value_name = "RESOURCES", value_parser = client_arguments::resources)]
    pub resources: Option<ResourceList>,
    /// Locale of localised texts. Defaults to the default locale of the platform.
    #[arg(long, value_name = "LOCALE")]
    pub locale: Option<String>,
    /// Also write to a folder that contains other files. They remain, unless they have the name of an exported file.
    #[arg(long)]
    pub overwrite: bool,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// Parses names of formats that are separated by commas.
fn formats(text: &str) -> Result<FormatList, String> {
    let all = || Format::ALL.into_iter().chain(Format::RESEARCH);
    let known = all().map(Format::name).collect::<Vec<_>>().join(", ");
    let named = text.split(',').map(str::trim).map(|name| {
        let format = all().find(|format| format.name() == name);
        format.ok_or_else(|| format!("'{name}' is not a format; expected any of {known}"))
    });
    let mut formats = named.collect::<Result<Vec<_>, _>>()?;
    formats.sort_unstable();
    formats.dedup();
    Ok(FormatList(formats))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_names_without_repetitions() {
        let both = FormatList(vec![Format::Parquet, Format::Csv]);
        assert_eq!(formats("csv, parquet,csv"), Ok(both));
        for wrong in ["", "xlsx", "csv,"] {
            assert!(formats(wrong).is_err_and(|error| error.contains("expected any of parquet")), "{wrong}");
        }
    }
}
