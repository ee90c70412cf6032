//! The keys that sign tokens: Ed25519, each in a file of its own that its owner alone can read, or in the database that
//! servers share.

mod database;
mod folder;
mod key;
mod storage;

use std::path::PathBuf;
use std::sync::{Arc, PoisonError, RwLock};

use jiff::{SignedDuration, Timestamp};

pub use self::database::Database;
pub use self::folder::Folder;
pub use self::key::Key;
use self::storage::{Name, Storage};
use super::tokens::LIFETIME;

/// How long a key verifies after another has replaced it: as long as a token of its can live, and a minute more,
/// because a running server goes on signing with it until it notices.
const KEPT_AFTER_REPLACEMENT: SignedDuration = SignedDuration::from_secs(LIFETIME.as_secs() + 60);

/// Why signing keys cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum KeysError {
    /// The system does not let a file or folder be used.
    #[error("failed to access the signing keys in {}: {reason}", path.display())]
    Storage {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        reason: std::io::Error,
    },
    /// A file holds something else than a key.
    #[error("the signing key {} is damaged; restore it, or delete it to continue without it", .0.display())]
    Damaged(PathBuf),
    /// A running server finds that its keys have gone.
    #[error("no signing key is left in {0}; the server continues with the keys it has loaded")]
    Gone(String),
    /// A key in the database was encrypted with another secret.
    #[error(
        "the signing key {0} in the database cannot be decrypted with the setting keys-secret; set the same secret on \
         all servers"
    )]
    Sealed(String),
    /// The database of the keys fails.
    #[error("failed to read or write the signing keys: {0}")]
    Database(folkmoot_store::StoreError),
    /// The system's source of randomness fails.
    #[error("failed to generate a signing key: no random numbers from the operating system")]
    NoRandomness,
}

/// All keys of one moment, the oldest first. There is at least one.
#[derive(Debug)]
pub struct Ring {
    keys: Vec<Key>,
    signing: Key,
}

impl Ring {
    /// The key that signs.
    pub fn signing(&self) -> &Key {
        &self.signing
    }

    /// The key of that id, if it may still verify.
    pub fn find(&self, id: &str) -> Option<&Key> {
        self.keys.iter().find(|key| key.id() == id)
    }

    /// Every key, the oldest first.
    pub fn keys(&self) -> &[Key] {
        &self.keys
    }
}

/// The signing keys of a platform, kept where programs share them.
#[derive(Debug)]
pub struct Keys {
    storage: Box<dyn Storage>,
    ring: RwLock<Arc<Ring>>,
}

impl Keys {
    /// Opens the place of keys. Where there is none yet, makes a first key.
    pub fn open(storage: impl Storage + 'static, now: Timestamp) -> Result<Self, KeysError> {
        storage.prepare()?;
        if storage.list()?.is_empty() {
            storage.write(&Key::generate(now)?, true)?;
        }
        storage.sweep(&|names| expired(names, now), now)?;
        let ring = RwLock::new(Arc::new(read(&storage, now)?));
        Ok(Self { storage: Box::new(storage), ring })
    }

    /// The keys as they were last read.
    pub fn ring(&self) -> Arc<Ring> {
        Arc::clone(&self.ring.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Makes a key that signs as soon as every server knows it. The earlier ones verify as long as tokens of theirs can
    /// be alive.
    pub fn rotate(&self, now: Timestamp) -> Result<(), KeysError> {
        // Keys are ordered by their time, so a clock that was set back must not make the new one an old one.
        let newest = self.storage.list()?.last().map_or(now, |name| name.created_at);
        let created_at = now.max(newest.saturating_add(SignedDuration::from_millis(1)).unwrap_or(newest));
        self.storage.write(&Key::generate(created_at)?, false)?;
        self.storage.sweep(&|names| expired(names, now), now)?;
        self.replace(read(self.storage.as_ref(), now)?);
        Ok(())
    }

    /// Takes in the keys of another place, in which the tokens that are out there were signed; the newest of all signs.
    pub fn adopt(&self, other: &Self, now: Timestamp) -> Result<(), KeysError> {
        let known = self.storage.list()?;
        for key in other.ring().keys().iter().filter(|key| !known.contains(&Name::of(key))) {
            self.storage.write(key, false)?;
        }
        self.replace(read(self.storage.as_ref(), now)?);
        Ok(())
    }

    /// Reads the keys again if there are others than before or another is to sign, and says whether that was so. Costs
    /// one look at a folder or table of two or three keys.
    pub fn reload_if_changed(&self) -> Result<bool, KeysError> {
        let (names, now) = (self.storage.list()?, Timestamp::now());
        let ring = self.ring();
        let signs = signing(&names, self.storage.spreading(), now).map(|name| name.id.as_str());
        if signs == Some(ring.signing().id())
            && names.iter().map(|name| name.id.as_str()).eq(ring.keys().iter().map(Key::id))
        {
            return Ok(false);
        }
        self.replace(read(self.storage.as_ref(), now)?);
        Ok(true)
    }

    fn replace(&self, ring: Ring) {
        *self.ring.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(ring);
    }
}

fn read(storage: &dyn Storage, now: Timestamp) -> Result<Ring, KeysError> {
    let names = storage.list()?;
    let keys = names.iter().filter_map(|name| storage.read(name).transpose());
    let keys = keys.collect::<Result<Vec<_>, _>>()?;
    let names: Vec<Name> = keys.iter().map(Name::of).collect();
    let signs = signing(&names, storage.spreading(), now).map(|name| name.id.as_str());
    let signing = keys.iter().find(|key| Some(key.id()) == signs).cloned();
    let signing = signing.ok_or_else(|| KeysError::Gone(storage.place()))?;
    Ok(Ring { keys, signing })
}

/// The newest of the keys, given oldest first, that every server knows; the oldest where it is not sure of any.
fn signing(names: &[Name], spreading: SignedDuration, now: Timestamp) -> Option<&Name> {
    let known = |name: &&Name| spreading.is_zero() || now.duration_since(name.created_at) >= spreading;
    names.iter().rev().find(known).or_else(|| names.first())
}

/// Those of the keys, given oldest first, that were replaced so long ago that no token of theirs can be alive.
fn expired(names: &[Name], now: Timestamp) -> usize {
    let replacements = names.iter().skip(1).map(|name| name.created_at);
    replacements.take_while(|replaced| now.duration_since(*replaced) >= KEPT_AFTER_REPLACEMENT).count()
}

#[cfg(test)]
mod tests;
