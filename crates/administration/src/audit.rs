//! Entries of the audit log.

use folkmoot_database::executor::Executor;
use folkmoot_store::StoreError;
use folkmoot_store::audit_log;
use jiff::Timestamp;
use serde_json::Value;
use uuid::Uuid;

pub use folkmoot_store::audit_log::{Actor, Change, Entry, Filter, Subject};

/// An action of an actor at some time. Its entry is appended in the transaction of the change.
#[derive(Debug, Clone)]
pub struct Action<'a> {
    /// Who does it.
    pub actor: &'a Actor,
    /// Its name: the plural of the subject and a verb, such as `clients.create`.
    pub name: &'a str,
    /// When.
    pub at: Timestamp,
}

impl Action<'_> {
    /// Appends the entry of this action to the audit log.
    pub fn append(
        &self,
        transaction: &dyn Executor,
        subject: Option<Subject>,
        changes: Vec<Change>,
    ) -> Result<(), StoreError> {
        let entry = Entry {
            id: Uuid::new_v4(),
            at: self.at.as_millisecond(),
            actor: self.actor.clone(),
            action: self.name.to_owned(),
            subject,
            changes,
        };
        audit_log::append(transaction, &entry)
    }
}

/// The fields that differ between two states, which have the same fields in the same order.
pub fn differences<const N: usize>(
    before: [(&'static str, Value); N],
    after: [(&'static str, Value); N],
) -> Vec<Change> {
    let pairs = before.into_iter().zip(after).filter(|((_, before), (_, after))| before != after);
    pairs.map(|((field, from), (_, to))| Change { field: field.to_owned(), from, to }).collect()
}
