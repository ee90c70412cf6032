//! Assembles the parts of a server from what was opened.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use folkmoot_admin::{
    AdminServices, AdminSignIn, AdminState, LastChecks, PeopleState, PreviewState, WebhookState,
};
use folkmoot_api::caller::Authentication;
use folkmoot_api::changes::{ChangeState, LongPolls};
use folkmoot_api::client_limits::{ClientLimits, sign_in_limits};
use folkmoot_api::exports::ExportDownloads;
use folkmoot_api::files::FileState;
use folkmoot_api::http_cache::BodyCache;
use folkmoot_api::key_reload::KeyReload;
use folkmoot_api::plan::ResourcePlans;
use folkmoot_api::preconditions::PlatformState;
use folkmoot_api::record_state::RecordState;
use folkmoot_api::sealed_cursor::CursorKeys;
use folkmoot_api::server_urls::ServerUrls;
use folkmoot_api::sign_in::SignInState;
use folkmoot_api::state::ApiState;
use folkmoot_api::stream::{StreamLimits, StreamState};
use folkmoot_api::usage::UsageState;
use folkmoot_api::well_known::DiscoveryState;
use folkmoot_authentication::client_views::ClientViews;
use folkmoot_authentication::platform_cache::PlatformCache;
use folkmoot_authentication::rate_limits::RateLimits;
use folkmoot_authentication::request_limit::RequestLimit;
use folkmoot_authentication::tokens::Tokens;
use folkmoot_files::download_urls::DownloadUrlSigner;
use folkmoot_files::export_files::ExportFiles;
use folkmoot_files::file_store::FileStore;
use folkmoot_index::{Feed, IndexFile, ListIndexes, RecordCache, RecordFileSettings, RecordFiles};
use folkmoot_jobs::backups::{BackupRunner, BackupSchedule};
use folkmoot_jobs::exports::{ExportRunner, LocalExports};
use folkmoot_jobs::imports::{CurrentImport, ImportRunner};
use folkmoot_jobs::maintenance::Maintenance;
use folkmoot_people::Rights;
use folkmoot_publications::PublicationState;
use folkmoot_runtime::reloadable::Reloadable;
use folkmoot_settings::{Settings, WebOrigin};
use folkmoot_store::Store;
use folkmoot_telemetry::Tracer;
use folkmoot_webhooks::DelivererState;
use folkmoot_webhooks::destination::Destinations;
use folkmoot_webhooks::secrets::SecretKeys;
use folkmoot_websites::{Components, WebsiteState};
use jiff::Timestamp;
use metrics_exporter_prometheus::PrometheusHandle;
use tokio::sync::watch;

use super::super::admission::Admission;
use super::super::cors::Cors;
use super::super::database_probe::DatabaseProbe;
use super::super::metrics_export::MetricsExport;
use super::super::middleware::MiddlewareState;
use super::super::operations::MonitoringState;
use super::super::portal::Portal;
use super::super::state::{PortalState, Server};
use super::super::welcome::DocumentState;

/// What was opened, which several parts share.
pub struct Opened {
    /// The settings at the start.
    pub settings: Arc<Settings>,
    /// The settings after the last reload.
    pub live: Arc<Reloadable<Settings>>,
    /// The calls of each resource.
    pub plans: Arc<ResourcePlans>,
    /// The database.
    pub store: Arc<Store>,
    /// Which records each page contains.
    pub indexes: Arc<ListIndexes>,
    /// The file of the list indexes, if there is to be one.
    pub index_file: Option<Arc<IndexFile>>,
    /// The change feed.
    pub feed: Feed,
    /// Platform and clients in memory.
    pub platform: Arc<PlatformCache>,
    /// What clients see of records.
    pub views: Arc<ClientViews>,
    /// Seals and opens cursors.
    pub cursors: Arc<CursorKeys>,
    /// The blobs of files, consistent with their records.
    pub file_store: FileStore,
    /// The files of stored exports.
    pub export_files: ExportFiles,
    /// Signs and verifies download URLs.
    pub download_urls: Arc<DownloadUrlSigner>,
    /// Finds, exports and erases people.
    pub rights: Arc<Rights>,
    /// Issues and verifies tokens.
    pub tokens: Arc<Tokens>,
    /// The portal, if one is served.
    pub portal: Option<Arc<Portal>>,
    /// The web components; `None` if the program was built without them.
    pub components: Option<Components>,
    /// The URLs under which clients reach the portal and the API.
    pub urls: Arc<ServerUrls>,
    /// Makes and sends the spans of requests, if there is a collector.
    pub tracer: Option<Tracer>,
    /// Becomes true when the server begins to stop.
    pub stopping: watch::Sender<bool>,
    /// Encrypts the secrets of webhooks.
    pub webhook_keys: Arc<SecretKeys>,
    /// The current time.
    pub clock: fn() -> Timestamp,
}

impl Opened {
    /// The server, which signs administrators in like this and writes the metrics of this recorder.
    pub fn into_server(self, sign_in: AdminSignIn, metrics: PrometheusHandle) -> Server {
        let api = self.api();
        let admin = self.admin(sign_in, &api.records);
        let webhooks = Arc::new(self.webhooks(&api));
        let Self { settings, store, platform, clock, .. } = self;
        Server {
            websites: Arc::new(WebsiteState {
                components: self.components,
                platform: Arc::clone(&api.platform),
                console_origins: settings
                    .admin_url
                    .iter()
                    .filter_map(|url| WebOrigin::of_url(url))
                    .map(|origin| origin.as_str().to_owned())
                    .collect(),
                max_age_seconds: settings.publishable_key_max_age_seconds,
            }),
            publications: Arc::new(PublicationState::new(api.clone(), Arc::clone(&settings), clock)),
            document: Arc::new(DocumentState {
                plans: self.plans,
                platform: Arc::clone(&platform),
                settings: Arc::clone(&settings),
            }),
            monitoring: Arc::new(MonitoringState {
                records: Arc::clone(&api.records),
                database_probe: DatabaseProbe::default(),
                metrics: Arc::new(MetricsExport::new(metrics)),
                metrics_token: settings.metrics_token.clone(),
                clock,
                is_draining: AtomicBool::new(false),
            }),
            portal: Arc::new(PortalState { portal: self.portal, urls: Arc::clone(&self.urls) }),
            middleware: MiddlewareState {
                live: Arc::clone(&self.live),
                urls: self.urls,
                cors: Arc::new(Cors::new(&settings).with_keys(Arc::clone(&platform), clock)),
                usage: Arc::clone(&admin.usage.recorder),
                tracer: self.tracer,
                stopping: self.stopping,
            },
            admission: Admission::new(&settings, &self.tokens),
            backups: Arc::new(BackupRunner {
                store: Arc::clone(&store),
                schedule: BackupSchedule::default(),
                platform,
                settings: Arc::clone(&settings),
                clock,
            }),
            maintenance: Arc::new(Maintenance { store, settings: Arc::clone(&settings), clock }),
            webhooks,
            file_store: self.file_store,
            index_file: self.index_file,
            live: self.live,
            settings,
            api,
            admin,
        }
    }

    fn api(&self) -> ApiState {
        let Self { settings, store, clock, .. } = self;
        let platform = Arc::new(PlatformState {
            cache: Arc::clone(&self.platform),
            feed: self.feed.clone(),
            database_timeout: Duration::from_secs(settings.database_timeout_seconds),
            clock: *clock,
        });
        let records = Arc::new(self.records());
        ApiState {
            authentication: Arc::new(self.authentication(&platform)),
            sign_in: Arc::new(SignInState {
                platform: Arc::clone(&platform),
                tokens: Arc::clone(&self.tokens),
                rate_limits: RateLimits::new(sign_in_limits(settings)),
                last_use: Arc::default(),
                trusted_proxies: settings.trusted_proxies.clone(),
            }),
            changes: Arc::new(ChangeState {
                store: Arc::clone(store),
                indexes: Arc::clone(&self.indexes),
                feed: self.feed.clone(),
                platform: Arc::clone(&self.platform),
                cursors: Arc::clone(&self.cursors),
                polls: LongPolls::new(settings),
                stopping: self.stopping.clone(),
            }),
            files: Arc::new(FileState {
                records: Arc::clone(&records),
                plan: Arc::clone(&self.plans.files),
                platform: Arc::clone(&platform),
                file_store: self.file_store.clone(),
                download_urls: Arc::clone(&self.download_urls),
                s3_downloads: settings.s3_downloads,
                disk_reserve: settings.disk_reserve(),
                live: Arc::clone(&self.live),
                clock: *clock,
            }),
            exports: Arc::new(ExportDownloads {
                store: Arc::clone(store),
                files: self.export_files.clone(),
                platform: Arc::clone(&platform),
                access: Arc::clone(&self.views.settings),
                cursors: Arc::clone(&self.cursors),
                download_urls: Arc::clone(&self.download_urls),
                s3_downloads: settings.s3_downloads,
            }),
            discovery: Arc::new(DiscoveryState {
                urls: Arc::clone(&self.urls),
                tokens: Arc::clone(&self.tokens),
                has_portal: self.portal.is_some() || settings.portal_url.is_some(),
                settings: Arc::clone(settings),
                clock: *clock,
            }),
            plans: Arc::clone(&self.plans),
            urls: Arc::clone(&self.urls),
            platform,
            records,
        }
    }

    fn webhooks(&self, api: &ApiState) -> DelivererState {
        DelivererState {
            platform: Arc::clone(&api.platform),
            changes: Arc::clone(&api.changes),
            views: Arc::clone(&self.views),
            keys: Arc::clone(&self.webhook_keys),
            destinations: Destinations::new(&self.settings.webhook_allow_networks),
            api_url: self.urls.api().to_owned(),
            is_running: watch::Sender::new(false),
        }
    }

    fn authentication(&self, platform: &Arc<PlatformState>) -> Authentication {
        let settings = &self.settings;
        Authentication {
            platform: Arc::clone(platform),
            tokens: Arc::clone(&self.tokens),
            key_reload: Arc::new(KeyReload::new(Arc::clone(&self.tokens))),
            views: Arc::clone(&self.views),
            download_urls: Arc::clone(&self.download_urls),
            request_limit: Reloadable::new(RequestLimit::new(settings.client_requests_per_minute)),
            client_limits: Reloadable::new(ClientLimits::new(settings)),
            public_max_age_seconds: settings.publishable_key_max_age_seconds,
            trusted_proxies: settings.trusted_proxies.clone(),
        }
    }

    fn records(&self) -> RecordState {
        let settings = &self.settings;
        RecordState {
            store: Arc::clone(&self.store),
            indexes: Arc::clone(&self.indexes),
            feed: self.feed.clone(),
            record_cache: RecordCache::new(settings.cache_megabytes * 1_000_000),
            record_files: Arc::new(RecordFiles::new(RecordFileSettings {
                folder: settings.data.clone(),
                max_bytes: settings.record_file_megabytes * 1_000_000,
                min_records: usize::try_from(settings.record_file_records).unwrap_or(usize::MAX),
            })),
            body_cache: BodyCache::new(settings.body_cache_megabytes * 1_000_000),
            secret: self.views.secret,
            cursors: Arc::clone(&self.cursors),
            streams: StreamState {
                limits: StreamLimits::new(settings),
                spool_directory: settings.spool_directory(),
                live: Arc::clone(&self.live),
                clock: self.clock,
            },
        }
    }

    fn admin(&self, sign_in: AdminSignIn, records: &RecordState) -> AdminServices {
        let Self { settings, store, platform, clock, .. } = self;
        AdminServices {
            admin: Arc::new(AdminState {
                store: Arc::clone(store),
                platform: Arc::clone(platform),
                sign_in,
                settings: Arc::clone(settings),
                live: Arc::clone(&self.live),
                last_checks: LastChecks::default(),
                clock: *clock,
            }),
            feed: self.feed.clone(),
            indexes: Arc::clone(&self.indexes),
            usage: Arc::new(UsageState { recorder: Arc::default(), store: Arc::clone(store), clock: *clock }),
            imports: Arc::new(ImportRunner {
                store: Arc::clone(store),
                current: CurrentImport::default(),
                file_store: self.file_store.clone(),
                settings: Arc::clone(settings),
                clock: *clock,
            }),
            exports: Arc::new(ExportRunner {
                store: Arc::clone(store),
                files: self.export_files.clone(),
                local: LocalExports::default(),
                views: Arc::clone(&self.views),
                platform: Arc::clone(platform),
                settings: Arc::clone(settings),
                clock: *clock,
                stopping: self.stopping.clone(),
            }),
            preview: Arc::new(PreviewState {
                store: Arc::clone(store),
                platform: Arc::clone(platform),
                views: Arc::clone(&self.views),
                api_url: self.urls.api().to_owned(),
            }),
            people: Arc::new(PeopleState {
                store: Arc::clone(store),
                rights: Arc::clone(&self.rights),
                index_file: self.index_file.clone(),
                record_files: Arc::clone(&records.record_files),
                data: settings.data.clone(),
                clock: *clock,
            }),
            webhooks: Arc::new(WebhookState {
                store: Arc::clone(store),
                keys: Arc::clone(&self.webhook_keys),
                destinations: Destinations::new(&settings.webhook_allow_networks),
                clock: *clock,
            }),
        }
    }
}
