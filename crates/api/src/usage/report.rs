//! Reports of usage as JSON, for the admin API and the command line.

use std::ops::RangeInclusive;

use folkmoot_administration::json::Day;
use folkmoot_store::clients::Client;
use folkmoot_store::usage::{Totals, UsageReport, date_of};
use schemars::JsonSchema;
use serde::Serialize;
use uuid::Uuid;

use super::operation::resource_of;

/// The last `count` days, today included.
pub fn last_days(today: i64, count: i64) -> RangeInclusive<i64> {
    today + 1 - count..=today
}

/// What was requested in some days.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Usage {
    /// Every day, also without requests.
    pub days: Vec<DayUsage>,
    /// The operation with the most requests first.
    pub operations: Vec<OperationUsage>,
    /// The requests by the first digit of the status.
    pub statuses: Vec<StatusUsage>,
}

/// What was requested on a day.
#[derive(Debug, Serialize, JsonSchema)]
pub struct DayUsage {
    /// The day in UTC.
    pub date: Day,
    /// The counters.
    #[serde(flatten)]
    pub totals: Totals,
}

/// The requests of an operation.
#[derive(Debug, Serialize, JsonSchema)]
pub struct OperationUsage {
    operation: String,
    resource: Option<&'static str>,
    requests: i64,
    records: i64,
    bytes: i64,
}

/// The requests with a class of statuses, such as `2xx`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct StatusUsage {
    status_class: String,
    requests: i64,
}

/// The requests of a client.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ClientRequests {
    client_id: Uuid,
    name: Option<String>,
    #[serde(flatten)]
    totals: Totals,
}

impl Usage {
    /// The usage in some days.
    pub fn new(report: &UsageReport, days: RangeInclusive<i64>) -> Self {
        let day = |day: i64| {
            let totals = report.days.get(&day).copied().unwrap_or_default();
            DayUsage { date: Day(date_of(day)), totals }
        };
        let mut operations: Vec<_> = report.operations.iter().collect();
        operations.sort_by_key(|(_, totals)| std::cmp::Reverse(totals.requests));
        let operation = |(id, totals): (&String, &Totals)| OperationUsage {
            operation: id.clone(),
            resource: resource_of(id),
            requests: totals.requests,
            records: totals.records,
            bytes: totals.bytes,
        };
        let status = |(class, requests): (&i64, &i64)| StatusUsage {
            status_class: format!("{class}xx"),
            requests: *requests,
        };
        Self {
            days: days.map(day).collect(),
            operations: operations.into_iter().map(operation).collect(),
            statuses: report.status_classes.iter().map(status).collect(),
        }
    }
}

/// The usage of clients. `find` returns the client with an id.
pub fn by_client<'a>(
    clients: &[(Uuid, Totals)],
    find: impl Fn(Uuid) -> Option<&'a Client>,
) -> Vec<ClientRequests> {
    let client = |&(client_id, totals): &(Uuid, Totals)| {
        let name = find(client_id).map(|client| client.name.clone());
        ClientRequests { client_id, name, totals }
    };
    clients.iter().map(client).collect()
}
