//! `folkmoot serve`

use std::io::Write as _;
use std::sync::Arc;
use std::time::Duration;

use tokio::runtime::Runtime;

use super::Failure;
use crate::api::serve;
use crate::settings::Settings;
use crate::store::Store;
use crate::{blocking, watchdog};

/// How long blocking work may go on after the server has stopped.
const LAST_BLOCKING_WORK: Duration = Duration::from_secs(1);

/// Serves until told to stop. The address goes to stdout, so that programs can read which port was taken.
pub fn run(settings: Settings) -> Result<(), Failure> {
    // Any number of servers share PostgreSQL, but one alone an embedded database.
    let _claim = settings.database_url.is_none().then(|| serve::claim(&settings.data)).transpose()?;
    let runtime = blocking::runtime()?;
    let stopped = serve_on(&runtime, settings);
    // What is still waiting for a lock or a disk must not hold the process.
    runtime.shutdown_timeout(LAST_BLOCKING_WORK);
    stopped
}

fn serve_on(runtime: &Runtime, settings: Settings) -> Result<(), Failure> {
    let _entered = runtime.enter();
    watchdog::start(runtime.handle(), watchdog::LIMIT)?;
    let listener = runtime.block_on(serve::listen(&settings))?;
    let address = listener.local_addr()?;
    let metrics = serve::record_metrics()?;
    // Opening blocks: on this thread, which is no async worker.
    let store = Arc::new(Store::open(&settings.database())?);
    let server = serve::open(store, settings, address, metrics)?;
    let operator = serve::Stop::listen()?;
    writeln!(std::io::stdout(), "http://{address}")?;
    tracing::info!("listening on http://{address}");
    Ok(runtime.block_on(serve::run(server, listener, operator))?)
}
