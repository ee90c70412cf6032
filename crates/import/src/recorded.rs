//! Imports that are recorded in the database, so that administrators see them and their reports.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use folkmoot_database::import_transaction::ImportTransaction;
use folkmoot_model::resources::all_resources;
use folkmoot_runtime::disk_reserve::DiskReserve;
use folkmoot_store::audit_log::{Actor, Change, Entry, Subject};
use folkmoot_store::imports::{
    self, ImportProgress, ImportReport, ImportSource, ImportState, ResourceReport, StoredImport,
};
use folkmoot_store::{Store, StoreError};
use jiff::Timestamp;
use serde_json::json;
use uuid::Uuid;

use crate::error::ImportError;
use crate::input::{Input, PLATFORM};
use crate::options::{Interruption, Mode, Options, Progress};
use crate::redaction::without_values;
use crate::report::{Counts, Summary};
use crate::run::{Steps, import_with};

/// How often the progress of an import is stored, by which other programs know that it is running.
const PROGRESS_INTERVAL: Duration = Duration::from_secs(2);

/// An import that is recorded.
#[derive(Debug)]
pub struct RecordedImport {
    /// Its record.
    pub import: StoredImport,
    /// What it may do.
    pub mode: Mode,
    entry: Entry,
}

impl RecordedImport {
    /// A new import.
    pub fn new(source: ImportSource, actor: Actor, mode: Mode, files: Vec<String>, now: Timestamp) -> Self {
        let (id, now) = (Uuid::new_v4(), now.as_millisecond());
        let change = |field: &str, to: serde_json::Value| Change {
            field: field.to_owned(),
            from: serde_json::Value::Null,
            to,
        };
        let mut changes = vec![change("dry_run", json!(mode.dry_run)), change("source", json!(source))];
        if mode.remove_locales {
            changes.push(change("remove_locales", json!(true)));
        }
        let entry = Entry {
            id: Uuid::new_v4(),
            at: now,
            actor: actor.clone(),
            action: "imports.create".to_owned(),
            subject: Some(Subject { kind: "import".to_owned(), id: id.to_string(), name: None }),
            changes,
        };
        let import = StoredImport {
            id,
            state: ImportState::Running,
            dry_run: mode.dry_run,
            source,
            actor_name: actor.name,
            started_at: now,
            finished_at: None,
            files,
            progress: ImportProgress::default(),
            report: ImportReport::default(),
        };
        Self { import, mode, entry }
    }

    /// Records that it begins. Returns `false` if another import is running, for which the command line waits.
    pub fn begin(&self, store: &Store) -> Result<bool, StoreError> {
        store.imports().begin(&self.import, Some(&self.entry))
    }

    /// Records that it begins when its files have been received, so that no other import begins before. Returns `false` if
    /// another import is running.
    pub fn reserve(&self, store: &Store) -> Result<bool, StoreError> {
        store.imports().begin(&self.import, None)
    }

    /// Records that the files of a reserved import have been received.
    pub fn record_files(&self, store: &Store) -> Result<(), StoreError> {
        store.imports().set_files(&self.import, &self.entry)
    }

    /// Runs the import, and records its progress and its end. `live` shows its progress at any time.
    pub fn run(
        self,
        store: &Store,
        input: &dyn Input,
        options: &Options<'_>,
        live: &LiveProgress,
    ) -> Result<Summary, ImportError> {
        let progress = Both { live, other: options.progress };
        let observed = Options { progress: &progress, ..*options };
        let id = self.import.id;
        let result = std::thread::scope(|scope| {
            let (ended, waiting) = channel::<()>();
            scope.spawn(move || {
                while waiting.recv_timeout(PROGRESS_INTERVAL) == Err(RecvTimeoutError::Timeout) {
                    let now = Timestamp::now().as_millisecond();
                    // The write of the import itself may hold the lock of the database.
                    if let Err(error) = store.imports().report_progress(id, &live.read(), now) {
                        tracing::debug!(%error, "failed to store the progress of an import; will retry");
                    }
                    match store.imports().is_cancelled(id) {
                        Ok(true) => live.cancel(),
                        Ok(false) => {}
                        Err(error) => tracing::debug!(%error, "failed to read whether an import was cancelled; will retry"),
                    }
                }
            });
            // A program that is killed after the commit has recorded its success.
            let after_write = |transaction: &ImportTransaction<'_>, summary: &Summary| {
                let import = self.ended(ImportState::Succeeded, succeeded(summary), live);
                imports::finish(transaction.executor(), &import, &self.entry)
            };
            let steps = Steps { after_write: &after_write, ..Steps::default() };
            let result = import_with(store, input, &observed, &steps);
            drop(ended);
            result
        });
        let (state, report) = match &result {
            Ok(_) if !self.import.dry_run => return result,
            Ok(summary) => (ImportState::Succeeded, succeeded(summary)),
            Err(error @ ImportError::Interrupted(Interruption::Cancelled)) => {
                (ImportState::Cancelled, failed(error))
            }
            Err(error) => (ImportState::Failed, failed(error)),
        };
        self.store_end(store, &self.ended(state, report, live));
        result
    }

    fn ended(&self, state: ImportState, report: ImportReport, live: &LiveProgress) -> StoredImport {
        let finished_at = Some(Timestamp::now().as_millisecond());
        StoredImport { state, finished_at, progress: live.read(), report, ..self.import.clone() }
    }

    /// Records that it failed or was cancelled before it began to read its files, for a reason in complete sentences.
    pub fn end_early(&self, store: &Store, state: ImportState, reason: &str) {
        let report = ImportReport { reason: Some(reason.to_owned()), ..ImportReport::default() };
        self.store_end(store, &self.ended(state, report, &LiveProgress::default()));
    }

    fn store_end(&self, store: &Store, import: &StoredImport) {
        if let Err(error) = store.imports().finish(import, &self.entry) {
            tracing::warn!(%error, import = %self.import.id, "failed to record the end of an import");
        }
    }
}

/// The names of the files of an input.
pub fn files(input: &dyn Input) -> Vec<String> {
    let platform = input.platform().ok().flatten().map(|_| PLATFORM.to_owned());
    let resources = all_resources().map(|resource| resource.names.plural).filter(|plural| input.has(plural));
    platform.into_iter().chain(resources.map(|plural| input.name(plural))).collect()
}

fn succeeded(summary: &Summary) -> ImportReport {
    ImportReport {
        resources: summary.counts.iter().filter(|(_, counts)| counts.rows() > 0).map(resource).collect(),
        becoming_visible: summary.becoming_visible.clone(),
        warnings: summary.warnings.clone(),
        ..ImportReport::default()
    }
}

fn failed(error: &ImportError) -> ImportReport {
    match error {
        ImportError::Invalid(problems) => ImportReport {
            warnings: problems.warnings.clone(),
            errors: problems.reported.iter().map(without_values).collect(),
            error_count: problems.more + problems.reported.len() as u64,
            has_more_errors: problems.is_full,
            ..ImportReport::default()
        },
        error => ImportReport { reason: Some(reason(error)), ..ImportReport::default() },
    }
}

/// Why an import failed. Errors of the database may quote values.
fn reason(error: &ImportError) -> String {
    match error {
        ImportError::Store(error @ (StoreError::Full | StoreError::Busy)) => format!("{error}."),
        ImportError::Store(error) if error.is_uncertain() => {
            tracing::error!(%error, "the database failed at the end of an import");
            "The database failed; the records may have been stored. The log has the cause.".to_owned()
        }
        ImportError::Store(error) => {
            tracing::error!(%error, "the database failed during an import");
            "The database failed; nothing was changed. The log has the cause.".to_owned()
        }
        error => format!("{error}."),
    }
}

fn resource((plural, counts): &(&'static str, Counts)) -> ResourceReport {
    let Counts { inserted, updated, unchanged, removed } = *counts;
    ResourceReport { resource: (*plural).to_owned(), inserted, updated, unchanged, removed }
}

/// The progress of a running import, which it interrupts when it is cancelled or the disk is full except for its reserve.
#[derive(Debug)]
pub struct LiveProgress {
    is_cancelled: AtomicBool,
    reserve: DiskReserve,
    stage: Mutex<String>,
    lines: AtomicU64,
    /// When the current stage began, and the number of lines that were read before.
    stage_began: Mutex<(Instant, u64)>,
}

impl Default for LiveProgress {
    fn default() -> Self {
        Self::new(DiskReserve::default())
    }
}

impl LiveProgress {
    /// The progress of an import that leaves a reserve on the disk.
    pub fn new(reserve: DiskReserve) -> Self {
        Self {
            is_cancelled: AtomicBool::new(false),
            reserve,
            stage: Mutex::default(),
            lines: AtomicU64::new(0),
            stage_began: Mutex::new((Instant::now(), 0)),
        }
    }

    /// Cancels the import.
    pub fn cancel(&self) {
        self.is_cancelled.store(true, Ordering::Relaxed);
    }

    /// The progress now.
    pub fn read(&self) -> ImportProgress {
        let lines = self.lines.load(Ordering::Relaxed);
        let (began, before) = *self.stage_began.lock().unwrap_or_else(PoisonError::into_inner);
        let milliseconds = began.elapsed().as_millis().max(1);
        let rate = u128::from(lines.saturating_sub(before)) * 1000 / milliseconds;
        ImportProgress {
            stage: self.stage.lock().unwrap_or_else(PoisonError::into_inner).clone(),
            rows: i64::try_from(lines).unwrap_or(i64::MAX),
            rows_per_second: i64::try_from(rate).unwrap_or(i64::MAX),
        }
    }
}

impl Progress for LiveProgress {
    fn begin(&self, what: &str) {
        what.clone_into(&mut self.stage.lock().unwrap_or_else(PoisonError::into_inner));
        let began = (Instant::now(), self.lines.load(Ordering::Relaxed));
        *self.stage_began.lock().unwrap_or_else(PoisonError::into_inner) = began;
    }

    fn advance(&self, lines: u64) {
        self.lines.fetch_add(lines, Ordering::Relaxed);
    }

    fn waiting(&self) {
        self.begin("waiting for another write");
    }

    fn check_space(&self, bytes: u64) -> Result<(), Interruption> {
        if self.is_cancelled.load(Ordering::Relaxed) {
            return Err(Interruption::Cancelled);
        }
        Ok(self.reserve.check(bytes)?)
    }
}

/// Passes the progress to two receivers.
struct Both<'a> {
    live: &'a LiveProgress,
    other: &'a dyn Progress,
}

impl Progress for Both<'_> {
    fn begin(&self, what: &str) {
        self.live.begin(what);
        self.other.begin(what);
    }

    fn advance(&self, lines: u64) {
        self.live.advance(lines);
        self.other.advance(lines);
    }

    fn waiting(&self) {
        self.live.waiting();
        self.other.waiting();
    }

    fn check_space(&self, bytes: u64) -> Result<(), Interruption> {
        self.live.check_space(bytes)?;
        self.other.check_space(bytes)
    }
}
