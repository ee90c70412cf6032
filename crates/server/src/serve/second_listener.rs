//! A listener beside that of the public API, for administrators or for metrics.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use folkmoot_api::server_urls::ServerUrls;
use folkmoot_connections::Listening;
use folkmoot_settings::Settings;

use super::super::access_log::AccessLog;
use super::super::application::Application;
use super::super::cors::Cors;
use super::super::middleware::Stack;
use super::super::operations;
use super::super::router;
use super::super::state::Server;
use super::error::ServeError;
use super::reload::LiveLimits;

/// A listener that serves some routes only.
pub struct SecondListener {
    address: SocketAddr,
    application: Arc<Application>,
    listening: Listening,
    kind: Kind,
}

/// What a listener serves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Administration,
    Metrics,
}

impl SecondListener {
    /// The listeners of `admin-listen` and `metrics-listen`, if the settings have them.
    pub async fn listen_all(
        settings: &Settings,
        limits: &LiveLimits,
        access_log: Option<&Arc<AccessLog>>,
    ) -> Result<Vec<Self>, ServeError> {
        let administration = settings.admin_listen.filter(|_| settings.admin);
        let mut listeners = Vec::new();
        for (kind, address) in
            [(Kind::Administration, administration), (Kind::Metrics, settings.metrics_listen)]
        {
            if let Some(address) = address {
                listeners.push(Self::listen(kind, address, settings, limits, access_log).await?);
            }
        }
        Ok(listeners)
    }

    async fn listen(
        kind: Kind,
        address: SocketAddr,
        settings: &Settings,
        limits: &LiveLimits,
        access_log: Option<&Arc<AccessLog>>,
    ) -> Result<Self, ServeError> {
        let listener = super::listen(address).await?;
        let address = listener.local_addr()?;
        let urls = match kind {
            Kind::Administration => ServerUrls::for_administrators(settings, address),
            Kind::Metrics => ServerUrls::new(settings, address),
        };
        let application = Application::new(Arc::new(urls), &Arc::new(Cors::new(settings)), access_log);
        let listening = Listening::start(listener, Arc::clone(&application), limits.subscribe());
        Ok(Self { address, application, listening, kind })
    }

    /// Serves the routes.
    pub fn open(&self, server: &Server, access_log: Option<&Arc<AccessLog>>) {
        let address = self.address;
        let routes: Router = match self.kind {
            Kind::Administration => router::admin_listener_routes(server),
            Kind::Metrics => operations::metrics_listener_routes(&server.monitoring),
        };
        // Administrators share the processors with clients.
        let admission = (self.kind == Kind::Administration).then_some(&server.admission);
        self.application.open(Stack::new(routes, &server.middleware, access_log), admission);
        match self.kind {
            Kind::Administration => {
                tracing::info!(url = format!("http://{address}/admin"), "serving administrators");
            }
            Kind::Metrics => tracing::info!(url = format!("http://{address}/metrics"), "serving metrics"),
        }
    }

    /// See [`Listening::stop`].
    pub async fn stop(self, grace: Duration) -> bool {
        self.listening.stop(grace).await
    }
}
