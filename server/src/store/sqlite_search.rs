//! Full-text search with `SQLite`'s FTS5, and the triggers that keep it and the bytes of files true.

use super::changes;
use super::{Store, StoreError};
use crate::resource::Resource;

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

/// Records that a search found, on one state of the database.
#[derive(Debug, Clone)]
pub struct Ranked {
    /// The rows' keys, each with how well it matches; better is smaller.
    pub rows: Vec<(i64, f64)>,
    /// The newest change of the resource in that state.
    pub sequence: i64,
}

impl Store {
    /// The records in whose texts every word is found, or the beginning of a longer one.
    pub fn search(&self, resource: &Resource, words: &str) -> Result<Ranked, StoreError> {
        let table = format!("{}_search", resource.names.plural);
        // A name says more than a description does.
        let sql = format!("SELECT rowid, bm25({table}, 4.0, 1.0) FROM {table} WHERE {table} MATCH ?1");
        self.sqlite.read(|connection| {
            let sequence = changes::newest_of(connection, resource.names.plural)?;
            let Some(expression) = expression(words) else {
                return Ok(Ranked { rows: Vec::new(), sequence });
            };
            let mut statement = connection.prepare_cached(&sql)?;
            let rows = statement.query_map([expression], |row| Ok((row.get(0)?, row.get(1)?)))?;
            Ok(Ranked { rows: rows.collect::<Result<_, _>>()?, sequence })
        })
    }
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
