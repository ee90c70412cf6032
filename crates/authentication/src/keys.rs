//! The Ed25519 keys that sign tokens: each in a file that only its owner can read, or in the database that servers share.

mod database;
mod directory;
mod inspection;
mod key;
mod storage;

use std::path::PathBuf;
use std::sync::{Arc, PoisonError, RwLock};

use jiff::{SignedDuration, Timestamp};

pub use self::database::KeyTable;
pub use self::directory::KeyDirectory;
pub use self::inspection::{InspectedKey, inspect_directory, inspect_table};
pub use self::key::Key;
use self::storage::{KeyName, KeyStorage};
use super::token_lifetime::LIFETIME;

/// How long a key verifies tokens after another has replaced it: the lifetime of a token, and a minute more, because a
/// running server keeps signing with it until it reloads the keys.
const RETENTION_AFTER_REPLACEMENT: SignedDuration = SignedDuration::from_secs(LIFETIME.as_secs() + 60);

/// Why signing keys cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum KeysError {
    /// A file or directory cannot be used.
    #[error("failed to access the signing keys in {}: {reason}", path.display())]
    Storage {
        /// The file or directory.
        path: PathBuf,
        /// The error of the system.
        reason: std::io::Error,
    },
    /// A file does not contain a key.
    #[error("the signing key {} is damaged; restore it, or delete it to continue without it", .0.display())]
    Damaged(PathBuf),
    /// The keys of a running server were removed.
    #[error("no signing key is left in {0}; the server continues with the keys it has loaded")]
    Gone(String),
    /// A key in the database was encrypted with another secret.
    #[error(
        "the signing key {0} in the database cannot be decrypted with the setting keys-secret; set the same secret on \
         all servers"
    )]
    Sealed(String),
    /// The database of the keys failed.
    #[error("failed to read or write the signing keys: {0}")]
    Database(folkmoot_store::StoreError),
    /// The system's random number generator failed.
    #[error("failed to generate a signing key: no random numbers from the operating system")]
    NoRandomness,
}

/// All keys at one time, oldest first. There is at least one.
#[derive(Debug)]
pub struct KeyRing {
    keys: Vec<Key>,
    signing: Key,
}

impl KeyRing {
    /// The key that signs new tokens.
    pub fn signing(&self) -> &Key {
        &self.signing
    }

    /// The key with this id, if it may still verify tokens.
    pub fn find(&self, id: &str) -> Option<&Key> {
        self.keys.iter().find(|key| key.id() == id)
    }

    /// Every key, oldest first.
    pub fn keys(&self) -> &[Key] {
        &self.keys
    }
}

/// The signing keys of a platform, in a storage that programs share.
#[derive(Debug)]
pub struct Keys {
    storage: Box<dyn KeyStorage>,
    ring: RwLock<Arc<KeyRing>>,
}

impl Keys {
    /// Opens the storage of keys, and creates a first key if it is empty.
    pub fn open(storage: impl KeyStorage + 'static, now: Timestamp) -> Result<Self, KeysError> {
        storage.prepare()?;
        if storage.list()?.is_empty() {
            storage.write(&Key::generate(now)?, true)?;
        }
        storage.remove_expired(&|names| expired(names, now), now)?;
        let ring = RwLock::new(Arc::new(read(&storage, now)?));
        Ok(Self { storage: Box::new(storage), ring })
    }

    /// The keys when they were last read.
    pub fn ring(&self) -> Arc<KeyRing> {
        Arc::clone(&self.ring.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Creates a key, which signs as soon as every server knows it. Earlier keys verify their tokens until those expire.
    pub fn rotate(&self, now: Timestamp) -> Result<(), KeysError> {
        // Keys are ordered by creation time, so that the new key must be the newest even if the clock was set back.
        let newest = self.storage.list()?.last().map_or(now, |name| name.created_at);
        let created_at = now.max(newest.saturating_add(SignedDuration::from_millis(1)).unwrap_or(newest));
        self.storage.write(&Key::generate(created_at)?, false)?;
        self.storage.remove_expired(&|names| expired(names, now), now)?;
        self.replace(read(self.storage.as_ref(), now)?);
        Ok(())
    }

    /// Adds the keys of another storage, so that tokens they signed stay valid; the newest key of both signs.
    pub fn import_from(&self, other: &Self, now: Timestamp) -> Result<(), KeysError> {
        let known = self.storage.list()?;
        for key in other.ring().keys().iter().filter(|key| !known.contains(&KeyName::new(key))) {
            self.storage.write(key, false)?;
        }
        self.replace(read(self.storage.as_ref(), now)?);
        Ok(())
    }

    /// Every key as the file that a [`KeyDirectory`] has of it: its name and its content. The contents are private.
    pub fn files(&self) -> Vec<(String, String)> {
        self.ring().keys().iter().map(KeyDirectory::file).collect()
    }

    /// Reads the keys again if they changed or another one must sign now. Returns whether it did. Lists a directory or
    /// table of two or three keys.
    pub fn reload_if_changed(&self) -> Result<bool, KeysError> {
        let (names, now) = (self.storage.list()?, Timestamp::now());
        let ring = self.ring();
        let signs = signing(&names, self.storage.propagation_delay(), now).map(|name| name.id.as_str());
        if signs == Some(ring.signing().id())
            && names.iter().map(|name| name.id.as_str()).eq(ring.keys().iter().map(Key::id))
        {
            return Ok(false);
        }
        self.replace(read(self.storage.as_ref(), now)?);
        Ok(true)
    }

    fn replace(&self, ring: KeyRing) {
        *self.ring.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(ring);
    }
}

fn read(storage: &dyn KeyStorage, now: Timestamp) -> Result<KeyRing, KeysError> {
    let names = storage.list()?;
    let keys = names.iter().filter_map(|name| storage.read(name).transpose());
    let keys = keys.collect::<Result<Vec<_>, _>>()?;
    let names: Vec<KeyName> = keys.iter().map(KeyName::new).collect();
    let signs = signing(&names, storage.propagation_delay(), now).map(|name| name.id.as_str());
    let signing = keys.iter().find(|key| Some(key.id()) == signs).cloned();
    let signing = signing.ok_or_else(|| KeysError::Gone(storage.location()))?;
    Ok(KeyRing { keys, signing })
}

/// The newest of the keys, given oldest first, that every server knows; the oldest if no key is certain to be known.
fn signing(names: &[KeyName], propagation_delay: SignedDuration, now: Timestamp) -> Option<&KeyName> {
    let known = |name: &&KeyName| {
        propagation_delay.is_zero() || now.duration_since(name.created_at) >= propagation_delay
    };
    names.iter().rev().find(known).or_else(|| names.first())
}

/// The number of keys, given oldest first, that were replaced so long ago that all their tokens have expired.
fn expired(names: &[KeyName], now: Timestamp) -> usize {
    let replacements = names.iter().skip(1).map(|name| name.created_at);
    replacements.take_while(|replaced| now.duration_since(*replaced) >= RETENTION_AFTER_REPLACEMENT).count()
}

#[cfg(test)]
mod tests;
