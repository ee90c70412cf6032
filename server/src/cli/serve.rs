//! `folkmoot serve`

use std::io::Write as _;
use std::sync::Arc;

use super::Failure;
use crate::api::serve;
use crate::settings::Settings;
use crate::store::Store;

/// Serves until told to stop. The address goes to stdout, so that programs can read which port was taken.
pub fn run(settings: Settings) -> Result<(), Failure> {
    // Any number of servers share PostgreSQL, but one alone an embedded database.
    let _claim = settings.database_url.is_none().then(|| serve::claim(&settings.data)).transpose()?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let listener = serve::listen(&settings).await?;
        let address = listener.local_addr()?;
        let metrics = serve::record_metrics()?;
        let store = Arc::new(Store::open(&settings.database())?);
        let server = serve::open(store, settings, address, metrics)?;
        let operator = serve::Stop::listen()?;
        writeln!(std::io::stdout(), "http://{address}")?;
        tracing::info!("listening on http://{address}");
        Ok(serve::run(server, listener, operator).await?)
    })
}
