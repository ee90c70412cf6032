//! A process whose async runtime is watched, for the tests of the watchdog: `watchdog stall` blocks all its workers, and
//! `watchdog idle` works until its input ends.

use std::io::{Read as _, Write as _};
use std::process::ExitCode;
use std::time::Duration;

use folkmoot_runtime::{blocking, watchdog};

/// How long the runtime may stall here.
const LIMIT: Duration = Duration::from_secs(1);

fn main() -> std::io::Result<ExitCode> {
    tracing_subscriber::fmt().with_writer(std::io::stderr).with_ansi(false).init();
    let runtime = blocking::runtime()?;
    watchdog::start(runtime.handle(), LIMIT)?;
    if std::env::args().nth(1).as_deref() == Some("stall") {
        for _ in 0..runtime.metrics().num_workers() {
            runtime.spawn(async { std::thread::sleep(Duration::from_hours(1)) });
        }
    }
    writeln!(std::io::stdout(), "started")?;
    std::io::stdin().read_to_end(&mut Vec::new())?;
    writeln!(std::io::stdout(), "ended")?;
    runtime.shutdown_background();
    Ok(ExitCode::SUCCESS)
}
