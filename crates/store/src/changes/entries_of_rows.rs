//! Entries about many rows: one for each range of consecutive keys.

use folkmoot_model::resource::{Resource, THIS};

use crate::audience::{DEFERRED_BELOW_FULL, RECORD_REASONS, deferred_readers, hidden_by, released_at_once};

/// The columns of an entry that decide who gets it, and as what.
const REASONS: &str = "hidden_by, newly_hidden_by, earlier_hidden_by";

/// What the entries of a write have in common.
#[derive(Debug, Clone)]
pub struct Publication {
    /// The time of the entries, as an SQL expression.
    pub happened_at: String,
    /// The readers whom the entries are for.
    pub readers: Readers,
    /// The day on which the others get entries, as an SQL expression.
    pub released_on: String,
}

/// The readers whom entries are for, in addition to the reasons to hide them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Readers {
    /// All.
    All,
    /// Those at the access level `full`: the changes follow from the deletion of people. The others get entries on the next day.
    Full,
    /// Those from whom a row is hidden since this write, for one of the reasons in its column `newly_hidden_by`.
    HiddenFrom,
}

impl Readers {
    /// The columns `hidden_by`, `newly_hidden_by` and `earlier_hidden_by`, over rows with these reasons.
    fn columns(self) -> String {
        let reasons = match self {
            Self::All => "hidden_by, 0 AS newly_hidden_by".to_owned(),
            Self::Full => format!("hidden_by | {DEFERRED_BELOW_FULL} AS hidden_by, 0 AS newly_hidden_by"),
            Self::HiddenFrom => "hidden_by, newly_hidden_by".to_owned(),
        };
        format!("{reasons}, earlier_hidden_by & {RECORD_REASONS} AS earlier_hidden_by")
    }
}

impl Publication {
    /// Adds entries for changed or removed rows: one for each range of consecutive keys with the same reasons to hide the
    /// change. `rows` is a query of the keys (`key`), each once, with their reasons (`hidden_by`) and those before the change
    /// (`earlier_hidden_by`).
    ///
    /// These entries name exactly the rows that the query returns, so that no reader learns of another one.
    pub fn of_rows(&self, resource: &Resource, rows: &str) -> String {
        self.of_parts(resource, &[(self.readers, rows)])
    }

    /// Adds entries for several queries of rows, each for other readers. The entries are in the order of the keys, so that
    /// the order of a reader's entries does not show from which query they are.
    pub fn of_parts(&self, resource: &Resource, parts: &[(Readers, &str)]) -> String {
        format!(
            "INSERT INTO changes (subject, record, last_record, happened_at, {REASONS})
             SELECT '{}', MIN(key), CASE WHEN MAX(key) > MIN(key) THEN MAX(key) END, {}, {REASONS}
             FROM (SELECT key, {REASONS}, key - ROW_NUMBER() OVER (PARTITION BY {REASONS} ORDER BY key) AS range_number
                   FROM ({}) AS parts) AS numbered
             GROUP BY {REASONS}, range_number ORDER BY MIN(key)",
            resource.names.plural,
            self.happened_at,
            rows_of_parts(parts)
        )
    }

    /// Adds entries for the rows of a resource after the key `newest`: one for each set of reasons to hide them, from the
    /// first row with these reasons to the last one, so that an import of any size adds few entries.
    ///
    /// These ranges overlap. An entry is only about the rows that exist, are visible to the reader and are hidden for
    /// exactly these reasons when it is read: a row that changed or went meanwhile has a later entry, so that nothing is
    /// lost, no row is reported twice and no reader learns of a row that it cannot see.
    pub fn of_insertions(&self, resource: &Resource, newest: i64) -> String {
        let (plural, happened_at) = (resource.names.plural, &self.happened_at);
        format!(
            "INSERT INTO changes (subject, record, last_record, happened_at, is_insertion, {REASONS})
             SELECT '{plural}', MIN(key), MAX(key), {happened_at}, TRUE, {REASONS}
             FROM (SELECT key, {} FROM ({}) AS inserted) AS inserted GROUP BY {REASONS} ORDER BY hidden_by",
            self.readers.columns(),
            inserted_rows(resource, newest)
        )
    }

    /// Defers changes of rows for the readers who do not get them at once: `parts` are those of [`Self::of_parts`].
    pub fn defer(&self, resource: &Resource, parts: &[(Readers, &str)]) -> String {
        let readers = deferred_readers("deferred.hidden_by");
        format!(
            "INSERT INTO deferred_changes (released_on, subject, record, readers, hidden_by, earlier_hidden_by)
             SELECT {}, '{}', deferred.key, {readers}, deferred.hidden_by, deferred.earlier_hidden_by FROM ({}) AS deferred WHERE {readers} <> 0
             ON CONFLICT (released_on, subject, record) DO UPDATE SET
               readers = deferred_changes.readers | excluded.readers,
               hidden_by = deferred_changes.hidden_by & excluded.hidden_by",
            self.released_on,
            resource.names.plural,
            rows_of_parts(parts)
        )
    }

    /// Releases deferred changes of the rows after the key `newest` at once: in a write of so many rows, their order by day and id
    /// shows nothing of single ones.
    pub fn release_insertions(&self, resource: &Resource, newest: i64) -> String {
        format!(
            "INSERT INTO changes (subject, record, last_record, happened_at, hidden_by, is_insertion, earlier_hidden_by)
             SELECT '{}', MIN(key), MAX(key), {}, hidden_by, TRUE, {RECORD_REASONS}
             FROM (SELECT key, {} AS hidden_by FROM ({}) AS inserted WHERE {} <> 0) AS released
             GROUP BY hidden_by ORDER BY hidden_by",
            resource.names.plural,
            self.happened_at,
            released_at_once("inserted.hidden_by"),
            inserted_rows(resource, newest),
            deferred_readers("inserted.hidden_by")
        )
    }
}

/// The rows of several queries of changed rows, with their reasons to hide the change.
fn rows_of_parts(parts: &[(Readers, &str)]) -> String {
    let part = |(readers, rows): &(Readers, &str)| {
        format!("SELECT key, {} FROM ({rows}) AS rows_of_write", readers.columns())
    };
    parts.iter().map(part).collect::<Vec<_>>().join(" UNION ALL ")
}

/// A query of the rows of a resource after the key `newest`, with the reasons to hide them: before, nobody saw them.
pub fn inserted_rows(resource: &Resource, newest: i64) -> String {
    let reasons = hidden_by(resource, THIS);
    format!(
        "SELECT {THIS}.key AS key, {reasons} AS hidden_by, {RECORD_REASONS} AS earlier_hidden_by FROM {} AS {THIS} WHERE {THIS}.key > {newest}",
        resource.names.plural
    )
}
