//! Signing keys that servers share. Those of an embedded database are files in the data directory.

use folkmoot_database::Database;
use folkmoot_database::executor::Executor;

use super::StoreError;
use super::changes;

/// A stored key.
#[derive(Debug, Clone)]
pub struct StoredKey {
    /// The key id of tokens (`kid`).
    pub id: String,
    /// When it was created, in milliseconds since 1970.
    pub created_at: i64,
    /// The private key, in the form in which the caller stores it.
    pub private_key: String,
}

/// Operations on signing keys.
#[derive(Debug, Clone, Copy)]
pub struct SigningKeys<'a> {
    pub(super) database: &'a Database,
}

impl SigningKeys<'_> {
    /// All keys.
    pub fn all(self) -> Result<Vec<StoredKey>, StoreError> {
        self.database.read_latest(all)
    }

    /// Adds a key; with `only_if_first`, only if there is none.
    pub fn add(self, key: &StoredKey, only_if_first: bool) -> Result<(), StoreError> {
        self.database.write(|transaction| {
            // Only one writer at a time, so that two servers that start together create one first key.
            changes::lock(transaction)?;
            if only_if_first && transaction.exists("SELECT 1 FROM signing_keys LIMIT 1", &[])? {
                return Ok(());
            }
            transaction.execute(
                "INSERT INTO signing_keys (id, created_at, private_key) VALUES (?1, ?2, ?3)",
                &[(&key.id).into(), key.created_at.into(), (&key.private_key).into()],
            )?;
            Ok(())
        })
    }

    /// Removes keys.
    pub fn remove(self, ids: &[&str]) -> Result<(), StoreError> {
        self.database.write(|transaction| {
            for id in ids {
                transaction.execute("DELETE FROM signing_keys WHERE id = ?1", &[(*id).into()])?;
            }
            Ok(())
        })
    }
}

/// All keys.
pub(super) fn all(executor: &dyn Executor) -> Result<Vec<StoredKey>, StoreError> {
    executor.all("SELECT id, created_at, private_key FROM signing_keys", &[], |row| {
        Ok(StoredKey {
            id: row.required_text(0)?,
            created_at: row.required_integer(1)?,
            private_key: row.required_text(2)?,
        })
    })
}
