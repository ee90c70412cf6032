//! The JSON of administration, the same in the admin API and in the output of commands.

use folkmoot_model::timestamp::timestamp;
use folkmoot_store::admin_keys::AdminKey;
use folkmoot_store::audit_log::{Change, Entry};
use serde_json::{Value, json};

/// A key of an administrator, without its secret.
pub fn admin_key(key: &AdminKey) -> Value {
    json!({
        "id": key.id,
        "name": key.name,
        "role": key.role.name(),
        "created_at": timestamp(key.created_at),
        "last_used_at": key.last_used_at.map(timestamp),
        "revoked_at": key.revoked_at.map(timestamp),
        "expires_at": key.last_day().map(|day| day.to_string()),
    })
}

/// An entry of the audit log.
pub fn audit_entry(entry: &Entry) -> Value {
    let Entry { id, at, actor, action, subject, changes } = entry;
    json!({
        "id": id,
        "at": timestamp(*at),
        "actor": { "kind": actor.kind, "id": actor.id, "name": actor.name },
        "action": action,
        "subject": subject.as_ref().map(|it| json!({ "kind": it.kind, "id": it.id, "name": it.name })),
        "changes": self::changes(changes),
        "address": actor.address,
    })
}

/// The changed fields of an entry.
pub fn changes(changes: &[Change]) -> Value {
    changes
        .iter()
        .map(|Change { field, from, to }| json!({ "field": field, "from": from, "to": to }))
        .collect()
}
