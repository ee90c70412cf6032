//! `folkmoot import`.

use std::io::{self, IsTerminal as _, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use folkmoot_administration::command_line_actor;
use folkmoot_files::blobs;
use folkmoot_files::file_store::FileStore;
use folkmoot_import::blob_sink::{BlobSink, MeasuringSink};
use folkmoot_import::recorded::{self, LiveProgress, RecordedImport};
use folkmoot_import::{
    BlobStaging, ImportError, Input, Interruption, Mode, Options, Progress, Summary, input,
};
use folkmoot_runtime::disk_reserve::DiskReserve;
use folkmoot_runtime::terminal;
use folkmoot_server::serve::ShutdownSignal;
use folkmoot_settings::Settings;
use folkmoot_store::imports::ImportSource;
use folkmoot_store::{Store, StoreError};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use jiff::Timestamp;

use super::{Failure, people};

/// How often the beginning of an import is recorded while another write holds the lock of the database, and how long to
/// wait in between: longer than the writes of a server.
const BEGIN_ATTEMPTS: usize = 10;
const BEGIN_INTERVAL: Duration = Duration::from_millis(20);

/// Imports a folder or a file, and prints a summary.
pub fn run(
    settings: &Settings,
    path: &Path,
    mode: Mode,
    now: Timestamp,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let folder = input::open(path).map_err(Failure::new)?;
    let bar = Bar::of_import(settings)?;
    let summary = if mode.dry_run {
        let store = Store::open(&settings.database())?;
        store.clock().read(now.as_millisecond())?.require_time_zone(settings.time_zone.as_deref())?;
        run_import(&store, &folder, &MeasuringSink, mode, now, &bar)?
    } else {
        bar.check().map_err(Failure::new)?;
        let (store, _) = people::open_or_create_store(settings, now)?;
        store.changes().release_deferred(now.as_millisecond())?;
        let blobs = blob_staging(settings, &store, &bar)?;
        let done = run_import(&store, &folder, &blobs, mode, now, &bar)?;
        let days = i64::try_from(settings.changes_days).unwrap_or(i64::MAX);
        store.changes().prune(now.as_millisecond(), days)?;
        done
    };
    Ok(writeln!(out, "{summary}")?)
}

/// Opens the staging area for the blobs of imported files.
pub fn blob_staging(
    settings: &Settings,
    store: &Arc<Store>,
    progress: &dyn Progress,
) -> Result<BlobStaging, Failure> {
    let file_store = FileStore::new(Arc::clone(store), blobs::open(&settings.file_storage())?);
    Ok(BlobStaging::open(file_store, &settings.data, progress)?.within(settings.disk_reserve()))
}

/// Imports all records of the input, and records that in the database. Progress and warnings go to stderr.
pub fn run_import(
    store: &Store,
    input: &dyn Input,
    blobs: &dyn BlobSink,
    mode: Mode,
    now: Timestamp,
    bar: &Bar,
) -> Result<Summary, Failure> {
    let options = Options { mode, now, progress: bar, blobs };
    let files = recorded::files(input);
    let recorded = RecordedImport::new(ImportSource::CommandLine, command_line_actor(), mode, files, now);
    record_beginning(&recorded, store);
    let result = recorded.run(store, input, &options, &bar.live);
    bar.finish();
    let warnings = match &result {
        Ok(summary) => summary.warnings.as_slice(),
        Err(ImportError::Invalid(problems)) => problems.warnings.as_slice(),
        Err(_) => &[],
    };
    for warning in warnings {
        let _ = writeln!(terminal::stderr(), "warning: {warning}");
    }
    if let Ok(Summary { locked: Some(locked), .. }) = &result {
        let _ = writeln!(terminal::stderr(), "write lock held for {:.1} s", locked.as_secs_f64());
    }
    result.map_err(|error| match error {
        ImportError::Invalid(problems) => Failure::lines(problems),
        other => Failure::new(other),
    })
}

/// Records that an import begins. While another import writes, only the end is recorded.
fn record_beginning(recorded: &RecordedImport, store: &Store) {
    for _ in 0..BEGIN_ATTEMPTS {
        match recorded.begin(store) {
            Ok(_) => return,
            Err(StoreError::Busy) => std::thread::sleep(BEGIN_INTERVAL),
            Err(error) => return tracing::warn!(%error, "failed to record the beginning of the import"),
        }
    }
}

/// Reports the progress of an import or a copy to stderr: a progress bar if stderr is a terminal, and one line at the end.
#[derive(Debug)]
pub struct Bar {
    progress: ProgressBar,
    start: Instant,
    /// Interrupts the import.
    live: Arc<LiveProgress>,
}

impl Bar {
    /// Starts to report the progress of an import, which ends if the process receives a signal or the disk is full except for
    /// its reserve.
    pub fn of_import(settings: &Settings) -> io::Result<Self> {
        let bar = Self::within(settings.disk_reserve());
        cancel_on_signal(Arc::clone(&bar.live))?;
        Ok(bar)
    }

    /// Starts to report progress.
    pub fn start() -> Self {
        Self::within(DiskReserve::default())
    }

    /// Starts to report the progress of an import that leaves a reserve on the disk.
    pub fn within(reserve: DiskReserve) -> Self {
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
        Self { progress: bar, start: Instant::now(), live: Arc::new(LiveProgress::new(reserve)) }
    }

    /// Removes the bar.
    pub fn clear(&self) {
        self.progress.finish_and_clear();
    }

    /// Removes the bar and prints the number of rows and the duration in seconds.
    pub fn finish(&self) {
        self.clear();
        let (rows, seconds) = (self.progress.position(), self.start.elapsed().as_secs_f64());
        let _ = writeln!(terminal::stderr(), "{rows} rows read in {seconds:.1} s");
    }
}

impl Progress for Bar {
    fn begin(&self, name: &str) {
        self.progress.set_message(name.to_owned());
    }

    fn advance(&self, lines: u64) {
        self.progress.inc(lines);
    }

    fn waiting(&self) {
        let _ = writeln!(io::stderr(), "waiting for another process that is writing to the database");
    }

    fn check_space(&self, bytes: u64) -> Result<(), Interruption> {
        self.live.check_space(bytes)
    }
}

/// Cancels an import when the process receives SIGINT (Ctrl-C) or SIGTERM. A second signal ends the process at once, which
/// changes nothing either.
fn cancel_on_signal(live: Arc<LiveProgress>) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let mut signal = {
        let _inside = runtime.enter();
        ShutdownSignal::listen()?
    };
    let wait = move || {
        runtime.block_on(signal.received());
        live.cancel();
        let _ = writeln!(terminal::stderr(), "cancelling the import");
        runtime.block_on(signal.received());
        std::process::exit(1)
    };
    std::thread::Builder::new().name("signals".to_owned()).spawn(wait).map(drop)
}
