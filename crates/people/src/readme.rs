//! The explanation in an archive, for the person who receives it.

use std::fmt::Write as _;

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
        text.push_str("\nThe contents of these files are missing, because the platform does not have them any more:\n");
        for name in missing {
            let _ = writeln!(text, "  {name}");
        }
    }
    text.push_str(
        "\nThe field user_id, author_id, attendee_id, uploader_id or assignee_id of a record refers to you. If a record refers to\n\
         other people as well, their names are not in this archive.\n",
    );
    text
}
