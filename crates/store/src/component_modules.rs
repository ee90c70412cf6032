//! The modules of the web components that servers of this platform have had.

use folkmoot_database::Database;

use super::StoreError;

/// Operations on the modules.
#[derive(Debug, Clone, Copy)]
pub struct ComponentModules<'a> {
    pub(super) database: &'a Database,
}

impl ComponentModules<'_> {
    /// Stores a module under its hash, and returns all modules with their hashes.
    pub fn keep(self, hash: &str, content: &str) -> Result<Vec<(String, String)>, StoreError> {
        let all = || {
            self.database.read_latest(|executor| {
                executor.all("SELECT hash, content FROM component_modules ORDER BY hash", &[], |row| {
                    Ok((row.required_text(0)?, row.required_text(1)?))
                })
            })
        };
        let stored = all()?;
        if stored.iter().any(|(known, _)| known == hash) {
            return Ok(stored);
        }
        self.database.write(|transaction| {
            transaction.execute(
                "INSERT INTO component_modules (hash, content) VALUES (?1, ?2) ON CONFLICT (hash) DO NOTHING",
                &[hash.into(), content.into()],
            )
        })?;
        all()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use crate::{DatabaseLocation, Store};

    #[test]
    fn every_module_remains() {
        let directory = tempfile::tempdir().unwrap();
        let store = Store::open(&DatabaseLocation::Directory(directory.path().to_owned())).unwrap();
        let text = |text: &str| text.to_owned();
        let first = vec![(text("a"), text("one"))];
        assert_eq!(store.component_modules().keep("a", "one").unwrap(), first);
        assert_eq!(store.component_modules().keep("a", "other").unwrap(), first);
        let both = vec![(text("a"), text("one")), (text("b"), text("two"))];
        assert_eq!(store.component_modules().keep("b", "two").unwrap(), both);
    }
}
