//! `folkmoot serve`

use std::io::Write as _;
use std::time::Duration;

use folkmoot_embedded::EMBEDDED;
use folkmoot_runtime::{blocking, watchdog};
use folkmoot_server::serve::{self, DataLock, SettingsReload, ShutdownSignal};
use folkmoot_settings::{Configuration, Settings};

use super::{Failure, version};

/// Maximum time for which the process waits for blocking work after the server has stopped.
const BLOCKING_WORK_TIMEOUT: Duration = Duration::from_secs(1);

/// Serves requests until the process receives a signal to stop. Prints the URL to stdout, so that programs can read the
/// selected port.
pub fn run(settings: Settings, configuration: Configuration) -> Result<(), Failure> {
    // Any number of servers can share a PostgreSQL database, but only one can use an embedded database.
    let _lock = settings.database_url.is_none().then(|| DataLock::acquire(&settings.data)).transpose()?;
    let runtime = blocking::runtime()?;
    watchdog::start(runtime.handle(), watchdog::LIMIT)?;
    let result = runtime.block_on(async {
        let stop = ShutdownSignal::listen()?;
        let environment = |name: &str| std::env::var_os(name);
        let reload = SettingsReload::listen(move || configuration.read(&environment))?;
        let metrics = serve::record_metrics()?;
        serve::record_build(version::VERSION, version::COMMIT);
        let open_settings = settings.clone();
        let open = move |address, metrics| {
            let store = serve::open_store(&open_settings)?;
            serve::open(store, open_settings, address, metrics, EMBEDDED)
        };
        let ready = |address| writeln!(std::io::stdout(), "http://{address}");
        Ok(serve::run(settings, stop, reload, metrics, Box::new(open), Box::new(ready)).await?)
    });
    // Work that waits for a lock, a disk or the opening of a database must not delay the end of the process.
    blocking::shut_down(runtime, BLOCKING_WORK_TIMEOUT);
    result
}
