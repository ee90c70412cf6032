//! Running an import whose files were received.

use std::io::{self, BufRead, Read};
use std::path::PathBuf;
use std::sync::Arc;

use folkmoot_import::blob_sink::{BlobSink, MeasuringSink};
use folkmoot_import::recorded::{LiveProgress, RecordedImport};
use folkmoot_import::{BlobStaging, ImportDirectory, Input, Interruption, Options, Progress as _, Silent};
use folkmoot_store::imports::ImportState;
use uuid::Uuid;

use super::runner::ImportRunner;

/// An import with its files.
pub struct UploadedImport {
    /// Its record.
    pub recorded: RecordedImport,
    /// Its files.
    pub folder: PathBuf,
    /// Shows how far it is.
    pub progress: Arc<LiveProgress>,
}

/// Runs an import on a thread of its own, which takes as long as its records need. Deletes its files at the end.
pub fn start(state: &Arc<ImportRunner>, uploaded: UploadedImport) -> io::Result<()> {
    let UploadedImport { recorded, folder, progress } = uploaded;
    let end = EndOfImport { state: Arc::clone(state), id: recorded.import.id, folder };
    std::thread::Builder::new()
        .name("import".to_owned())
        .spawn(move || run(&end, recorded, &progress))
        .map(drop)
}

/// Deletes the files of an import when it ends, also if it panics.
struct EndOfImport {
    state: Arc<ImportRunner>,
    id: Uuid,
    folder: PathBuf,
}

impl Drop for EndOfImport {
    fn drop(&mut self) {
        if let Err(error) = std::fs::remove_dir_all(&self.folder) {
            tracing::warn!(%error, "failed to delete uploaded files; will retry");
        }
        if std::thread::panicking()
            && let Err(error) = self.state.store.imports().fail_killed(self.id)
        {
            tracing::warn!(%error, import = %self.id, "failed to record the end of an import; will retry");
        }
        self.state.current.end(self.id);
    }
}

fn run(end: &EndOfImport, recorded: RecordedImport, progress: &LiveProgress) {
    let EndOfImport { state, folder, id } = end;
    tracing::info!(import = %id, "started an import of uploaded files");
    let prepared = ImportDirectory::open(folder)
        .map_err(|error| format!("{error}."))
        .and_then(|input| Ok((UploadedFiles(input), sink(state, recorded.mode.dry_run, progress)?)));
    let (input, blobs) = match prepared {
        Ok(prepared) => prepared,
        Err(reason) => {
            let ended = match progress.check() {
                Err(Interruption::Cancelled) => ImportState::Cancelled,
                _ => ImportState::Failed,
            };
            return recorded.end_early(&state.store, ended, &reason);
        }
    };
    let options = Options { mode: recorded.mode, now: (state.clock)(), progress: &Silent, blobs: &*blobs };
    // Its report has the errors of records, which the log must not contain.
    let is_successful = recorded.run(&state.store, &input, &options, progress).is_ok();
    tracing::info!(import = %id, is_successful, "finished an import of uploaded files");
}

/// Receives the bytes of files that records contain as Base64.
fn sink(state: &ImportRunner, dry_run: bool, progress: &LiveProgress) -> Result<Box<dyn BlobSink>, String> {
    if dry_run {
        return Ok(Box::new(MeasuringSink));
    }
    let staging = BlobStaging::open(state.file_store.clone(), &state.settings.data, progress);
    let within = |staging: BlobStaging| staging.within(state.settings.disk_reserve());
    staging.map(|staging| Box::new(within(staging)) as Box<dyn BlobSink>).map_err(|error| {
        if let Err(interruption) = progress.check() {
            return format!("{interruption}.");
        }
        tracing::error!(%error, "failed to prepare the file storage for an import");
        "The file storage is not available. The log has the cause.".to_owned()
    })
}

/// Uploaded files. The bytes of files that records name by a path are not among them.
struct UploadedFiles(ImportDirectory);

impl Input for UploadedFiles {
    fn has(&self, plural: &str) -> bool {
        self.0.has(plural)
    }

    fn name(&self, plural: &str) -> String {
        self.0.name(plural)
    }

    fn open(&self, plural: &str) -> io::Result<Box<dyn BufRead + Send + '_>> {
        self.0.open(plural)
    }

    fn platform(&self) -> io::Result<Option<String>> {
        self.0.platform()
    }

    fn open_bytes(&self, _: &str) -> io::Result<Box<dyn Read + '_>> {
        Err(io::ErrorKind::NotFound.into())
    }

    fn expected_path(&self) -> &'static str {
        "the bytes as Base64 in content, because uploads contain no files beside the records; `folkmoot import` reads them"
    }
}
