//! Signing keys in the database that servers share, encrypted with a secret from the settings.

use std::sync::Arc;

use aws_lc_rs::aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use aws_lc_rs::hkdf::{HKDF_SHA256, Salt};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use folkmoot_store::signing_keys::StoredKey;
use folkmoot_store::{Store, StoreError};
use jiff::{SignedDuration, Timestamp};

use super::storage::{KeyName, KeyStorage};
use super::{Key, KeysError};

/// Servers check for new keys twice a second.
const PROPAGATION_DELAY: SignedDuration = SignedDuration::from_secs(2);
/// Separates the encryption key from other keys that may be derived from the same secret.
const HKDF_INFO: &[u8] = b"folkmoot: signing keys in the database";

/// The table of signing keys.
pub struct KeyTable {
    store: Arc<Store>,
    /// Encrypts the keys if there is a secret.
    encryption_key: Option<LessSafeKey>,
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
        let Some(encryption_key) = &self.encryption_key else { return Ok(pem) };
        let mut nonce = [0; NONCE_LEN];
        getrandom::fill(&mut nonce).map_err(|_| KeysError::NoRandomness)?;
        let mut text = pem.into_bytes();
        let unique_nonce = Nonce::assume_unique_for_key(nonce);
        encryption_key
            .seal_in_place_append_tag(unique_nonce, Aad::from(key.id()), &mut text)
            .map_err(|_| KeysError::NoRandomness)?;
        Ok(STANDARD.encode([nonce.as_slice(), &text].concat()))
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

fn decrypt(encryption_key: Option<&LessSafeKey>, stored: &StoredKey) -> Option<Key> {
    let created_at = Timestamp::from_millisecond(stored.created_at).ok()?;
    if is_plain(stored) {
        return Key::from_pem(stored.private_key.as_bytes(), created_at);
    }
    let encrypted = STANDARD.decode(&stored.private_key).ok()?;
    let (nonce, text) = encrypted.split_first_chunk::<NONCE_LEN>()?;
    let mut text = text.to_vec();
    let nonce = Nonce::assume_unique_for_key(*nonce);
    let pem = encryption_key?.open_in_place(nonce, Aad::from(&stored.id), &mut text).ok()?;
    Key::from_pem(pem, created_at)
}

/// Derives the encryption key with HKDF (RFC 5869). Secrets are long enough that no slow password hash is needed.
fn derive_key(secret: &str) -> Result<LessSafeKey, KeysError> {
    let info = [HKDF_INFO];
    let derived = Salt::new(HKDF_SHA256, &[]).extract(secret.as_bytes());
    let derived = derived.expand(&info, &AES_256_GCM).map_err(|_| KeysError::NoRandomness)?;
    Ok(LessSafeKey::new(UnboundKey::from(derived)))
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

impl From<StoreError> for KeysError {
    fn from(error: StoreError) -> Self {
        Self::Database(error)
    }
}
