//! `folkmoot admin-keys`

use std::io::Write;

use folkmoot_administration::json::AdminKey;
use folkmoot_administration::keys::NewAdminKey;
use folkmoot_administration::{command_line_actor, keys};
use folkmoot_model::timestamp::timestamp;
use folkmoot_runtime::terminal;
use folkmoot_store::Store;
use jiff::Timestamp;
use serde_json::json;
use uuid::Uuid;

use super::client_arguments::LastDay;
use super::clients::format;
use super::{AdminKeysCommand, Failure};

/// Creates, lists or revokes admin keys.
pub fn run(
    command: AdminKeysCommand,
    store: &Store,
    now: Timestamp,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    match command {
        AdminKeysCommand::Create { name, role, expires, json } => {
            let last_day = expires.map_or(Some(keys::default_last_day(now)), |LastDay(day)| day);
            create(NewAdminKey { name, role, last_day }, json, store, now, out)
        }
        AdminKeysCommand::List { json } => list(json, store, now, out),
        AdminKeysCommand::Revoke { id, json } => revoke(id, json, store, now, out),
    }
}

fn create(
    new: NewAdminKey,
    json: bool,
    store: &Store,
    now: Timestamp,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let (key, secret) = keys::create(store, &command_line_actor(), new, now)?;
    if json {
        let printed = json!({ "admin_key": AdminKey::from(&key), "secret": secret.expose() });
        writeln!(out, "{printed}")?;
    } else {
        writeln!(out, "id         {}", key.id)?;
        writeln!(out, "admin_key  {}", secret.expose())?;
        writeln!(terminal::stderr(), "Store the key now; it will not be shown again.")?;
    }
    Ok(())
}

fn list(json: bool, store: &Store, now: Timestamp, out: &mut dyn Write) -> Result<(), Failure> {
    let keys = store.admin_keys().all()?;
    if json {
        let keys: Vec<AdminKey> = keys.iter().map(AdminKey::from).collect();
        return Ok(writeln!(out, "{}", json!(keys))?);
    }
    for key in &keys {
        let state = match (key.revoked_at, key.last_used_at) {
            (Some(revoked), _) => format!("revoked {}", timestamp(revoked)),
            _ if key.expires_at.is_some_and(|at| at <= now.as_millisecond()) => "expired".to_owned(),
            (None, Some(last)) => format!("last used {}", timestamp(last)),
            (None, None) => "never used".to_owned(),
        };
        let (id, created, role) = (key.id, timestamp(key.created_at), key.role.name());
        let (expiry, name) = (format::expiry(key.last_day()), terminal::inline(&key.name));
        writeln!(out, "{id}  {created}  {role}  {expiry}  {state}  {name}")?;
    }
    Ok(())
}

fn revoke(id: Uuid, json: bool, store: &Store, now: Timestamp, out: &mut dyn Write) -> Result<(), Failure> {
    let revoked = keys::revoke(store, &command_line_actor(), id, false, now)?;
    let (key, was_valid) = revoked.ok_or_else(|| {
        Failure::new(format!("no admin key has the id {id}; `folkmoot admin-keys list` lists all keys"))
    })?;
    if json {
        writeln!(out, "{}", json!({ "admin_key": AdminKey::from(&key) }))?;
    } else if was_valid {
        writeln!(out, "revoked {id}")?;
    } else {
        writeln!(out, "{id} was already revoked")?;
    }
    Ok(())
}
