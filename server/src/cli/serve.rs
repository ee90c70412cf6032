//! `folkmoot serve`

use std::io::Write as _;

use super::Failure;
use crate::api::serve;
use crate::settings::Settings;

/// Serves until told to stop. The address goes to stdout, so that programs can read which port was taken.
pub fn run(settings: Settings) -> Result<(), Failure> {
    if settings.database_url.is_some() {
        return Err(Failure::new(
            "this version of folkmoot works with the embedded database alone; leave --database-url out",
        ));
    }
    let _claim = serve::claim(&settings.data)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let listener = serve::listen(&settings).await?;
        let address = listener.local_addr()?;
        let metrics = serve::record_metrics()?;
        let server = serve::open(settings, address, metrics)?;
        writeln!(std::io::stdout(), "http://{address}")?;
        tracing::info!("listening on http://{address}");
        Ok(serve::run(server, listener).await?)
    })
}
