//! The list of erased people, and the batches in which the changes of erasures are released.

use std::collections::{BTreeMap, HashMap};

use aws_lc_rs::hmac;
use folkmoot_model::people::PersonColumn;
use folkmoot_model::resource::{PersonKind, PersonReference, Privacy};
use folkmoot_model::resources::USERS;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use uuid::Uuid;

use crate::StoreError;
use crate::current_platform::PlatformSecret;
use crate::executor::Executor;
use crate::people::addresses::concerned_through;
use crate::value::Value;

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
        Self::of(&hex::encode(hmac::sign(&root, b"ids of people")))
    }

    fn of(secret: &str) -> Self {
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
            by_secret.into_iter().map(|(secret, hashes)| (PersonHasher::of(secret), hashes)).collect();
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

/// How long a deletion may take until it is committed.
const LONGEST_DELETION: SignedDuration = SignedDuration::from_hours(1);

/// The days on which the changes of an erasure are released: the day after the erasure, for all erasures of a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Batch {
    /// The day.
    pub released_on: Date,
}

impl Batch {
    /// The batch of a deletion that begins to write at this time. In the last hour of a day (UTC), it is that of the next day:
    /// if a batch were complete only after its release, the rest would be released alone.
    pub fn begun_at(time: Timestamp) -> Self {
        let erased_on = time.saturating_add(LONGEST_DELETION).unwrap_or(time).to_zoned(TimeZone::UTC).date();
        Self { released_on: erased_on.tomorrow().unwrap_or(erased_on) }
    }
}

/// Adds the records that the deletion of some people changes to the batches of a day: those that concern them through these
/// columns. `people` is a query of their ids.
pub fn record_batches(
    executor: &dyn Executor,
    columns: impl Iterator<Item = PersonColumn>,
    people: &str,
    batch: Batch,
) -> Result<(), StoreError> {
    let day: Value = batch.released_on.to_string().into();
    let insert = |plural: &str, kind: &str, condition: &str| {
        let sql = format!(
            "INSERT INTO erasure_batches (released_on, kind, subject, record)
             SELECT CAST(?1 AS {{date}}), {kind}, '{plural}', this.key FROM {plural} AS this WHERE {condition} ON CONFLICT DO NOTHING"
        );
        executor.execute(&executor.dialect().translate(&sql), std::slice::from_ref(&day))
    };
    for column in columns {
        let condition = concerned_through(executor, &column, "this", people, &[])?;
        insert(column.resource.names.plural, &kind(&column), &condition)?;
    }
    Ok(())
}

/// The kind of a reference, as an SQL expression over `this`.
fn kind(column: &PersonColumn) -> String {
    let named = |kind: PersonKind| format!("'{}'", kind.name());
    let Privacy::Person(reference) = column.field.privacy else { return named(PersonKind::Other) };
    match reference {
        PersonReference::Always(kind) | PersonReference::Only(_, kind) => named(kind),
        PersonReference::Either(records, listed, others) => {
            let values: Vec<String> = records.values.iter().map(|value| format!("'{value}'")).collect();
            format!(
                "CASE WHEN this.{} IN ({}) THEN {} ELSE {} END",
                records.column,
                values.join(", "),
                named(listed),
                named(others)
            )
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;

    #[test]
    fn a_deletion_shortly_before_midnight_belongs_to_the_next_day() {
        let released_on = |time: &str| Batch::begun_at(time.parse().unwrap()).released_on.to_string();
        assert_eq!(released_on("2026-11-28T00:00:00Z"), "2026-11-29");
        assert_eq!(released_on("2026-11-28T22:59:59Z"), "2026-11-29");
        assert_eq!(released_on("2026-11-28T23:00:00Z"), "2026-11-30");
    }
}
