//! Signing keys in a directory, for the programs of one machine. A file name consists of the key's creation time and id,
//! so that names sort by age: `2026-11-20T12-00-00.000Z-8f3a2c6d90b1e457.pem`.

use std::fs::{self, OpenOptions, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use folkmoot_runtime::folders;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};

use super::storage::{KeyName, KeyStorage};
use super::{Key, KeysError};

const TIME_FORMAT: &str = "%Y-%m-%dT%H-%M-%S%.3fZ";
const KEY_EXTENSION: &str = ".pem";

/// The extension of a key that is being written.
const UNFINISHED_EXTENSION: &str = ".unfinished";

/// The age after which an unfinished key is known to be left behind by a killed program.
const ABANDONED_AFTER: SignedDuration = SignedDuration::from_hours(1);

const DIRECTORY_MODE: u32 = 0o700;
const FILE_MODE: u32 = 0o600;

/// A directory with one file per key.
#[derive(Debug)]
pub struct KeyDirectory(pub PathBuf);

impl KeyDirectory {
    /// The name and the content of the file of a key.
    pub(super) fn file(key: &Key) -> (String, String) {
        (file_name(&KeyName::new(key), KEY_EXTENSION), key.to_pem())
    }
}

impl KeyStorage for KeyDirectory {
    fn prepare(&self) -> Result<(), KeysError> {
        prepare(&self.0)
    }

    fn list(&self) -> Result<Vec<KeyName>, KeysError> {
        list(&self.0)
    }

    fn read(&self, name: &KeyName) -> Result<Option<Key>, KeysError> {
        read(&self.0, name)
    }

    fn write(&self, key: &Key, _: bool) -> Result<(), KeysError> {
        write(&self.0, key)
    }

    fn remove_expired(&self, expired: &dyn Fn(&[KeyName]) -> usize, now: Timestamp) -> Result<(), KeysError> {
        remove_expired(&self.0, expired, now)
    }

    fn propagation_delay(&self) -> SignedDuration {
        SignedDuration::ZERO
    }

    fn location(&self) -> String {
        self.0.display().to_string()
    }
}

/// The file name of a key.
fn file_name(name: &KeyName, extension: &str) -> String {
    format!("{}-{}{extension}", name.created_at.strftime(TIME_FORMAT), name.id)
}

fn parse(text: &str, extension: &str) -> Option<KeyName> {
    let (time, id) = text.strip_suffix(extension)?.rsplit_once('-')?;
    let time = DateTime::strptime(TIME_FORMAT, time).ok()?;
    let created_at = time.to_zoned_datetime(TimeZone::UTC).ok()?.timestamp();
    let name = KeyName { created_at, id: id.to_owned() };
    (file_name(&name, extension) == text).then_some(name)
}

/// Creates the directory if it does not exist, and removes the permissions of other users if it does.
fn prepare(directory: &Path) -> Result<(), KeysError> {
    let made = folders::create(directory, DIRECTORY_MODE);
    made.and_then(|()| restrict(directory, DIRECTORY_MODE)).map_err(|reason| storage_error(directory, reason))
}

/// The keys in a directory, oldest first. Files that are not named like a key are ignored.
fn list(directory: &Path) -> Result<Vec<KeyName>, KeysError> {
    list_with(directory, KEY_EXTENSION).map_err(|reason| storage_error(directory, reason))
}

/// Reads a key without changing the permissions of its file; `None` if the file is damaged.
pub(super) fn peek(directory: &Path, name: &KeyName) -> io::Result<Option<Key>> {
    let text = fs::read(directory.join(file_name(name, KEY_EXTENSION)))?;
    Ok(Key::from_pem(&text, name.created_at).filter(|key| key.id() == name.id))
}

/// Reads a key; `None` if another program has just removed it because it expired.
fn read(directory: &Path, name: &KeyName) -> Result<Option<Key>, KeysError> {
    let path = directory.join(file_name(name, KEY_EXTENSION));
    let text = match restrict(&path, FILE_MODE).and_then(|()| fs::read(&path)) {
        Ok(text) => text,
        Err(reason) if reason.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(reason) => return Err(storage_error(&path, reason)),
    };
    let key = Key::from_pem(&text, name.created_at).filter(|key| key.id() == name.id);
    key.map(Some).ok_or(KeysError::Damaged(path))
}

/// Writes a key atomically, even if the machine stops.
fn write(directory: &Path, key: &Key) -> Result<(), KeysError> {
    let name = KeyName::new(key);
    let (unfinished, finished) = (
        directory.join(file_name(&name, UNFINISHED_EXTENSION)),
        directory.join(file_name(&name, KEY_EXTENSION)),
    );
    let write = || -> io::Result<()> {
        // A copy that was killed may have begun the same key.
        match fs::remove_file(&unfinished) {
            Err(reason) if reason.kind() != io::ErrorKind::NotFound => return Err(reason),
            _ => {}
        }
        let mut file = OpenOptions::new().write(true).create_new(true).mode(FILE_MODE).open(&unfinished)?;
        file.write_all(key.to_pem().as_bytes())?;
        file.sync_all()?;
        fs::rename(&unfinished, &finished)?;
        folders::sync(directory)
    };
    write().map_err(|reason| storage_error(&finished, reason))
}

/// Removes the oldest keys, as many as `expired` returns, and the unfinished files of killed programs.
fn remove_expired(
    directory: &Path,
    expired: &dyn Fn(&[KeyName]) -> usize,
    now: Timestamp,
) -> Result<(), KeysError> {
    let names = list(directory)?;
    let old = names.iter().take(expired(&names)).map(|name| file_name(name, KEY_EXTENSION));
    let unfinished =
        list_with(directory, UNFINISHED_EXTENSION).map_err(|reason| storage_error(directory, reason))?;
    let abandoned = unfinished.iter().filter(|name| now.duration_since(name.created_at) >= ABANDONED_AFTER);
    for name in old.chain(abandoned.map(|name| file_name(name, UNFINISHED_EXTENSION))) {
        let path = directory.join(name);
        match fs::remove_file(&path) {
            // Another program may remove expired keys at the same time.
            Err(reason) if reason.kind() != io::ErrorKind::NotFound => {
                return Err(storage_error(&path, reason));
            }
            _ => {}
        }
    }
    Ok(())
}

/// The keys in a directory, oldest first, without changing anything.
pub(super) fn peek_all(directory: &Path) -> io::Result<Vec<KeyName>> {
    list_with(directory, KEY_EXTENSION)
}

fn list_with(directory: &Path, extension: &str) -> io::Result<Vec<KeyName>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(directory)? {
        names.extend(entry?.file_name().to_str().and_then(|name| parse(name, extension)));
    }
    names.sort();
    Ok(names)
}

/// Removes the permissions of other users from a file or directory, which a careless copy may have added.
fn restrict(path: &Path, mode: u32) -> io::Result<()> {
    let found = fs::metadata(path)?.permissions().mode() & 0o777;
    if found & !mode != 0 {
        tracing::warn!(path = %path.display(), mode = format!("{found:o}"), "removed other users' access to signing keys");
        fs::set_permissions(path, Permissions::from_mode(mode))?;
    }
    Ok(())
}

fn storage_error(path: &Path, reason: io::Error) -> KeysError {
    KeysError::Storage { path: path.to_path_buf(), reason }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_key_that_a_killed_copy_began_is_written_again() {
        #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
        let folder = tempfile::tempdir().unwrap();
        let key = Key::generate(Timestamp::now()).unwrap();
        let name = KeyName::new(&key);
        fs::write(folder.path().join(file_name(&name, UNFINISHED_EXTENSION)), "half").unwrap();
        write(folder.path(), &key).unwrap();
        assert!(read(folder.path(), &name).unwrap().is_some());
    }

    proptest! {
        #[test]
        fn a_file_name_survives_a_round_trip(milliseconds in 0..4_000_000_000_000_i64, id in "[0-9a-f]{16}") {
            let created_at = Timestamp::from_millisecond(milliseconds).unwrap_or_default();
            let name = KeyName { created_at, id };
            prop_assert_eq!(parse(&file_name(&name, KEY_EXTENSION), KEY_EXTENSION), Some(name.clone()));
            prop_assert_eq!(parse(&file_name(&name, UNFINISHED_EXTENSION), KEY_EXTENSION), None);
        }

        #[test]
        fn invalid_file_names_are_ignored(name in ".{0,60}", digits in "[0-9TZ.:-]{0,30}-[0-9a-f]{16}\\.pem") {
            prop_assert_eq!(parse(&name, KEY_EXTENSION), None);
            let parsed = parse(&digits, KEY_EXTENSION);
            prop_assert!(parsed.is_none_or(|parsed| file_name(&parsed, KEY_EXTENSION) == digits));
        }
    }
}
