//! Full-text search with FTS5, and the triggers that update it and record orphaned blobs.

use crate::StoreError;
use crate::executor::Executor;
use crate::ranked_rows::{MAX_RESULTS, ranked_rows};

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
pub fn search(executor: &dyn Executor, table: &str, words: &str) -> Result<Vec<(i64, f64)>, StoreError> {
    let Some(expression) = expression(words) else { return Ok(Vec::new()) };
    // A match in the name weighs more than one in the description.
    let sql = format!(
        "SELECT rowid, bm25({table}_search, 4.0, 1.0) FROM {table}_search WHERE {table}_search MATCH ?1
         ORDER BY rowid DESC LIMIT {MAX_RESULTS}"
    );
    ranked_rows(executor, &sql, expression.into())
}

/// The words as an FTS5 expression, each in quotes so that FTS5 does not interpret it; `None` if there is no word.
fn expression(text: &str) -> Option<String> {
    let mut words: Vec<&str> =
        text.split_whitespace().filter(|word| word.contains(char::is_alphanumeric)).collect();
    words.sort_unstable();
    words.dedup();
    let quoted = words.iter().map(|word| format!("\"{}\"*", word.replace('"', "\"\"").replace('\0', " ")));
    Some(quoted.collect::<Vec<_>>().join(" ")).filter(|expression| !expression.is_empty())
}

#[cfg(test)]
mod tests {
    use super::expression;

    #[test]
    fn operators_of_fts5_are_plain_text() {
        assert_eq!(expression("b OR a\" NEAR(").as_deref(), Some("\"NEAR(\"* \"OR\"* \"a\"\"\"* \"b\"*"));
        assert_eq!(expression(" .. -- \"\" "), None);
    }
}
