//! Opening a server: its state is built from the settings and the database.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use folkmoot_authentication::keys::KeysError;
use folkmoot_authentication::rate_limits::RateLimits;
use folkmoot_authentication::request_limit::RequestLimit;
use folkmoot_authentication::tokens::Tokens;
use folkmoot_files::blobs;
use folkmoot_files::download_urls::DownloadUrlSigner;
use folkmoot_files::export_files::ExportFiles;
use folkmoot_files::file_store::FileStore;
use folkmoot_import::day;
use folkmoot_index::{
    IndexFile, ListIndexes, LoadError, RecordCache, RecordFileSettings, RecordFiles, follow,
};
use folkmoot_portal::Embedded;
use folkmoot_runtime::reloadable::Reloadable;
use folkmoot_store::changes::Version;
use folkmoot_store::{Store, StoreError, data_directory};
use jiff::Timestamp;
use metrics_exporter_prometheus::PrometheusHandle;

use super::super::admin::AdminState;
use super::super::admission::Admission;
use super::super::backups::BackupSchedule;
use super::super::changes::Polls;
use super::super::client_limits::ClientLimits;
use super::super::cors::Cors;
use super::super::database_probe::DatabaseProbe;
use super::super::exports::OwnExports;
use super::super::http_cache::BodyCache;
use super::super::imports::CurrentImport;
use super::super::key_reload::KeyReload;
use super::super::last_use::LastUse;
use super::super::metrics_export::MetricsExport;
use super::super::otlp::Otlp;
use super::super::people;
use super::super::plan::ResourcePlans;
use super::super::platform_cache::PlatformCache;
use super::super::portal::Portal;
use super::super::refusals::Refusal;
use super::super::sealed_cursor::CursorKeys;
use super::super::server_urls::ServerUrls;
use super::super::sign_in;
use super::super::signing_keys;
use super::super::state::AppState;
use super::super::stream::StreamLimits;
use super::error::ServeError;
use crate::settings::Settings;

/// How long to wait before the database is tried again while an import locks it.
const RETRY_INTERVAL: Duration = Duration::from_millis(250);

/// Builds the state of a server on an open database, and starts to follow the change feed. It serves the embedded console, and
/// the embedded portal unless the settings name another.
pub fn open(
    store: Arc<Store>,
    settings: Settings,
    address: SocketAddr,
    metrics: PrometheusHandle,
    embedded: Embedded,
) -> Result<Arc<AppState>, ServeError> {
    let clock = Timestamp::now;
    Refusal::register();
    if !store.is_embedded() && settings.keys_secret.is_none() {
        tracing::warn!(
            "signing keys are stored unencrypted in the database; set keys-secret to encrypt them"
        );
    }
    if settings.public_url.is_none() && !address.ip().is_loopback() {
        tracing::warn!(
            "public-url is not set; the portal uses the host name of each request, and file downloads link to {address}"
        );
    }
    if let Err(error) = data_directory::create(&settings.data) {
        tracing::warn!(%error, "failed to create the data folder; list indexes are not saved");
    }
    if let Err(error) = folkmoot_backup::delete_staging(&settings.data) {
        tracing::warn!(%error, "failed to delete what a killed backup or restore left in the data folder");
    }
    let plans = ResourcePlans::build()?;
    let keys = Arc::new(retry_while_locked(|| Ok(signing_keys::open(&settings, &store, clock())?))?);
    let time_zone = settings.time_zone.as_deref();
    retry_while_locked(|| Ok(store.clock().adopt_time_zone(time_zone, clock().as_millisecond())?))?;
    let rights = people::open(&settings, &store)?;
    retry_while_locked(|| Ok(rights.reconcile(clock())?))?;
    if retry_while_locked(|| Ok(day::take_back(&store, clock())?))? {
        tracing::warn!("the stored day was ahead of the clock; votes that have not ended are secret again");
    }
    let access = Arc::new(settings.record_access());
    retry_while_locked(|| Ok(store.platform().store_access_settings(&access)?))?;
    let index_file = index_file(&settings)?;
    let (since, indexes) = retry_while_locked(|| {
        open_indexes(index_file.as_ref(), &store, settings.list_cache_megabytes * 1_000_000)
    })?;
    let urls = Arc::new(ServerUrls::new(&settings, address));
    let download_urls = Arc::new(DownloadUrlSigner::new(Arc::clone(&keys), urls.api(), clock));
    let tokens = Arc::new(Tokens::new(keys, &settings.token_issuer));
    let platform = Arc::new(PlatformCache::read(Arc::clone(&store))?);
    let file_store = FileStore::new(Arc::clone(&store), blobs::open(&settings.file_storage())?);
    let portal = Portal::open(&settings, embedded.portal)?.map(Arc::new);
    let admin = AdminState::open(&settings, address, embedded.console)?;
    let feed =
        retry_while_locked(|| Ok(follow(Arc::clone(&store), &indexes, since, Arc::clone(&platform))?))?;
    let secret = retry_while_locked(|| Ok(store.platform().secret()?))?;
    let cursors = CursorKeys::of_platform(secret.expose())
        .ok_or_else(|| StoreError::Value("the keys of cursors cannot be derived".to_owned()))?;
    Ok(Arc::new(AppState {
        access,
        rights: Arc::new(rights),
        secret,
        cursors,
        record_cache: RecordCache::new(settings.cache_megabytes * 1_000_000),
        record_files: Arc::new(RecordFiles::new(RecordFileSettings {
            folder: settings.data.clone(),
            max_bytes: settings.record_file_megabytes * 1_000_000,
            min_records: usize::try_from(settings.record_file_records).unwrap_or(usize::MAX),
        })),
        index_file: index_file.map(Arc::new),
        body_cache: BodyCache::new(settings.body_cache_megabytes * 1_000_000),
        key_reload: KeyReload::new(Arc::clone(&tokens)),
        last_use: LastUse::default(),
        admission: Admission::new(&settings, &tokens),
        streams: StreamLimits::new(&settings),
        usage: Arc::default(),
        imports: CurrentImport::default(),
        exports: OwnExports::default(),
        backups: BackupSchedule::default(),
        export_files: ExportFiles::new(Arc::clone(&store), &file_store.blobs),
        request_limit: Reloadable::new(RequestLimit::new(settings.client_requests_per_minute)),
        rate_limits: RateLimits::new(sign_in::limits(&settings)),
        client_limits: Reloadable::new(ClientLimits::new(&settings)),
        polls: Polls::new(&settings),
        database_probe: DatabaseProbe::default(),
        metrics: MetricsExport::new(metrics),
        otlp: settings.otlp().as_ref().map(Otlp::start).transpose()?,
        cors: Arc::new(Cors::new(&settings)),
        stopping: tokio::sync::watch::Sender::new(false),
        live: Arc::new(Reloadable::new(settings.clone())),
        settings,
        plans,
        store,
        indexes,
        platform,
        feed,
        file_store,
        download_urls,
        tokens,
        portal,
        urls,
        admin,
        clock,
    }))
}

/// The file of the list indexes. Without one, an earlier one is deleted, because nobody would replace it.
fn index_file(settings: &Settings) -> Result<Option<IndexFile>, ServeError> {
    let file = IndexFile::in_folder(&settings.data);
    if settings.index_file_minutes > 0 {
        return Ok(Some(file));
    }
    file.delete()?;
    Ok(None)
}

/// The list indexes, from their file or else from all records, and the last change that they certainly contain. Later
/// changes are read from the feed.
fn open_indexes(
    file: Option<&IndexFile>,
    store: &Store,
    cache_bytes: u64,
) -> Result<(Version, Arc<ListIndexes>), ServeError> {
    match file.map(|file| file.load(store, cache_bytes)) {
        Some(Ok((since, indexes))) => {
            tracing::info!(since = since.sequence, "read the list indexes from their file");
            return Ok((since, Arc::new(indexes)));
        }
        Some(Err(LoadError::Store(error))) => return Err(error.into()),
        None | Some(Err(LoadError::Missing)) => {}
        Some(Err(reason)) => tracing::info!(%reason, "building the list indexes from all records"),
    }
    let since = store.changes().newest()?;
    Ok((since, Arc::new(ListIndexes::build(store, since.sequence, cache_bytes)?)))
}

/// Retries while an import locks what the server needs: a first import locks all tables, every import locks the change
/// feed when it commits.
fn retry_while_locked<T>(attempt: impl Fn() -> Result<T, ServeError>) -> Result<T, ServeError> {
    let mut is_logged = false;
    loop {
        match attempt() {
            Err(
                ServeError::Store(StoreError::Busy) | ServeError::Keys(KeysError::Database(StoreError::Busy)),
            ) => {}
            done => return done,
        }
        if !std::mem::replace(&mut is_logged, true) {
            tracing::info!("waiting for a running import to finish before starting");
        }
        std::thread::sleep(RETRY_INTERVAL);
    }
}
