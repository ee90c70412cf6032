//! Reading records as a reader sees them.

use std::cell::RefCell;
use std::fmt::Display;
use std::str::FromStr;

use folkmoot_index::list_access::ListAccess;
use folkmoot_index::query::Condition;
use folkmoot_index::{IndexColumns, ListState, VisibleQuery};
use folkmoot_model::resource::Resource;
use folkmoot_store::StoreError;
use folkmoot_store::encode::View;
use folkmoot_store::records::Scan;
use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize as _, Deserializer};

/// The number of records that are read at once.
const BATCH_RECORDS: usize = 1000;

/// Reads records of one state of the database, as one reader sees them.
pub struct RecordReader<'a> {
    /// The state of the database.
    pub scan: &'a Scan<'a>,
    /// The lists in this state.
    lists: &'a dyn ListState,
    /// What the reader sees.
    pub view: &'a View,
    counts: RefCell<Vec<(&'static str, i64)>>,
}

impl<'a> RecordReader<'a> {
    /// A reader of the records of `lists`, which are in the state of the scan.
    pub fn new(scan: &'a Scan<'a>, lists: &'a dyn ListState, view: &'a View) -> Self {
        Self { scan, lists, view, counts: RefCell::default() }
    }

    /// The number of records that were read, by the plural of the resource.
    pub fn into_counts(self) -> Vec<(&'static str, i64)> {
        self.counts.into_inner()
    }

    /// Passes all records that fulfil the conditions, in stored values, to `each`, in the order of the list.
    pub(crate) fn each<T: DeserializeOwned>(
        &self,
        resource: &'static Resource,
        conditions: Vec<Condition>,
        mut each: impl FnMut(T),
    ) -> Result<(), StoreError> {
        let list = ListAccess::new(resource, resource);
        let query = VisibleQuery::part(&self.view.access, &list, Condition::OneOf(vec![conditions]));
        let selection = self.lists.select(&query)?;
        for position in (0..selection.total()).step_by(BATCH_RECORDS) {
            let rows = selection.rows(position..position + BATCH_RECORDS);
            let keys: Vec<i64> = rows.iter().map(|row| row.key).collect();
            self.scan.read_records(resource, &keys, self.view, |record| {
                each(serde_json::from_slice(record).map_err(|error| StoreError::Value(error.to_string()))?);
                Ok(())
            })?;
        }
        let read = i64::try_from(selection.total()).unwrap_or(i64::MAX);
        self.counts.borrow_mut().push((resource.names.plural, read));
        Ok(())
    }
}

/// The condition that a column of a resource, which filters or access levels compare, has this value.
pub(crate) fn equals(
    resource: &Resource,
    column: &'static str,
    value: u128,
) -> Result<Condition, StoreError> {
    let facet = IndexColumns::new(resource).facet(column).ok_or(StoreError::NotIndexed(column))?;
    Ok(Condition::AnyOf { facet, values: vec![value] })
}

/// Reads a value from a text.
pub(crate) fn parsed<'de, D: Deserializer<'de>, T: FromStr<Err: Display>>(
    deserializer: D,
) -> Result<T, D::Error> {
    String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
}
