//! The list of erased people.

use std::collections::{BTreeMap, HashMap};

use aws_lc_rs::hmac;
use folkmoot_database::executor::Executor;
use folkmoot_model::resources::USERS;
use jiff::civil::Date;
use uuid::Uuid;

use crate::StoreError;
use crate::current_platform::PlatformSecret;

/// An entry of the list of erased people.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct ErasedPerson {
    /// The hash of the person's id, in hexadecimal.
    pub hash: String,
    /// The secret of the hash, in hexadecimal.
    pub secret: String,
    /// Whether what the person wrote was erased, too.
    pub with_texts: bool,
    /// The day of the erasure.
    pub erased_on: String,
}

/// Hashes ids of people with a secret.
#[derive(Clone)]
pub struct PersonHasher {
    secret: String,
    key: hmac::Key,
}

impl PersonHasher {
    /// The hasher of a platform.
    pub fn of_platform(secret: &PlatformSecret) -> Self {
        let root = hmac::Key::new(hmac::HMAC_SHA256, secret.expose());
        Self::new(&hex::encode(hmac::sign(&root, b"ids of people")))
    }

    fn new(secret: &str) -> Self {
        Self { secret: secret.to_owned(), key: hmac::Key::new(hmac::HMAC_SHA256, secret.as_bytes()) }
    }

    /// The hash of an id, in hexadecimal.
    pub fn hash(&self, person: Uuid) -> String {
        hex::encode(hmac::sign(&self.key, person.as_bytes()))
    }
}

impl std::fmt::Debug for PersonHasher {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("PersonHasher")
    }
}

/// The list of erased people.
#[derive(Debug, Default)]
pub struct ErasedList {
    /// The entries in the order of their hashes.
    pub people: Vec<ErasedPerson>,
    /// By secret, whether the texts of each hash were erased, too. There is more than one secret if platforms were joined.
    by_secret: Vec<(PersonHasher, HashMap<String, bool>)>,
}

impl ErasedList {
    /// Reads the list.
    pub fn read(executor: &dyn Executor) -> Result<Self, StoreError> {
        let sql = "SELECT hash, secret, with_texts, erased_on FROM erased_people ORDER BY hash";
        let people = executor.all(sql, &[], |row| {
            Ok(ErasedPerson {
                hash: row.required_text(0)?,
                secret: row.required_text(1)?,
                with_texts: row.required_boolean(2)?,
                erased_on: row.date(3)?.unwrap_or_default().into_owned(),
            })
        })?;
        let mut by_secret: BTreeMap<&str, HashMap<String, bool>> = BTreeMap::new();
        for person in &people {
            by_secret.entry(&person.secret).or_default().insert(person.hash.clone(), person.with_texts);
        }
        let by_secret =
            by_secret.into_iter().map(|(secret, hashes)| (PersonHasher::new(secret), hashes)).collect();
        Ok(Self { people, by_secret })
    }

    /// Whether no person was erased.
    pub fn is_empty(&self) -> bool {
        self.people.is_empty()
    }

    /// Whether the texts of an erased person were erased, too; `None` if the person was not erased.
    pub fn find(&self, person: Uuid) -> Option<bool> {
        self.by_secret.iter().find_map(|(hasher, hashes)| hashes.get(&hasher.hash(person)).copied())
    }
}

/// Adds people to the list in the transaction that erases them.
pub fn record_erased(
    executor: &dyn Executor,
    hasher: &PersonHasher,
    people: &[Uuid],
    with_texts: bool,
    day: Date,
) -> Result<(), StoreError> {
    let entry = |person: &Uuid| ErasedPerson {
        hash: hasher.hash(*person),
        secret: hasher.secret.clone(),
        with_texts,
        erased_on: day.to_string(),
    };
    add(executor, &people.iter().map(entry).collect::<Vec<_>>())
}

/// Adds entries to the list; an entry that exists retains the day of its erasure.
pub fn add(executor: &dyn Executor, people: &[ErasedPerson]) -> Result<(), StoreError> {
    for person in people {
        executor.execute(
            "INSERT INTO erased_people (hash, secret, with_texts, erased_on) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT (hash) DO UPDATE SET with_texts = excluded.with_texts OR erased_people.with_texts",
            &[
                (&person.hash).into(),
                (&person.secret).into(),
                person.with_texts.into(),
                (&person.erased_on).into(),
            ],
        )?;
    }
    Ok(())
}

/// See [`super::People::returned`].
pub fn returned(executor: &dyn Executor) -> Result<BTreeMap<Uuid, bool>, StoreError> {
    let list = ErasedList::read(executor)?;
    let mut found = BTreeMap::new();
    if list.is_empty() {
        return Ok(found);
    }
    executor.query(&format!("SELECT id FROM {}", USERS.names.plural), &[], &mut |row| {
        let person = row.required_uuid(0)?;
        if let Some(with_texts) = list.find(person) {
            found.insert(person, with_texts);
        }
        Ok(())
    })?;
    Ok(found)
}
