//! Reports of usage as JSON, for the admin API and the command line.

use std::ops::RangeInclusive;

use folkmoot_store::clients::Client;
use folkmoot_store::usage::{Totals, UsageReport, date_of};
use serde_json::{Value, json};
use uuid::Uuid;

use super::operation::resource_of;

/// The last `count` days, today included.
pub fn last_days(today: i64, count: i64) -> RangeInclusive<i64> {
    today + 1 - count..=today
}

/// The members `days`, `operations` and `statuses` of a report. Days without requests are included.
pub fn report_json(report: &UsageReport, days: RangeInclusive<i64>) -> Value {
    let mut operations: Vec<_> = report.operations.iter().collect();
    operations.sort_by_key(|(_, totals)| std::cmp::Reverse(totals.requests));
    let operation = |(id, totals): (&String, &Totals)| {
        json!({
            "operation": id,
            "resource": resource_of(id),
            "requests": totals.requests,
            "records": totals.records,
            "bytes": totals.bytes,
        })
    };
    let status = |(class, requests): (&i64, &i64)| json!({ "status_class": format!("{class}xx"), "requests": requests });
    json!({
        "days": days.map(|day| day_json(report, day)).collect::<Value>(),
        "operations": operations.into_iter().map(operation).collect::<Value>(),
        "statuses": report.status_classes.iter().map(status).collect::<Value>(),
    })
}

fn day_json(report: &UsageReport, day: i64) -> Value {
    let totals = report.days.get(&day).copied().unwrap_or_default();
    json!({
        "date": date_of(day),
        "requests": totals.requests,
        "errors": totals.errors,
        "records": totals.records,
        "bytes": totals.bytes,
    })
}

/// The usage of clients. `find` returns the client with an id.
pub fn clients_json<'a>(clients: &[(Uuid, Totals)], find: impl Fn(Uuid) -> Option<&'a Client>) -> Value {
    let client = |(id, totals): &(Uuid, Totals)| {
        json!({
            "client_id": id,
            "name": find(*id).map(|client| client.name.as_str()),
            "requests": totals.requests,
            "errors": totals.errors,
            "records": totals.records,
            "bytes": totals.bytes,
        })
    };
    clients.iter().map(client).collect()
}

/// The records and requests of a report by resource, most records first.
pub fn by_resource(report: &UsageReport) -> Vec<(&'static str, Totals)> {
    let mut resources: Vec<(&'static str, Totals)> = Vec::new();
    for (operation, totals) in &report.operations {
        let Some(resource) = resource_of(operation) else { continue };
        match resources.iter_mut().find(|(known, _)| *known == resource) {
            Some((_, sum)) => *sum += *totals,
            None => resources.push((resource, *totals)),
        }
    }
    resources.sort_by_key(|(resource, totals)| (std::cmp::Reverse(totals.records), *resource));
    resources
}
