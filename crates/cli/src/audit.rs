//! `folkmoot audit`

use std::io::Write;

use folkmoot_administration::audit::{Entry, Filter};
use folkmoot_administration::json::AuditEntry;
use folkmoot_model::timestamp::{MILLISECONDS_OF_DAY, days, timestamp};
use folkmoot_runtime::terminal;
use folkmoot_store::Store;
use folkmoot_store::audit_log::Change;
use serde_json::json;

use super::{AuditOptions, Failure};

/// Prints entries of the audit log, oldest first.
pub fn run(options: &AuditOptions, store: &Store, out: &mut dyn Write) -> Result<(), Failure> {
    let filter = Filter {
        from: options.since.map(|day| days(day) * MILLISECONDS_OF_DAY),
        subject_id: options.client.map(|id| id.to_string()),
        ..Filter::default()
    };
    let (_, entries) = store.audit_log().page(&filter, 0, i64::MAX)?;
    for entry in entries.into_iter().rev() {
        if options.json {
            writeln!(out, "{}", json!(AuditEntry::from(entry)))?;
        } else {
            writeln!(out, "{}", line(&entry))?;
        }
    }
    Ok(())
}

/// An entry in one line.
fn line(entry: &Entry) -> String {
    let Entry { at, actor, action, subject, changes, .. } = entry;
    let subject = subject.as_ref().map(|subject| {
        let name =
            subject.name.as_ref().map(|name| format!(" ({})", terminal::inline(name))).unwrap_or_default();
        format!("  {} {}{name}", subject.kind, subject.id)
    });
    let change = |Change { field, from, to }: &Change| format!("  {field}: {from} -> {to}");
    let changes: String = changes.iter().map(change).collect();
    let address = actor.address.as_ref().map(|address| format!(" at {address}")).unwrap_or_default();
    format!(
        "{}  {action}  {} ({}){address}{}{changes}",
        timestamp(*at),
        terminal::inline(&actor.name),
        actor.kind,
        subject.unwrap_or_default()
    )
}
