//! The properties of imports in responses.

use folkmoot_administration::json::UtcTimestamp;
use folkmoot_jobs::imports::CurrentImport;
use folkmoot_store::imports::{
    FileError, ImportProgress, ImportSource, ImportState, ResourceReport, StoredImport, VisibilityReport,
};
use schemars::JsonSchema;
use serde::Serialize;
use uuid::Uuid;

/// An import of files.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Import")]
pub struct ImportJson {
    id: Uuid,
    #[schemars(with = "String", extend("enum" = ["running", "succeeded", "failed", "cancelled"]))]
    state: ImportState,
    dry_run: bool,
    #[schemars(with = "String", extend("enum" = ["console", "command-line"]))]
    source: ImportSource,
    actor_name: String,
    started_at: UtcTimestamp,
    finished_at: Option<UtcTimestamp>,
    files: Vec<String>,
    progress: Option<ImportProgress>,
    resources: Vec<ResourceReport>,
    /// The stored records that become visible to an access level; in a dry run, those that would.
    becoming_visible: Vec<VisibilityReport>,
    warnings: Vec<String>,
    /// The first 100 errors.
    errors: Vec<FileError>,
    error_count: u64,
    /// Whether the import ended at this number of errors, so that there may be more.
    has_more_errors: bool,
    /// Why the import failed, if not because of errors in files.
    reason: Option<String>,
}

impl ImportJson {
    /// An import. If this server runs it, its progress is that of now.
    pub fn new(import: StoredImport, current: &CurrentImport) -> Self {
        let StoredImport { id, state, dry_run, source, actor_name, files, report, .. } = import;
        let progress =
            (state == ImportState::Running).then(|| current.progress(id).unwrap_or(import.progress));
        Self {
            id,
            state,
            dry_run,
            source,
            actor_name,
            started_at: UtcTimestamp(import.started_at),
            finished_at: import.finished_at.map(UtcTimestamp),
            files,
            progress,
            resources: report.resources,
            becoming_visible: report.becoming_visible,
            warnings: report.warnings,
            errors: report.errors,
            error_count: report.error_count,
            has_more_errors: report.has_more_errors,
            reason: report.reason,
        }
    }
}
