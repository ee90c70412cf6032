//! Making an export, on a thread of its own.

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use folkmoot_administration::audit::{Action, Actor, Change};
use folkmoot_database::executor::Executor;
use folkmoot_export::{
    ExportError, ExportProgress, ExportReport, ExportRequest, Format, export, platform_fingerprint,
    visible_resources,
};
use folkmoot_model::access::{AccessLevel, ResourceSet};
use folkmoot_store::access::AccessView;
use folkmoot_store::changes::Version;
use folkmoot_store::clients::Client;
use folkmoot_store::exports::{ExportState, STOPPED, StoredExport, StoredFile};
use folkmoot_store::{Store, StoreError};
use tokio::runtime::Handle;
use uuid::Uuid;

use super::runner::ExportRunner;
use super::sink::BlobSink;
use crate::busy_retry::retry_while_busy;

/// The folder in the data folder with files that are not complete.
const FOLDER: &str = "exports";
/// Who made an export that an administrator did not start.
const SCHEDULE: &str = "schedule";

/// Why an export failed for which there is no space.
const FULL: &str = "The file storage or the data folder is full. Free space and export again.";

/// What to export.
#[derive(Debug, Clone)]
pub struct ExportJob {
    /// The access level.
    pub access: AccessLevel,
    /// The client that the export belongs to.
    pub client: Option<Client>,
    /// The formats.
    pub formats: Vec<Format>,
    /// What the schedule makes it for; `None` if an administrator starts it.
    pub schedule: Option<String>,
}

impl ExportJob {
    /// What the reader of the export sees.
    fn view(&self, state: &ExportRunner) -> Result<AccessView, StoreError> {
        let Some(client) = &self.client else {
            let settings = Arc::clone(&state.views.settings);
            return Ok(AccessView::without_client(self.access, ResourceSet::ALL, settings));
        };
        state.views.view(client.id, self.access, ResourceSet::named(client.resources.as_deref()))
    }

    fn export(&self, state: &ExportRunner, actor: &str) -> Result<StoredExport, StoreError> {
        let platform = state.platform.platform().ok_or(StoreError::NoPlatform)?;
        Ok(StoredExport {
            id: Uuid::new_v4(),
            state: ExportState::Running,
            access: self.access,
            client: self.client.as_ref().map(|client| client.id),
            resources: visible_resources(&self.view(state)?)
                .iter()
                .map(|resource| resource.names.plural)
                .collect(),
            formats: self.formats.iter().map(|format| format.name().to_owned()).collect(),
            schedule: self.schedule.clone(),
            actor_name: actor.to_owned(),
            started_at: (state.clock)().as_millisecond(),
            finished_at: None,
            reason: None,
            settings: state.views.settings.fingerprint(),
            content: platform_fingerprint(&platform.platform),
            version: Version::default(),
            files: Vec::new(),
        })
    }
}

/// The administrator who starts an export, and what the audit log says of it.
#[derive(Debug, Clone)]
pub struct Started {
    /// The administrator.
    pub actor: Actor,
    /// What is exported.
    pub changes: Vec<Change>,
}

/// Starts an export, with an entry in the audit log if an administrator did. Returns `None` if another one is running, or the
/// schedule was met. Waits for short writes to an embedded database; returns [`StoreError::Busy`] if an import is writing.
pub async fn start(
    state: &Arc<ExportRunner>,
    job: ExportJob,
    started: Option<Started>,
) -> Result<Option<StoredExport>, StoreError> {
    retry_while_busy(|| begin(state, job.clone(), started.clone())).await
}

/// Like [`start`], but returns [`StoreError::Busy`] at once if another write holds the lock of an embedded database.
async fn begin(
    state: &Arc<ExportRunner>,
    job: ExportJob,
    started: Option<Started>,
) -> Result<Option<StoredExport>, StoreError> {
    let actor_name = started.as_ref().map_or(SCHEDULE, |started| &started.actor.name);
    let export = job.export(state, actor_name)?;
    let run = Run::new(state, export.id);
    let (stored, now) = (export.clone(), (state.clock)());
    // All of it in one piece of work: a request whose client goes away leaves no export that nothing makes.
    let begin = move |store: &Store| {
        let begun = store.exports().begin(&stored, |transaction: &dyn Executor| {
            let Some(Started { actor, changes }) = started else { return Ok(()) };
            let action = Action { actor: &actor, name: "exports.create", at: now };
            action.append(transaction, Some(super::subject(stored.id)), changes)
        })?;
        begun.map(|version| run.spawn(job, version)).transpose()
    };
    Ok(state.store.run_administration(begin).await?.map(|()| export))
}

struct Run {
    state: Arc<ExportRunner>,
    runtime: Handle,
    id: Uuid,
    is_cancelled: Arc<AtomicBool>,
}

/// Why an export was not stored.
#[derive(Debug, thiserror::Error)]
enum RunError {
    #[error(transparent)]
    Export(#[from] ExportError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("failed to create the folder for incomplete files: {0}")]
    Folder(#[from] io::Error),
    #[error("a file of the export was not stored")]
    Incomplete,
}

impl Drop for Run {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.fail(STOPPED);
        }
        self.state.local.end(self.id);
    }
}

impl ExportProgress for Run {
    fn is_cancelled(&self) -> bool {
        self.is_cancelled.load(Ordering::Relaxed) || *self.state.stopping.borrow()
    }
}

impl Run {
    /// Registers an export until it is dropped.
    fn new(state: &Arc<ExportRunner>, id: Uuid) -> Self {
        let is_cancelled = state.local.begin(id);
        Self { state: Arc::clone(state), runtime: Handle::current(), id, is_cancelled }
    }

    /// Makes the export on a thread of its own.
    fn spawn(self, job: ExportJob, version: Version) -> Result<(), StoreError> {
        let Self { state, id, .. } = &self;
        let (state, id) = (Arc::clone(state), *id);
        state.local.set_running(id);
        let thread = std::thread::Builder::new().name("export".to_owned());
        let Err(error) = thread.spawn(move || self.run(&job, version)) else { return Ok(()) };
        tracing::error!(%error, "failed to start the thread of an export");
        state.store.exports().fail(id, STOPPED, (state.clock)().as_millisecond())
    }

    fn run(&self, job: &ExportJob, version: Version) {
        folkmoot_runtime::priority::lower();
        let Self { id, .. } = self;
        tracing::info!(export = %id, access = %job.access, "started an export");
        let result = match self.make(job, version) {
            Ok(true) => {
                tracing::info!(export = %id, "finished an export");
                "succeeded"
            }
            Ok(false) => {
                tracing::info!(export = %id, "an export was deleted before it was complete");
                "deleted"
            }
            Err(RunError::Export(ExportError::Cancelled)) => {
                tracing::info!(export = %id, "stopped an export");
                self.fail(STOPPED);
                "stopped"
            }
            Err(error) => {
                tracing::error!(%error, export = %id, "an export failed");
                self.fail(&reason(&error));
                "failed"
            }
        };
        metrics::counter!("folkmoot_exports_total", "result" => result).increment(1);
    }

    /// Makes the export. Returns `false` if it was deleted meanwhile.
    fn make(&self, job: &ExportJob, version: Version) -> Result<bool, RunError> {
        let Self { state, id, .. } = self;
        let folder = state.settings.data.join(FOLDER);
        std::fs::create_dir_all(&folder)?;
        let work_folder = tempfile::tempdir_in(&folder)?;
        let mut request = ExportRequest::new(job.formats.clone(), job.view(state)?, (state.clock)());
        request.since = version.sequence;
        request.reserve = state.settings.disk_reserve();
        let sink = BlobSink::new(state.files.clone(), *id, self.runtime.clone(), work_folder, self);
        let stored = export(&state.store, &request, &sink, self)
            .map_err(RunError::from)
            .and_then(|report| self.store(&report, &sink));
        if !matches!(stored, Ok(true)) {
            sink.discard();
        }
        stored
    }

    fn store(&self, report: &ExportReport, sink: &BlobSink) -> Result<bool, RunError> {
        let rows = |rows| i64::try_from(rows).unwrap_or(i64::MAX);
        let contains = |file: &folkmoot_export::ExportedFile, resource: &str| {
            file.format.is_some() && file.resource.is_none_or(|plural| plural == resource)
        };
        let file = |file: &folkmoot_export::ExportedFile| {
            let contents =
                report.resources.iter().filter(|(resource, _)| contains(file, resource.names.plural));
            Ok(StoredFile {
                blob: sink.blob(&file.name).ok_or(RunError::Incomplete)?,
                name: file.name.clone(),
                resource: file.resource.map(str::to_owned),
                format: file.format.map(|format| format.name().to_owned()),
                rows: rows(file.rows),
                contents: contents
                    .map(|(resource, count)| (resource.names.plural.to_owned(), rows(*count)))
                    .collect(),
                size: i64::try_from(file.size_bytes).unwrap_or(i64::MAX),
                sha256: file.sha256.clone(),
            })
        };
        let files: Vec<StoredFile> = report.files.iter().map(file).collect::<Result<_, RunError>>()?;
        let now = (self.state.clock)().as_millisecond();
        loop {
            match self.state.store.exports().succeed(self.id, report.version, &files, now) {
                // An import holds the lock of an embedded database for minutes.
                Err(StoreError::Busy) if !self.is_cancelled() => {}
                result => return Ok(result?),
            }
        }
    }

    fn fail(&self, reason: &str) {
        let now = (self.state.clock)().as_millisecond();
        if let Err(error) = self.state.store.exports().fail(self.id, reason, now) {
            tracing::warn!(%error, export = %self.id, "failed to record the end of an export; will retry");
            self.state.local.fail(self.id, reason);
        }
    }
}

/// Why an export failed, for administrators.
fn reason(error: &RunError) -> String {
    match error {
        RunError::Export(ExportError::Full { .. } | ExportError::Store(StoreError::Full))
        | RunError::Store(StoreError::Full) => FULL.to_owned(),
        RunError::Export(ExportError::NoSpace(error)) => format!("{error}."),
        RunError::Folder(cause) if is_full(cause) => FULL.to_owned(),
        _ => "The export failed. The log has the cause.".to_owned(),
    }
}

fn is_full(cause: &io::Error) -> bool {
    matches!(cause.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded)
}

/// Deletes the incomplete files that a stopped server left.
pub fn delete_incomplete(data: &Path) -> io::Result<()> {
    match std::fs::remove_dir_all(data.join(FOLDER)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
