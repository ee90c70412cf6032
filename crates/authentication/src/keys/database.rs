//! Signing keys in the database that servers share, encrypted with a secret from the settings.

use std::sync::Arc;

use aws_lc_rs::aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use aws_lc_rs::hkdf::{HKDF_SHA256, Salt};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use folkmoot_store::signing_keys::StoredKey;
use folkmoot_store::{Store, StoreError};
use jiff::{SignedDuration, Timestamp};

use super::storage::{Name, Storage};
use super::{Key, KeysError};

/// Servers look for new keys twice a second.
const SPREADING: SignedDuration = SignedDuration::from_secs(2);
/// What sets the key that encrypts apart from every other that may be made from the same secret.
const PURPOSE: &[u8] = b"folkmoot: signing keys in the database";

/// The table of keys.
pub struct Database {
    store: Arc<Store>,
    /// What encrypts the keys, where there is a secret.
    seal: Option<LessSafeKey>,
}

impl std::fmt::Debug for Database {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Database").finish_non_exhaustive()
    }
}

impl Database {
    /// The keys in this database, encrypted with what is made from the secret.
    pub fn new(store: Arc<Store>, secret: Option<&str>) -> Result<Self, KeysError> {
        Ok(Self { store, seal: secret.map(seal_of).transpose()? })
    }

    /// A private key as it is stored: Base64 of a nonce and the encrypted PEM, or the PEM where there is no secret.
    fn sealed(&self, key: &Key) -> Result<String, KeysError> {
        let pem = key.to_pem();
        let Some(seal) = &self.seal else { return Ok(pem) };
        let mut nonce = [0; NONCE_LEN];
        getrandom::fill(&mut nonce).map_err(|_| KeysError::NoRandomness)?;
        let mut text = pem.into_bytes();
        let encrypted = Nonce::assume_unique_for_key(nonce);
        seal.seal_in_place_append_tag(encrypted, Aad::from(key.id()), &mut text)
            .map_err(|_| KeysError::NoRandomness)?;
        Ok(STANDARD.encode([nonce.as_slice(), &text].concat()))
    }

    fn opened(&self, stored: &StoredKey) -> Option<Key> {
        let created_at = Timestamp::from_millisecond(stored.created_at).ok()?;
        if stored.private_key.starts_with("-----") {
            return Key::from_pem(stored.private_key.as_bytes(), created_at);
        }
        let sealed = STANDARD.decode(&stored.private_key).ok()?;
        let (nonce, text) = sealed.split_first_chunk::<NONCE_LEN>()?;
        let mut text = text.to_vec();
        let nonce = Nonce::assume_unique_for_key(*nonce);
        let pem = self.seal.as_ref()?.open_in_place(nonce, Aad::from(&stored.id), &mut text).ok()?;
        Key::from_pem(pem, created_at)
    }
}

/// A secret is long enough that one round of HKDF (RFC 5869) makes a key of it.
fn seal_of(secret: &str) -> Result<LessSafeKey, KeysError> {
    let purpose = [PURPOSE];
    let derived = Salt::new(HKDF_SHA256, &[]).extract(secret.as_bytes());
    let derived = derived.expand(&purpose, &AES_256_GCM).map_err(|_| KeysError::NoRandomness)?;
    Ok(LessSafeKey::new(UnboundKey::from(derived)))
}

impl Storage for Database {
    fn prepare(&self) -> Result<(), KeysError> {
        Ok(())
    }

    fn list(&self) -> Result<Vec<Name>, KeysError> {
        let stored = self.store.signing_keys()?;
        let name = |stored: StoredKey| {
            Timestamp::from_millisecond(stored.created_at)
                .ok()
                .map(|created_at| Name { created_at, id: stored.id })
        };
        let mut names: Vec<Name> = stored.into_iter().filter_map(name).collect();
        names.sort();
        Ok(names)
    }

    fn read(&self, name: &Name) -> Result<Option<Key>, KeysError> {
        let stored = self.store.signing_keys()?.into_iter().find(|stored| stored.id == name.id);
        let Some(stored) = stored else { return Ok(None) };
        let key = self.opened(&stored).filter(|key| key.id() == name.id);
        key.map(Some).ok_or_else(|| KeysError::Sealed(name.id.clone()))
    }

    fn write(&self, key: &Key, first: bool) -> Result<(), KeysError> {
        let stored = StoredKey {
            id: key.id().to_owned(),
            created_at: key.created_at().as_millisecond(),
            private_key: self.sealed(key)?,
        };
        Ok(self.store.add_signing_key(&stored, first)?)
    }

    fn sweep(&self, expired: &dyn Fn(&[Name]) -> usize, _: Timestamp) -> Result<(), KeysError> {
        let names = self.list()?;
        let old: Vec<&str> = names.iter().take(expired(&names)).map(|name| name.id.as_str()).collect();
        if old.is_empty() { Ok(()) } else { Ok(self.store.remove_signing_keys(&old)?) }
    }

    fn spreading(&self) -> SignedDuration {
        SPREADING
    }

    fn place(&self) -> String {
        "the database".to_owned()
    }
}

impl From<StoreError> for KeysError {
    fn from(error: StoreError) -> Self {
        Self::Database(error)
    }
}
