//! `folkmoot usage`

use std::collections::HashMap;
use std::io::Write;

use folkmoot_api::usage::{Usage, by_client, last_days};
use folkmoot_runtime::terminal;
use folkmoot_store::Store;
use folkmoot_store::clients::Client;
use folkmoot_store::usage::{Totals, UsageReport, date_of, day_of};
use jiff::Timestamp;
use serde_json::json;
use uuid::Uuid;

use super::Failure;

/// The number of clients that a report lists.
const LISTED_CLIENTS: usize = 100;
/// The number of bytes of a megabyte.
const MEGABYTE: i64 = 1_000_000;

/// Prints the usage of one client or of all in the last days.
pub fn run(
    client: Option<Uuid>,
    days: u32,
    json: bool,
    store: &Store,
    now: Timestamp,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let days = last_days(day_of(now.as_millisecond()), days.into());
    let known: HashMap<Uuid, Client> =
        store.clients().all()?.into_iter().map(|client| (client.id, client)).collect();
    if let Some(id) = client.filter(|id| !known.contains_key(id)) {
        let detail = format!("no client has the id {id}; `folkmoot clients list` lists all clients");
        return Err(Failure::new(detail));
    }
    let report = match client {
        Some(client) => store.usage().of_client(client, days.clone())?,
        None => store.usage().of_all(days.clone())?,
    };
    let clients = match client {
        Some(_) => Vec::new(),
        None => store.usage().by_client(days.clone(), LISTED_CLIENTS)?,
    };
    if json {
        let mut printed = json!(Usage::new(&report, days));
        match client {
            Some(client) => printed["client_id"] = client.to_string().into(),
            None => printed["clients"] = json!(by_client(&clients, |id| known.get(&id))),
        }
        writeln!(out, "{printed}")?;
        return Ok(());
    }
    writeln!(out, "{} to {} (UTC)", date_of(*days.start()), date_of(*days.end()))?;
    if client.is_none() {
        let names = clients.iter().map(|(id, totals)| (name_of(&known, *id), *totals));
        table("client", names, out)?;
    }
    print(&report, out)
}

fn name_of(clients: &HashMap<Uuid, Client>, id: Uuid) -> String {
    let name = clients.get(&id).map_or("", |client| client.name.as_str());
    format!("{id}  {}", terminal::inline(name))
}

fn print(report: &UsageReport, out: &mut dyn Write) -> Result<(), Failure> {
    table("operation", report.operations.iter().map(|(id, totals)| (id.clone(), *totals)), out)?;
    table("day", report.days.iter().map(|(day, totals)| (date_of(*day), *totals)), out)?;
    let mut sum = Totals::default();
    report.days.values().for_each(|totals| sum += *totals);
    table("total", [(String::new(), sum)].into_iter(), out)
}

/// Prints rows with counters, with the longest first column last, so that columns are aligned.
fn table(
    heading: &str,
    rows: impl Iterator<Item = (String, Totals)>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    writeln!(out, "\n{:>12}{:>12}{:>14}{:>14}  {heading}", "requests", "errors", "records", "megabytes")?;
    for (name, Totals { requests, errors, records, bytes }) in rows {
        let (megabytes, rest) = (bytes / MEGABYTE, bytes % MEGABYTE / 1000);
        let sent = format!("{megabytes}.{rest:03}");
        writeln!(out, "{}", format!("{requests:>12}{errors:>12}{records:>14}{sent:>14}  {name}").trim_end())?;
    }
    Ok(())
}
