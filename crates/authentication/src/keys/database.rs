//! Signing keys in the database that servers share, encrypted with a secret from the settings.

use std::sync::Arc;

use folkmoot_store::signing_keys::StoredKey;
use folkmoot_store::{Store, StoreError};
use jiff::{SignedDuration, Timestamp};

use super::storage::{KeyName, KeyStorage};
use super::{Key, KeysError};
use crate::sealing::{SealingError, SealingKey};

/// Servers check for new keys twice a second.
const PROPAGATION_DELAY: SignedDuration = SignedDuration::from_secs(2);
/// Separates the encryption key from other keys that may be derived from the same secret.
const PURPOSE: &str = "folkmoot: signing keys in the database";

/// The table of signing keys.
pub struct KeyTable {
    store: Arc<Store>,
    /// Encrypts the keys if there is a secret.
    encryption_key: Option<SealingKey>,
}

impl std::fmt::Debug for KeyTable {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("KeyTable").finish_non_exhaustive()
    }
}

impl KeyTable {
    /// The keys in this database, encrypted with a key that is derived from the secret.
    pub fn new(store: Arc<Store>, secret: Option<&str>) -> Result<Self, KeysError> {
        Ok(Self { store, encryption_key: secret.map(derive_key).transpose()? })
    }

    /// The stored form of a private key: Base64 of a nonce and the encrypted PEM, or the PEM if there is no secret.
    fn encrypt(&self, key: &Key) -> Result<String, KeysError> {
        let pem = key.to_pem();
        match &self.encryption_key {
            Some(encryption_key) => Ok(encryption_key.seal(key.id(), pem)?),
            None => Ok(pem),
        }
    }

    fn decrypt(&self, stored: &StoredKey) -> Option<Key> {
        decrypt(self.encryption_key.as_ref(), stored)
    }
}

/// Whether the private key is not encrypted.
pub(super) fn is_plain(stored: &StoredKey) -> bool {
    stored.private_key.starts_with("-----")
}

/// The key, decrypted with a key that is derived from the secret; `None` if that is another one.
pub(super) fn open(stored: &StoredKey, secret: Option<&str>) -> Result<Option<Key>, KeysError> {
    Ok(decrypt(secret.map(derive_key).transpose()?.as_ref(), stored))
}

fn decrypt(encryption_key: Option<&SealingKey>, stored: &StoredKey) -> Option<Key> {
    let created_at = Timestamp::from_millisecond(stored.created_at).ok()?;
    if is_plain(stored) {
        return Key::from_pem(stored.private_key.as_bytes(), created_at);
    }
    Key::from_pem(&encryption_key?.open(&stored.id, &stored.private_key)?, created_at)
}

fn derive_key(secret: &str) -> Result<SealingKey, KeysError> {
    Ok(SealingKey::derive(secret, PURPOSE)?)
}

impl KeyStorage for KeyTable {
    fn prepare(&self) -> Result<(), KeysError> {
        Ok(())
    }

    fn list(&self) -> Result<Vec<KeyName>, KeysError> {
        let stored = self.store.signing_keys().all()?;
        let name = |stored: StoredKey| {
            Timestamp::from_millisecond(stored.created_at)
                .ok()
                .map(|created_at| KeyName { created_at, id: stored.id })
        };
        let mut names: Vec<KeyName> = stored.into_iter().filter_map(name).collect();
        names.sort();
        Ok(names)
    }

    fn read(&self, name: &KeyName) -> Result<Option<Key>, KeysError> {
        let stored = self.store.signing_keys().all()?.into_iter().find(|stored| stored.id == name.id);
        let Some(stored) = stored else { return Ok(None) };
        let key = self.decrypt(&stored).filter(|key| key.id() == name.id);
        key.map(Some).ok_or_else(|| KeysError::Sealed(name.id.clone()))
    }

    fn write(&self, key: &Key, only_if_first: bool) -> Result<(), KeysError> {
        let stored = StoredKey {
            id: key.id().to_owned(),
            created_at: key.created_at().as_millisecond(),
            private_key: self.encrypt(key)?,
        };
        Ok(self.store.signing_keys().add(&stored, only_if_first)?)
    }

    fn remove_expired(&self, expired: &dyn Fn(&[KeyName]) -> usize, _: Timestamp) -> Result<(), KeysError> {
        let names = self.list()?;
        let old: Vec<&str> = names.iter().take(expired(&names)).map(|name| name.id.as_str()).collect();
        if old.is_empty() { Ok(()) } else { Ok(self.store.signing_keys().remove(&old)?) }
    }

    fn propagation_delay(&self) -> SignedDuration {
        PROPAGATION_DELAY
    }

    fn location(&self) -> String {
        "the database".to_owned()
    }
}

impl From<SealingError> for KeysError {
    fn from(_: SealingError) -> Self {
        Self::NoRandomness
    }
}

impl From<StoreError> for KeysError {
    fn from(error: StoreError) -> Self {
        Self::Database(error)
    }
}
