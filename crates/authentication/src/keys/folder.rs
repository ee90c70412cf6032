//! Signing keys in a folder, for the programs of one machine.
//! A name tells when the key was made and which it is, so that the names in their
//! order are the keys in theirs: `2026-11-20T12-00-00.000Z-8f3a2c6d90b1e457.pem`.

use std::fs::{self, DirBuilder, File, OpenOptions, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};

use super::storage::{Name, Storage};
use super::{Key, KeysError};

const TIME_FORMAT: &str = "%Y-%m-%dT%H-%M-%S%.3fZ";
const KEY_ENDING: &str = ".pem";

/// The end of the name of a key that is being written.
const UNFINISHED_ENDING: &str = ".unfinished";

/// After this time a key that is still being written will never be: its writer was killed.
const ABANDONED_AFTER: SignedDuration = SignedDuration::from_hours(1);

const FOLDER_MODE: u32 = 0o700;
const FILE_MODE: u32 = 0o600;

/// A folder of keys, each in a file of its own.
#[derive(Debug)]
pub struct Folder(pub PathBuf);

impl Storage for Folder {
    fn prepare(&self) -> Result<(), KeysError> {
        prepare(&self.0)
    }

    fn list(&self) -> Result<Vec<Name>, KeysError> {
        list(&self.0)
    }

    fn read(&self, name: &Name) -> Result<Option<Key>, KeysError> {
        read(&self.0, name)
    }

    fn write(&self, key: &Key, _: bool) -> Result<(), KeysError> {
        write(&self.0, key)
    }

    fn sweep(&self, expired: &dyn Fn(&[Name]) -> usize, now: Timestamp) -> Result<(), KeysError> {
        sweep(&self.0, expired, now)
    }

    fn spreading(&self) -> SignedDuration {
        SignedDuration::ZERO
    }

    fn place(&self) -> String {
        self.0.display().to_string()
    }
}

/// The name of a key's file.
fn file_name(name: &Name, ending: &str) -> String {
    format!("{}-{}{ending}", name.created_at.strftime(TIME_FORMAT), name.id)
}

fn parse(text: &str, ending: &str) -> Option<Name> {
    let (time, id) = text.strip_suffix(ending)?.rsplit_once('-')?;
    let time = DateTime::strptime(TIME_FORMAT, time).ok()?;
    let created_at = time.to_zoned(TimeZone::UTC).ok()?.timestamp();
    let name = Name { created_at, id: id.to_owned() };
    (file_name(&name, ending) == text).then_some(name)
}

/// Makes the folder if it is not there, and takes it from the eyes of others if it is.
fn prepare(folder: &Path) -> Result<(), KeysError> {
    let made = DirBuilder::new().recursive(true).mode(FOLDER_MODE).create(folder);
    made.and_then(|()| tighten(folder, FOLDER_MODE)).map_err(|reason| storage_error(folder, reason))
}

/// The keys in a folder, the oldest first. Files that are not named like a key are passed over.
fn list(folder: &Path) -> Result<Vec<Name>, KeysError> {
    list_with(folder, KEY_ENDING).map_err(|reason| storage_error(folder, reason))
}

/// Reads a key; none if another program has just removed it, because its time was over.
fn read(folder: &Path, name: &Name) -> Result<Option<Key>, KeysError> {
    let path = folder.join(file_name(name, KEY_ENDING));
    let text = match tighten(&path, FILE_MODE).and_then(|()| fs::read(&path)) {
        Ok(text) => text,
        Err(reason) if reason.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(reason) => return Err(storage_error(&path, reason)),
    };
    let key = Key::from_pem(&text, name.created_at).filter(|key| key.id() == name.id);
    key.map(Some).ok_or(KeysError::Damaged(path))
}

/// Writes a key, so that it is there whole or not at all, whenever the machine stops.
fn write(folder: &Path, key: &Key) -> Result<(), KeysError> {
    let name = Name::of(key);
    let (unfinished, finished) =
        (folder.join(file_name(&name, UNFINISHED_ENDING)), folder.join(file_name(&name, KEY_ENDING)));
    let write = || -> io::Result<()> {
        let mut file = OpenOptions::new().write(true).create_new(true).mode(FILE_MODE).open(&unfinished)?;
        file.write_all(key.to_pem().as_bytes())?;
        file.sync_all()?;
        fs::rename(&unfinished, &finished)?;
        File::open(folder)?.sync_all()
    };
    write().map_err(|reason| storage_error(&finished, reason))
}

/// Removes the oldest keys, as many as `expired` says, and what killed writers left behind.
fn sweep(folder: &Path, expired: &dyn Fn(&[Name]) -> usize, now: Timestamp) -> Result<(), KeysError> {
    let names = list(folder)?;
    let old = names.iter().take(expired(&names)).map(|name| file_name(name, KEY_ENDING));
    let unfinished = list_with(folder, UNFINISHED_ENDING).map_err(|reason| storage_error(folder, reason))?;
    let abandoned = unfinished.iter().filter(|name| now.duration_since(name.created_at) >= ABANDONED_AFTER);
    for name in old.chain(abandoned.map(|name| file_name(name, UNFINISHED_ENDING))) {
        let path = folder.join(name);
        match fs::remove_file(&path) {
            // Another program may sweep at the same time.
            Err(reason) if reason.kind() != io::ErrorKind::NotFound => {
                return Err(storage_error(&path, reason));
            }
            _ => {}
        }
    }
    Ok(())
}

fn list_with(folder: &Path, ending: &str) -> io::Result<Vec<Name>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        names.extend(entry?.file_name().to_str().and_then(|name| parse(name, ending)));
    }
    names.sort();
    Ok(names)
}

/// Takes from others the right to read a file or folder, which a careless copy may have given them.
fn tighten(path: &Path, mode: u32) -> io::Result<()> {
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

    proptest! {
        #[test]
        fn a_name_is_read_back_as_it_was_written(milliseconds in 0..4_000_000_000_000_i64, id in "[0-9a-f]{16}") {
            let created_at = Timestamp::from_millisecond(milliseconds).unwrap_or_default();
            let name = Name { created_at, id };
            prop_assert_eq!(parse(&file_name(&name, KEY_ENDING), KEY_ENDING), Some(name.clone()));
            prop_assert_eq!(parse(&file_name(&name, UNFINISHED_ENDING), KEY_ENDING), None);
        }

        #[test]
        fn wild_names_are_passed_over(name in ".{0,60}", digits in "[0-9TZ.:-]{0,30}-[0-9a-f]{16}\\.pem") {
            prop_assert_eq!(parse(&name, KEY_ENDING), None);
            let parsed = parse(&digits, KEY_ENDING);
            prop_assert!(parsed.is_none_or(|parsed| file_name(&parsed, KEY_ENDING) == digits));
        }
    }
}
