//! The explanation in an archive, for the person who receives it.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use folkmoot_model::people::person_columns;
use folkmoot_model::resources::RESOURCES;
use jiff::Timestamp;

use crate::Archive;

/// The name of the explanation.
pub const NAME: &str = "README.txt";

/// The explanation of an archive of a platform.
pub fn text(platform: &str, now: Timestamp, archive: &Archive) -> String {
    let Archive { records, contents, missing } = archive;
    let mut text = format!(
        "What {platform} stores about you\n\n\
         This archive contains everything that is stored about one person on the platform, as of {now:.0}.\n\n\
         Each file with the extension .ndjson is plain text. Open it with a text editor. Each of its lines is one record, with\n\
         the name of each field before its value. Timestamps are in UTC. Records refer to each other by their id.\n\n",
    );
    let names: Vec<String> = records.iter().map(|(plural, _)| format!("{plural}.ndjson")).collect();
    let width = names.iter().map(String::len).max().unwrap_or(0);
    for ((plural, count), name) in records.iter().zip(&names) {
        let resource = RESOURCES.iter().find(|resource| resource.names.plural == *plural);
        let meaning = resource.map_or("", |resource| resource.doc);
        let noun = if *count == 1 { "record: " } else { "records:" };
        let _ = writeln!(text, "{name:width$}  {count} {noun} {meaning}");
    }
    if *contents > 0 {
        let meaning =
            "Contents of the files that you uploaded. The name of each starts with the id of its record.";
        let _ = write!(text, "\nfiles/\n  {meaning}\n");
    }
    if !missing.is_empty() {
        text.push_str(
            "\nThe contents of these files are missing, because the platform does not have them any more:\n",
        );
        for name in missing {
            let _ = writeln!(text, "  {name}");
        }
    }
    let fields: BTreeSet<&str> = person_columns().map(|column| column.field.name).collect();
    let fields: Vec<&str> = fields.into_iter().collect();
    let _ = write!(
        text,
        "\nOne of these fields of a record contains your id or your email address: {}.\n\
         If a record refers to other people as well, their names are not in this archive.\n",
        fields.join(", ")
    );
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_that_refers_to_a_person_is_named() {
        let text = text("Testham", Timestamp::UNIX_EPOCH, &Archive::default());
        for column in person_columns() {
            assert!(text.contains(column.field.name), "{}", column.field.name);
        }
    }
}
