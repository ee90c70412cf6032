//! Full-text search with FTS5, and the triggers that update it and record orphaned blobs.

use rusqlite::Connection;
use rusqlite::functions::FunctionFlags;
use unicode_normalization::UnicodeNormalization as _;

use crate::StoreError;
use crate::executor::Executor;
use crate::ranked_rows::{MAX_RESULTS, ranked_rows};
use crate::search_words::SearchWords;

/// The search table and triggers of files.
///
/// The search table stores no copy of the texts. The transaction that deletes or replaces the content of a file also
/// records its blob as orphaned, so that the blob is found and deleted even after a crash.
pub const FILES_TRIGGERS: &str = r#"
CREATE VIRTUAL TABLE files_search USING fts5(
  name, description, content='', contentless_delete=1, prefix='2 3', tokenize="unicode61 remove_diacritics 2"
);
INSERT INTO files_search (rowid, name, description)
  SELECT key, name, (SELECT group_concat(value, char(10)) FROM json_each(description_multiloc)) FROM files;
CREATE TRIGGER files_search_insert AFTER INSERT ON files BEGIN
  INSERT INTO files_search (rowid, name, description) VALUES
    (new.key, new.name, (SELECT group_concat(value, char(10)) FROM json_each(new.description_multiloc)));
END;
CREATE TRIGGER files_search_update AFTER UPDATE OF name, description_multiloc ON files BEGIN
  DELETE FROM files_search WHERE rowid = old.key;
  INSERT INTO files_search (rowid, name, description) VALUES
    (new.key, new.name, (SELECT group_concat(value, char(10)) FROM json_each(new.description_multiloc)));
END;
CREATE TRIGGER files_search_delete AFTER DELETE ON files BEGIN
  DELETE FROM files_search WHERE rowid = old.key;
END;
CREATE TRIGGER file_contents_update AFTER UPDATE OF blob ON file_contents WHEN old.blob <> new.blob BEGIN
  INSERT OR IGNORE INTO unreferenced_blobs (blob, uploading, created_at) VALUES (old.blob, FALSE, unixepoch() * 1000);
END;
CREATE TRIGGER file_contents_delete AFTER DELETE ON file_contents BEGIN
  INSERT OR IGNORE INTO unreferenced_blobs (blob, uploading, created_at) VALUES (old.blob, FALSE, unixepoch() * 1000);
END;
"#;

/// See [`crate::dialect::Dialect::search`].
pub fn search(
    executor: &dyn Executor,
    table: &str,
    words: &SearchWords,
) -> Result<Vec<(i64, f64)>, StoreError> {
    let (mut tables, mut rank, mut conditions) = (table.to_owned(), "0.0".to_owned(), Vec::new());
    let mut values = Vec::new();
    if let Some(expression) = expression(words) {
        values.push(expression.into());
        tables = format!("{table}_search JOIN {table} ON {table}.key = {table}_search.rowid");
        // A match in the name weighs more than one in the description.
        rank = format!("bm25({table}_search, 4.0, 1.0)");
        conditions.push(format!("{table}_search MATCH ?1"));
    }
    if !words.parts.is_empty() {
        values.push(words.parts.join(" ").into());
        let score = format!("{SCORE}({table}.name, {table}.description_multiloc, ?{})", values.len());
        rank = format!("{rank} - {score}");
        conditions.push(format!("{score} > 0"));
    }
    let sql = format!(
        "SELECT {table}.key, {rank} FROM {tables} WHERE {} ORDER BY {table}.key DESC LIMIT {MAX_RESULTS}",
        conditions.join(" AND ")
    );
    ranked_rows(executor, &sql, &values)
}

/// The SQL function that compares texts with parts of them: it has the name, the descriptions and the parts, separated by spaces. It is
/// 0 unless each part is in one of the texts, and otherwise one more than the number of parts that the name contains.
const SCORE: &str = "score_of_parts";

/// Adds the function that searches need to a connection.
pub fn add_functions(connection: &Connection) -> rusqlite::Result<()> {
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC;
    connection.create_scalar_function(SCORE, 3, flags, |context| {
        let text = |index| context.get_raw(index).as_str().map(comparable).map_err(rusqlite::Error::from);
        Ok(score(&text(0)?, &text(1)?, &text(2)?))
    })
}

fn score(name: &str, descriptions: &str, parts: &str) -> i64 {
    parts
        .split(' ')
        .try_fold(1, |score, part| {
            let is_in_name = name.contains(part);
            (is_in_name || descriptions.contains(part)).then_some(score + i64::from(is_in_name))
        })
        .unwrap_or(0)
}

/// A text without accents and case.
fn comparable(text: &str) -> String {
    let is_accent = |part: &char| ('\u{300}'..='\u{36f}').contains(part);
    text.nfkd().filter(|part| !is_accent(part)).flat_map(char::to_lowercase).collect()
}

/// The words as an FTS5 expression, each in quotes so that FTS5 does not interpret it; `None` if none is to be found there.
fn expression(words: &SearchWords) -> Option<String> {
    let quoted = |word: &String| format!("\"{}\"*", word.replace('"', "\"\""));
    let spellings =
        words.spellings.iter().map(|[one, other]| format!("({} OR {})", quoted(one), quoted(other)));
    let terms: Vec<_> = words.beginnings.iter().map(quoted).chain(spellings).collect();
    Some(terms.join(" AND ")).filter(|expression| !expression.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operators_of_fts5_are_plain_text() {
        let expression = |text| expression(&SearchWords::new(text));
        assert_eq!(
            expression("b OR a\" NEAR(").as_deref(),
            Some("\"NEAR(\"* AND \"OR\"* AND \"a\"\"\"* AND \"b\"*")
        );
        assert_eq!(expression(" .. -- \"\" "), None);
    }
}
