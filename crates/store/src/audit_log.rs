//! The audit log: what administrators did. It can only be appended to.

use folkmoot_database::Database;
use folkmoot_database::executor::Executor;
use folkmoot_database::row_reader::RowReader;
use folkmoot_database::value::Value;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value as Json, json};
use uuid::Uuid;

use super::StoreError;

/// An entry of the audit log.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// Its id.
    pub id: Uuid,
    /// When it happened, in milliseconds since 1970.
    pub at: i64,
    /// Who did it.
    pub actor: Actor,
    /// What was done: the plural of the subject and a verb, such as `clients.create`.
    pub action: String,
    /// What it was done to; `None` if the action has no single subject.
    pub subject: Option<Subject>,
    /// The changed fields. Values only of clients and settings, never of people.
    pub changes: Vec<Change>,
}

/// Who did something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Actor {
    /// `admin-key`, `openid-connect` or `command-line`.
    pub kind: String,
    /// The id of the admin key, the subject of the `OpenID` provider, or the name of the user of the operating system.
    pub id: String,
    /// The name.
    pub name: String,
    /// The network address; `None` for the command line.
    pub address: Option<String>,
}

/// What something was done to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subject {
    /// Its kind, such as `client`.
    pub kind: String,
    /// Its id; of a person, a keyed hash.
    pub id: String,
    /// Its name; `None` for people and records.
    pub name: Option<String>,
}

/// A changed field.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Change {
    /// The name of the field.
    pub field: String,
    /// The value before.
    pub from: Json,
    /// The value after.
    pub to: Json,
}

/// Which entries to read.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    /// Of the actor with this id or this name.
    pub actor: Option<String>,
    /// With this action.
    pub action: Option<String>,
    /// With the subject of this id.
    pub subject_id: Option<String>,
    /// At or after this timestamp, in milliseconds since 1970.
    pub from: Option<i64>,
    /// Before this timestamp, in milliseconds since 1970.
    pub until: Option<i64>,
}

const COLUMNS: &str = "id, happened_at, actor_kind, actor_id, actor_name, action, subject_kind, subject_id, \
     subject_name, changes, address";

impl Filter {
    /// The condition and its parameters.
    fn condition(&self) -> (String, Vec<Value>) {
        let mut conditions = Vec::new();
        let mut parameters: Vec<Value> = Vec::new();
        let mut add = |condition: &str, value: Value| {
            parameters.push(value);
            conditions.push(condition.replace('?', &format!("?{}", parameters.len())));
        };
        if let Some(actor) = &self.actor {
            add("(actor_name = ? OR actor_id = ?)", actor.into());
        }
        if let Some(action) = &self.action {
            add("action = ?", action.into());
        }
        if let Some(id) = &self.subject_id {
            add("subject_id = ?", id.into());
        }
        if let Some(from) = self.from {
            add("happened_at >= ?", from.into());
        }
        if let Some(until) = self.until {
            add("happened_at < ?", until.into());
        }
        let condition = if conditions.is_empty() {
            String::new()
        } else {
            format!(" WHERE {}", conditions.join(" AND "))
        };
        (condition, parameters)
    }
}

/// Reads of the audit log.
#[derive(Debug, Clone, Copy)]
pub struct AuditLog<'a> {
    pub(super) database: &'a Database,
}

impl AuditLog<'_> {
    /// The number of entries that match, and `limit` of them from `offset` on, newest first.
    pub fn page(self, filter: &Filter, offset: i64, limit: i64) -> Result<(i64, Vec<Entry>), StoreError> {
        let (condition, parameters) = filter.condition();
        self.database.read_latest(|executor| {
            let total =
                executor.number(&format!("SELECT COUNT(*) FROM audit_log{condition}"), &parameters)?;
            let sql = format!(
                "SELECT {COLUMNS} FROM audit_log{condition} ORDER BY key DESC LIMIT {limit} OFFSET {offset}"
            );
            Ok((total, executor.all(&sql, &parameters, entry)?))
        })
    }

    /// The actions of all entries, sorted by name.
    pub fn actions(self) -> Result<Vec<String>, StoreError> {
        self.database.read_latest(|executor| {
            let sql = "SELECT DISTINCT action FROM audit_log ORDER BY action";
            executor.all(sql, &[], |row| row.required_text(0))
        })
    }
}

/// Appends an entry.
pub fn append(transaction: &dyn Executor, entry: &Entry) -> Result<(), StoreError> {
    let Entry { id, at, actor, action, subject, changes } = entry;
    let subject = |part: fn(&Subject) -> Option<&String>| subject.as_ref().and_then(part).into();
    transaction
        .execute(
            "INSERT INTO audit_log (id, happened_at, actor_kind, actor_id, actor_name, action, subject_kind,
               subject_id, subject_name, changes, address)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
            &[
                (*id).into(),
                (*at).into(),
                (&actor.kind).into(),
                (&actor.id).into(),
                (&actor.name).into(),
                action.into(),
                subject(|subject| Some(&subject.kind)),
                subject(|subject| Some(&subject.id)),
                subject(|subject| subject.name.as_ref()),
                json!(changes).to_string().into(),
                actor.address.as_ref().into(),
            ],
        )
        .map(drop)
}

fn entry(row: &dyn RowReader) -> Result<Entry, StoreError> {
    let text = |column| row.text(column).map(|text| text.map(str::to_owned));
    let (kind, id, name) = (text(6)?, text(7)?, text(8)?);
    let changes: Vec<Json> =
        serde_json::from_str(&row.required_text(9)?).map_err(|error| StoreError::Value(error.to_string()))?;
    let change = |mut change: Json| Change {
        field: change["field"].as_str().unwrap_or_default().to_owned(),
        from: change["from"].take(),
        to: change["to"].take(),
    };
    Ok(Entry {
        id: row.required_uuid(0)?,
        at: row.required_integer(1)?,
        actor: Actor {
            kind: row.required_text(2)?,
            id: row.required_text(3)?,
            name: row.required_text(4)?,
            address: text(10)?,
        },
        action: row.required_text(5)?,
        subject: kind.zip(id).map(|(kind, id)| Subject { kind, id, name }),
        changes: changes.into_iter().map(change).collect(),
    })
}
