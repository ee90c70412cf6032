//! `folkmoot clients`

pub mod format;

use std::io::Write;

use folkmoot_administration::clients::{Clients, NewClient, NewPublishableClient, Rotation};
use folkmoot_administration::command_line_actor;
use folkmoot_authentication::secrets::Secret;
use folkmoot_model::access::AccessLevel;
use folkmoot_model::timestamp::MILLISECONDS_OF_DAY;
use folkmoot_runtime::terminal;
use folkmoot_settings::Settings;
use folkmoot_store::Store;
use folkmoot_store::clients::{
    Client, ClientUpdate, EditOutcome, InvalidText, PublishableKey, Registration, end_of_day,
};
use jiff::civil::Date;
use jiff::{SignedDuration, Timestamp};
use serde_json::Value;
use uuid::Uuid;

use super::client_arguments::{LastDay, Origins, ResourceList};
use super::{ClientsCommand, Failure};

/// Printed if nobody chose the access level of a new client.
const FULL_ACCESS: &str = "\
The access level is full: the client reads all records with all personal data, such as names, email addresses and votes.
If less is enough, run `folkmoot clients update ID --access LEVEL`: public is what visitors of the site see, anonymous is
everything without people, and pseudonymous has pseudonyms in place of people.";

/// Creates, shows or changes clients.
pub fn run(
    command: ClientsCommand,
    settings: &Settings,
    now: Timestamp,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let store = &Store::open_existing(&settings.database())?;
    let max_days = settings.client_max_days;
    let actor = command_line_actor();
    let clients = Clients { store, actor: &actor, now };
    match command {
        ClientsCommand::Create {
            name,
            resources: ResourceList(resources),
            expires,
            origins: Some(Origins(origins)),
            registration,
            json,
            ..
        } => {
            warn_of_expiry(expires, max_days, now)?;
            warn_of_name(&name, store)?;
            let expires_at = expires.and_then(|LastDay(day)| day).map(end_of_day);
            let registration = registration.applied_to(&Registration::default()).map_err(invalid)?;
            let new = NewPublishableClient { name, origins, resources, expires_at, registration };
            print_publishable(&clients.create_publishable(new)?, json, out)
        }
        ClientsCommand::Create {
            name,
            access,
            resources: ResourceList(resources),
            expires,
            registration,
            mcp,
            json,
            ..
        } => {
            let is_chosen = access.is_some();
            let access = access.unwrap_or(AccessLevel::Full);
            // Who chooses a lower level need not limit the time as well.
            let day = expires.or_else(|| (access == AccessLevel::Full).then_some(LastDay(None)));
            warn_of_expiry(day, max_days, now)?;
            warn_of_name(&name, store)?;
            let expires_at = expires.and_then(|LastDay(day)| day).map(end_of_day);
            let registration = registration.applied_to(&Registration::default()).map_err(invalid)?;
            let new = NewClient { name, access, resources, expires_at, registration, mcp };
            let (client, secret) = clients.create(new)?;
            print_credentials(&client, &secret, json, out)?;
            if !is_chosen && !json {
                writeln!(terminal::stderr(), "{FULL_ACCESS}")?;
            }
            Ok(())
        }
        ClientsCommand::List { json } => list(json, store, now, out),
        ClientsCommand::Show { id, json } => show(id, json, store, now, out),
        ClientsCommand::Update { id, access, resources, expires, origins, registration, mcp } => {
            warn_of_expiry(expires, max_days, now)?;
            let resources = resources.map(|ResourceList(names)| names);
            let expires_at = expires.map(|LastDay(day)| day.map(end_of_day));
            let origins = origins.map(|Origins(origins)| origins);
            let stored = store.clients().find(id)?.ok_or_else(|| unknown(id))?;
            let registration =
                (!registration.is_empty()).then(|| registration.applied_to(&stored.registration));
            let registration = registration.transpose().map_err(invalid)?;
            let mcp = mcp.map(|state| state == "on");
            let update =
                ClientUpdate { name: None, access, resources, expires_at, origins, registration, mcp };
            let outcome = clients.update(id, None, &update)?;
            report(id, &outcome, "updated", "already is as requested", out)
        }
        ClientsCommand::Disable { id } => {
            report(id, &clients.disable(id)?, "disabled", "was already disabled", out)
        }
        ClientsCommand::Enable { id } => report(id, &clients.enable(id)?, "enabled", "was not disabled", out),
        ClientsCommand::Revoke { id } => match clients.revoke(id)? {
            EditOutcome::Revoked(_) => Ok(writeln!(out, "{id} was already revoked")?),
            outcome => report(id, &outcome, "revoked", "was already revoked", out),
        },
        ClientsCommand::Rotate { id, overlap, revoke_tokens, json } => {
            let overlap = SignedDuration::from_hours(i64::from(overlap));
            let (outcome, secret) = clients.rotate(id, Rotation { overlap, revoke_tokens })?;
            match outcome {
                EditOutcome::Changed(change) => print_credentials(&change.after, &secret, json, out),
                _ => Err(Failure::new(format!(
                    "no active client has the id {id}; `folkmoot clients list` lists all clients"
                ))),
            }
        }
    }
}

fn list(json: bool, store: &Store, now: Timestamp, out: &mut dyn Write) -> Result<(), Failure> {
    let clients = store.clients().all()?;
    let now = now.as_millisecond();
    if json {
        let all: Vec<Value> = clients.iter().map(|client| format::json(client, now)).collect();
        writeln!(out, "{}", Value::Array(all))?;
        return Ok(());
    }
    for client in &clients {
        writeln!(out, "{}", format::line(client, now))?;
    }
    Ok(())
}

fn show(id: Uuid, json: bool, store: &Store, now: Timestamp, out: &mut dyn Write) -> Result<(), Failure> {
    let client = store.clients().find(id)?.ok_or_else(|| unknown(id))?;
    if json {
        writeln!(out, "{}", format::json(&client, now.as_millisecond()))?;
    } else {
        write!(out, "{}", format::lines(&client, now.as_millisecond()))?;
    }
    Ok(())
}

/// Prints what was done. `done` and `unchanged` describe a change and the absence of one.
fn report(
    id: Uuid,
    outcome: &EditOutcome,
    done: &str,
    unchanged: &str,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    match outcome {
        EditOutcome::Changed(_) => Ok(writeln!(out, "{done} {id}")?),
        EditOutcome::Unchanged(_) => Ok(writeln!(out, "{id} {unchanged}")?),
        EditOutcome::Revoked(_) => Err(Failure::new(format!(
            "the client {id} is revoked and cannot be changed; create a new client"
        ))),
        EditOutcome::Conflict(_) | EditOutcome::NotFound => Err(unknown(id)),
    }
}

fn invalid(text: InvalidText) -> Failure {
    Failure::new(format!("the registration {text}"))
}

fn unknown(id: Uuid) -> Failure {
    Failure::new(format!("no client has the id {id}; `folkmoot clients list` lists all clients"))
}

fn print_credentials(
    client: &Client,
    secret: &Secret,
    json: bool,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    if json {
        writeln!(out, "{}", format::credentials(client, secret.expose()))?;
    } else {
        writeln!(out, "client_id      {}", client.id)?;
        writeln!(out, "client_secret  {}", secret.expose())?;
        writeln!(terminal::stderr(), "Store the secret now; it will not be shown again.")?;
    }
    Ok(())
}

fn print_publishable(client: &Client, json: bool, out: &mut dyn Write) -> Result<(), Failure> {
    if json {
        writeln!(out, "{}", format::publishable(client))?;
    } else if let Some(PublishableKey { key, origins }) = &client.publishable {
        writeln!(out, "client_id        {}", client.id)?;
        writeln!(out, "publishable_key  {key}")?;
        writeln!(out, "origins          {}", origins.join(", "))?;
    }
    Ok(())
}

/// Warns if a requested last day is over, or later than the setting `client-max-days` allows administrators to set.
fn warn_of_expiry(expires: Option<LastDay>, max_days: u64, now: Timestamp) -> Result<(), Failure> {
    let Some(LastDay(day)) = expires else { return Ok(()) };
    if let Some(warning) = expiry_warning(day, max_days, now.as_millisecond()) {
        writeln!(terminal::stderr(), "warning: {warning}")?;
    }
    Ok(())
}

/// Warns if active clients have the same name, so that nobody revokes the wrong one.
fn warn_of_name(name: &str, store: &Store) -> Result<(), Failure> {
    let clients = store.clients().all()?;
    let same = clients.iter().filter(|client| client.name == name && client.revoked_at.is_none());
    let ids: Vec<String> = same.map(|client| client.id.to_string()).collect();
    if !ids.is_empty() {
        writeln!(terminal::stderr(), "warning: a client already has this name: {}", ids.join(", "))?;
    }
    Ok(())
}

fn expiry_warning(day: Option<Date>, max_days: u64, now: i64) -> Option<String> {
    let latest = i64::try_from(max_days)
        .ok()
        .filter(|days| *days > 0)
        .map(|days| (now.div_euclid(MILLISECONDS_OF_DAY) + days + 1) * MILLISECONDS_OF_DAY);
    match day {
        Some(day) if end_of_day(day) <= now => Some(format!("{day} is over, so the client has expired")),
        Some(day) if latest.is_some_and(|latest| end_of_day(day) > latest) => {
            Some(format!("{day} is later than the {max_days} days of the setting client-max-days"))
        }
        None if latest.is_some() => {
            Some(format!("the client does not expire, although the setting client-max-days is {max_days}"))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn an_expiry_beyond_the_maximum_or_in_the_past_is_reported() {
        let now = end_of_day(date(2026, 11, 22)) - 1;
        let warning = |day, max_days| expiry_warning(day, max_days, now);
        for (day, expected) in [
            (date(2026, 11, 21), Some("is over")),
            (date(2026, 11, 22), None),
            (date(2027, 11, 23), None),
            (date(2027, 11, 24), Some("client-max-days")),
        ] {
            let found = warning(Some(day), 366);
            assert_eq!(found.is_some(), expected.is_some(), "{day}: {found:?}");
            assert!(expected.is_none_or(|text| found.is_some_and(|found| found.contains(text))), "{day}");
        }
        assert_eq!((warning(None, 0), warning(Some(date(2099, 1, 1)), 0)), (None, None));
        assert!(warning(None, 366).is_some());
    }
}
