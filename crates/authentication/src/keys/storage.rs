//! Where signing keys are kept.

use jiff::{SignedDuration, Timestamp};

use super::{Key, KeysError};

/// What tells a key from others; in order, the oldest first.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Name {
    /// When the key was made, to the millisecond.
    pub created_at: Timestamp,
    /// The id that tokens name it by.
    pub id: String,
}

impl Name {
    /// The name of a key.
    pub fn of(key: &Key) -> Self {
        Self { created_at: key.created_at(), id: key.id().to_owned() }
    }
}

/// A place for keys that programs share.
pub trait Storage: std::fmt::Debug + Send + Sync {
    /// Makes the place ready.
    fn prepare(&self) -> Result<(), KeysError>;
    /// The keys, the oldest first.
    fn list(&self) -> Result<Vec<Name>, KeysError>;
    /// A key; none if another program has just removed it, because its time was over.
    fn read(&self, name: &Name) -> Result<Option<Key>, KeysError>;
    /// Keeps a key, whole or not at all; where it is to be the `first`, only if there is none yet.
    fn write(&self, key: &Key, first: bool) -> Result<(), KeysError>;
    /// Removes the oldest keys, as many as `expired` says, and what killed writers left behind.
    fn sweep(&self, expired: &dyn Fn(&[Name]) -> usize, now: Timestamp) -> Result<(), KeysError>;
    /// How long it takes until every server knows a new key: before, none may sign with it.
    fn spreading(&self) -> SignedDuration;
    /// Where this is, for people.
    fn place(&self) -> String;
}
