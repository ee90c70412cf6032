//! A listener beside that of the public API, for administrators or for metrics.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use folkmoot_api::server_urls::ServerUrls;
use folkmoot_connections::Listening;
use folkmoot_settings::Settings;
use metrics_exporter_prometheus::PrometheusHandle;

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
pub enum Kind {
    /// The console and the admin API.
    Administration,
    /// The metrics.
    Metrics,
}

impl Kind {
    /// The setting that has its address.
    pub fn setting(self) -> &'static str {
        match self {
            Self::Administration => "admin-listen",
            Self::Metrics => "metrics-listen",
        }
    }

    /// Its address, if the settings have it.
    pub fn address(self, settings: &Settings) -> Option<SocketAddr> {
        match self {
            Self::Administration => settings.admin_listen.filter(|_| settings.admin),
            Self::Metrics => settings.metrics_listen,
        }
    }
}

impl SecondListener {
    /// The listeners of `admin-listen` and `metrics-listen`, if the settings have them.
    pub async fn listen_all(
        settings: &Settings,
        limits: &LiveLimits,
        access_log: Option<&Arc<AccessLog>>,
        metrics: &PrometheusHandle,
    ) -> Result<Vec<Self>, ServeError> {
        let mut listeners = Vec::new();
        for kind in [Kind::Administration, Kind::Metrics] {
            if let Some(address) = kind.address(settings) {
                let starting = match kind {
                    Kind::Administration => Router::new(),
                    Kind::Metrics => operations::starting_metrics_routes(metrics.clone()),
                };
                listeners.push(Self::listen(kind, address, settings, limits, access_log, starting).await?);
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
        starting: Router,
    ) -> Result<Self, ServeError> {
        let listener = super::listen(kind.setting(), address).await?;
        let address = listener.local_addr()?;
        let urls = match kind {
            Kind::Administration => ServerUrls::for_administrators(settings, address),
            Kind::Metrics => ServerUrls::new(settings, address),
        };
        let cors = Arc::new(Cors::new(settings));
        let application = Application::new(Arc::new(urls), &cors, access_log, starting);
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
