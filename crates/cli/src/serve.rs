//! `folkmoot serve`

use std::io::Write as _;
use std::sync::Arc;
use std::time::Duration;

use folkmoot_runtime::{blocking, watchdog};
use folkmoot_server::serve::{self, DataLock, ShutdownSignal};
use folkmoot_server::settings::Settings;
use folkmoot_store::Store;

use super::Failure;

/// How long blocking work may go on after the server has stopped.
const LAST_BLOCKING_WORK: Duration = Duration::from_secs(1);

/// Serves until told to stop. The URL goes to stdout, so that programs can read which port was taken.
pub fn run(settings: Settings) -> Result<(), Failure> {
    // Any number of servers share PostgreSQL, but one alone an embedded database.
    let _lock = settings.database_url.is_none().then(|| DataLock::acquire(&settings.data)).transpose()?;
    let runtime = blocking::runtime()?;
    watchdog::start(runtime.handle(), watchdog::LIMIT)?;
    let ended = runtime.block_on(async {
        let stop = ShutdownSignal::listen()?;
        let metrics = serve::record_metrics()?;
        let opened = settings.clone();
        let open = move |address| {
            let store = Arc::new(Store::open(&opened.database())?);
            serve::open(store, opened, address, metrics)
        };
        let ready = |address| writeln!(std::io::stdout(), "http://{address}");
        Ok(serve::run(settings, stop, open, ready).await?)
    });
    // What still waits for a lock, a disk or a database that is being opened must not delay the end of the process.
    runtime.shutdown_timeout(LAST_BLOCKING_WORK);
    ended
}
