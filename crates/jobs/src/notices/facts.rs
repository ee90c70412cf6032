//! What notices are about. Each notice has a name by which it is sent once: failures once a day, the expiry of a client
//! once for each last day.

use std::path::Path;

use folkmoot_backup::Backup;
use folkmoot_model::timestamp::MILLISECONDS_OF_DAY;
use folkmoot_store::clients::{Client, ClientStatus};
use folkmoot_store::exports::ExportState;
use folkmoot_store::imports::ImportState;
use folkmoot_store::usage::{Totals, date_of, day_of};
use folkmoot_store::{Store, StoreError};
use jiff::Timestamp;

/// How many days before its expiry a client is named, the first number that applies.
const EXPIRY_DAYS: [i64; 2] = [2, 14];
/// Reading is unusual from this number of records a day on, if it is this many times the average of the 30 days before.
const UNUSUAL_RECORDS: i64 = 10_000;
const UNUSUAL_FACTOR: i64 = 10;
const USUAL_DAYS: i64 = 30;
/// The clients with the most requests whose reading is compared.
const COMPARED_CLIENTS: usize = 1_000;

/// A notice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    /// Identifies it.
    pub name: String,
    /// A line.
    pub subject: String,
    /// What happened and what to do, as sentences.
    pub text: String,
}

impl Notice {
    fn new(name: String, subject: impl Into<String>, text: impl Into<String>) -> Self {
        Self { name, subject: subject.into(), text: text.into() }
    }

    /// A failure that is named once a day, if it happened within a day.
    fn of_failure(kind: &str, at: i64, now: i64, subject: &str, text: &str) -> Option<Self> {
        let is_new = now - at < MILLISECONDS_OF_DAY;
        is_new.then(|| {
            Self::new(format!("{kind} {}", date_of(day_of(at))), subject, format!("At {}: {text}", time(at)))
        })
    }
}

/// The notices that follow from the database.
pub fn of_database(store: &Store, now: i64) -> Result<Vec<Notice>, StoreError> {
    let mut notices = failures(store, now)?;
    let clients = store.clients().all()?;
    let active: Vec<&Client> =
        clients.iter().filter(|client| client.status(now) == ClientStatus::Active).collect();
    notices.extend(active.iter().filter_map(|client| expiry(client, now)));
    notices.extend(unusual_reading(store, &active, now)?);
    Ok(notices)
}

fn failures(store: &Store, now: i64) -> Result<Vec<Notice>, StoreError> {
    let mut notices = Vec::new();
    let import = store
        .imports()
        .page(0, 1)?
        .1
        .pop()
        .filter(|import| import.state == ImportState::Failed && !import.dry_run);
    if let Some((import, at)) = import.and_then(|import| import.finished_at.map(|at| (import, at))) {
        let errors = import.report.error_count;
        let why = import.report.reason.unwrap_or_else(|| format!("its files have {errors} errors."));
        let text = format!(
            "the import by {} changed nothing: {why} The page Data shows its report.",
            import.actor_name
        );
        notices.extend(Notice::of_failure("import", at, now, "An import failed", &text));
    }
    let exports = store.exports().all()?;
    let ended =
        exports.iter().filter(|export| matches!(export.state, ExportState::Succeeded | ExportState::Failed));
    let newest =
        ended.max_by_key(|export| export.finished_at).filter(|export| export.state == ExportState::Failed);
    if let Some((export, at)) = newest.and_then(|export| export.finished_at.map(|at| (export, at))) {
        let text = format!(
            "the export failed: {}",
            export.reason.as_deref().unwrap_or("see the log of the server.")
        );
        notices.extend(Notice::of_failure("export", at, now, "An export failed", &text));
    }
    if let Some((at, error)) = store.mirror().latest_run()?.and_then(|run| Some((run.ended_at, run.error?))) {
        let text = format!("the run of the mirror changed nothing: {error}");
        notices.extend(Notice::of_failure("mirror", at, now, "A run of the mirror failed", &text));
    }
    Ok(notices)
}

fn expiry(client: &Client, now: i64) -> Option<Notice> {
    let (expires_at, last_day) = (client.expires_at?, client.last_day()?);
    let days = *EXPIRY_DAYS.iter().find(|days| expires_at - now <= **days * MILLISECONDS_OF_DAY)?;
    let owner = client.registration.owner.as_ref().map(|owner| format!(" of {owner}")).unwrap_or_default();
    let text = format!(
        "Its last day is {last_day} (UTC); then its programs get the error revoked-client. Renew it on the page Clients, or let it end."
    );
    let subject = format!("The client “{}”{owner} expires within {days} days", client.name);
    Some(Notice::new(format!("expiry {days} {} {last_day}", client.id), subject, text))
}

fn unusual_reading(store: &Store, clients: &[&Client], now: i64) -> Result<Vec<Notice>, StoreError> {
    let today = day_of(now);
    let mut notices = Vec::new();
    for (id, Totals { records, .. }) in store.usage().by_client(today..=today, COMPARED_CLIENTS)? {
        let client = clients.iter().find(|client| client.id == id);
        let Some(client) = client.filter(|_| records >= UNUSUAL_RECORDS) else { continue };
        let before = store.usage().of_client(id, today - USUAL_DAYS..=today - 1)?;
        let usual = before.days.values().map(|totals| totals.records).sum::<i64>() / USUAL_DAYS;
        // A new client copies everything at first.
        if usual > 0 && records >= usual * UNUSUAL_FACTOR {
            let text = format!(
                "It has received {records} records today, and {usual} a day in the {USUAL_DAYS} days before. If nobody expects that, \
                 disable it on the page Clients: its token stops working within a second."
            );
            let subject = format!("The client “{}” reads far more than usual", client.name);
            notices.push(Notice::new(format!("reading {id} {}", date_of(today)), subject, text));
        }
    }
    Ok(notices)
}

/// The notice that the newest backup in a folder is too old. A folder without any backup causes none: the first may not be due.
pub fn overdue_backup(folder: &Path, now: Timestamp) -> Option<Notice> {
    let newest = Backup::all(folder).ok()?.pop().filter(|newest| newest.is_overdue(now))?;
    let made_at = time(newest.created_at.as_millisecond());
    let text =
        format!("The newest one is of {made_at}. `folkmoot doctor` and the log of the server say why.");
    let name = format!("backup {}", date_of(day_of(now.as_millisecond())));
    Some(Notice::new(name, "The newest backup is too old", text))
}

/// A time in UTC, to the minute.
fn time(milliseconds: i64) -> String {
    let at = Timestamp::from_millisecond(milliseconds).unwrap_or_default();
    at.strftime("%Y-%m-%d %H:%M UTC").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    const NOW: i64 = 20_000 * MILLISECONDS_OF_DAY;

    #[test]
    fn a_client_is_named_twice_before_it_expires() {
        let name = |days: i64| {
            let mut client = Client::new(Uuid::nil(), "City".to_owned(), String::new(), 0);
            client.expires_at = Some(NOW + days * MILLISECONDS_OF_DAY);
            expiry(&client, NOW).map(|notice| notice.subject)
        };
        assert_eq!(name(15), None);
        assert_eq!(name(14).as_deref(), Some("The client “City” expires within 14 days"));
        assert_eq!(name(3).as_deref(), Some("The client “City” expires within 14 days"));
        assert_eq!(name(2).as_deref(), Some("The client “City” expires within 2 days"));
    }

    #[test]
    fn a_failure_is_named_once_a_day() {
        let failure = |at: i64| Notice::of_failure("import", at, NOW, "", "").map(|notice| notice.name);
        assert_eq!(failure(NOW - 1), failure(NOW - 2));
        assert_eq!(failure(NOW - MILLISECONDS_OF_DAY), None);
    }
}
