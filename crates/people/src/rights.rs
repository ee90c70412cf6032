//! Finding, exporting and erasing data about a person.

use std::collections::BTreeMap;
use std::fs::File;
use std::path::Path;
use std::sync::Arc;

use folkmoot_administration::audit::{Action, Actor, Change, Subject};
use folkmoot_database::executor::Executor;
use folkmoot_files::blobs::BlobStorage;
use folkmoot_files::export_files::ExportFiles;
use folkmoot_import::erasure::{self, Erasure};
use folkmoot_model::resources::USERS;
use folkmoot_store::exports;
use folkmoot_store::people::{ErasedPerson, Match, Person, RecordCount};
use folkmoot_store::{Store, StoreError};
use jiff::Timestamp;
use jiff::civil::Date;
use serde_json::Value;
use tokio::runtime::Runtime;
use uuid::Uuid;

use crate::archive::{self, Archive};
use crate::{ErasedListFiles, PeopleError};

/// The greatest number of people that a search returns.
const MAX_FOUND: usize = 50;

/// Finds, exports and erases data about people. All methods block.
#[derive(Debug)]
pub struct Rights {
    store: Arc<Store>,
    blobs: BlobStorage,
    exports: ExportFiles,
    list: ErasedListFiles,
}

/// A person, and the number of records that concern them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundPerson {
    /// The person.
    pub person: Person,
    /// How well the person matches the search.
    pub quality: Match,
    /// The number of records by resource.
    pub records: Vec<RecordCount>,
}

/// The changes that an erasure made, or would make.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ErasureReport {
    /// Whether nothing was changed.
    pub dry_run: bool,
    /// The number of changed records by resource.
    pub changed: Vec<RecordCount>,
    /// The number of deleted records by resource.
    pub deleted: Vec<RecordCount>,
    /// The day on which the changes are released.
    pub released_on: Date,
    /// The number of deleted exports.
    pub exports: usize,
    /// The remaining steps, a sentence each.
    pub warnings: Vec<String>,
}

impl Rights {
    /// The rights of the people of a platform, whose data folder is `data`. `backups` is the folder of its backups.
    pub fn new(store: Arc<Store>, blobs: BlobStorage, data: &Path, backups: Option<&Path>) -> Self {
        let list = ErasedListFiles::new(data, store.is_embedded(), &blobs, backups);
        let exports = ExportFiles::new(Arc::clone(&store), &blobs);
        Self { store, blobs, exports, list }
    }

    /// The people whose id, email address, slug or name contains a text, or whose email address is similar, at most 50.
    pub fn find(&self, text: &str, actor: &Actor, now: Timestamp) -> Result<Vec<FoundPerson>, PeopleError> {
        let people = self.store.people();
        self.append(&Action { actor, name: "people.find", at: now }, None)?;
        let found = people.find(text, MAX_FOUND)?.into_iter();
        let counted = |(quality, person): (Match, Person)| {
            Ok(FoundPerson { records: people.count_records(person.id)?, quality, person })
        };
        found.map(counted).collect()
    }

    /// The person with this id or email address.
    pub fn identify(&self, person: &str) -> Result<Person, PeopleError> {
        let mut found = self.store.people().identify(person)?;
        match (found.pop(), found.len()) {
            (Some(person), 0) => Ok(person),
            (Some(_), others) => Err(PeopleError::Ambiguous(others + 1)),
            (None, _) => {
                let id = Uuid::try_parse(person.trim()).ok();
                let erased = self.store.people().erased()?;
                let is_erased = id.is_some_and(|id| erased.find(id).is_some());
                Err(if is_erased { PeopleError::Erased } else { PeopleError::Unknown })
            }
        }
    }

    /// Writes everything that concerns a person to a file, as a zip archive.
    pub fn export(
        &self,
        person: Uuid,
        file: &File,
        actor: &Actor,
        now: Timestamp,
    ) -> Result<Archive, PeopleError> {
        let runtime = runtime()?;
        let source = archive::Source { store: &self.store, blobs: &self.blobs, runtime: &runtime, now };
        let archive = archive::write(&source, person, file)?;
        let subject = self.subject(person)?;
        let action = Action { actor, name: "people.export", at: now };
        self.store
            .transact(|transaction: &dyn Executor| action.append(transaction, Some(subject), Vec::new()))?;
        Ok(archive)
    }

    /// The changes that the erasure of a person would make.
    pub fn preview(&self, person: Uuid, actor: &Actor, now: Timestamp) -> Result<ErasureReport, PeopleError> {
        let dry_run = Change { field: "dry_run".to_owned(), from: Value::Null, to: Value::Bool(true) };
        let action = Action { actor, name: "people.erase", at: now };
        let subject = self.subject(person)?;
        self.store.transact(|transaction: &dyn Executor| {
            action.append(transaction, Some(subject), vec![dry_run])
        })?;
        self.count(person, now)
    }

    fn count(&self, person: Uuid, now: Timestamp) -> Result<ErasureReport, PeopleError> {
        let counts = self.store.people().count_records(person)?;
        let is_deleted = |count: &RecordCount| count.resource == USERS.names.plural;
        let (deleted, changed) = counts.into_iter().partition(is_deleted);
        let released_on = self.store.clock().read(now.as_millisecond())?.release_day();
        let exports = self.store.exports().count()?;
        let warnings = self.others(person)?.into_iter().collect();
        Ok(ErasureReport { dry_run: true, changed, deleted, released_on, exports, warnings })
    }

    /// A warning if other people have the email address of a person.
    fn others(&self, person: Uuid) -> Result<Option<String>, PeopleError> {
        let people = self.store.people();
        let Some(email) = people.identify(&person.to_string())?.into_iter().find_map(|found| found.email)
        else {
            return Ok(None);
        };
        let others = people.identify(&email)?.into_iter().map(|other| other.id).filter(|id| *id != person);
        let others: Vec<String> = others.map(|id| id.to_string()).collect();
        let count = others.len();
        Ok((count > 0).then(|| {
            let people = if count == 1 { "person has" } else { "people have" };
            format!("not included: {count} other {people} the same email address: {}", others.join(", "))
        }))
    }

    /// Erases a person, and with `with_texts` what the person wrote.
    pub fn erase(
        &self,
        person: Uuid,
        with_texts: bool,
        actor: &Actor,
        now: Timestamp,
    ) -> Result<ErasureReport, PeopleError> {
        let report = self.count(person, now)?;
        let subject = self.subject(person)?;
        let action = Action { actor, name: "people.erase", at: now };
        let mut changes = Vec::new();
        if with_texts {
            changes.push(Change { field: "with_texts".to_owned(), from: Value::Null, to: Value::Bool(true) });
        }
        let also = |executor: &dyn Executor| action.append(executor, Some(subject.clone()), changes.clone());
        let mut report = ErasureReport { dry_run: false, ..report };
        report.warnings.extend(self.erase_all(&[person], with_texts, now, &also)?);
        Ok(report)
    }

    /// Erases the people again who are in the list of erased people, because a backup or an earlier release has brought them
    /// back, and completes all copies of the list. Returns the number of people.
    pub fn reconcile(&self, now: Timestamp) -> Result<usize, PeopleError> {
        let people = self.store.people();
        let stored = people.erased()?;
        let copied = self.list.read(&runtime()?)?;
        if stored.is_empty() && copied.is_empty() {
            return Ok(0);
        }
        let known: BTreeMap<&str, bool> =
            stored.people.iter().map(|person| (person.hash.as_str(), person.with_texts)).collect();
        let is_missing = |person: &ErasedPerson| {
            known.get(person.hash.as_str()).is_none_or(|with_texts| person.with_texts && !with_texts)
        };
        let missing: Vec<ErasedPerson> = copied.into_iter().filter(is_missing).collect();
        if !missing.is_empty() {
            people.add_erased(&missing)?;
        }
        let returned = people.returned()?;
        for with_texts in [false, true] {
            let again: Vec<Uuid> =
                returned.iter().filter(|(_, texts)| **texts == with_texts).map(|(id, _)| *id).collect();
            if !again.is_empty() {
                self.erase_all(&again, with_texts, now, &|_| Ok(()))?;
            }
        }
        if !returned.is_empty() {
            tracing::info!(
                people = returned.len(),
                "erased people again that a backup or an import had restored"
            );
        }
        self.write_list()?;
        Ok(returned.len())
    }

    /// Adds people to the list of erased people, as a copy of another machine contains them. [`Self::reconcile`] erases them.
    pub fn add_to_list(&self, people: &[ErasedPerson]) -> Result<(), PeopleError> {
        Ok(self.store.people().add_erased(people)?)
    }

    /// Whether a copy of the list of this machine has entries.
    pub fn has_list(&self) -> Result<bool, PeopleError> {
        Ok(!self.list.read(&runtime()?)?.is_empty())
    }

    /// Returns the remaining steps, a sentence each.
    fn erase_all(
        &self,
        people: &[Uuid],
        with_texts: bool,
        now: Timestamp,
        also: &dyn Fn(&dyn Executor) -> Result<(), StoreError>,
    ) -> Result<Vec<String>, PeopleError> {
        let operations = self.store.people();
        let hasher = operations.hasher()?;
        let mut traces = Vec::new();
        for person in people {
            traces.extend(operations.traces(*person, with_texts)?);
        }
        let erasure = Erasure {
            people,
            with_texts,
            now,
            hasher: &hasher,
            also: &|transaction| {
                // Anyone may be in any of them, at least by a name in a text.
                exports::delete_all(transaction.executor())?;
                also(transaction.executor())
            },
        };
        erasure::erase(&self.store, &erasure)?;
        let mut warnings = Vec::new();
        if let Err(error) = runtime()?.block_on(self.exports.collect_garbage()) {
            tracing::warn!(%error, "failed to delete the files of exports; will retry");
            warnings.push(format!(
                "the files of exports were not deleted, but cannot be downloaded any more; the server retries: {error}"
            ));
        }
        // Before the files are overwritten, which takes longer: a backup that is made meanwhile needs the list.
        if let Err(error) = self.write_list() {
            tracing::warn!(%error, "failed to write the list of erased people; will retry at the next start");
            warnings.push(format!("the list of erased people was not copied: {error}"));
        }
        match operations.scrub(&traces) {
            Ok(scrubbed) if self.store.is_embedded() && !scrubbed.is_log_empty => warnings.push(
                "the write-ahead log still contains erased data, because a long read prevented its truncation; it is truncated after \
                 the next import or when the server stops"
                    .to_owned(),
            ),
            Ok(_) => {}
            Err(error) => {
                tracing::warn!(%error, "failed to overwrite erased records in the files of the database");
                warnings.push(format!("the files of the database were not overwritten: {error}"));
            }
        }
        Ok(warnings)
    }

    /// Writes the list to all copies, until they contain what the database does: another server may erase people at the same
    /// time.
    pub fn write_list(&self) -> Result<(), PeopleError> {
        let runtime = runtime()?;
        let mut people = self.store.people().erased()?.people;
        loop {
            self.list.write(&runtime, &people)?;
            let current = self.store.people().erased()?.people;
            if current == people {
                return Ok(());
            }
            people = current;
        }
    }

    /// Appends an entry without changes to the audit log.
    fn append(&self, action: &Action<'_>, subject: Option<Subject>) -> Result<(), StoreError> {
        self.store.transact(|transaction: &dyn Executor| action.append(transaction, subject, Vec::new()))
    }

    /// The person as the subject of an entry of the audit log, which does not name people.
    fn subject(&self, person: Uuid) -> Result<Subject, PeopleError> {
        let id = self.store.people().hasher()?.hash(person);
        Ok(Subject { kind: "person".to_owned(), id, name: None })
    }
}

/// Drives the reads of this thread.
fn runtime() -> Result<Runtime, PeopleError> {
    tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(PeopleError::Runtime)
}
