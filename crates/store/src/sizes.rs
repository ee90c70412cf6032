//! How much the database contains.

use std::collections::HashMap;

use folkmoot_model::resources::RESOURCES;

use super::{Store, StoreError};

/// How much the database contains.
#[derive(Debug, Clone, Default)]
pub struct Sizes {
    /// The size of the database.
    pub database_bytes: i64,
    /// The number of files.
    pub files: i64,
    /// The size of their contents.
    pub file_bytes: i64,
    /// When a record of each resource last changed, in milliseconds since 1970, by the plural of the resource.
    pub newest_changes: HashMap<&'static str, i64>,
}

impl Store {
    /// How much the database contains, apart from the number of records, which the list indexes know.
    pub fn sizes(&self) -> Result<Sizes, StoreError> {
        self.database.read_latest(|executor| {
            let dialect = executor.dialect();
            let mut newest_changes = HashMap::new();
            for resource in RESOURCES {
                let plural = resource.names.plural;
                let sql = "SELECT happened_at FROM changes WHERE subject = ?1 ORDER BY sequence DESC LIMIT 1";
                let newest = executor.one(sql, &[plural.into()], |row| row.required_integer(0))?;
                newest_changes.extend(newest.map(|newest| (plural, newest)));
            }
            let file_bytes = dialect.translate("SELECT CAST(SUM(size) AS {integer}) FROM files");
            Ok(Sizes {
                database_bytes: executor.number(dialect.database_bytes, &[])?,
                files: executor.number("SELECT COUNT(*) FROM files", &[])?,
                file_bytes: executor.number(&file_bytes, &[])?,
                newest_changes,
            })
        })
    }
}
