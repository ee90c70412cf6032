//! What a client could read and when, from its entries of the audit log.

use folkmoot_administration::audit::{Change, Entry};
use folkmoot_administration::json::UtcTimestamp;
use folkmoot_store::clients::{Client, end_of_day};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

/// A time in which a client could read the same.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct AccessPeriod {
    /// When it began.
    pub from: UtcTimestamp,
    /// When it ended; `null` if the client still may.
    pub until: Option<UtcTimestamp>,
    /// The access level.
    pub access: String,
    /// The plural names of the resources; `null` for all.
    pub resources: Option<Vec<String>>,
}

/// What decides whether and what a client may read.
#[derive(Clone, PartialEq)]
struct State {
    access: Value,
    resources: Value,
    disabled_at: Value,
    revoked_at: Value,
    /// The last day.
    expires_at: Value,
}

impl State {
    fn of(client: &Client) -> Self {
        Self {
            access: json!(client.access.name()),
            resources: json!(client.resources),
            disabled_at: json!(client.disabled_at),
            revoked_at: json!(client.revoked_at),
            expires_at: json!(client.last_day().map(|day| day.to_string())),
        }
    }

    /// The state before a change. Returns whether it differs.
    fn undo(&mut self, Change { field, from, .. }: &Change) -> bool {
        let value = match field.as_str() {
            "access" => &mut self.access,
            "resources" => &mut self.resources,
            "disabled_at" => &mut self.disabled_at,
            "revoked_at" => &mut self.revoked_at,
            "expires_at" => &mut self.expires_at,
            _ => return false,
        };
        value.clone_from(from);
        true
    }

    /// The time in which it applied, shortened by the expiry; `None` if the client could not be used.
    fn period(&self, from: i64, until: Option<i64>) -> Option<AccessPeriod> {
        if !self.disabled_at.is_null() || !self.revoked_at.is_null() {
            return None;
        }
        let expired_at = self.expires_at.as_str().and_then(|day| day.parse().ok()).map(end_of_day);
        let until = until.into_iter().chain(expired_at).min();
        let names = self.resources.as_array().map(|names| names.iter().filter_map(Value::as_str));
        until.is_none_or(|until| until > from).then(|| AccessPeriod {
            from: UtcTimestamp(from),
            until: until.map(UtcTimestamp),
            access: self.access.as_str().unwrap_or_default().to_owned(),
            resources: names.map(|names| names.map(str::to_owned).collect()),
        })
    }
}

/// The periods of a client, the latest first. `entries` are its entries of the audit log, newest first. Without an entry about its
/// creation, which can be older than the log, it could always read what it could before the first change.
pub fn access_history(client: &Client, entries: &[Entry], now: i64) -> Vec<AccessPeriod> {
    let mut state = State::of(client);
    let (mut until, mut periods) = (None, Vec::<AccessPeriod>::new());
    let mut add = |period: Option<AccessPeriod>| {
        let Some(period) = period else { return };
        let is_past = |until: i64| until <= now;
        let period = AccessPeriod { until: period.until.filter(|until| is_past(until.0)), ..period };
        match periods.last_mut() {
            // A change that did not concern what it may read, such as a later last day.
            Some(later)
                if later.access == period.access
                    && later.resources == period.resources
                    && period.until.is_some_and(|until| until.0 == later.from.0) =>
            {
                later.from = period.from;
            }
            _ => periods.push(period),
        }
    };
    for entry in entries.iter().filter(|entry| entry.action != "clients.create") {
        let mut before = state.clone();
        if entry.changes.iter().filter(|change| before.undo(change)).count() > 0 {
            add(state.period(entry.at, until));
            until = Some(entry.at);
            state = before;
        }
    }
    add(state.period(client.created_at, until));
    periods
}

#[cfg(test)]
mod tests {
    use folkmoot_administration::audit::Actor;
    use folkmoot_model::access::AccessLevel;
    use uuid::Uuid;

    use super::*;

    fn entry(at: i64, changes: &[(&str, Value, Value)]) -> Entry {
        let actor = Actor { kind: String::new(), id: String::new(), name: String::new(), address: None };
        let change = |(field, from, to): &(&str, Value, Value)| Change {
            field: (*field).to_owned(),
            from: from.clone(),
            to: to.clone(),
        };
        let (action, changes) = ("clients.update".to_owned(), changes.iter().map(change).collect());
        Entry { id: Uuid::nil(), at, actor, action, subject: None, changes }
    }

    #[test]
    fn periods_follow_from_the_changes_of_level_resources_and_state() {
        let mut client = Client::new(Uuid::nil(), "Test".to_owned(), String::new(), 100);
        client.access = AccessLevel::Public;
        let entries = [
            entry(900, &[("name", json!("Old"), json!("Test"))]),
            entry(800, &[("disabled_at", json!("1970"), Value::Null)]),
            entry(500, &[("disabled_at", Value::Null, json!("1970"))]),
            entry(400, &[("access", json!("full"), json!("public"))]),
            entry(200, &[("resources", json!(["ideas"]), Value::Null)]),
        ];
        let found: Vec<_> = access_history(&client, &entries, 1_000)
            .iter()
            .map(|period| {
                (
                    period.from.0,
                    period.until.map(|until| until.0),
                    period.access.clone(),
                    period.resources.is_none(),
                )
            })
            .collect();
        let expected = [
            (800, None, "public", true),
            (400, Some(500), "public", true),
            (200, Some(400), "full", true),
            (100, Some(200), "full", false),
        ];
        assert_eq!(found, expected.map(|(from, until, access, all)| (from, until, access.to_owned(), all)));
    }

    #[test]
    fn a_client_that_expired_may_read_nothing_since_then() {
        let mut client = Client::new(Uuid::nil(), "Test".to_owned(), String::new(), 100);
        client.expires_at = Some(86_400_000);
        let until = |now| access_history(&client, &[], now)[0].until.map(|until| until.0);
        assert_eq!((until(86_399_999), until(86_400_000)), (None, Some(86_400_000)));
    }
}
