//! The keys with which administrators and their programs sign in.

use folkmoot_authentication::secrets::Secret;
use folkmoot_store::Store;
use folkmoot_store::admin_keys::{self, AdminKey};
use folkmoot_store::administrators::Role;
use folkmoot_store::clients::end_of_day;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use uuid::Uuid;

use super::AdministrationError;
use super::audit::{Action, Actor, Change, Subject};

/// How long a key can be used unless its creator says otherwise.
const LIFETIME: SignedDuration = SignedDuration::from_hours(366 * 24);

/// A key to create.
#[derive(Debug)]
pub struct NewAdminKey {
    /// See [`AdminKey::name`].
    pub name: String,
    /// See [`AdminKey::role`].
    pub role: Role,
    /// The last day in UTC; `None` if the key does not expire.
    pub last_day: Option<Date>,
}

/// The last day of a key whose creator does not choose one.
pub fn default_last_day(at: Timestamp) -> Date {
    at.to_zoned_datetime(TimeZone::UTC).date().saturating_add(LIFETIME)
}

/// Creates a key. Its secret is returned here only.
pub fn create(
    store: &Store,
    actor: &Actor,
    new: NewAdminKey,
    at: Timestamp,
) -> Result<(AdminKey, Secret), AdministrationError> {
    let NewAdminKey { name, role, last_day } = new;
    let secret = Secret::generate_admin_key()?;
    let key = AdminKey {
        id: Uuid::new_v4(),
        name,
        role,
        secret_hash: secret.hash(),
        created_at: at.as_millisecond(),
        last_used_at: None,
        revoked_at: None,
        expires_at: last_day.map(end_of_day),
    };
    let change = |field: &str, to: Value| Change { field: field.to_owned(), from: Value::Null, to };
    let changes = vec![
        change("name", json!(key.name)),
        change("role", json!(role.name())),
        change("expires_at", json!(last_day.map(|day| day.to_string()))),
    ];
    store.transact(|transaction| {
        admin_keys::create(transaction, &key)?;
        Action { actor, name: "admin-keys.create", at }.append(transaction, Some(subject(&key)), changes)
    })?;
    Ok((key, secret))
}

/// Revokes a key and ends the sessions that were opened with it. Returns the revoked key and whether it was valid before;
/// `None` if no key has the id. With `keeps_one`, the last key of an administrator is not revoked.
pub fn revoke(
    store: &Store,
    actor: &Actor,
    id: Uuid,
    keeps_one: bool,
    at: Timestamp,
) -> Result<Option<(AdminKey, bool)>, AdministrationError> {
    store.transact(|transaction| {
        let now = at.as_millisecond();
        let Some(key) = admin_keys::revoke(transaction, id, now)? else { return Ok(None) };
        if key.revoked_at.is_some() {
            return Ok(Some((key, false)));
        }
        let is_usable =
            key.role == Role::Administrator && key.expires_at.is_none_or(|expires_at| expires_at > now);
        if keeps_one && is_usable && !admin_keys::has_other_administrator(transaction, id, now)? {
            return Err(AdministrationError::LastAdminKey);
        }
        let at_text = json!(folkmoot_model::timestamp::timestamp(now));
        let change = Change { field: "revoked_at".to_owned(), from: json!(null), to: at_text };
        Action { actor, name: "admin-keys.revoke", at }.append(
            transaction,
            Some(subject(&key)),
            vec![change],
        )?;
        Ok(Some((AdminKey { revoked_at: Some(now), ..key }, true)))
    })
}

fn subject(key: &AdminKey) -> Subject {
    Subject { kind: "admin-key".to_owned(), id: key.id.to_string(), name: Some(key.name.clone()) }
}
