//! Finding people, and counting the records that concern a person.

use std::collections::HashSet;

use folkmoot_database::executor::Executor;
use folkmoot_database::row_reader::RowReader;
use folkmoot_model::resources::RESOURCES;
use unicode_normalization::UnicodeNormalization as _;
use uuid::Uuid;

use crate::StoreError;
use crate::people::addresses::{addresses, comparable, concerns, contains};

/// A person, as a search returns it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    /// The id.
    pub id: Uuid,
    /// The email address.
    pub email: Option<String>,
    /// The last part of the URL of the profile page.
    pub slug: Option<String>,
    /// The first name.
    pub first_name: Option<String>,
    /// The last name.
    pub last_name: Option<String>,
    /// When the record was created, in milliseconds since 1970.
    pub created_at: i64,
}

/// The number of records of a resource that concern a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RecordCount {
    /// The plural of the resource.
    pub resource: &'static str,
    /// The number.
    pub records: u64,
}

/// The greatest number of different characters in the local parts of similar addresses.
const MAX_CHANGES: usize = 2;
const COLUMNS: &str = "id, email, slug, first_name, last_name, created_at";

impl Person {
    fn read(row: &dyn RowReader) -> Result<Self, StoreError> {
        let text = |column| Ok::<_, StoreError>(row.text(column)?.map(str::to_owned));
        Ok(Self {
            id: row.required_uuid(0)?,
            email: text(1)?,
            slug: text(2)?,
            first_name: text(3)?,
            last_name: text(4)?,
            created_at: row.required_integer(5)?,
        })
    }
}

/// How well a text matches a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Match {
    /// It is the email address, slug, name or id, apart from case and normal form.
    Exact,
    /// It is a part of one of them.
    Part,
    /// The email address is similar, for example because of a typing error.
    Similar,
}

impl Match {
    /// Its name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Part => "part",
            Self::Similar => "similar",
        }
    }
}

/// What is searched for.
struct Searched {
    text: String,
    addresses: HashSet<String>,
}

/// See [`super::People::find`]. Texts are compared in the program, so that both databases find the same people.
pub fn find(executor: &dyn Executor, text: &str, limit: usize) -> Result<Vec<(Match, Person)>, StoreError> {
    let searched = Searched { text: comparable(text), addresses: addresses(text).into_iter().collect() };
    if searched.text.is_empty() {
        return Ok(Vec::new());
    }
    let mut found: Vec<(Match, Person)> = Vec::new();
    executor.query(&format!("SELECT {COLUMNS} FROM users"), &[], &mut |row| {
        if let Some(quality) = compare(row, &searched)? {
            found.push((quality, Person::read(row)?));
            // Bounds the memory if the text matches nearly everyone.
            if found.len() > limit.saturating_mul(2).max(64) {
                sort(&mut found);
                found.truncate(limit);
            }
        }
        Ok(())
    })?;
    sort(&mut found);
    found.truncate(limit);
    Ok(found)
}

fn sort(found: &mut [(Match, Person)]) {
    found.sort_by(|(quality, person), (other_quality, other)| {
        let newest = (other.created_at, other.id).cmp(&(person.created_at, person.id));
        quality.cmp(other_quality).then(newest)
    });
}

/// How well a text matches the person in a row with [`COLUMNS`]; `None` if it does not.
fn compare(row: &dyn RowReader, searched: &Searched) -> Result<Option<Match>, StoreError> {
    let text = searched.text.as_str();
    let mut best = None;
    let mut consider = |value: &str| {
        if value == text {
            best = Some(Match::Exact);
        } else if best.is_none() && value.contains(text) {
            best = Some(Match::Part);
        }
    };
    for column in 1..=2 {
        if let Some(value) = row.text(column)? {
            consider(&comparable(value));
        }
    }
    let names = [row.text(3)?.unwrap_or_default(), row.text(4)?.unwrap_or_default()];
    consider(&comparable(&names.join(" ")));
    for name in names {
        consider(&comparable(name));
    }
    // Only a complete id, or most of one, is searched for: two digits are part of nearly every id.
    if text.len() >= 8 {
        consider(&row.required_uuid(0)?.to_string());
    }
    let Some(stored) = row.text(1)? else { return Ok(best) };
    if contains(&searched.addresses, stored) {
        return Ok(Some(Match::Exact));
    }
    let is_similar = || {
        let stored = addresses(stored);
        searched.addresses.iter().any(|address| stored.iter().any(|stored| are_similar(stored, address)))
    };
    Ok(if best.is_none() && is_similar() { Some(Match::Similar) } else { best })
}

/// Whether two addresses have the same domain and nearly the same local part, apart from accents and invisible characters.
fn are_similar(one: &str, other: &str) -> bool {
    let (Some((one, domain)), Some((other, other_domain))) = (one.rsplit_once('@'), other.rsplit_once('@'))
    else {
        return false;
    };
    if domain != other_domain && letters(domain) != letters(other_domain) {
        return false;
    }
    let (one, other) = (letters(one), letters(other));
    // A short local part with two changes is another one.
    let changes = MAX_CHANGES.min(other.chars().count() / 2);
    one.len().abs_diff(other.len()) <= MAX_CHANGES * 4 && strsim::osa_distance(&one, &other) <= changes
}

/// The letters, digits and punctuation of a text, without accents.
fn letters(text: &str) -> String {
    text.nfkd().filter(|character| character.is_alphanumeric() || character.is_ascii_punctuation()).collect()
}

/// See [`super::People::identify`].
pub fn identify(executor: &dyn Executor, person: &str) -> Result<Vec<Person>, StoreError> {
    let person = person.trim();
    if let Ok(id) = Uuid::try_parse(person) {
        let by_id = format!("SELECT {COLUMNS} FROM users WHERE id = ?1");
        return executor.all(&by_id, &[id.into()], Person::read);
    }
    let known = addresses(person).into_iter().collect();
    let mut found = Vec::new();
    executor.query(&format!("SELECT {COLUMNS} FROM users WHERE email IS NOT NULL"), &[], &mut |row| {
        if row.text(1)?.is_some_and(|stored| contains(&known, stored)) {
            found.push(Person::read(row)?);
        }
        Ok(())
    })?;
    Ok(found)
}

/// See [`super::People::count_records`].
pub fn count_records(executor: &dyn Executor, person: Uuid) -> Result<Vec<RecordCount>, StoreError> {
    let mut counts = Vec::new();
    for resource in RESOURCES {
        let parameters = [person.into()];
        let Some(condition) = concerns(executor, resource, "this", "?1", &parameters)? else { continue };
        let plural = resource.names.plural;
        let sql = format!("SELECT COUNT(*) FROM {plural} AS this WHERE {condition}");
        let records = u64::try_from(executor.number(&sql, &parameters)?).unwrap_or(0);
        if records > 0 {
            counts.push(RecordCount { resource: plural, records });
        }
    }
    Ok(counts)
}
