//! The keys that sign tokens: Ed25519, each in a file of its own that its owner alone can read.

mod key;
mod storage;

use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

use jiff::{SignedDuration, Timestamp};

pub use self::key::Key;
use self::storage::FileName;
use super::tokens::LIFETIME;

/// How long a key verifies after another has replaced it: as long as a token of its can live, and a minute more,
/// because a running server goes on signing with it until it notices.
const KEPT_AFTER_REPLACEMENT: SignedDuration = SignedDuration::from_secs(LIFETIME.as_secs() + 60);

/// Why signing keys cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum KeysError {
    /// The system does not let a file or folder be used.
    #[error("The signing keys in {} cannot be used: {reason}.", path.display())]
    Storage {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        reason: std::io::Error,
    },
    /// A file holds something else than a key.
    #[error("The signing key {} is damaged. Restore it, or remove it to go on without it.", .0.display())]
    Damaged(PathBuf),
    /// A running server finds that its keys have gone.
    #[error("There is no signing key left in {}. The server goes on with those it has read before.", .0.display())]
    Gone(PathBuf),
    /// The system's source of randomness fails.
    #[error("A signing key cannot be made: the system gives no random numbers.")]
    NoRandomness,
}

/// All keys of one moment, the oldest first. There is at least one.
#[derive(Debug)]
pub struct Ring {
    keys: Vec<Key>,
    newest: Key,
}

impl Ring {
    /// The key that signs.
    pub fn signing(&self) -> &Key {
        &self.newest
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

/// The signing keys of a platform, kept in a folder that programs share.
#[derive(Debug)]
pub struct Keys {
    folder: PathBuf,
    ring: RwLock<Arc<Ring>>,
}

impl Keys {
    /// Opens a folder of keys. Where there is none yet, makes the folder and a first key.
    pub fn open(folder: &Path, now: Timestamp) -> Result<Self, KeysError> {
        storage::prepare(folder)?;
        if storage::list(folder)?.is_empty() {
            storage::write(folder, &Key::generate(now)?)?;
        }
        storage::sweep(folder, |names| expired(names, now), now)?;
        let ring = RwLock::new(Arc::new(read(folder)?));
        Ok(Self { folder: folder.to_path_buf(), ring })
    }

    /// The keys as they were last read.
    pub fn ring(&self) -> Arc<Ring> {
        Arc::clone(&self.ring.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Makes a key that signs from now on. The earlier ones verify as long as tokens of theirs can be alive.
    pub fn rotate(&self, now: Timestamp) -> Result<(), KeysError> {
        // Keys are ordered by their time, so a clock that was set back must not make the new one an old one.
        let newest = self.ring().signing().created_at();
        let created_at = now.max(newest.saturating_add(SignedDuration::from_millis(1)).unwrap_or(newest));
        storage::write(&self.folder, &Key::generate(created_at)?)?;
        storage::sweep(&self.folder, |names| expired(names, now), now)?;
        self.replace(read(&self.folder)?);
        Ok(())
    }

    /// Reads the keys again if others are in the folder than before, and says whether that was so. Costs one look at a
    /// folder of two or three files.
    pub fn reload_if_changed(&self) -> Result<bool, KeysError> {
        let names = storage::list(&self.folder)?;
        if names.iter().map(FileName::id).eq(self.ring().keys().iter().map(Key::id)) {
            return Ok(false);
        }
        self.replace(read(&self.folder)?);
        Ok(true)
    }

    fn replace(&self, ring: Ring) {
        *self.ring.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(ring);
    }
}

fn read(folder: &Path) -> Result<Ring, KeysError> {
    let names = storage::list(folder)?;
    let read = names.iter().filter_map(|name| storage::read(folder, name).transpose());
    let keys = read.collect::<Result<Vec<_>, _>>()?;
    let newest = keys.last().cloned().ok_or_else(|| KeysError::Gone(folder.to_path_buf()))?;
    Ok(Ring { keys, newest })
}

/// Those of the keys, given oldest first, that were replaced so long ago that no token of theirs can be alive.
fn expired(names: &[FileName], now: Timestamp) -> usize {
    let replacements = names.iter().skip(1).map(FileName::created_at);
    replacements.take_while(|replaced| now.duration_since(*replaced) >= KEPT_AFTER_REPLACEMENT).count()
}

#[cfg(test)]
mod tests;
