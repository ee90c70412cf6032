//! Opening a server: its state is built from the settings and the database.

use std::net::SocketAddr;
use std::sync::Arc;

use folkmoot_admin::AdminSignIn;
use folkmoot_api::plan::ResourcePlans;
use folkmoot_api::sealed_cursor::CursorKeys;
use folkmoot_api::server_urls::ServerUrls;
use folkmoot_authentication::client_views::ClientViews;
use folkmoot_authentication::platform_cache::PlatformCache;
use folkmoot_authentication::tokens::Tokens;
use folkmoot_database::data_directory;
use folkmoot_files::blobs;
use folkmoot_files::download_urls::DownloadUrlSigner;
use folkmoot_files::export_files::ExportFiles;
use folkmoot_files::file_store::FileStore;
use folkmoot_import::day;
use folkmoot_index::{IndexFile, ListIndexes, LoadError, follow};
use folkmoot_jobs::people;
use folkmoot_jobs::signing_keys;
use folkmoot_portal::Embedded;
use folkmoot_runtime::reloadable::Reloadable;
use folkmoot_settings::Settings;
use folkmoot_store::changes::Version;
use folkmoot_store::{Store, StoreError};
use folkmoot_telemetry::Refusal;
use folkmoot_webhooks::secrets::SecretKeys;
use folkmoot_websites::Components;
use jiff::Timestamp;
use metrics_exporter_prometheus::PrometheusHandle;
use tokio::sync::watch;

use super::super::otlp::{self, OtlpSettings};
use super::super::portal::{Portal, provider};
use super::super::state::Server;
use super::error::ServeError;
use super::parts::Opened;
use super::retry::retry;

/// Opens the database of the settings, or creates it. Waits until it responds.
pub fn open_store(settings: &Settings) -> Result<Arc<Store>, ServeError> {
    retry(|| Ok(Arc::new(Store::open(&settings.database())?)))
}

/// Builds the state of a server on an open database, and starts to follow the change feed. It serves the embedded console and
/// web components, and the embedded portal unless the settings name another.
pub fn open(
    store: Arc<Store>,
    settings: Settings,
    address: SocketAddr,
    metrics: PrometheusHandle,
    embedded: Embedded,
) -> Result<Arc<Server>, ServeError> {
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
    let plans = Arc::new(ResourcePlans::build()?);
    let keys = Arc::new(retry(|| Ok(signing_keys::open(&settings, &store, clock())?))?);
    let time_zone = settings.time_zone.as_deref();
    retry(|| Ok(store.clock().adopt_time_zone(time_zone, clock().as_millisecond())?))?;
    let rights = people::open(&settings, &store)?;
    retry(|| Ok(rights.reconcile(clock())?))?;
    if retry(|| Ok(day::take_back(&store, clock())?))? {
        tracing::warn!("the stored day was ahead of the clock; votes that have not ended are secret again");
    }
    let access = Arc::new(settings.record_access());
    retry(|| Ok(store.platform().store_access_settings(&access)?))?;
    let index_file = index_file(&settings)?;
    let (since, indexes) =
        retry(|| open_indexes(index_file.as_ref(), &store, settings.list_cache_megabytes * 1_000_000))?;
    let urls = Arc::new(ServerUrls::new(&settings, address));
    let download_urls = Arc::new(DownloadUrlSigner::new(Arc::clone(&keys), urls.api(), clock));
    let tokens = Arc::new(Tokens::new(keys, &settings.token_issuer));
    let platform = retry(|| Ok(Arc::new(PlatformCache::read(Arc::clone(&store))?)))?;
    let file_store = FileStore::new(Arc::clone(&store), blobs::open(&settings.file_storage())?);
    let provider = provider(&settings)?;
    let admin_sign_in = AdminSignIn::open(&settings, address, embedded.console, &provider)?;
    let portal = Portal::open(&settings, embedded.portal, provider)?.map(Arc::new);
    let components = retry(|| Ok(Components::open(embedded.components, &store)?))?;
    let feed = retry(|| Ok(follow(Arc::clone(&store), &indexes, since, Arc::clone(&platform))?))?;
    let secret = retry(|| Ok(store.platform().secret()?))?;
    let webhook_keys = SecretKeys::open(&store, settings.keys_secret.as_deref())?;
    let cursors = CursorKeys::of_platform(secret.expose())
        .ok_or_else(|| StoreError::Value("the keys of cursors cannot be derived".to_owned()))?;
    let opened = Opened {
        live: Arc::new(Reloadable::new(settings.clone())),
        tracer: otlp_settings(&settings).as_ref().map(otlp::start).transpose()?,
        export_files: ExportFiles::new(Arc::clone(&store), &file_store.blobs),
        views: Arc::new(ClientViews { settings: access, secret }),
        cursors: Arc::new(cursors),
        webhook_keys: Arc::new(webhook_keys),
        rights: Arc::new(rights),
        index_file: index_file.map(Arc::new),
        stopping: watch::Sender::new(false),
        settings: Arc::new(settings),
        plans,
        store,
        indexes,
        feed,
        platform,
        file_store,
        download_urls,
        tokens,
        portal,
        components,
        urls,
        clock,
    };
    Ok(Arc::new(opened.into_server(admin_sign_in, metrics)))
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

/// Where traces are sent, if they are.
fn otlp_settings(settings: &Settings) -> Option<OtlpSettings> {
    Some(OtlpSettings {
        endpoint: settings.otlp_endpoint.clone()?,
        headers: settings.otlp_headers.clone(),
        ratio: settings.trace_sample_ratio,
        version: env!("CARGO_PKG_VERSION"),
    })
}
