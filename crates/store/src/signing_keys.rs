//! Signing keys that servers share. Those of an embedded database are files beside it.

use super::connection::Connection;
use super::{Store, StoreError};

/// A stored key.
#[derive(Debug, Clone)]
pub struct StoredKey {
    /// The id that tokens name it by.
    pub id: String,
    /// When it was made, in milliseconds since 1970.
    pub created_at: i64,
    /// The private key, as whoever stores it wants it kept.
    pub private_key: String,
}

impl Store {
    /// All keys.
    pub fn signing_keys(&self) -> Result<Vec<StoredKey>, StoreError> {
        self.read_fresh(|connection| {
            connection.all("SELECT id, created_at, private_key FROM signing_keys", &[], |row| {
                Ok(StoredKey {
                    id: row.some_text(0)?,
                    created_at: row.some_integer(1)?,
                    private_key: row.some_text(2)?,
                })
            })
        })
    }

    /// Keeps a key; where it is to be the `first`, only if there is none yet.
    pub fn add_signing_key(&self, key: &StoredKey, first: bool) -> Result<(), StoreError> {
        self.write(|transaction| {
            lock(transaction)?;
            if first && transaction.finds("SELECT 1 FROM signing_keys LIMIT 1", &[])? {
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
    pub fn remove_signing_keys(&self, ids: &[&str]) -> Result<(), StoreError> {
        self.write(|transaction| {
            for id in ids {
                transaction.execute("DELETE FROM signing_keys WHERE id = ?1", &[(*id).into()])?;
            }
            Ok(())
        })
    }
}

/// One writer at a time, so that two servers that start together make one first key.
fn lock(transaction: &dyn Connection) -> Result<(), StoreError> {
    super::changes::begin(transaction)
}
