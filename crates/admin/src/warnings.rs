//! What an administrator should look at, in words.

use std::collections::HashMap;

use folkmoot_model::timestamp::MILLISECONDS_OF_DAY;
use folkmoot_settings::Settings;
use folkmoot_store::clients::{Client, ClientStatus};
use folkmoot_store::imports::{ImportState, StoredImport};
use folkmoot_store::mirror::MirrorRun;
use folkmoot_store::usage::Activity;
use schemars::JsonSchema;
use serde::Serialize;
use uuid::Uuid;

/// A client whose last day is at most this number of days away is about to expire.
const EXPIRY_DAYS: i64 = 7;
/// A client without a request in this number of days is unused.
const UNUSED_DAYS: i64 = 90;
/// The number of clients that are named for one reason. The number of others is stated.
const NAMED_CLIENTS: usize = 20;

/// A warning.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Warning {
    code: &'static str,
    text: String,
    #[serde(rename = "client_id", skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Uuid")]
    client: Option<Uuid>,
}

/// What warnings depend on.
pub struct Facts<'a> {
    /// The settings of this server.
    pub settings: &'a Settings,
    /// Whether the database is embedded.
    pub has_embedded_database: bool,
    /// Whether a platform was imported.
    pub has_platform: bool,
    /// All clients, in the order of the warnings.
    pub clients: Vec<&'a Client>,
    /// When each client sent requests.
    pub activity: &'a HashMap<Uuid, Activity>,
    /// The newest import.
    pub newest_import: Option<&'a StoredImport>,
    /// The newest run of the mirror.
    pub mirror_run: Option<&'a MirrorRun>,
    /// Whether the platform believes the clock of this server.
    pub is_clock_believed: bool,
    /// The current time in milliseconds since 1970.
    pub now: i64,
}

impl Warning {
    fn new(code: &'static str, text: impl Into<String>) -> Self {
        Self { code, text: text.into(), client: None }
    }
}

/// All warnings, those about the platform first.
pub fn warnings(facts: &Facts<'_>) -> Vec<Warning> {
    let mut warnings = about_platform(facts);
    warnings.extend(limited("client-expires", expiring(facts), "expire within 7 days"));
    warnings.extend(limited("client-unused", unused(facts), "sent no request in the last 90 days"));
    warnings
}

fn about_platform(facts: &Facts<'_>) -> Vec<Warning> {
    let settings = facts.settings;
    let mut warnings = Vec::new();
    if !facts.has_platform {
        let text = "The database contains no platform. Import platform.json and the records first.";
        warnings.push(Warning::new("no-platform", text));
    }
    if !facts.is_clock_believed {
        let text = "The clock of this server is more than two days ahead of the newest time that the platform recorded. No vote \
                    ends until the clock is confirmed with folkmoot access confirm-clock.";
        warnings.push(Warning::new("clock-not-believed", text));
    }
    if let Some(import) = facts.newest_import.filter(|import| import.state == ImportState::Failed) {
        let text = if import.dry_run {
            "The newest dry run found errors. Its report lists them."
        } else {
            "The newest import failed and changed nothing. Its report states why."
        };
        warnings.push(Warning::new("import-failed", text));
    }
    warnings.extend(facts.mirror_run.and_then(about_mirror));
    if !facts.has_embedded_database && settings.keys_secret.is_none() {
        let text = "Signing keys are stored unencrypted in the database. Set keys-secret to encrypt them.";
        warnings.push(Warning::new("keys-unencrypted", text));
    }
    if settings.public_url.is_none() && !settings.listen.ip().is_loopback() {
        let text = "The server can be reached from other machines, but public-url is not set. Links in responses use \
                    the address on which the server listens.";
        warnings.push(Warning::new("no-public-url", text));
    }
    warnings
}

fn about_mirror(run: &MirrorRun) -> Option<Warning> {
    if let Some(error) = &run.error {
        let text = format!("The newest run of the mirror failed and changed nothing: {error}");
        return Some(Warning::new("mirror-failed", text));
    }
    let records = if run.left_out == 1 { "record" } else { "records" };
    let text = format!("The newest run of the mirror left out {} {records} of the source.", run.left_out);
    (run.left_out > 0).then(|| Warning::new("mirror-left-out", text))
}

/// The active clients that expire soon, each with its warning.
fn expiring(facts: &Facts<'_>) -> Vec<Warning> {
    let latest = facts.now + EXPIRY_DAYS * MILLISECONDS_OF_DAY;
    let expires_soon = |client: &&&Client| client.expires_at.is_some_and(|at| at <= latest);
    let warning = |client: &&Client| {
        let day = client.last_day().map(|day| day.to_string()).unwrap_or_default();
        let text = format!("The client “{}” expires at the end of {day} (UTC).", client.name);
        Warning { client: Some(client.id), ..Warning::new("client-expires", text) }
    };
    active(facts).filter(expires_soon).map(warning).collect()
}

/// The active clients that nobody uses, each with its warning.
fn unused(facts: &Facts<'_>) -> Vec<Warning> {
    let earliest = facts.now - UNUSED_DAYS * MILLISECONDS_OF_DAY;
    let warning = |client: &&Client| {
        let last = facts.activity.get(&client.id).map(|activity| activity.last);
        // A token that was never used counts as well, and so does what was not counted before this release.
        let used = last.max(client.last_authenticated_at).unwrap_or(client.created_at);
        let text = format!(
            "Nobody has used the client “{}” for {} days. Disable it if it is no longer needed.",
            client.name,
            (facts.now - used) / MILLISECONDS_OF_DAY
        );
        let warning = Warning { client: Some(client.id), ..Warning::new("client-unused", text) };
        (used < earliest).then_some(warning)
    };
    active(facts).filter_map(warning).collect()
}

fn active<'a>(facts: &'a Facts<'_>) -> impl Iterator<Item = &'a &'a Client> {
    facts.clients.iter().filter(|client| client.status(facts.now) == ClientStatus::Active)
}

/// The first warnings, and one about the number of others.
fn limited(code: &'static str, mut warnings: Vec<Warning>, predicate: &str) -> Vec<Warning> {
    let others = warnings.len().saturating_sub(NAMED_CLIENTS);
    warnings.truncate(NAMED_CLIENTS);
    if others > 0 {
        warnings.push(Warning::new(code, format!("{others} more clients {predicate}.")));
    }
    warnings
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;
    use folkmoot_settings::{File, Sources};

    const NOW: i64 = 20_000 * MILLISECONDS_OF_DAY;

    fn codes(clients: &[Client], activity: &HashMap<Uuid, Activity>) -> Vec<(&'static str, Option<Uuid>)> {
        let flags = [("listen".to_owned(), "0.0.0.0:80".to_owned())].into();
        let settings =
            Settings::resolve(&Sources { flags, environment: &|_| None, file: File::default() }).unwrap();
        let facts = Facts {
            settings: &settings,
            has_embedded_database: false,
            has_platform: true,
            clients: clients.iter().collect(),
            activity,
            newest_import: None,
            mirror_run: None,
            is_clock_believed: true,
            now: NOW,
        };
        warnings(&facts).into_iter().map(|warning| (warning.code, warning.client)).collect()
    }

    fn client(number: u128, created_days_ago: i64) -> Client {
        let created = NOW - created_days_ago * MILLISECONDS_OF_DAY;
        Client::new(Uuid::from_u128(number), format!("Client {number:03}"), String::new(), created)
    }

    #[test]
    fn clients_that_expire_soon_or_are_unused_are_named() {
        let mut expiring = client(1, 10);
        expiring.expires_at = Some(NOW + 3 * MILLISECONDS_OF_DAY);
        let mut later = client(2, 10);
        later.expires_at = Some(NOW + 30 * MILLISECONDS_OF_DAY);
        let (unused, used, mut revoked) = (client(3, 200), client(4, 200), client(5, 200));
        revoked.revoked_at = Some(NOW - 1);
        let activity = [(used.id, Activity { first: 0, last: NOW - 1 })].into();
        let named = [("client-expires", Some(expiring.id)), ("client-unused", Some(unused.id))];
        let found = codes(&[expiring, later, unused, used, revoked], &activity);
        assert_eq!(found[..2], [("keys-unencrypted", None), ("no-public-url", None)]);
        assert_eq!(found[2..], named);
    }

    #[test]
    fn of_many_clients_the_first_are_named() {
        let clients: Vec<Client> = (0..100).map(|number| client(number, 100)).collect();
        let found = codes(&clients, &HashMap::new());
        assert_eq!(found.iter().filter(|(code, _)| *code == "client-unused").count(), NAMED_CLIENTS + 1);
        assert_eq!(found.last(), Some(&("client-unused", None)));
    }
}
