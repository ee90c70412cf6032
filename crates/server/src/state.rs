//! The parts of an open server.

use std::sync::Arc;

use folkmoot_admin::AdminServices;
use folkmoot_api::server_urls::ServerUrls;
use folkmoot_api::state::ApiState;
use folkmoot_files::file_store::FileStore;
use folkmoot_index::IndexFile;
use folkmoot_jobs::backups::BackupRunner;
use folkmoot_jobs::maintenance::Maintenance;
use folkmoot_publications::PublicationState;
use folkmoot_runtime::reloadable::Reloadable;
use folkmoot_settings::Settings;
use folkmoot_webhooks::DelivererState;
use folkmoot_websites::WebsiteState;

use super::admission::Admission;
use super::middleware::MiddlewareState;
use super::operations::MonitoringState;
use super::portal::Portal;
use super::welcome::DocumentState;

/// The parts of an open server. Only what starts, reloads and stops a server has all of them.
pub struct Server {
    /// The settings at the start. Those that are reloadable are read from `live`.
    pub settings: Arc<Settings>,
    /// The settings after the last reload.
    pub live: Arc<Reloadable<Settings>>,
    /// The handlers of the public API.
    pub api: ApiState,
    /// The handlers of the admin API.
    pub admin: AdminServices,
    /// What other websites load.
    pub websites: Arc<WebsiteState>,
    /// What is published without a token.
    pub publications: Arc<PublicationState>,
    /// The `OpenAPI` document.
    pub document: Arc<DocumentState>,
    /// Health checks and metrics.
    pub monitoring: Arc<MonitoringState>,
    /// The portal.
    pub portal: Arc<PortalState>,
    /// The middleware.
    pub middleware: MiddlewareState,
    /// Which request is served next.
    pub admission: Arc<Admission>,
    /// The blobs of files, consistent with their records.
    pub file_store: FileStore,
    /// The file of the list indexes, if there is to be one.
    pub index_file: Option<Arc<IndexFile>>,
    /// The maintenance of the database.
    pub maintenance: Arc<Maintenance>,
    /// The backup of the day.
    pub backups: Arc<BackupRunner>,
    /// What delivers events to webhooks.
    pub webhooks: Arc<DelivererState>,
}

/// What serves the portal.
pub struct PortalState {
    /// The portal, if one is served.
    pub portal: Option<Arc<Portal>>,
    /// The URLs under which clients reach the portal and the API.
    pub urls: Arc<ServerUrls>,
}

impl Server {
    /// Whether the port of the public API serves administrators.
    pub fn is_administered_here(&self) -> bool {
        self.settings.admin && self.settings.admin_listen.is_none()
    }
}
