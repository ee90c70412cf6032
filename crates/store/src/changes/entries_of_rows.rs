//! Entries about many rows: one for each range of consecutive keys.

use folkmoot_model::resource::{Resource, THIS};

use crate::audience::hidden_by;

/// What the entries of a write have in common.
#[derive(Debug, Clone)]
pub struct Publication {
    /// The time of the entries, as an SQL expression.
    pub happened_at: String,
    /// The readers whom the entries are for.
    pub readers: Readers,
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
    /// The columns `is_erasure` and `newly_hidden_by`.
    fn columns(self) -> &'static str {
        match self {
            Self::All => "FALSE AS is_erasure, 0 AS newly_hidden_by",
            Self::Full => "TRUE AS is_erasure, 0 AS newly_hidden_by",
            Self::HiddenFrom => "FALSE AS is_erasure, newly_hidden_by",
        }
    }
}

impl Publication {
    /// Adds entries for changed or removed rows: one for each range of consecutive keys with the same reasons to hide the
    /// change. `rows` is a query of the keys (`key`), each once, with their reasons (`hidden_by`).
    ///
    /// These entries name exactly the rows that the query returns, so that no reader learns of another one.
    pub fn of_rows(&self, resource: &Resource, rows: &str) -> String {
        self.of_parts(resource, &[(self.readers, rows)])
    }

    /// Adds entries for several queries of rows, each for other readers. The entries are in the order of the keys, so that
    /// the order of a reader's entries does not show from which query they are.
    pub fn of_parts(&self, resource: &Resource, parts: &[(Readers, &str)]) -> String {
        let part = |(readers, rows): &(Readers, &str)| {
            format!("SELECT key, hidden_by, {} FROM ({rows}) AS rows_of_write", readers.columns())
        };
        let rows: Vec<String> = parts.iter().map(part).collect();
        format!(
            "INSERT INTO changes (subject, record, last_record, happened_at, hidden_by, is_erasure, newly_hidden_by)
             SELECT '{}', MIN(key), CASE WHEN MAX(key) > MIN(key) THEN MAX(key) END, {}, hidden_by, is_erasure, newly_hidden_by
             FROM (SELECT key, hidden_by, is_erasure, newly_hidden_by, key - ROW_NUMBER() OVER
                     (PARTITION BY hidden_by, is_erasure, newly_hidden_by ORDER BY key) AS range_number
                   FROM ({}) AS parts) AS numbered
             GROUP BY hidden_by, is_erasure, newly_hidden_by, range_number ORDER BY MIN(key)",
            resource.names.plural,
            self.happened_at,
            rows.join(" UNION ALL ")
        )
    }

    /// Adds entries for the rows of a resource after the key `newest`: one for each set of reasons to hide them, from the
    /// first row with these reasons to the last one, so that an import of any size adds few entries.
    ///
    /// These ranges overlap. An entry is only about the rows that exist, are visible to the reader and are hidden for
    /// exactly these reasons when it is read: a row that changed or went meanwhile has a later entry, so that nothing is
    /// lost, no row is reported twice and no reader learns of a row that it cannot see.
    pub fn of_insertions(&self, resource: &Resource, newest: i64) -> String {
        let (plural, Self { happened_at, readers }) = (resource.names.plural, self);
        format!(
            "INSERT INTO changes (subject, record, last_record, happened_at, hidden_by, is_insertion, is_erasure, newly_hidden_by)
             SELECT '{plural}', MIN(key), MAX(key), {happened_at}, hidden_by, TRUE, {}
             FROM (SELECT {THIS}.key AS key, {} AS hidden_by FROM {plural} AS {THIS} WHERE {THIS}.key > {newest}) AS inserted
             GROUP BY hidden_by ORDER BY hidden_by",
            readers.columns(),
            hidden_by(resource, THIS)
        )
    }
}
