//! How clients are printed.

use std::fmt::Write as _;

use folkmoot_model::timestamp::timestamp;
use folkmoot_runtime::terminal;
use folkmoot_store::clients::{Client, ClientStatus, PublishableKey};
use jiff::civil::Date;
use serde_json::{Value, json};

/// A client as one line of a list.
pub fn line(client: &Client, now: i64) -> String {
    let Client { id, name, created_at, access, .. } = client;
    let created = timestamp(*created_at);
    let (resources, expiry, state) = (resources(client), expiry(client.last_day()), state(client, now));
    format!("{id}  {created}  {access}  {resources}  {expiry}  {state}  {}", terminal::inline(name))
}

/// A client as one line for each property.
pub fn lines(client: &Client, now: i64) -> String {
    let mut lines = String::new();
    let publishable = client
        .publishable
        .iter()
        .flat_map(|PublishableKey { key, origins }| [("key", key.clone()), ("origins", origins.join(", "))]);
    let facts = [
        ("client_id", client.id.to_string()),
        ("name", terminal::inline(&client.name)),
        ("access", client.access.to_string()),
        ("resources", resources(client)),
        ("expires", client.last_day().map_or_else(|| "never".to_owned(), |day| day.to_string())),
        ("mcp", if client.mcp { "on" } else { "off" }.to_owned()),
        ("created", timestamp(client.created_at)),
        ("state", state(client, now)),
    ];
    let stated = client.registration.fields().map(|(name, text)| Some((name, text.as_deref()?)));
    // `basis` in place of `legal_basis` keeps the columns aligned.
    let label = |name: &'static str| name.strip_prefix("legal_").unwrap_or(name);
    let stated = stated.into_iter().flatten().map(|(name, text)| (label(name), terminal::inline(text)));
    for (name, value) in facts.into_iter().chain(publishable).chain(stated) {
        let _ = writeln!(lines, "{name:<10} {value}");
    }
    lines
}

/// A client without its secret as JSON.
pub fn json(client: &Client, now: i64) -> Value {
    json!({
        "client_id": client.id,
        "name": client.name,
        "access": client.access.name(),
        "resources": client.resources,
        "publishable_key": client.publishable.as_ref().map(|publishable| &publishable.key),
        "origins": client.publishable.as_ref().map(|publishable| &publishable.origins),
        "status": client.status(now).name(),
        "created_at": timestamp(client.created_at),
        "expires_at": client.last_day().map(|day| day.to_string()),
        "last_authenticated_at": client.last_authenticated_at.map(timestamp),
        "disabled_at": client.disabled_at.map(timestamp),
        "revoked_at": client.revoked_at.map(timestamp),
        "registration": client.registration,
        "mcp": client.mcp,
        "version": client.version,
    })
}

/// A client with its new secret as JSON.
pub fn credentials(client: &Client, secret: &str) -> Value {
    json!({
        "client_id": client.id,
        "client_secret": secret,
        "name": client.name,
        "created_at": timestamp(client.created_at),
        "access": client.access.name(),
        "resources": client.resources,
        "expires_at": client.last_day().map(|day| day.to_string()),
        "mcp": client.mcp,
    })
}

/// A new client with a publishable key as JSON.
pub fn publishable(client: &Client) -> Value {
    json!({
        "client_id": client.id,
        "publishable_key": client.publishable.as_ref().map(|publishable| &publishable.key),
        "origins": client.publishable.as_ref().map(|publishable| &publishable.origins),
        "name": client.name,
        "created_at": timestamp(client.created_at),
        "access": client.access.name(),
        "resources": client.resources,
        "expires_at": client.last_day().map(|day| day.to_string()),
    })
}

fn resources(client: &Client) -> String {
    client.resources.as_ref().map_or_else(|| "all".to_owned(), |names| names.join(","))
}

/// When something expires, by its last day.
pub fn expiry(last_day: Option<Date>) -> String {
    last_day.map_or_else(|| "does not expire".to_owned(), |day| format!("expires {day}"))
}

fn state(client: &Client, now: i64) -> String {
    let at = |milliseconds: Option<i64>| milliseconds.map_or_else(String::new, timestamp);
    match client.status(now) {
        ClientStatus::Revoked => format!("revoked {}", at(client.revoked_at)),
        ClientStatus::Disabled => format!("disabled {}", at(client.disabled_at)),
        ClientStatus::Expired => "expired".to_owned(),
        ClientStatus::Active if client.last_authenticated_at.is_some() => {
            format!("last used {}", at(client.last_authenticated_at))
        }
        ClientStatus::Active if client.publishable.is_some() => "publishable".to_owned(),
        ClientStatus::Active => "never used".to_owned(),
    }
}
