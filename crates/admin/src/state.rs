//! What the requests of administrators share.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use folkmoot_api::client_limits::sign_in_limits;
use folkmoot_api::server_urls::ServerUrls;
use folkmoot_authentication::client_views::ClientViews;
use folkmoot_authentication::platform_cache::PlatformCache;
use folkmoot_authentication::rate_limits::RateLimits;
use folkmoot_index::{IndexFile, RecordFiles};
use folkmoot_people::Rights;
use folkmoot_portal::{EmbeddedFiles, PortalError, Provider};
use folkmoot_runtime::reloadable::Reloadable;
use folkmoot_settings::Settings;
use folkmoot_store::Store;
use folkmoot_store::admin_sessions::OpenAt;
use folkmoot_webhooks::destination::Destinations;
use folkmoot_webhooks::secrets::SecretKeys;
use jiff::Timestamp;

use super::console_files::Console;
use super::last_checks::LastChecks;
use super::openid::OpenIdProvider;

/// What the requests of administrators share.
pub struct AdminState {
    /// The database.
    pub store: Arc<Store>,
    /// Platform and clients in memory.
    pub platform: Arc<PlatformCache>,
    /// How administrators sign in.
    pub sign_in: AdminSignIn,
    /// The settings at the start.
    pub settings: Arc<Settings>,
    /// The settings after the last reload.
    pub live: Arc<Reloadable<Settings>>,
    /// What `folkmoot doctor` found lately.
    pub last_checks: LastChecks,
    /// The current time.
    pub clock: fn() -> Timestamp,
}

/// What requests about people need.
pub struct PeopleState {
    /// The database.
    pub store: Arc<Store>,
    /// Finds, exports and erases people.
    pub rights: Arc<Rights>,
    /// The file of the list indexes, if there is to be one. It may contain the id of a person who is erased.
    pub index_file: Option<Arc<IndexFile>>,
    /// Lists whose records are stored in files.
    pub record_files: Arc<RecordFiles>,
    /// The data directory.
    pub data: PathBuf,
    /// The current time.
    pub clock: fn() -> Timestamp,
}

/// What previews of records need.
pub struct PreviewState {
    /// The database.
    pub store: Arc<Store>,
    /// Platform and clients in memory.
    pub platform: Arc<PlatformCache>,
    /// What clients see of records.
    pub views: Arc<ClientViews>,
    /// The URL of the API.
    pub api_url: String,
}

/// What requests about webhooks need.
pub struct WebhookState {
    /// The database.
    pub store: Arc<Store>,
    /// Encrypts secrets.
    pub keys: Arc<SecretKeys>,
    /// Where events may be sent.
    pub destinations: Destinations,
    /// The current time.
    pub clock: fn() -> Timestamp,
}

/// How administrators sign in, and for how long.
pub struct AdminSignIn {
    /// The URL of the server under which administrators reach it.
    pub urls: ServerUrls,
    /// Limits failed sign-ins.
    pub failures: RateLimits,
    /// The console; `None` if the program was built without one.
    pub console: Option<Console>,
    /// The `OpenID` provider; `None` if none is configured.
    pub openid: Option<OpenIdProvider>,
    idle_timeout: AtomicI64,
    session_timeout: AtomicI64,
}

impl AdminSignIn {
    /// The sign-in of a server that listens on this address and serves the embedded console under the names and colours of the provider.
    pub fn open(
        settings: &Settings,
        address: SocketAddr,
        console: EmbeddedFiles,
        provider: &Provider,
    ) -> Result<Self, PortalError> {
        Ok(Self {
            urls: ServerUrls::for_administrators(settings, address),
            failures: RateLimits::new(sign_in_limits(settings)),
            console: Console::open(console, provider)?,
            openid: OpenIdProvider::new(settings),
            idle_timeout: AtomicI64::new(milliseconds(settings.admin_idle_timeout_seconds)),
            session_timeout: AtomicI64::new(milliseconds(settings.admin_session_timeout_seconds)),
        })
    }

    /// Applies the reloadable settings.
    pub fn reload(&self, settings: &Settings) {
        self.failures.reload(sign_in_limits(settings));
        self.idle_timeout.store(milliseconds(settings.admin_idle_timeout_seconds), Ordering::Relaxed);
        self.session_timeout.store(milliseconds(settings.admin_session_timeout_seconds), Ordering::Relaxed);
    }

    /// When sessions are open at this time.
    pub fn open_at(&self, now: Timestamp) -> OpenAt {
        OpenAt { now: now.as_millisecond(), idle_timeout: self.idle_timeout.load(Ordering::Relaxed) }
    }

    /// When a session that is opened now expires.
    pub fn session_end(&self, now: Timestamp) -> i64 {
        now.as_millisecond().saturating_add(self.session_timeout.load(Ordering::Relaxed))
    }

    /// How long ago the last use that is stored must be before it is stored again, in milliseconds. The shorter the idle
    /// timeout, the more exact must it be.
    pub fn use_precision(&self) -> i64 {
        (self.idle_timeout.load(Ordering::Relaxed) / 10).min(60_000)
    }
}

fn milliseconds(seconds: u64) -> i64 {
    i64::try_from(seconds.saturating_mul(1_000)).unwrap_or(i64::MAX)
}
