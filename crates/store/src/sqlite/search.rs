//! Full-text search with `SQLite`'s FTS5, and the triggers that keep it and the bytes of files true.

use crate::StoreError;
use crate::connection::Connection;
use crate::search::{MOST_FOUND, found};

/// What the migration of files leaves to `SQLite`.
///
/// The search keeps no copy of the texts. Whoever removes or replaces a content lets go of its bytes in the same
/// transaction, so that they are found and removed however the program ends.
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
  INSERT OR IGNORE INTO loose_blobs (blob, awaited, since) VALUES (old.blob, FALSE, unixepoch() * 1000);
END;
CREATE TRIGGER file_contents_delete AFTER DELETE ON file_contents BEGIN
  INSERT OR IGNORE INTO loose_blobs (blob, awaited, since) VALUES (old.blob, FALSE, unixepoch() * 1000);
END;
"#;

/// See [`crate::dialect::Dialect::search`].
pub fn search(connection: &dyn Connection, table: &str, words: &str) -> Result<Vec<(i64, f64)>, StoreError> {
    let Some(expression) = expression(words) else { return Ok(Vec::new()) };
    // A name says more than a description does.
    let sql = format!(
        "SELECT rowid, bm25({table}_search, 4.0, 1.0) FROM {table}_search WHERE {table}_search MATCH ?1
         ORDER BY rowid DESC LIMIT {MOST_FOUND}"
    );
    found(connection, &sql, expression.into())
}

/// The words as FTS5 asks for them, each in quotes so that it is nothing but text; none where there is no word.
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
    fn every_word_is_nothing_but_text() {
        assert_eq!(expression("b OR a\" NEAR(").as_deref(), Some("\"NEAR(\"* \"OR\"* \"a\"\"\"* \"b\"*"));
        assert_eq!(expression(" .. -- \"\" "), None);
    }
}
