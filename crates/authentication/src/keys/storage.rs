//! The storage of signing keys.

use jiff::{SignedDuration, Timestamp};

use super::{Key, KeysError};

/// The name of a key; names sort by age, oldest first.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct KeyName {
    /// When the key was created, in whole milliseconds.
    pub created_at: Timestamp,
    /// The key id of tokens (`kid`).
    pub id: String,
}

impl KeyName {
    /// The name of a key.
    pub fn new(key: &Key) -> Self {
        Self { created_at: key.created_at(), id: key.id().to_owned() }
    }
}

/// A storage of keys that programs share.
pub trait KeyStorage: std::fmt::Debug + Send + Sync {
    /// Creates the storage if it does not exist.
    fn prepare(&self) -> Result<(), KeysError>;
    /// The keys, oldest first.
    fn list(&self) -> Result<Vec<KeyName>, KeysError>;
    /// Reads a key; `None` if another program has just removed it because it expired.
    fn read(&self, name: &KeyName) -> Result<Option<Key>, KeysError>;
    /// Writes a key atomically; with `only_if_first`, only if there is none.
    fn write(&self, key: &Key, only_if_first: bool) -> Result<(), KeysError>;
    /// Removes the oldest keys, as many as `expired` returns, and the incomplete files of killed programs.
    fn remove_expired(&self, expired: &dyn Fn(&[KeyName]) -> usize, now: Timestamp) -> Result<(), KeysError>;
    /// How long it takes until every server knows a new key. No server signs with it earlier.
    fn propagation_delay(&self) -> SignedDuration;
    /// The location, for messages.
    fn location(&self) -> String;
}
