//! The records that clients received, by resource.

use std::ops::RangeInclusive;

use folkmoot_database::value::Value;
use uuid::Uuid;

use super::Usage;
use super::read::{list, placeholders, sum};
use folkmoot_database::StoreError;

/// What the records of an operation that concerns several resources are counted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct ReadKey {
    /// The day, counted from 1970.
    pub day: i64,
    /// The client.
    pub client: Uuid,
    /// The `operationId`.
    pub operation: &'static str,
    /// The plural of the resource.
    pub resource: &'static str,
}

impl ReadKey {
    pub(super) fn row((key, records): (&Self, &i64)) -> Vec<Value> {
        vec![key.day.into(), key.client.into(), key.operation.into(), key.resource.into(), (*records).into()]
    }
}

/// The records that a client received by an operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadRow {
    /// The client.
    pub client: Uuid,
    /// The `operationId`.
    pub operation: String,
    /// The plural of the resource; `None` if the operation names it.
    pub resource: Option<String>,
    /// The number of records.
    pub records: i64,
}

impl Usage<'_> {
    /// The records that clients received in some days.
    pub fn reads(self, days: &RangeInclusive<i64>, clients: &[Uuid]) -> Result<Vec<ReadRow>, StoreError> {
        if clients.is_empty() {
            return Ok(Vec::new());
        }
        let these = format!("day IN ({}) AND client IN ({})", list(days), placeholders(clients));
        let clients: Vec<Value> = clients.iter().map(|client| (*client).into()).collect();
        self.database.read_latest(|executor| {
            let sql = executor.dialect().translate(&format!(
                "SELECT client, operation, '', {records} FROM usage_days WHERE {these} AND records > 0
                 GROUP BY client, operation
                 UNION ALL SELECT client, operation, resource, {records} FROM usage_reads WHERE {these}
                 GROUP BY client, operation, resource",
                records = sum("records")
            ));
            executor.all(&sql, &clients, |row| {
                Ok(ReadRow {
                    client: row.required_uuid(0)?,
                    operation: row.required_text(1)?,
                    resource: Some(row.required_text(2)?).filter(|resource| !resource.is_empty()),
                    records: row.required_integer(3)?,
                })
            })
        })
    }
}
