//! `folkmoot import`.

use std::io::{self, IsTerminal as _, Write as _};
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::import::content::Measured;
use crate::import::{ImportError, Input, Options, Progress, Summary, input};
use crate::settings::Settings;
use crate::store::Store;

/// Imports a folder or a file, and tells people what became of it.
pub fn import(settings: &Settings, path: &Path, dry_run: bool) -> ExitCode {
    let told = match bring_in(settings, path, dry_run) {
        Ok(summary) => writeln!(io::stdout(), "{summary}").map(|()| ExitCode::SUCCESS),
        Err(error) => writeln!(io::stderr(), "{}", sentence(&error)).map(|()| ExitCode::FAILURE),
    };
    told.unwrap_or(ExitCode::FAILURE)
}

fn bring_in(settings: &Settings, path: &Path, dry_run: bool) -> Result<Summary, ImportError> {
    let folder = input::open(path)?;
    let store = Store::open(&settings.data)?;
    run(&store, &folder, dry_run)
}

/// Imports what the input holds, with a progress bar and warnings for people.
fn run(store: &Store, input: &dyn Input, dry_run: bool) -> Result<Summary, ImportError> {
    let bar = Bar::start();
    let options = Options { dry_run, now: jiff::Timestamp::now(), progress: &bar, contents: &Measured };
    let done = crate::import::import(store, input, &options);
    bar.finish();
    let warnings = match &done {
        Ok(summary) => summary.warnings.as_slice(),
        Err(ImportError::Wrong(problems)) => problems.warnings.as_slice(),
        Err(_) => &[],
    };
    for warning in warnings {
        let _ = writeln!(io::stderr(), "warning: {warning}");
    }
    done
}

fn sentence(error: &ImportError) -> String {
    match error {
        ImportError::Wrong(problems) => problems.to_string(),
        other => format!("error: {other}"),
    }
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
        let _ = writeln!(io::stderr(), "another program is writing to the database; waiting for it to end");
    }
}
