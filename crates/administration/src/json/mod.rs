//! The JSON of administration, the same in the admin API and in the output of commands.

mod values;

use folkmoot_store::admin_keys;
use folkmoot_store::administrators::Role;
use folkmoot_store::audit_log::{self, Change, Entry};
use schemars::JsonSchema;
use serde::Serialize;
use uuid::Uuid;

pub use self::values::{Day, UtcTimestamp, Word, Words};

/// A key of an administrator, without its secret.
#[derive(Debug, Serialize, JsonSchema)]
pub struct AdminKey {
    id: Uuid,
    name: String,
    role: Word<Role>,
    created_at: UtcTimestamp,
    last_used_at: Option<UtcTimestamp>,
    revoked_at: Option<UtcTimestamp>,
    /// The last day in UTC.
    expires_at: Option<Day>,
}

/// An entry of the audit log.
#[derive(Debug, Serialize, JsonSchema)]
pub struct AuditEntry {
    id: Uuid,
    at: UtcTimestamp,
    actor: Actor,
    action: String,
    subject: Option<Subject>,
    changes: Vec<Change>,
    /// The network address; `null` for the command line.
    address: Option<String>,
}

/// The one who did something.
#[derive(Debug, Serialize, JsonSchema)]
struct Actor {
    #[schemars(extend("enum" = ["admin-key", "openid-connect", "command-line"]))]
    kind: String,
    id: String,
    name: String,
}

/// The subject of an action.
#[derive(Debug, Serialize, JsonSchema)]
struct Subject {
    kind: String,
    id: String,
    name: Option<String>,
}

impl From<&admin_keys::AdminKey> for AdminKey {
    fn from(key: &admin_keys::AdminKey) -> Self {
        Self {
            id: key.id,
            name: key.name.clone(),
            role: Word(key.role),
            created_at: UtcTimestamp(key.created_at),
            last_used_at: key.last_used_at.map(UtcTimestamp),
            revoked_at: key.revoked_at.map(UtcTimestamp),
            expires_at: key.last_day().map(Day::from),
        }
    }
}

impl From<Entry> for AuditEntry {
    fn from(entry: Entry) -> Self {
        let Entry { id, at, actor, action, subject, changes } = entry;
        let audit_log::Actor { kind, id: actor_id, name, address } = actor;
        let subject = subject.map(|audit_log::Subject { kind, id, name }| Subject { kind, id, name });
        let actor = Actor { kind, id: actor_id, name };
        Self { id, at: UtcTimestamp(at), actor, action, subject, changes, address }
    }
}
