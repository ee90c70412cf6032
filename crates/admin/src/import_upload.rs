//! Receiving the files of an import.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::Multipart;
use axum::extract::multipart::{Field, MultipartError};
use folkmoot_api::problem::Problem;
use folkmoot_api::problem_table::{BODY_TOO_LARGE, EDIT_CONFLICT, MALFORMED_BODY};
use folkmoot_import::input;
use folkmoot_import::recorded::{LiveProgress, RecordedImport};
use folkmoot_import::{Interruption, Progress as _};
use folkmoot_jobs::imports::{ImportRunner, UploadedImport, folder};
use folkmoot_store::StoreError;
use folkmoot_store::imports::ImportState;
use http::StatusCode;
use tokio::io::AsyncWriteExt as _;
use tokio::task::JoinHandle;
use uuid::Uuid;

/// How often the progress of an upload is stored.
const REPORT_INTERVAL: Duration = Duration::from_secs(5);
/// The number of bytes of a megabyte.
const MEGABYTE: u64 = 1_000_000;

/// An import whose files are being received. Dropping it before [`Self::finish`] cancels the import and deletes its files.
pub struct Upload {
    state: Arc<ImportRunner>,
    recorded: Option<RecordedImport>,
    /// Whether dropping it cancels the import.
    is_open: bool,
    id: Uuid,
    folder: PathBuf,
    /// How large the files may be together, in megabytes.
    limit: u64,
    progress: Arc<LiveProgress>,
    /// When the progress was last stored.
    reported: Instant,
}

impl Upload {
    /// Prepares for the files of an import that was recorded, which may have this number of megabytes together.
    pub async fn begin(
        state: &Arc<ImportRunner>,
        recorded: RecordedImport,
        limit: u64,
    ) -> Result<Self, Problem> {
        let id = recorded.import.id;
        let folder = folder(&state.settings.data, id);
        // Registered before the folder exists, so that it is not taken for one of an earlier run.
        let progress = state.current.begin(id, state.settings.disk_reserve());
        folkmoot_import::Progress::begin(&*progress, "upload");
        let (state, recorded, reported) = (Arc::clone(state), Some(recorded), Instant::now());
        let upload = Self { state, recorded, is_open: true, id, folder, limit, progress, reported };
        tokio::fs::create_dir_all(&upload.folder).await.map_err(Problem::unavailable)?;
        Ok(upload)
    }

    /// Writes all files to disk as they arrive. Fails if a file has another name than those of imports, or if they are too
    /// large together.
    pub async fn receive(&mut self, mut files: Multipart) -> Result<(), Problem> {
        let mut left = self.limit.saturating_mul(MEGABYTE);
        let mut names: Vec<String> = Vec::new();
        while let Some(field) = files.next_field().await.map_err(malformed)? {
            let name = field.file_name().unwrap_or_default().to_owned();
            let resource = input::resource_of_file(&name);
            if resource.is_none() && name != input::PLATFORM {
                return Err(unknown_file(&name));
            }
            if names.iter().any(|known| input::resource_of_file(known) == resource) {
                let fault = format!("must contain only one file for {}", resource.unwrap_or(input::PLATFORM));
                return Err(Problem::invalid_member("files", &fault));
            }
            self.write(&name, field, &mut left).await?;
            names.push(name);
        }
        if names.is_empty() {
            let fault = "must contain at least one file, such as ideas.ndjson.gz";
            return Err(Problem::invalid_member("files", fault));
        }
        if let Some(recorded) = &mut self.recorded {
            recorded.import.files = names;
        }
        Ok(())
    }

    /// Deletes the files that were received, and the record of the import.
    pub async fn cancel(mut self) {
        // The task continues if the client disconnects meanwhile; it logs its errors.
        let _ = self.spawn_cancel().await;
    }

    /// Hands the import over to the caller, who must delete its files.
    pub async fn finish(mut self) -> Result<UploadedImport, Problem> {
        let recorded = self.recorded.take().ok_or_else(|| Problem::internal("the upload was cancelled"))?;
        let stored = self.state.store.run_administration(move |store| {
            recorded.record_files(store)?;
            Ok::<_, StoreError>(recorded)
        });
        match stored.await {
            Ok(recorded) => {
                self.is_open = false;
                Ok(UploadedImport {
                    recorded,
                    folder: self.folder.clone(),
                    progress: Arc::clone(&self.progress),
                })
            }
            Err(error) => {
                self.cancel().await;
                Err(error.into())
            }
        }
    }

    async fn write(&mut self, name: &str, mut field: Field<'_>, left: &mut u64) -> Result<(), Problem> {
        let mut file = tokio::fs::File::create(self.folder.join(name)).await.map_err(Problem::unavailable)?;
        while let Some(chunk) = field.chunk().await.map_err(malformed)? {
            let Some(rest) = left.checked_sub(chunk.len() as u64) else {
                let limit = self.limit;
                let detail = format!("The files of an import must not exceed {limit} MB together.");
                return Err(Problem::new(&BODY_TOO_LARGE, detail));
            };
            *left = rest;
            self.progress.check().map_err(interrupted)?;
            file.write_all(&chunk).await.map_err(Problem::unavailable)?;
            self.report().await;
        }
        file.flush().await.map_err(Problem::unavailable)
    }
}

impl Upload {
    fn spawn_cancel(&mut self) -> JoinHandle<()> {
        self.is_open = false;
        // An import that an administrator cancelled remains in the list.
        let is_cancelled = self.progress.check() == Err(Interruption::Cancelled);
        let recorded = self.recorded.take().filter(|_| is_cancelled);
        tokio::spawn(cancel(Arc::clone(&self.state), self.id, self.folder.clone(), recorded))
    }

    /// Stores from time to time that the import is not abandoned, and reads whether it was cancelled on another server.
    async fn report(&mut self) {
        if self.reported.elapsed() < REPORT_INTERVAL {
            return;
        }
        self.reported = Instant::now();
        let (id, progress) = (self.id, self.progress.read());
        let now = (self.state.clock)().as_millisecond();
        let stored = self.state.store.run_maintenance(move |store| {
            store.imports().report_progress(id, &progress, now)?;
            store.imports().is_cancelled(id)
        });
        match stored.await {
            Ok(true) => self.progress.cancel(),
            Ok(false) => {}
            Err(error) => tracing::debug!(%error, "failed to store the progress of an upload; will retry"),
        }
    }
}

impl Drop for Upload {
    fn drop(&mut self) {
        // The client has disconnected, which drops the request.
        if self.is_open {
            self.spawn_cancel();
        }
    }
}

async fn cancel(state: Arc<ImportRunner>, id: Uuid, folder: PathBuf, recorded: Option<RecordedImport>) {
    let cancelled = state.store.run_maintenance(move |store| {
        let removed = std::fs::remove_dir_all(&folder);
        match recorded {
            Some(import) => {
                let reason = format!("{}.", Interruption::Cancelled);
                import.end_early(store, ImportState::Cancelled, &reason);
            }
            None => store.imports().discard(id)?,
        }
        Ok::<_, StoreError>(removed)
    });
    match cancelled.await {
        Ok(Ok(())) => {}
        Ok(Err(error)) => tracing::warn!(%error, "failed to delete uploaded files; will retry"),
        Err(error) => tracing::warn!(%error, "failed to cancel an import; will retry"),
    }
    // From here on, what could not be deleted is cleaned up like the files of a killed server.
    state.current.end(id);
}

/// The problem that an upload was cancelled, or that the disk is full.
fn interrupted(interruption: Interruption) -> Problem {
    match interruption {
        Interruption::Cancelled => {
            Problem::new(&EDIT_CONFLICT, "The import was cancelled. Nothing was changed.")
        }
        Interruption::NoSpace(error) => error.into(),
    }
}

#[allow(clippy::needless_pass_by_value, reason = "errors are passed on as they are, by `map_err`")]
fn malformed(error: MultipartError) -> Problem {
    if error.status() == StatusCode::PAYLOAD_TOO_LARGE {
        return Problem::new(&BODY_TOO_LARGE, "The request body is too large.");
    }
    let text = error.body_text();
    Problem::new(&MALFORMED_BODY, format!("The body is not valid multipart/form-data: {text}."))
}

fn unknown_file(name: &str) -> Problem {
    let name: String = name.chars().take(100).collect();
    let fault = format!(
        "must not contain a file '{name}'; expected platform.json and names such as ideas.ndjson or ideas.ndjson.gz"
    );
    Problem::invalid_member("files", &fault)
}
