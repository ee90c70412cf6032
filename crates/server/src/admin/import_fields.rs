//! The properties of imports in responses.

use folkmoot_model::access::AccessLevel;
use folkmoot_model::timestamp::timestamp;
use folkmoot_store::imports::{ImportState, StoredImport};
use serde_json::{Value, json};

use super::schema;
use crate::imports::CurrentImport;

/// The schema of an import.
pub fn import_schema() -> Value {
    let progress = schema::object([
        ("stage", schema::text()),
        ("rows", schema::count()),
        ("rows_per_second", schema::count()),
    ]);
    let resource = schema::object([
        ("resource", schema::text()),
        ("inserted", schema::count()),
        ("updated", schema::count()),
        ("unchanged", schema::count()),
        ("removed", schema::count()),
    ]);
    let visible = schema::object([
        ("access", schema::words(AccessLevel::ALL.map(AccessLevel::name))),
        ("resource", schema::text()),
        ("records", schema::count()),
    ]);
    let visible_doc =
        "The stored records that become visible to an access level; in a dry run, those that would.";
    let error = schema::object([
        ("file", schema::text()),
        ("line", schema::nullable(&schema::count())),
        ("field", schema::nullable(&schema::text())),
        ("expected", schema::text()),
        ("found", schema::described(schema::text(), "What was found, without values of people.")),
    ]);
    let more = "Whether the import ended at this number of errors, so that there may be more.";
    let reason = "Why the import failed, if not because of errors in files.";
    schema::object([
        ("id", schema::id()),
        ("state", schema::words(["running", "succeeded", "failed", "cancelled"])),
        ("dry_run", schema::flag()),
        ("source", schema::words(["console", "command-line"])),
        ("actor_name", schema::text()),
        ("started_at", schema::timestamp()),
        ("finished_at", schema::nullable(&schema::timestamp())),
        ("files", schema::list(&schema::text())),
        ("progress", schema::nullable(&progress)),
        ("resources", schema::list(&resource)),
        ("becoming_visible", schema::described(schema::list(&visible), visible_doc)),
        ("warnings", schema::list(&schema::text())),
        ("errors", schema::described(schema::list(&error), "The first 100 errors.")),
        ("error_count", schema::count()),
        ("has_more_errors", schema::described(schema::flag(), more)),
        ("reason", schema::described(schema::nullable(&schema::text()), reason)),
    ])
}

/// An import. If this server runs it, its progress is that of now.
pub fn import_json(import: &StoredImport, current: &CurrentImport) -> Value {
    let progress = (import.state == ImportState::Running)
        .then(|| current.progress(import.id).unwrap_or_else(|| import.progress.clone()));
    json!({
        "id": import.id,
        "state": import.state,
        "dry_run": import.dry_run,
        "source": import.source,
        "actor_name": import.actor_name,
        "started_at": timestamp(import.started_at),
        "finished_at": import.finished_at.map(timestamp),
        "files": import.files,
        "progress": progress,
        "resources": import.report.resources,
        "becoming_visible": import.report.becoming_visible,
        "warnings": import.report.warnings,
        "errors": import.report.errors,
        "error_count": import.report.error_count,
        "has_more_errors": import.report.has_more_errors,
        "reason": import.report.reason,
    })
}
