//! A process with a watchdog, for its tests: `watchdog stall` blocks all workers of the async runtime, and `watchdog idle`
//! runs until the end of its input.

use std::io::{Read as _, Write as _};
use std::process::ExitCode;
use std::time::Duration;

use folkmoot_runtime::{blocking, watchdog};

/// The limit of a stall.
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
