//! What every request is answered from.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use folkmoot_authentication::rate_limits::RateLimits;
use folkmoot_authentication::tokens::Tokens;
use folkmoot_files::addresses::Addresses;
use folkmoot_files::shelf::Shelf;
use folkmoot_index::{Feed, Listener, Lists};
use folkmoot_store::clients::{Client, Holder};
use folkmoot_store::encode::View;
use folkmoot_store::platform::Platform;
use folkmoot_store::{Store, StoreError};
use jiff::Timestamp;
use tokio::sync::watch;
use uuid::Uuid;

use super::key_reload::KeyReload;
use super::last_use::LastUse;
use super::operations::Operations;
use super::pages::PATIENCE;
use super::portal::Portal;
use super::problem::Problem;
use super::problem_table::PUBLIC_API_DISABLED;
use crate::settings::Settings;

/// The state that all requests share.
pub struct Server {
    /// The database.
    pub store: Arc<Store>,
    /// The list index.
    pub lists: Arc<Lists>,
    /// The change feed that keeps the list index true.
    pub feed: Feed,
    /// The files' bytes, kept together with their records.
    pub shelf: Shelf,
    /// Signs and checks the addresses of downloads.
    pub addresses: Arc<Addresses>,
    /// Issues and verifies tokens.
    pub tokens: Tokens,
    /// Reads the signing keys again.
    pub key_reload: KeyReload,
    /// When clients were last there.
    pub last_use: LastUse,
    /// What operators ask for.
    pub operations: Operations,
    /// Limits failed and successful sign-ins.
    pub rate_limits: RateLimits,
    /// The settings.
    pub settings: Settings,
    /// What is known of platform and clients, kept true by the change feed.
    pub known: Arc<Known>,
    /// Tells the time.
    pub clock: fn() -> Timestamp,
    /// The address under which people reach the server, without a slash at its end.
    pub public_address: String,
    /// The portal, where one is served.
    pub portal: Option<Arc<Portal>>,
    /// Tells whether the server is about to stop.
    pub stopping: watch::Sender<bool>,
    /// Renders the metrics as Prometheus reads them.
    pub metrics: metrics_exporter_prometheus::PrometheusHandle,
}

/// Platform and clients as the database last told them.
pub struct Known {
    store: Arc<Store>,
    platform: RwLock<Option<Arc<PlatformView>>>,
    clients: RwLock<Arc<HashMap<Uuid, Client>>>,
}

/// The platform, and how its records are written in each locale.
pub struct PlatformView {
    /// The platform.
    pub platform: Platform,
    /// Rises with every change of the platform.
    pub version: u64,
    /// One view a locale, in the platform's order.
    pub views: Vec<View>,
}

/// Whether what was issued to a holder is still valid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// It is.
    Valid,
    /// The client was revoked.
    ClientRevoked,
    /// The client's tokens were revoked after it was issued.
    Superseded,
    /// This server does not know the client, or a token generation as late as this one.
    Unknown,
}

impl Server {
    /// Fails where this server cannot follow what others write, be it a record, a revocation or the switch: it would
    /// answer from another time.
    pub async fn require_present(&self) -> Result<(), Problem> {
        let patience = Duration::from_secs(self.settings.database_timeout_seconds);
        if self.feed.is_followed(patience).await {
            return Ok(());
        }
        Err(Problem::unavailable("the change feed cannot be read"))
    }

    /// The standing of a holder. Another server may have issued a token or URL for a client, or a generation of its tokens,
    /// that this one has not read yet; so before a holder counts as unknown, the change feed is read once more.
    pub async fn standing(&self, holder: Holder) -> Result<Standing, Problem> {
        let standing = self.known.standing(holder);
        if standing != Standing::Unknown {
            return Ok(standing);
        }
        self.feed.catch_up(PATIENCE).await;
        self.require_present().await?;
        Ok(self.known.standing(holder))
    }

    /// The platform, where its public API is on.
    pub fn open_platform(&self) -> Result<Arc<PlatformView>, Problem> {
        self.known.platform().filter(|known| known.platform.public_api_enabled).ok_or_else(|| {
            let detail =
                "The public API of this platform is switched off. An administrator can switch it on.";
            Problem::new(&PUBLIC_API_DISABLED, detail)
        })
    }
}

impl Known {
    /// Reads platform and clients.
    pub fn read(store: Arc<Store>) -> Result<Self, StoreError> {
        let known = Self { store, platform: RwLock::default(), clients: RwLock::default() };
        known.read_platform(0)?;
        known.read_clients(0)?;
        Ok(known)
    }

    /// The platform, once there is one.
    pub fn platform(&self) -> Option<Arc<PlatformView>> {
        self.platform.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The clients, revoked ones included.
    pub fn clients(&self) -> Arc<HashMap<Uuid, Client>> {
        Arc::clone(&self.clients.read().unwrap_or_else(PoisonError::into_inner))
    }

    fn standing(&self, holder: Holder) -> Standing {
        match self.clients().get(&holder.client) {
            Some(client) if client.revoked_at.is_some() => Standing::ClientRevoked,
            Some(client) if client.token_generation > holder.generation => Standing::Superseded,
            Some(client) if client.token_generation == holder.generation => Standing::Valid,
            _ => Standing::Unknown,
        }
    }

    fn read_platform(&self, since: i64) -> Result<(), StoreError> {
        static VERSION: AtomicU64 = AtomicU64::new(0);
        let version = VERSION.fetch_add(1, Ordering::Relaxed);
        let view = self.store.platform_since(since)?.map(|platform| {
            let view = |locale: &String| View {
                locales: preferred(&platform.locales, locale),
                platform_address: platform.address.clone(),
                downloads: None,
            };
            Arc::new(PlatformView { version, views: platform.locales.iter().map(view).collect(), platform })
        });
        *self.platform.write().unwrap_or_else(PoisonError::into_inner) = view;
        Ok(())
    }

    fn read_clients(&self, since: i64) -> Result<(), StoreError> {
        let clients =
            self.store.clients_since(since)?.into_iter().map(|client| (client.id, client)).collect();
        *self.clients.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(clients);
        Ok(())
    }
}

impl Listener for Known {
    fn changed(&self, subject: &str, since: i64) -> Result<(), StoreError> {
        match subject {
            "platform" => self.read_platform(since),
            "clients" => self.read_clients(since),
            _ => Ok(()),
        }
    }
}

/// The chosen locale, then the platform's default, then its others.
fn preferred(locales: &[String], chosen: &String) -> Vec<String> {
    let others = locales.iter().filter(|locale| *locale != chosen);
    std::iter::once(chosen).chain(others).cloned().collect()
}
