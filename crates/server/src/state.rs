//! The state that all requests share.

use std::sync::Arc;
use std::time::Duration;

use folkmoot_authentication::rate_limits::RateLimits;
use folkmoot_authentication::request_limit::RequestLimit;
use folkmoot_authentication::tokens::Tokens;
use folkmoot_files::download_urls::DownloadUrlSigner;
use folkmoot_files::export_files::ExportFiles;
use folkmoot_files::file_store::FileStore;
use folkmoot_index::{Feed, IndexFile, ListIndexes, RecordCache, RecordFiles};
use folkmoot_people::Rights;
use folkmoot_runtime::reloadable::Reloadable;
use folkmoot_store::Store;
use folkmoot_store::access::AccessSettings;
use folkmoot_store::current_platform::PlatformSecret;
use jiff::Timestamp;
use tokio::sync::watch;

use super::admin::AdminState;
use super::admission::Admission;
use super::backups::BackupSchedule;
use super::changes::Polls;
use super::client_limits::ClientLimits;
use super::cors::Cors;
use super::database_probe::DatabaseProbe;
use super::exports::OwnExports;
use super::http_cache::BodyCache;
use super::imports::CurrentImport;
use super::key_reload::KeyReload;
use super::last_use::LastUse;
use super::metrics_export::MetricsExport;
use super::otlp::Otlp;
use super::plan::ResourcePlans;
use super::platform_cache::PlatformCache;
use super::portal::Portal;
use super::sealed_cursor::CursorKeys;
use super::server_urls::ServerUrls;
use super::stream::StreamLimits;
use super::usage::UsageRecorder;
use crate::settings::Settings;

/// How long a request waits until the indexes contain a change that the database already has.
pub const CATCH_UP_TIMEOUT: Duration = Duration::from_secs(2);

/// The state that all requests share.
pub struct AppState {
    /// The settings at the start. Those that are reloadable are read from `live`.
    pub settings: Settings,
    /// The settings after the last reload.
    pub live: Arc<Reloadable<Settings>>,
    /// The calls of each resource.
    pub plans: ResourcePlans,
    /// The database.
    pub store: Arc<Store>,
    /// Which records each page contains.
    pub indexes: Arc<ListIndexes>,
    /// Records in their JSON form.
    pub record_cache: RecordCache,
    /// Lists whose records are stored in files.
    pub record_files: Arc<RecordFiles>,
    /// The file of the list indexes, if there is to be one.
    pub index_file: Option<Arc<IndexFile>>,
    /// Bodies of responses with records.
    pub body_cache: BodyCache,
    /// When the next backup may be tried.
    pub backups: BackupSchedule,
    /// Platform and clients in memory.
    pub platform: Arc<PlatformCache>,
    /// The change feed, which keeps the indexes and the platform cache current.
    pub feed: Feed,
    /// The blobs of files, consistent with their records.
    pub file_store: FileStore,
    /// Finds, exports and erases people.
    pub rights: Arc<Rights>,
    /// Signs and verifies download URLs.
    pub download_urls: Arc<DownloadUrlSigner>,
    /// What settings decide of records that clients below the level `full` see.
    pub access: Arc<AccessSettings>,
    /// The secret from which pseudonyms are derived.
    pub secret: PlatformSecret,
    /// Seals and opens cursors.
    pub cursors: CursorKeys,
    /// Issues and verifies tokens.
    pub tokens: Arc<Tokens>,
    /// Reloads the signing keys.
    pub key_reload: KeyReload,
    /// When clients last got a token.
    pub last_use: LastUse,
    /// Which request is served next.
    pub admission: Arc<Admission>,
    /// Limits streams.
    pub streams: Arc<StreamLimits>,
    /// Counts the requests of clients.
    pub usage: Arc<UsageRecorder>,
    /// The import that this server runs.
    pub imports: CurrentImport,
    /// The exports that this server makes.
    pub exports: OwnExports,
    /// The files of stored exports.
    pub export_files: ExportFiles,
    /// Limits failed and successful authentications.
    pub rate_limits: RateLimits,
    /// Limits requests with a token; `None` if they are not limited.
    pub request_limit: Reloadable<Option<RequestLimit>>,
    /// Limits searches, and requests without a valid token.
    pub client_limits: Reloadable<ClientLimits>,
    /// The requests for changes.
    pub polls: Arc<Polls>,
    /// Whether the database responds.
    pub database_probe: DatabaseProbe,
    /// Writes the metrics in the format of Prometheus.
    pub metrics: MetricsExport,
    /// Sends traces and metrics to a collector, if there is one.
    pub otlp: Option<Otlp>,
    /// The portal, if one is served.
    pub portal: Option<Arc<Portal>>,
    /// The URLs under which clients reach the portal and the API.
    pub urls: Arc<ServerUrls>,
    /// Which websites may call the API from a browser.
    pub cors: Arc<Cors>,
    /// What the requests of administrators share.
    pub admin: AdminState,
    /// The current time.
    pub clock: fn() -> Timestamp,
    /// Becomes true when the server begins to stop.
    pub stopping: watch::Sender<bool>,
}

impl AppState {
    /// Stores what this server has counted, for an administrator who reads it. Other servers store their counters within a
    /// minute.
    pub async fn store_usage(&self) {
        let now = (self.clock)().as_millisecond();
        if let Err(error) = self.usage.store_before_read(&self.store, now).await {
            tracing::debug!(%error, "usage that was not stored yet is missing in a report");
        }
    }
}
