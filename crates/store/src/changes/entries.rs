//! The entries of the feed that a reader sees, in their order.
//!
//! Each combination of a subject and reasons to hide changes is read through its own range of an index, so that entries
//! that are hidden from the reader are never read: they cost no time and reveal nothing.

use std::collections::VecDeque;

use folkmoot_database::executor::Executor;
use folkmoot_database::row_reader::RowReader;
use folkmoot_model::resource::Resource;

use super::Version;
use crate::StoreError;
use crate::audience::{Audience, is_release};

/// How many entries of each source are read first. Most sources have none.
const FIRST_ENTRIES: i64 = 64;
/// How many further entries of a source are read at once.
const MORE_ENTRIES: i64 = 500;
/// The columns of an entry.
const COLUMNS: &str =
    "sequence, happened_at, record, last_record, is_insertion, hidden_by, earlier_hidden_by";

/// An entry about rows of a resource.
#[derive(Debug, Clone, Copy)]
pub struct Entry {
    /// Its position and its time.
    pub version: Version,
    /// The position of the resource among the requested ones.
    pub resource: usize,
    /// The rows.
    pub rows: Rows,
    /// Whether the reader saw the rows before the change.
    pub were_visible: bool,
    /// Whether the change was deferred. Lists may have shown what it began with.
    pub is_release: bool,
}

/// The rows that an entry is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rows {
    /// The row with this key.
    One(i64),
    /// The rows whose keys are between these, both included.
    Range(i64, i64),
    /// The rows whose keys are between these, both included, and that exist, are visible to the reader and are hidden for
    /// exactly the reasons of the entry: those that an import added, among others.
    Inserted {
        /// The first and the last key.
        keys: (i64, i64),
        /// The reasons.
        hidden_by: i64,
    },
    /// All rows.
    All,
}

/// Which entries a reader sees.
#[derive(Debug, Clone, Copy)]
pub struct Seen<'a> {
    /// The resources that the reader requests.
    pub resources: &'a [&'static Resource],
    /// The readers of the access level.
    pub audience: Audience,
}

/// Reads entries one after the other.
pub struct Entries<'a> {
    executor: &'a dyn Executor,
    filter: String,
    sources: Vec<Source>,
}

/// The entries of one resource that are hidden for the same reasons.
struct Source {
    resource: usize,
    subject: &'static str,
    hidden_by: i64,
    audience: Audience,
    read: VecDeque<Entry>,
    /// The last entry that was read.
    last: i64,
    is_complete: bool,
}

impl<'a> Entries<'a> {
    /// The entries after the position `after`.
    pub fn after(executor: &'a dyn Executor, seen: Seen<'_>, after: i64) -> Result<Self, StoreError> {
        let filter = format!(
            " AND (newly_hidden_by = 0 OR newly_hidden_by & {} <> 0)",
            seen.audience.reasons_to_hide()
        );
        let subjects: Vec<&str> = seen.resources.iter().map(|resource| resource.names.plural).collect();
        let sets = super::sets_of_reasons(executor, &subjects)?;
        let sets = sets.into_iter().filter(|(_, hidden_by)| seen.audience.gets(*hidden_by));
        let sources = sets.filter_map(|(subject, hidden_by)| {
            let resource = subjects.iter().position(|name| *name == subject)?;
            let subject = subjects[resource];
            Some(Source {
                resource,
                subject,
                hidden_by,
                audience: seen.audience,
                read: VecDeque::new(),
                last: after,
                is_complete: false,
            })
        });
        let sources = sources.collect();
        let mut entries = Self { executor, filter, sources };
        entries.read_first(after)?;
        Ok(entries)
    }

    /// Removes the next entry.
    pub fn next(&mut self) -> Result<Option<Entry>, StoreError> {
        let next = self.next_source()?;
        Ok(next.and_then(|source| self.sources[source].read.pop_front()))
    }

    /// Whether there is another entry.
    pub fn has_next(&mut self) -> Result<bool, StoreError> {
        Ok(self.next_source()?.is_some())
    }

    /// The source of the next entry.
    fn next_source(&mut self) -> Result<Option<usize>, StoreError> {
        for source in &mut self.sources {
            source.read_more(self.executor, &self.filter)?;
        }
        let heads = self.sources.iter().enumerate();
        let heads =
            heads.filter_map(|(number, source)| Some((source.read.front()?.version.sequence, number)));
        Ok(heads.min().map(|(_, number)| number))
    }

    /// Reads the first entries of all sources with one statement.
    fn read_first(&mut self, after: i64) -> Result<(), StoreError> {
        let of_source = |(number, source): (usize, &Source)| {
            format!(
                "SELECT * FROM (SELECT CAST({number} AS bigint) AS source, {COLUMNS} FROM changes
                 WHERE subject = '{}' AND hidden_by = {} AND sequence > ?1{} ORDER BY sequence LIMIT ?2) AS source_{number}",
                source.subject, source.hidden_by, self.filter
            )
        };
        let statements: Vec<String> = self.sources.iter().enumerate().map(of_source).collect();
        if statements.is_empty() {
            return Ok(());
        }
        let sources = &mut self.sources;
        let parameters = [after.into(), FIRST_ENTRIES.into()];
        self.executor.query(&statements.join(" UNION ALL "), &parameters, &mut |row| {
            let source = usize::try_from(row.required_integer(0)?).ok();
            if let Some(source) = source.and_then(|number| sources.get_mut(number)) {
                source.add(row, 1)?;
            }
            Ok(())
        })?;
        for source in &mut self.sources {
            source.is_complete = !is_full(source.read.len(), FIRST_ENTRIES);
        }
        Ok(())
    }
}

impl Source {
    /// Reads the next entries if all that were read are used.
    fn read_more(&mut self, executor: &dyn Executor, filter: &str) -> Result<(), StoreError> {
        if self.is_complete || !self.read.is_empty() {
            return Ok(());
        }
        let sql = format!(
            "SELECT {COLUMNS} FROM changes WHERE subject = ?1 AND hidden_by = ?2 AND sequence > ?3{filter}
             ORDER BY sequence LIMIT ?4"
        );
        let parameters = [self.subject.into(), self.hidden_by.into(), self.last.into(), MORE_ENTRIES.into()];
        executor.query(&sql, &parameters, &mut |row| self.add(row, 0))?;
        self.is_complete = !is_full(self.read.len(), MORE_ENTRIES);
        Ok(())
    }

    fn add(&mut self, row: &dyn RowReader, column: usize) -> Result<(), StoreError> {
        let version = Version {
            sequence: row.required_integer(column)?,
            happened_at: row.required_integer(column + 1)?,
        };
        let rows = match (row.integer(column + 2)?, row.integer(column + 3)?) {
            (None, _) => Rows::All,
            (Some(key), None) => Rows::One(key),
            (Some(first), Some(last)) if row.boolean(column + 4)?.unwrap_or(false) => {
                Rows::Inserted { keys: (first, last), hidden_by: row.required_integer(column + 5)? }
            }
            (Some(first), Some(last)) => Rows::Range(first, last),
        };
        let were_visible = !self.audience.is_hidden(row.required_integer(column + 6)?);
        self.last = version.sequence;
        self.read.push_back(Entry {
            version,
            resource: self.resource,
            rows,
            were_visible,
            is_release: is_release(row.required_integer(column + 5)?),
        });
        Ok(())
    }
}

fn is_full(count: usize, limit: i64) -> bool {
    i64::try_from(count).is_ok_and(|count| count >= limit)
}
