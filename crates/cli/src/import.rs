//! `folkmoot import`.

use std::io::{self, IsTerminal as _, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use folkmoot_files::blobs;
use folkmoot_files::file_store::FileStore;
use folkmoot_import::blob_sink::{BlobSink, MeasuringSink};
use folkmoot_import::{BlobStaging, ImportError, Input, Options, Progress, Summary, input};
use folkmoot_server::settings::Settings;
use folkmoot_store::Store;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use jiff::Timestamp;

use super::Failure;

/// Imports a folder or a file, and tells people what became of it.
pub fn run(
    settings: &Settings,
    path: &Path,
    dry_run: bool,
    now: Timestamp,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let folder = input::open(path).map_err(Failure::new)?;
    let store = Arc::new(Store::open(&settings.database())?);
    let summary = if dry_run {
        bring_in(&store, &folder, &MeasuringSink, true, now)?
    } else {
        bring_in(&store, &folder, &blob_staging(settings, &store)?, false, now)?
    };
    Ok(writeln!(out, "{summary}")?)
}

/// Where the bytes of imported files go.
pub fn blob_staging(settings: &Settings, store: &Arc<Store>) -> Result<BlobStaging, Failure> {
    let file_store = FileStore::new(Arc::clone(store), blobs::open(&settings.file_storage())?);
    Ok(BlobStaging::open(file_store, &settings.data, &tell_waiting)?)
}

/// Imports what the input holds, with a progress bar and warnings for people.
pub fn bring_in(
    store: &Store,
    input: &dyn Input,
    blobs: &dyn BlobSink,
    dry_run: bool,
    now: Timestamp,
) -> Result<Summary, Failure> {
    let bar = Bar::start();
    let options = Options { dry_run, now, progress: &bar, blobs };
    let done = folkmoot_import::import(store, input, &options);
    bar.finish();
    let warnings = match &done {
        Ok(summary) => summary.warnings.as_slice(),
        Err(ImportError::Invalid(problems)) => problems.warnings.as_slice(),
        Err(_) => &[],
    };
    for warning in warnings {
        let _ = writeln!(io::stderr(), "warning: {warning}");
    }
    if let Ok(Summary { locked: Some(locked), .. }) = &done {
        let _ = writeln!(io::stderr(), "write lock held for {:.1} s", locked.as_secs_f64());
    }
    done.map_err(|error| match error {
        ImportError::Invalid(problems) => Failure::lines(problems),
        other => Failure::new(other),
    })
}

/// Shows people how far an import is: rows, rate and file while it runs, or a line at its end where stderr is no
/// terminal.
#[derive(Debug)]
pub struct Bar {
    bar: ProgressBar,
    start: Instant,
}

impl Bar {
    /// Starts to show it.
    pub fn start() -> Self {
        let target = if io::stderr().is_terminal() {
            ProgressDrawTarget::stderr()
        } else {
            ProgressDrawTarget::hidden()
        };
        let bar = ProgressBar::with_draw_target(None, target);
        if let Ok(style) = ProgressStyle::with_template("{spinner} {human_pos} rows, {per_sec}  {wide_msg}") {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(100));
        Self { bar, start: Instant::now() }
    }

    /// Ends it, with a line on how many rows were read.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
        let (rows, seconds) = (self.bar.position(), self.start.elapsed().as_secs_f64());
        let _ = writeln!(io::stderr(), "{rows} rows read in {seconds:.1} s");
    }
}

impl Progress for Bar {
    fn begin(&self, what: &str) {
        self.bar.set_message(what.to_owned());
    }

    fn advance(&self, lines: u64) {
        self.bar.inc(lines);
    }

    fn waiting(&self) {
        tell_waiting();
    }
}

fn tell_waiting() {
    let _ = writeln!(io::stderr(), "waiting for another process that is writing to the database");
}
