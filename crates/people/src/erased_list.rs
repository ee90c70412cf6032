//! Copies of the list of erased people outside of the database. A database that is restored from an old backup does not
//! contain the latest erasures; the copies do.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use bytes::Bytes;
use folkmoot_files::blobs::BlobStorage;
use folkmoot_store::people::ErasedPerson;
use serde_json::{Value, json};
use tokio::runtime::Runtime;

use crate::{PeopleError, PrivateFile};

/// The name of the file.
pub const FILE_NAME: &str = "erased-people.ndjson";

/// Where copies of the list are.
#[derive(Debug)]
pub struct ErasedListFiles {
    /// The copy that must be written.
    file: Option<PathBuf>,
    /// A copy beside the data folder, which remains if the folder is replaced. Its folder may not be writable.
    beside: Option<PathBuf>,
    /// A copy beside the backups, with which another machine can restore them. Their disk may be missing.
    backups: Option<PathBuf>,
    /// The copy in a file storage that servers share.
    storage: Option<BlobStorage>,
}

impl ErasedListFiles {
    /// The copies of a platform. With an embedded database: in the data folder, and beside it. Otherwise in the file storage,
    /// which all servers share. Also in the folder of the backups, if there is one.
    pub fn new(data: &Path, is_embedded: bool, blobs: &BlobStorage, backups: Option<&Path>) -> Self {
        let backups = backups.map(|folder| folder.join(FILE_NAME));
        let storage = blobs.directory().is_none().then(|| blobs.clone());
        if !is_embedded {
            let file = blobs.directory().map(|directory| directory.join(FILE_NAME));
            return Self { file, beside: None, backups, storage };
        }
        let absolute = data.canonicalize().unwrap_or_else(|_| data.to_owned());
        let beside = absolute.file_name().map(|name| {
            let name = format!("{}.{FILE_NAME}", name.to_string_lossy());
            absolute.with_file_name(name)
        });
        Self { file: Some(data.join(FILE_NAME)), beside, backups, storage }
    }

    /// The entries of all copies.
    pub fn read(&self, runtime: &Runtime) -> Result<Vec<ErasedPerson>, PeopleError> {
        let mut people = BTreeMap::new();
        for path in self.file.iter().chain(&self.beside) {
            add_file(&mut people, path)?;
        }
        if let Some(path) = &self.backups
            && let Err(error) = add_file(&mut people, path)
        {
            tracing::warn!(%error, "failed to read the list of erased people beside the backups");
        }
        if let Some(storage) = &self.storage {
            match runtime.block_on(storage.read_object(FILE_NAME)) {
                Ok(Some(content)) => add(&mut people, &content, "the file storage")?,
                Ok(None) => {}
                // The database has its own list; the copy matters only if the database was restored.
                Err(error) => tracing::warn!(%error, "failed to read the copy of the list of erased people"),
            }
        }
        Ok(people.into_values().collect())
    }

    /// Writes the entries to all copies. An empty list is not written.
    pub fn write(&self, runtime: &Runtime, people: &[ErasedPerson]) -> Result<(), PeopleError> {
        if people.is_empty() {
            return Ok(());
        }
        let content: String = people.iter().map(|person| line(person) + "\n").collect();
        if let Some(path) = &self.file {
            replace(path, &content)?;
        }
        for path in self.beside.iter().chain(&self.backups) {
            if let Err(error) = replace(path, &content) {
                tracing::info!(%error, "the list of erased people has no copy beside the data folder or the backups");
            }
        }
        if let Some(storage) = &self.storage {
            runtime.block_on(storage.write_object(FILE_NAME, Bytes::from(content)))?;
        }
        Ok(())
    }
}

/// The entries of a copy; none if it does not exist.
pub fn read_copy(path: &Path) -> Result<Vec<ErasedPerson>, PeopleError> {
    let mut people = BTreeMap::new();
    add_file(&mut people, path)?;
    Ok(people.into_values().collect())
}

fn add_file(people: &mut BTreeMap<String, ErasedPerson>, path: &Path) -> Result<(), PeopleError> {
    match fs::read(path) {
        Ok(content) => add(people, &content, &path.display().to_string()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(cause) => Err(PeopleError::Read { path: path.to_owned(), cause }),
    }
}

/// Replaces a file, unless it has this content.
fn replace(path: &Path, content: &str) -> Result<(), PeopleError> {
    if fs::read(path).is_ok_and(|existing| existing == content.as_bytes()) {
        return Ok(());
    }
    let (pending, mut file) = PrivateFile::create(path)?;
    let failed = |cause| PeopleError::Write { path: path.to_owned(), cause };
    file.write_all(content.as_bytes()).map_err(failed)?;
    pending.finish(&file)
}

fn line(person: &ErasedPerson) -> String {
    let ErasedPerson { hash, secret, with_texts, erased_on } = person;
    json!({ "hash": hash, "secret": secret, "with_texts": with_texts, "erased_on": erased_on }).to_string()
}

fn add(
    people: &mut BTreeMap<String, ErasedPerson>,
    content: &[u8],
    location: &str,
) -> Result<(), PeopleError> {
    for (position, line) in content.split(|byte| *byte == b'\n').enumerate() {
        if line.is_empty() {
            continue;
        }
        let damaged = || PeopleError::DamagedList { location: location.to_owned(), line: position + 1 };
        let person = parse(line).ok_or_else(damaged)?;
        let known = people.entry(person.hash.clone()).or_insert_with(|| person.clone());
        known.with_texts |= person.with_texts;
    }
    Ok(())
}

fn parse(line: &[u8]) -> Option<ErasedPerson> {
    let entry: Value = serde_json::from_slice(line).ok()?;
    let text = |key: &str| entry[key].as_str().map(str::to_owned);
    let erased_on = text("erased_on").filter(|day| day.parse::<jiff::civil::Date>().is_ok())?;
    Some(ErasedPerson {
        hash: text("hash")?,
        secret: text("secret")?,
        with_texts: entry["with_texts"].as_bool()?,
        erased_on,
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;

    fn person(hash: &str, with_texts: bool) -> ErasedPerson {
        let text = str::to_owned;
        ErasedPerson { hash: text(hash), secret: text("s"), with_texts, erased_on: text("2026-11-22") }
    }

    #[test]
    fn copies_are_joined_and_damage_is_reported_with_its_line() {
        let folder = tempfile::tempdir().unwrap();
        let (file, beside) = (folder.path().join(FILE_NAME), folder.path().join("beside"));
        let files = ErasedListFiles {
            file: Some(file.clone()),
            beside: Some(beside.clone()),
            backups: None,
            storage: None,
        };
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        assert_eq!(files.read(&runtime).unwrap(), []);
        files.write(&runtime, &[person("a", false), person("b", false)]).unwrap();
        fs::write(&beside, line(&person("b", true)) + "\n" + &line(&person("c", false))).unwrap();
        assert_eq!(
            files.read(&runtime).unwrap(),
            [person("a", false), person("b", true), person("c", false)]
        );
        fs::write(&file, line(&person("a", false)) + "\n{\"hash\":\"d\"}\n").unwrap();
        assert!(files.read(&runtime).unwrap_err().to_string().contains("(line 2)"));
    }

    #[test]
    fn a_list_that_cannot_be_read_is_reported_as_such() {
        let folder = tempfile::tempdir().unwrap();
        let files = ErasedListFiles {
            file: Some(folder.path().to_owned()),
            beside: None,
            backups: None,
            storage: None,
        };
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let error = files.read(&runtime).unwrap_err().to_string();
        assert!(error.starts_with("failed to read "), "{error}");
    }
}
