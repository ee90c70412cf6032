//! Finding people, and counting the records that concern a person.

use folkmoot_model::people::concerns;
use folkmoot_model::resources::RESOURCES;
use uuid::Uuid;

use crate::StoreError;
use crate::executor::Executor;
use crate::row_reader::RowReader;

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
enum Match {
    Exact,
    Part,
}

/// See [`super::People::find`]. Texts are compared in the program, so that both databases find the same people.
pub fn find(executor: &dyn Executor, text: &str, limit: usize) -> Result<Vec<Person>, StoreError> {
    let text = text.trim().to_lowercase();
    if text.is_empty() {
        return Ok(Vec::new());
    }
    let mut found: Vec<(Match, Person)> = Vec::new();
    executor.query(&format!("SELECT {COLUMNS} FROM users"), &[], &mut |row| {
        if let Some(quality) = compare(row, &text)? {
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
    Ok(found.into_iter().map(|(_, person)| person).collect())
}

fn sort(found: &mut [(Match, Person)]) {
    found.sort_by(|(quality, person), (other_quality, other)| {
        let newest = (other.created_at, other.id).cmp(&(person.created_at, person.id));
        quality.cmp(other_quality).then(newest)
    });
}

/// How well a text in lower case matches the person in a row with [`COLUMNS`]; `None` if it does not.
fn compare(row: &dyn RowReader, text: &str) -> Result<Option<Match>, StoreError> {
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
            consider(&value.to_lowercase());
        }
    }
    let names = [row.text(3)?.unwrap_or_default(), row.text(4)?.unwrap_or_default()];
    consider(names.join(" ").trim().to_lowercase().as_str());
    for name in names {
        consider(&name.to_lowercase());
    }
    // Only a complete id, or most of one, is searched for: two digits are part of nearly every id.
    if text.len() >= 8 {
        consider(&row.required_uuid(0)?.to_string());
    }
    Ok(best)
}

/// See [`super::People::identify`].
pub fn identify(executor: &dyn Executor, person: &str) -> Result<Vec<Person>, StoreError> {
    let person = person.trim();
    if let Ok(id) = Uuid::try_parse(person) {
        let by_id = format!("SELECT {COLUMNS} FROM users WHERE id = ?1");
        return executor.all(&by_id, &[id.into()], Person::read);
    }
    let email = person.to_lowercase();
    let mut found = Vec::new();
    executor.query(&format!("SELECT {COLUMNS} FROM users WHERE email IS NOT NULL"), &[], &mut |row| {
        if row.text(1)?.is_some_and(|stored| stored.to_lowercase() == email) {
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
        let Some(condition) = concerns(resource, "this", "?1") else { continue };
        let plural = resource.names.plural;
        let sql = format!("SELECT COUNT(*) FROM {plural} AS this WHERE {condition}");
        let records = u64::try_from(executor.number(&sql, &[person.into()])?).unwrap_or(0);
        if records > 0 {
            counts.push(RecordCount { resource: plural, records });
        }
    }
    Ok(counts)
}
