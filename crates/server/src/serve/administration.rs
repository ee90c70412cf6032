//! The listener that serves administrators only.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use super::super::admin;
use super::super::connections::{Application, Limits, Listening};
use super::super::cors::Cors;
use super::super::middleware;
use super::super::server_urls::ServerUrls;
use super::super::state::AppState;
use super::error::ServeError;
use crate::settings::Settings;

/// The listener of `admin-listen`.
pub struct Administration {
    address: SocketAddr,
    application: Arc<Application>,
    listening: Listening,
}

impl Administration {
    /// Listens on the address of the settings; `None` if they have none.
    pub async fn listen(settings: &Settings, limits: Limits) -> Result<Option<Self>, ServeError> {
        let Some(address) = settings.admin_listen.filter(|_| settings.admin) else { return Ok(None) };
        let listener = super::listen(address).await?;
        let address = listener.local_addr()?;
        let urls = Arc::new(ServerUrls::for_administrators(settings, address));
        let application = Application::new(urls, &Arc::new(Cors::new(settings)));
        let listening = Listening::start(listener, Arc::clone(&application), limits);
        Ok(Some(Self { address, application, listening }))
    }

    /// Serves the console and the admin API.
    pub fn open(&self, state: &Arc<AppState>) {
        self.application.open(middleware::stack(admin::listener_routes(state), state));
        tracing::info!(url = format!("http://{}/admin", self.address), "serving administrators");
    }

    /// See [`Listening::stop`].
    pub async fn stop(self, grace: Duration) -> bool {
        self.listening.stop(grace).await
    }
}
