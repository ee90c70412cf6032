//! Reading usage.

use std::collections::{BTreeMap, HashMap};
use std::ops::RangeInclusive;

use folkmoot_database::executor::Executor;
use folkmoot_database::row_reader::RowReader;
use folkmoot_database::value::Value;
use schemars::JsonSchema;
use serde::Serialize;
use uuid::Uuid;

use super::{Activity, RECENT_REQUESTS, RecentRequest, Usage};
use folkmoot_database::StoreError;

/// Requests and their responses.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Totals {
    /// The number of requests.
    pub requests: i64,
    /// The number of requests with a status of 400 or more.
    pub errors: i64,
    /// The number of records in the responses.
    pub records: i64,
    /// The bytes of the bodies of the responses, as sent.
    pub bytes: i64,
}

impl std::ops::AddAssign for Totals {
    fn add_assign(&mut self, other: Self) {
        self.requests += other.requests;
        self.errors += other.errors;
        self.records += other.records;
        self.bytes += other.bytes;
    }
}

/// The usage of some days.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct UsageReport {
    /// By day, counted from 1970; days without requests are missing.
    pub days: BTreeMap<i64, Totals>,
    /// By `operationId`.
    pub operations: BTreeMap<String, Totals>,
    /// The number of requests by the first digit of the status.
    pub status_classes: BTreeMap<i64, i64>,
}

/// The number of requests with one error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ErrorCount {
    /// The code of the problem; empty for a response without one.
    pub error_code: String,
    /// The status.
    pub status: i64,
    /// The number of requests.
    pub requests: i64,
}

/// The number of requests of a client.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ClientCounters {
    /// Today.
    pub today: i64,
    /// In the last 30 days, today included.
    pub days_30: i64,
}

/// A row of the usage of one day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExportedRow {
    /// The day, counted from 1970.
    pub day: i64,
    /// The client.
    pub client: Uuid,
    /// The `operationId`.
    pub operation: String,
    /// The status.
    pub status: i64,
    /// The code of the problem; empty if there is none.
    pub error_code: String,
    /// The requests.
    pub totals: Totals,
}

/// The number of days that lists of clients count.
const COUNTED_DAYS: i64 = 30;

impl Usage<'_> {
    /// The usage of all clients.
    pub fn of_all(self, days: RangeInclusive<i64>) -> Result<UsageReport, StoreError> {
        self.database.read_latest(|executor| report(executor, "usage_totals", &days, None))
    }

    /// The requests of all clients that got an error.
    pub fn of_error(self, code: &str, days: RangeInclusive<i64>) -> Result<UsageReport, StoreError> {
        let only = Some(("error_code", code.into()));
        self.database.read_latest(|executor| report(executor, "usage_totals", &days, only))
    }

    /// The usage of a client.
    pub fn of_client(self, client: Uuid, days: RangeInclusive<i64>) -> Result<UsageReport, StoreError> {
        self.database
            .read_latest(|executor| report(executor, "usage_days", &days, Some(("client", client.into()))))
    }

    /// The clients with the most requests, most requests first.
    pub fn by_client(
        self,
        days: RangeInclusive<i64>,
        limit: usize,
    ) -> Result<Vec<(Uuid, Totals)>, StoreError> {
        self.clients_by_requests("usage_client_days", "errors", "", &days, limit, None)
    }

    /// The clients that got an error most often, most requests first.
    pub fn by_client_of_error(
        self,
        code: &str,
        days: RangeInclusive<i64>,
        limit: usize,
    ) -> Result<Vec<(Uuid, Totals)>, StoreError> {
        let condition = " AND error_code = ?3";
        self.clients_by_requests("usage_days", "requests", condition, &days, limit, Some(code.into()))
    }

    fn clients_by_requests(
        self,
        table: &str,
        errors: &str,
        condition: &str,
        days: &RangeInclusive<i64>,
        limit: usize,
        value: Option<Value>,
    ) -> Result<Vec<(Uuid, Totals)>, StoreError> {
        let period = [*days.start(), *days.end()].map(Value::from);
        let parameters: Vec<Value> = period.into_iter().chain(value).collect();
        self.database.read_latest(|executor| {
            let sql = executor.dialect().translate(&format!(
                "SELECT client, {}, {}, {}, {} FROM {table} WHERE day BETWEEN ?1 AND ?2{condition}
                 GROUP BY client ORDER BY 2 DESC, client LIMIT {limit}",
                sum("requests"),
                sum(errors),
                sum("records"),
                sum("bytes")
            ));
            executor.all(&sql, &parameters, |row| Ok((row.required_uuid(0)?, totals(row, 1)?)))
        })
    }

    /// The errors of a day, most requests first.
    pub fn errors(self, day: i64) -> Result<Vec<ErrorCount>, StoreError> {
        self.database.read_latest(|executor| {
            let sql = executor.dialect().translate(&format!(
                "SELECT error_code, status, {} FROM usage_totals WHERE day = ?1 AND status >= 400
                 GROUP BY error_code, status ORDER BY 3 DESC, status, error_code",
                sum("requests")
            ));
            executor.all(&sql, &[day.into()], |row| {
                Ok(ErrorCount {
                    error_code: row.required_text(0)?,
                    status: row.required_integer(1)?,
                    requests: row.required_integer(2)?,
                })
            })
        })
    }

    /// The numbers of requests of these clients. Clients without a request are missing.
    pub fn counters(self, clients: &[Uuid], today: i64) -> Result<HashMap<Uuid, ClientCounters>, StoreError> {
        if clients.is_empty() {
            return Ok(HashMap::new());
        }
        self.database.read_latest(|executor| {
            let sql = executor.dialect().translate(&format!(
                "SELECT client, {}, {} FROM usage_client_days WHERE day IN ({}) AND client IN ({}) GROUP BY client",
                sum(&format!("CASE WHEN day = {today} THEN requests ELSE 0 END")),
                sum("requests"),
                list(&(today + 1 - COUNTED_DAYS..=today)),
                placeholders(clients)
            ));
            let clients: Vec<Value> = clients.iter().map(|client| (*client).into()).collect();
            let counters = executor.all(&sql, &clients, |row| {
                let counters =
                    ClientCounters { today: row.required_integer(1)?, days_30: row.required_integer(2)? };
                Ok((row.required_uuid(0)?, counters))
            })?;
            Ok(counters.into_iter().collect())
        })
    }

    /// When each client sent its first and its latest request; a client without a request is missing.
    pub fn activity(self) -> Result<HashMap<Uuid, Activity>, StoreError> {
        self.database.read_latest(|executor| {
            let sql = "SELECT client, first_request_at, last_request_at FROM client_activity";
            Ok(executor.all(sql, &[], activity)?.into_iter().collect())
        })
    }

    /// When a client sent its first and its latest request; `None` if it has sent none.
    pub fn activity_of(self, client: Uuid) -> Result<Option<Activity>, StoreError> {
        self.database.read_latest(|executor| {
            let sql =
                "SELECT client, first_request_at, last_request_at FROM client_activity WHERE client = ?1";
            Ok(executor.one(sql, &[client.into()], activity)?.map(|(_, activity)| activity))
        })
    }

    /// The latest requests of a client, newest first.
    pub fn recent(self, client: Uuid) -> Result<Vec<RecentRequest<String>>, StoreError> {
        let requests = self.recent_requests("client = ?1", client.into())?;
        Ok(requests.into_iter().map(|(_, request)| request).collect())
    }

    /// The requests with an id among the latest of each client, with their clients. Several can have it, because a client can choose it.
    pub fn with_request_id(self, id: &str) -> Result<Vec<(Uuid, RecentRequest<String>)>, StoreError> {
        self.recent_requests("request_id = ?1", id.into())
    }

    fn recent_requests(
        self,
        condition: &str,
        value: Value,
    ) -> Result<Vec<(Uuid, RecentRequest<String>)>, StoreError> {
        let sql = format!(
            "SELECT client, requested_at, operation, status, records, bytes, error_code, duration_ms, request_id
             FROM recent_requests WHERE {condition} ORDER BY requested_at DESC, key DESC LIMIT {RECENT_REQUESTS}"
        );
        self.database.read_latest(|executor| {
            executor.all(&sql, &[value], |row| {
                let request = RecentRequest {
                    at: row.required_integer(1)?,
                    operation: row.required_text(2)?,
                    status: u16::try_from(row.required_integer(3)?).unwrap_or_default(),
                    records: row.required_integer(4)?,
                    bytes: row.required_integer(5)?,
                    error_code: row.required_text(6)?,
                    duration_ms: row.required_integer(7)?,
                    request_id: row.text(8)?.map(str::to_owned),
                };
                Ok((row.required_uuid(0)?, request))
            })
        })
    }

    /// All counters of a day, of one client or of all, in the order of clients and operations.
    pub fn rows_of_day(self, day: i64, client: Option<Uuid>) -> Result<Vec<ExportedRow>, StoreError> {
        let condition = client.map_or("", |_| " AND client = ?2");
        let sql = format!(
            "SELECT day, client, operation, status, error_code, requests,
               CASE WHEN status >= 400 THEN requests ELSE 0 END, records, bytes
             FROM usage_days WHERE day = ?1{condition} ORDER BY day, client, operation, status, error_code"
        );
        let parameters: Vec<Value> = [day.into()].into_iter().chain(client.map(Value::from)).collect();
        self.database.read_latest(|executor| {
            executor.all(&sql, &parameters, |row| {
                Ok(ExportedRow {
                    day: row.required_integer(0)?,
                    client: row.required_uuid(1)?,
                    operation: row.required_text(2)?,
                    status: row.required_integer(3)?,
                    error_code: row.required_text(4)?,
                    totals: totals(row, 5)?,
                })
            })
        })
    }
}

/// Adds up a table that has one row or several for each day, operation and status; `only` is a column and its value.
fn report(
    executor: &dyn Executor,
    table: &str,
    days: &RangeInclusive<i64>,
    only: Option<(&str, Value)>,
) -> Result<UsageReport, StoreError> {
    // A list of days instead of a range, so that the key of the table finds the rows of one client.
    let condition = only.as_ref().map_or_else(String::new, |(column, _)| format!(" AND {column} = ?1"));
    let sql = executor.dialect().translate(&format!(
        "SELECT day, operation, status, {}, {}, {}, {} FROM {table} WHERE day IN ({}){condition}
         GROUP BY day, operation, status",
        sum("requests"),
        sum("CASE WHEN status >= 400 THEN requests ELSE 0 END"),
        sum("records"),
        sum("bytes"),
        list(days)
    ));
    let parameters: Vec<Value> = only.map(|(_, value)| value).into_iter().collect();
    let mut report = UsageReport::default();
    executor.query(&sql, &parameters, &mut |row| {
        let totals = totals(row, 3)?;
        *report.days.entry(row.required_integer(0)?).or_default() += totals;
        *report.operations.entry(row.required_text(1)?).or_default() += totals;
        *report.status_classes.entry(row.required_integer(2)? / 100).or_default() += totals.requests;
        Ok(())
    })?;
    Ok(report)
}

/// The SQL of a sum, in the type of the added columns.
pub(super) fn sum(expression: &str) -> String {
    format!("CAST(SUM({expression}) AS {{integer}})")
}

/// The placeholders of clients, separated by commas; `NULL` if there are none.
pub(super) fn placeholders(clients: &[Uuid]) -> String {
    let parameters: Vec<String> = (1..=clients.len()).map(|number| format!("?{number}")).collect();
    if parameters.is_empty() { "NULL".to_owned() } else { parameters.join(", ") }
}

/// The days of a range, separated by commas; `NULL` if it is empty.
pub(super) fn list(days: &RangeInclusive<i64>) -> String {
    let days: Vec<String> = days.clone().map(|day| day.to_string()).collect();
    if days.is_empty() { "NULL".to_owned() } else { days.join(", ") }
}

fn totals(row: &dyn RowReader, column: usize) -> Result<Totals, StoreError> {
    Ok(Totals {
        requests: row.required_integer(column)?,
        errors: row.required_integer(column + 1)?,
        records: row.required_integer(column + 2)?,
        bytes: row.required_integer(column + 3)?,
    })
}

fn activity(row: &dyn RowReader) -> Result<(Uuid, Activity), StoreError> {
    Ok((row.required_uuid(0)?, Activity { first: row.required_integer(1)?, last: row.required_integer(2)? }))
}
