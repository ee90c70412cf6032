//! The keys with which administrators and their programs sign in.

use folkmoot_authentication::secrets::Secret;
use folkmoot_store::Store;
use folkmoot_store::StoreError;
use folkmoot_store::admin_keys::{self, AdminKey};
use folkmoot_store::administrators::Role;
use jiff::Timestamp;
use serde_json::json;
use uuid::Uuid;

use super::AdministrationError;
use super::audit::{Action, Actor, Change, Subject};

/// Creates a key. Its secret is returned here only.
pub fn create(
    store: &Store,
    actor: &Actor,
    name: String,
    role: Role,
    at: Timestamp,
) -> Result<(AdminKey, Secret), AdministrationError> {
    let secret = Secret::generate_admin_key()?;
    let key = AdminKey {
        id: Uuid::new_v4(),
        name,
        role,
        secret_hash: secret.hash(),
        created_at: at.as_millisecond(),
        last_used_at: None,
        revoked_at: None,
    };
    let change = |field: &str, to: &str| Change { field: field.to_owned(), from: json!(null), to: json!(to) };
    let changes = vec![change("name", &key.name), change("role", role.name())];
    store.transact(|transaction| {
        admin_keys::create(transaction, &key)?;
        Action { actor, name: "admin-keys.create", at }.append(transaction, Some(subject(&key)), changes)
    })?;
    Ok((key, secret))
}

/// Revokes a key and ends the sessions that were opened with it. Returns the revoked key and whether it was valid before;
/// `None` if no key has the id.
pub fn revoke(
    store: &Store,
    actor: &Actor,
    id: Uuid,
    at: Timestamp,
) -> Result<Option<(AdminKey, bool)>, StoreError> {
    store.transact(|transaction| {
        let now = at.as_millisecond();
        let Some(key) = admin_keys::revoke(transaction, id, now)? else { return Ok(None) };
        if key.revoked_at.is_some() {
            return Ok(Some((key, false)));
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
