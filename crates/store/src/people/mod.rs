//! People's rights: finding a person, the records that concern a person, and the list of erased people.

mod addresses;
mod erased;
mod export;
mod find;
mod scrub;

pub use folkmoot_database::Scrubbed;

pub use self::addresses::{
    Rows, concerned_through, condition as address_condition, of_people as addresses_of,
};
pub use self::erased::{ErasedList, ErasedPerson, PersonHasher, record_erased};
pub use self::export::ExportedRow;
pub use self::find::{Match, Person, RecordCount};

use std::collections::BTreeMap;

use folkmoot_database::Database;
use uuid::Uuid;

use super::{Store, StoreError};

/// Operations on what is stored about people.
#[derive(Debug, Clone, Copy)]
pub struct People<'a> {
    pub(super) store: &'a Store,
}

impl<'a> People<'a> {
    fn database(self) -> &'a Database {
        &self.store.database
    }

    /// The people whose id, email address, slug or name contains a text, or whose email address is similar, at most `limit`.
    /// Case and normal form are ignored. Those with exactly this text come first, similar ones last, then the newest first.
    pub fn find(self, text: &str, limit: usize) -> Result<Vec<(Match, Person)>, StoreError> {
        self.database().read_tables(|executor| find::find(executor, text, limit))
    }

    /// The people with this id or this email address, however it is written.
    pub fn identify(self, person: &str) -> Result<Vec<Person>, StoreError> {
        self.database().read_tables(|executor| find::identify(executor, person))
    }

    /// The number of records that concern a person, by resource.
    pub fn count_records(self, person: Uuid) -> Result<Vec<RecordCount>, StoreError> {
        self.database().read_tables(|executor| find::count_records(executor, person))
    }

    /// Passes every record that concerns a person to `each`, in one state of the database: by resource, oldest first.
    pub fn export<E: From<StoreError>>(
        self,
        person: Uuid,
        mut each: impl FnMut(ExportedRow<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut failure = None;
        let read = self.database().read_tables(|executor| {
            export::export(executor, person, &mut |row| {
                each(row).map_err(|error| {
                    failure = Some(error);
                    StoreError::Value("the export was stopped".to_owned())
                })
            })
        });
        match failure {
            Some(error) => Err(error),
            None => Ok(read?),
        }
    }

    /// The list of erased people.
    pub fn erased(self) -> Result<ErasedList, StoreError> {
        self.database().read_latest(ErasedList::read)
    }

    /// Adds people to the list of erased people, as another copy of the list contains them.
    pub fn add_erased(self, people: &[ErasedPerson]) -> Result<(), StoreError> {
        self.database().write(|transaction| erased::add(transaction, people))
    }

    /// The people in the list of erased people whose records exist nevertheless, with whether their texts are erased, too.
    pub fn returned(self) -> Result<BTreeMap<Uuid, bool>, StoreError> {
        self.database().read_tables(erased::returned)
    }

    /// Hashes ids of people for the audit log and the list of erased people.
    pub fn hasher(self) -> Result<PersonHasher, StoreError> {
        Ok(PersonHasher::of_platform(&self.store.platform().secret()?))
    }

    /// Byte sequences that only copies of a person's record contain, and with `with_texts` the beginnings of what the
    /// person wrote. [`Self::scrub`] searches for them after the erasure.
    pub fn traces(self, person: Uuid, with_texts: bool) -> Result<Vec<Vec<u8>>, StoreError> {
        self.database().read_tables(|executor| scrub::traces(executor, person, with_texts))
    }

    /// Overwrites what an erasure has left in the files of the database.
    pub fn scrub(self, traces: &[Vec<u8>]) -> Result<Scrubbed, StoreError> {
        folkmoot_runtime::blocking::assert_off_worker("People::scrub");
        match self.database() {
            Database::Sqlite(sqlite) => sqlite.scrub(traces),
            Database::Postgres(postgres) => postgres.vacuum(&scrub::tables()),
        }
    }
}
