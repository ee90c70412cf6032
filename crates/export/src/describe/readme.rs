//! The description of an export for people.

use std::fmt::Write as _;

use super::super::sqlite;
use super::super::table::{ColumnType, Table};
use super::super::{ExportedFile, Format};
use super::{CHECKSUMS, DATA_PACKAGE, Description, time};

/// The text, in Markdown.
pub(super) fn text(description: &Description<'_>, files: &[ExportedFile]) -> String {
    let Description { request, platform, locale, .. } = description;
    let level = request.access.level();
    let mut text = format!(
        "# {}\n\nRecords of {} as of {}, all from the same state of the platform.\n\n\
         - Access level: `{level}`. {}\n\
         - Texts in several languages are in the locale `{locale}`, or in another one if there is no translation. Columns whose \
         names end in `_multiloc` contain all translations.\n\
         - Timestamps are in UTC.\n\n",
        line(&platform.name),
        line(&platform.url),
        time(request.exported_at),
        level.description(),
    );
    push_files(&mut text, description, files);
    push_opening(&mut text, description);
    text.push_str("## Columns\n\nEvery column that is not marked as required can be null.\n");
    for table in description.tables {
        push_table(&mut text, table);
    }
    text
}

fn push_files(text: &mut String, description: &Description<'_>, files: &[ExportedFile]) {
    text.push_str("## Files\n\n| Resource | Records | Files |\n| --- | ---: | --- |\n");
    for (resource, rows) in description.rows {
        let plural = resource.names.plural;
        let own = files.iter().filter(|file| file.resource == Some(plural));
        let names: Vec<String> = own.map(|file| format!("`{}`", file.name)).collect();
        let files = if names.is_empty() { format!("`{}`", sqlite::FILE) } else { names.join(", ") };
        let _ = writeln!(text, "| [{plural}](#{plural}) | {rows} | {files} |");
    }
    let _ = write!(
        text,
        "\n`{DATA_PACKAGE}` describes the files and their columns for programs (Frictionless Data Package). `{CHECKSUMS}` has the \
         hash of each file; check them with `sha256sum --check {CHECKSUMS}`.\n\n"
    );
}

fn push_opening(text: &mut String, description: &Description<'_>) {
    text.push_str("## Open the files\n\n");
    for format in &description.request.formats {
        text.push_str(match format {
            Format::Parquet => {
                "- Parquet: `pandas.read_parquet(\"ideas.parquet\")`, `polars.read_parquet(\"ideas.parquet\")`, or in DuckDB \
                 `SELECT * FROM 'ideas.parquet'`. Nested values are JSON text.\n"
            }
            Format::Csv => {
                "- CSV: UTF-8 with commas. An empty cell is null, and `\"\"` is an empty text. An apostrophe before `=`, `+`, `-`, \
                 `@` or `'` prevents spreadsheets from running a text as a formula. Nested values are JSON text.\n"
            }
            Format::Ndjson => "- NDJSON: one JSON object on each line, as the API returns it.\n",
            Format::Sqlite => {
                "- SQLite: a table for each resource; views such as `ideas_with_names` add the titles of the records that a record \
                 refers to. The table `column_descriptions` describes every column.\n"
            }
            Format::Pabulib => {
                "- Pabulib: `pabutools.election.parse_pabulib(\"pabulib/PHASE_ID.pb\")`. Voters have random numbers, which differ in \
                 each export.\n"
            }
            Format::Polis => {
                "- Polis: a folder for each project, with `comments.csv`, `votes.csv` and others. Participants have random numbers, \
                 which differ each day.\n"
            }
        });
    }
    text.push('\n');
}

fn push_table(text: &mut String, table: &Table) {
    let _ = write!(
        text,
        "\n### {}\n\n{}\n\n| Column | Type | Meaning |\n| --- | --- | --- |\n",
        table.name(),
        table.resource.doc
    );
    for column in &table.columns {
        let required = if column.can_be_null() { "" } else { ", required" };
        let values = match column.kind {
            ColumnType::OneOf(values) => {
                let values: Vec<String> =
                    values.descriptions().iter().map(|(value, doc)| format!("`{value}`: {doc}")).collect();
                format!(" {}.", values.join("; "))
            }
            _ => String::new(),
        };
        let meaning = column.description().replace('|', "\\|");
        let _ =
            writeln!(text, "| `{}` | {}{required} | {meaning}{values} |", column.name(), column.kind.name());
    }
}

/// Text of the platform on one line.
fn line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
