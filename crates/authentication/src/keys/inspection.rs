//! Looking at signing keys for a diagnosis, without creating, removing or protecting any.

use std::io;
use std::path::Path;

use folkmoot_store::signing_keys::StoredKey;
use jiff::Timestamp;

use super::storage::KeyName;
use super::{Key, KeysError, database, directory};

/// A key as a diagnosis sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InspectedKey {
    /// The key id of tokens.
    pub id: String,
    /// When it was created.
    pub created_at: Timestamp,
    /// Whether it can be used: its file is not damaged, or it can be decrypted.
    pub is_usable: bool,
    /// Whether its private key is encrypted.
    pub is_encrypted: bool,
}

/// The keys in a directory, oldest first; `None` if the directory does not exist.
pub fn inspect_directory(path: &Path) -> io::Result<Option<Vec<InspectedKey>>> {
    let names = match directory::peek_all(path) {
        Ok(names) => names,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    let inspect = |name: &KeyName| {
        let is_usable = directory::peek(path, name)?.is_some();
        let KeyName { id, created_at } = name.clone();
        Ok(InspectedKey { id, created_at, is_usable, is_encrypted: false })
    };
    names.iter().map(inspect).collect::<io::Result<Vec<_>>>().map(Some)
}

/// The keys of the table that servers share, oldest first, with the secret of the settings.
pub fn inspect_table(stored: &[StoredKey], secret: Option<&str>) -> Result<Vec<InspectedKey>, KeysError> {
    let inspect = |key: &StoredKey| {
        Ok(InspectedKey {
            id: key.id.clone(),
            created_at: Timestamp::from_millisecond(key.created_at).unwrap_or_default(),
            is_usable: database::open(key, secret)?.as_ref().map(Key::id) == Some(key.id.as_str()),
            is_encrypted: !database::is_plain(key),
        })
    };
    let mut keys = stored.iter().map(inspect).collect::<Result<Vec<_>, KeysError>>()?;
    keys.sort_by_key(|key| key.created_at);
    Ok(keys)
}
