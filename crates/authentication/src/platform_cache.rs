//! Platform and clients in memory, updated from the change feed.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use super::known_clients::KnownClients;
use aws_lc_rs::digest::{SHA256, digest};
use folkmoot_index::ChangeListener;
use folkmoot_store::access::AccessView;
use folkmoot_store::clients::{ClientStatus, Holder};
use folkmoot_store::encode::View;
use folkmoot_store::platform::Platform;
use folkmoot_store::{Store, StoreError};

/// Platform and clients as they were last read from the database.
pub struct PlatformCache {
    store: Arc<Store>,
    platform: RwLock<Option<Arc<PlatformView>>>,
    clients: RwLock<Arc<KnownClients>>,
}

/// The platform, and how its records are written in each locale.
pub struct PlatformView {
    /// The platform.
    pub platform: Platform,
    /// Increases with every change of the platform.
    pub version: u64,
    /// Changes with everything that responses show of the platform, and is the same on all servers.
    pub digest: [u8; 32],
    /// One view of the level `full` for each locale, in the platform's order.
    pub views: Vec<View>,
}

/// Whether a token or URL that was issued to a holder is still valid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HolderStatus {
    /// It is valid.
    Valid,
    /// The client is revoked, disabled or expired.
    Inactive(ClientStatus),
    /// The client's tokens were revoked after it was issued.
    Superseded,
    /// This server has not read the client, or this generation of its tokens.
    Unknown,
}

impl PlatformCache {
    /// Reads platform and clients.
    pub fn read(store: Arc<Store>) -> Result<Self, StoreError> {
        let cache = Self { store, platform: RwLock::default(), clients: RwLock::default() };
        cache.read_platform(0)?;
        cache.read_clients(0)?;
        Ok(cache)
    }

    /// The platform; `None` before the first import.
    pub fn platform(&self) -> Option<Arc<PlatformView>> {
        self.platform.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// All clients, including revoked ones.
    pub fn clients(&self) -> Arc<KnownClients> {
        Arc::clone(&self.clients.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// The status of a holder at a timestamp in milliseconds, as far as this server has read the clients.
    pub fn holder_status(&self, holder: Holder, now: i64) -> HolderStatus {
        match self.clients().get(&holder.client) {
            Some(client) if client.status(now) != ClientStatus::Active => {
                HolderStatus::Inactive(client.status(now))
            }
            Some(client) if client.token_generation > holder.generation => HolderStatus::Superseded,
            Some(client) if client.token_generation == holder.generation => HolderStatus::Valid,
            _ => HolderStatus::Unknown,
        }
    }

    fn read_platform(&self, since: i64) -> Result<(), StoreError> {
        static VERSION: AtomicU64 = AtomicU64::new(0);
        let version = VERSION.fetch_add(1, Ordering::Relaxed);
        let view = self.store.platform().read_since(since)?.map(|platform| {
            let access = Arc::new(AccessView::full(Arc::default()));
            let view = |locale: &String| View {
                locales: preferred(&platform.locales, locale),
                platform_url: platform.url.clone(),
                downloads: None,
                access: Arc::clone(&access),
            };
            let views = platform.locales.iter().map(view).collect();
            Arc::new(PlatformView { version, digest: digest_of(&platform), views, platform })
        });
        *self.platform.write().unwrap_or_else(PoisonError::into_inner) = view;
        Ok(())
    }

    fn read_clients(&self, since: i64) -> Result<(), StoreError> {
        let clients = KnownClients::new(self.store.clients().all_since(since)?);
        *self.clients.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(clients);
        Ok(())
    }
}

impl ChangeListener for PlatformCache {
    fn changed(&self, subject: &str, since: i64) -> Result<(), StoreError> {
        match subject {
            "platform" => self.read_platform(since),
            "clients" => self.read_clients(since),
            _ => Ok(()),
        }
    }
}

fn digest_of(platform: &Platform) -> [u8; 32] {
    let Platform { name, url, locales, .. } = platform;
    let shown = serde_json::json!([name, url, locales]).to_string();
    let mut bytes = [0; 32];
    bytes.copy_from_slice(digest(&SHA256, shown.as_bytes()).as_ref());
    bytes
}

/// The chosen locale, then the platform's others in their order, so that the default locale is second.
fn preferred(locales: &[String], chosen: &String) -> Vec<String> {
    let others = locales.iter().filter(|locale| *locale != chosen);
    std::iter::once(chosen).chain(others).cloned().collect()
}
