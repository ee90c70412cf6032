//! Authentication of requests: every handler that returns records has a [`Caller`] as a parameter, so it cannot run
//! without a valid token.

use std::borrow::Cow;
use std::net::SocketAddr;
use std::sync::{Arc, OnceLock};

use axum::extract::{ConnectInfo, FromRef, FromRequestParts, MatchedPath};
use folkmoot_authentication::client_views::ClientViews;
use folkmoot_authentication::platform_cache::{HolderStatus, PlatformView};
use folkmoot_authentication::request_limit::{RemainingRequests, RequestLimit};
use folkmoot_authentication::tokens::{Claims, TokenError, Tokens};
use folkmoot_files::download_urls::{DownloadUrlSigner, HolderUrls};
use folkmoot_model::access::AccessLevel;
use folkmoot_runtime::reloadable::Reloadable;
use folkmoot_settings::Network;
use folkmoot_store::access::AccessView;
use folkmoot_store::clients::{ClientStatus, Holder};
use folkmoot_store::encode::{DownloadUrls, Representation, View};
use folkmoot_store::usage::{ClientRefusal, RefusalReason};
use folkmoot_telemetry::Refusal;
use http::header;
use http::request::Parts;
use uuid::Uuid;

use super::assistants;
use super::bearer_token::{invalid, token};
use super::client_address::client_address;
use super::client_limits::ClientLimits;
use super::key_reload::KeyReload;
use super::preconditions::{PlatformState, enabled_platform, holder_status, require_current_data};
use super::problem::Problem;
use super::problem_table::{EXPIRED_TOKEN, REVOKED_CLIENT};
use super::publishable_keys::{self, KeyHolder};
use super::refusals;
use super::scope::{RequiredPermissions, Scope};
use super::usage::{Operation, Sender};

/// What authenticates requests of clients, and limits them.
pub struct Authentication {
    /// The platform and its clients.
    pub platform: Arc<PlatformState>,
    /// Verifies tokens.
    pub tokens: Arc<Tokens>,
    /// Reloads the signing keys.
    pub key_reload: Arc<KeyReload>,
    /// What clients see of records.
    pub views: Arc<ClientViews>,
    /// Signs download URLs.
    pub download_urls: Arc<DownloadUrlSigner>,
    /// Limits requests with a token; `None` if they are not limited.
    pub request_limit: Reloadable<Option<RequestLimit>>,
    /// Limits searches, requests without a valid token, and requests with a publishable key.
    pub client_limits: Reloadable<ClientLimits>,
    /// The time in seconds for which shared caches may use a response to a request with a publishable key.
    pub public_max_age_seconds: u64,
    /// The proxies whose statements of a client's network address are trusted.
    pub trusted_proxies: Vec<Network>,
}

impl Authentication {
    /// Counts a request without a token. Fails if its network address has sent too many.
    pub fn count_anonymous(&self, parts: &Parts) -> Result<(), Problem> {
        let Some(ConnectInfo(peer)) = parts.extensions.get::<ConnectInfo<SocketAddr>>() else {
            return Ok(());
        };
        let address = client_address(peer.ip(), &parts.headers, &self.trusted_proxies);
        self.client_limits.get().count_anonymous(address)
    }
}

/// A client of the public API with a valid token.
pub struct Caller {
    /// The platform whose records the client may read.
    pub platform: Arc<PlatformView>,
    /// The holder that download URLs in the response are issued to.
    pub holder: Holder,
    /// What the request may do.
    pub scope: Scope,
    /// What the client may do.
    pub scope_of_client: Scope,
    /// What the request sees.
    pub access: AccessView,
    /// Whether it was sent with a publishable key.
    pub has_publishable_key: bool,
    /// What its searches are counted under.
    quota: Uuid,
    authentication: Arc<Authentication>,
    download_urls: HolderUrls,
    slot: Option<NoteSlot>,
}

impl Caller {
    /// The access level of the request.
    pub fn level(&self) -> AccessLevel {
        self.scope.level()
    }

    /// How records are written for this caller in a locale. Download URLs are issued to the caller.
    pub fn view(&self, has_download_urls: bool, locale: usize) -> Cow<'_, View> {
        let view = &self.platform.views[locale];
        if self.access.level() == AccessLevel::Full && !has_download_urls {
            return Cow::Borrowed(view);
        }
        let mut view = View { access: Arc::new(self.access.clone()), ..view.clone() };
        if has_download_urls {
            let downloads: Arc<dyn DownloadUrls> = Arc::new(self.download_urls.clone());
            view.downloads = Some(downloads);
        }
        Cow::Owned(view)
    }

    /// What records that are written for this caller in a locale depend on.
    pub fn representation(&self, has_download_urls: bool, locale: usize) -> Representation {
        let downloads = has_download_urls.then(|| (self.holder, self.download_urls.issue()));
        Representation::new(self.platform.digest, locale, &self.access, downloads)
    }

    /// Whether the client may still do exactly what it could when the request arrived. Fails if it may do nothing any more.
    pub async fn is_unchanged(&self) -> Result<bool, Problem> {
        let platform = &self.authentication.platform;
        enabled_platform(platform)?;
        require_valid(platform, self.holder).await?;
        let clients = platform.cache.clients();
        let client = clients.get(&self.holder.client);
        Ok(client.is_some_and(|client| Scope::of_client(client) == self.scope_of_client))
    }

    /// Counts a search. Fails if the client has no search left.
    pub fn count_search(&self) -> Result<(), Problem> {
        let counted = self.authentication.client_limits.get().count_search(self.quota);
        let remaining = match &counted {
            Ok(remaining) => *remaining,
            Err((_, none_left)) => Some(*none_left),
        };
        if let Some((slot, remaining)) = self.slot.as_ref().zip(remaining) {
            let _ = slot.0.searches.set(remaining);
        }
        counted.map(drop).map_err(|(problem, _)| problem)
    }

    /// The download URL of a file of an export.
    pub fn export_url(&self, file: Uuid) -> String {
        self.download_urls.of_export(file)
    }
}

/// What handlers and routes note about a request, for the log, for headers and for usage. An extension of every request.
#[derive(Debug, Clone, Default)]
pub struct NoteSlot(pub Arc<RequestNotes>);

/// What is known about a request.
#[derive(Debug, Default)]
pub struct RequestNotes {
    /// The pattern of its route, once it has one.
    pub route: OnceLock<MatchedPath>,
    /// The client, once it is authenticated.
    pub authenticated: OnceLock<Authenticated>,
    /// Who sent it, once it is authenticated by a token.
    pub sender: OnceLock<Sender>,
    /// Why it was refused, if the client that it names is known.
    pub refused: OnceLock<ClientRefusal>,
    /// What is left of its quota of searches, if the request is a search and searches are limited.
    pub searches: OnceLock<RemainingRequests>,
}

/// A client that sent a request.
#[derive(Debug, Clone, Copy)]
pub struct Authenticated {
    /// Its id.
    pub client: Uuid,
    /// The operation that it requested.
    pub operation: Operation,
    /// What is left of its quota of requests; `None` if requests are not limited.
    pub remaining: Option<RemainingRequests>,
    /// The time in seconds for which shared caches may use the response; `None` if only the client may.
    pub shared_seconds: Option<u64>,
}

/// What a request was authenticated with.
enum Credential {
    /// A token.
    Token(Claims),
    /// A publishable key.
    Key(KeyHolder),
}

impl Credential {
    fn holder(&self) -> Holder {
        match self {
            Self::Token(claims) => claims.holder,
            Self::Key(key) => key.holder,
        }
    }

    /// Counts a request. Fails if the quota is used up.
    fn count_request(&self, parts: &Parts, state: &Authentication) -> Result<(), Problem> {
        match self {
            Self::Token(claims) => count_request(parts, state, claims.holder.client),
            Self::Key(KeyHolder { holder, visitor }) => {
                let limits = state.client_limits.get();
                let counted = visitor.map_or(Ok(None), |visitor| limits.count_visitor(visitor));
                let remaining = counted.as_ref().map_or_else(|(_, none_left)| Some(*none_left), |left| *left);
                let shared_seconds = Some(state.public_max_age_seconds);
                let client = holder.client;
                note(parts, |operation| Authenticated { client, operation, remaining, shared_seconds });
                counted.map(drop).map_err(|(problem, _)| problem)
            }
        }
    }
}

/// Notes the client of a request, for what is outside the handlers.
fn note(parts: &Parts, authenticated: impl FnOnce(Operation) -> Authenticated) {
    let slot = parts.extensions.get::<NoteSlot>();
    if let Some((slot, operation)) = slot.zip(parts.extensions.get::<Operation>()) {
        let _ = slot.0.authenticated.set(authenticated(*operation));
    }
}

/// Notes who sent a request, for usage.
fn note_sender(parts: &Parts, state: &Authentication) {
    let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>();
    if let Some((slot, ConnectInfo(peer))) = parts.extensions.get::<NoteSlot>().zip(peer) {
        let address = client_address(peer.ip(), &parts.headers, &state.trusted_proxies);
        let user_agent = parts.headers.get(header::USER_AGENT).cloned();
        let _ = slot.0.sender.set(Sender { address, user_agent });
    }
}

/// Counts a request of a client with a token. Fails if the client has no request left.
fn count_request(parts: &Parts, state: &Authentication, client: Uuid) -> Result<(), Problem> {
    let limit = state.request_limit.get();
    let counted = limit
        .as_ref()
        .as_ref()
        .map(|limit| limit.count(client).map_err(|limited| (limited, limit.remaining(0))));
    let remaining = counted.map(|counted| counted.unwrap_or_else(|(_, none_left)| none_left));
    note(parts, |operation| Authenticated { client, operation, remaining, shared_seconds: None });
    match counted {
        Some(Err((limited, _))) => {
            Err(Problem::too_many(Refusal::Requests, "requests", limited.retry_after_seconds))
        }
        _ => Ok(()),
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Caller
where
    Arc<Authentication>: FromRef<S>,
{
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let state = Arc::<Authentication>::from_ref(state);
        let authenticated = Self::authenticate(parts, &state).await;
        authenticated.map_err(|problem| {
            refusals::note(&state, &parts.extensions, &parts.headers, &parts.uri, &problem);
            let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>();
            let Some(ConnectInfo(peer)) = peer.filter(|_| problem.kind.status == 401) else { return problem };
            let address = client_address(peer.ip(), &parts.headers, &state.trusted_proxies);
            state.client_limits.get().count_rejected_token(address, problem)
        })
    }
}

impl Caller {
    async fn authenticate(parts: &mut Parts, state: &Arc<Authentication>) -> Result<Self, Problem> {
        require_current_data(&state.platform).await?;
        let platform = enabled_platform(&state.platform)?;
        let credential = match publishable_keys::take(parts)? {
            Some(key) => Credential::Key(publishable_keys::identify(&key, parts, state).await?),
            None => Credential::Token(Self::verify(token(&parts.headers)?, state).await?),
        };
        let holder = credential.holder();
        if let Credential::Token(_) = credential {
            note_sender(parts, state);
        }
        credential.count_request(parts, state)?;
        assistants::require_permitted(state, &parts.extensions, holder.client)?;
        let (scope, scope_of_client) = require_scope(state, parts, &credential)?;
        let access = state.views.view(holder.client, scope.level(), scope.resources())?;
        let download_urls = DownloadUrlSigner::of_holder(&state.download_urls, holder);
        let slot = parts.extensions.get::<NoteSlot>().cloned();
        let (has_publishable_key, quota) = match &credential {
            Credential::Token(_) => (false, holder.client),
            Credential::Key(key) => (true, key.visitor.unwrap_or(holder.client)),
        };
        Ok(Self {
            platform,
            holder,
            scope,
            scope_of_client,
            access,
            has_publishable_key,
            quota,
            authentication: Arc::clone(state),
            download_urls,
            slot,
        })
    }

    /// What a token says. Fails unless this platform issued it, it is still valid, and its client is active.
    async fn verify(token: &str, state: &Authentication) -> Result<Claims, Problem> {
        let mut verified = state.tokens.verify(token, (state.platform.clock)());
        if matches!(verified, Err(TokenError::UnknownKey)) {
            // Another server may have signed it with a key that was created just now.
            state.key_reload.reload_for_unknown_key().await;
            verified = state.tokens.verify(token, (state.platform.clock)());
        }
        match verified {
            Ok(claims) => require_valid(&state.platform, claims.holder).await.map(|()| claims),
            Err(TokenError::Expired(holder)) => {
                // A token of a client that expired was valid as long as the client.
                require_active(&state.platform, holder).await?;
                Err(Problem::new(&EXPIRED_TOKEN, "The token has expired. Get a new one.")
                    .refused_for(RefusalReason::TokenExpired))
            }
            Err(TokenError::Invalid | TokenError::UnknownKey) => {
                Err(invalid("The token was modified or was not issued by this platform."))
            }
        }
    }
}

/// The status of a holder. Fails if its client is revoked, disabled or expired.
pub async fn require_active(state: &PlatformState, holder: Holder) -> Result<HolderStatus, Problem> {
    let status = holder_status(state, holder).await?;
    let HolderStatus::Inactive(status) = status else { return Ok(status) };
    let (detail, reason) = match status {
        ClientStatus::Disabled => ("An administrator disabled the client.", RefusalReason::Disabled),
        ClientStatus::Expired => ("The client has expired.", RefusalReason::Expired),
        ClientStatus::Active | ClientStatus::Revoked => {
            ("An administrator revoked the client.", RefusalReason::Revoked)
        }
    };
    Err(Problem::new(&REVOKED_CLIENT, detail).refused_for(reason))
}

/// Fails if the client of a holder is not active, or its token was revoked.
async fn require_valid(state: &PlatformState, holder: Holder) -> Result<(), Problem> {
    match require_active(state, holder).await? {
        HolderStatus::Superseded => Err(invalid("An administrator revoked the token. Get a new one.")
            .refused_for(RefusalReason::TokenRevoked)),
        HolderStatus::Unknown => Err(invalid("The client that the token was issued to is unknown.")),
        HolderStatus::Valid | HolderStatus::Inactive(_) => Ok(()),
    }
}

/// The scopes of the request and of its client. Fails unless the former permits the request. This is the only check:
/// without it, no handler has a [`Caller`].
fn require_scope(
    state: &Authentication,
    parts: &Parts,
    credential: &Credential,
) -> Result<(Scope, Scope), Problem> {
    let required = parts.extensions.get::<RequiredPermissions>();
    let required = required.ok_or_else(|| Problem::internal("the route does not declare its permissions"))?;
    let clients = state.platform.cache.clients();
    let client = clients.get(&credential.holder().client);
    let client = client.ok_or_else(|| invalid("The client that the token was issued to is unknown."))?;
    let of_client = Scope::of_client(client);
    // A token without the claim may do what its client may do now.
    let scope = match credential {
        Credential::Token(claims) => {
            claims.scope.as_ref().map_or(of_client, |claim| of_client.of_token(claim))
        }
        Credential::Key(_) => {
            required.require_open_to_keys()?;
            of_client
        }
    };
    scope.require(required, &of_client)?;
    Ok((scope, of_client))
}
