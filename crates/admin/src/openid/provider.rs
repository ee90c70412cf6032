//! The `OpenID` provider: its metadata, its token endpoint and its claims.

use std::collections::HashMap;
use std::sync::LazyLock;
use std::time::Duration;

use folkmoot_settings::Settings;
use folkmoot_store::administrators::Role;
use http::StatusCode;
use jiff::Timestamp;
use openidconnect::core::{
    CoreAuthDisplay, CoreAuthPrompt, CoreAuthenticationFlow, CoreErrorResponseType, CoreGenderClaim,
    CoreJsonWebKey, CoreJweContentEncryptionAlgorithm, CoreJwsSigningAlgorithm, CoreRevocableToken,
    CoreRevocationErrorResponse, CoreTokenIntrospectionResponse, CoreTokenType,
};
use openidconnect::{
    AccessToken, AccessTokenHash, AdditionalClaims, AuthorizationCode, Client, ClientId, ClientSecret,
    CsrfToken, EmptyExtraTokenFields, EndpointMaybeSet, EndpointNotSet, EndpointSet, HttpRequest,
    HttpResponse, IdTokenClaims, IdTokenFields, IssuerUrl, LogoutRequest, Nonce, NonceVerifier,
    OAuth2TokenResponse as _, PkceCodeChallenge, PkceCodeVerifier, PostLogoutRedirectUrl,
    ProviderMetadataWithLogout, RedirectUrl, RequestTokenError, Scope, StandardErrorResponse,
    StandardTokenResponse, SubjectIdentifier, TokenResponse as _, UserInfoClaims, UserInfoError,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::provider_tokens::ProviderTokens;

/// Timeout of each request to the provider.
const TIMEOUT: Duration = Duration::from_secs(10);
/// Maximum size of a response of the provider.
const MAX_RESPONSE_BYTES: usize = 1_000_000;
/// How old an ID token may be, in seconds. The standard leaves the range to the client (`OpenID` Connect Core 1.0, section 3.1.3.7,
/// step 10). The token is made when it is requested, so that this is the difference of the clocks.
const MAX_TOKEN_AGE: i64 = 3_600;
/// How far the clock of the provider may be ahead, in seconds.
const MAX_CLOCK_SKEW: i64 = 300;

/// The claims beyond those of the standard.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct OtherClaims {
    #[serde(flatten)]
    claims: HashMap<String, Value>,
}

impl AdditionalClaims for OtherClaims {}

/// The response of the token endpoint.
pub(super) type Tokens = StandardTokenResponse<
    IdTokenFields<
        OtherClaims,
        EmptyExtraTokenFields,
        CoreGenderClaim,
        CoreJweContentEncryptionAlgorithm,
        CoreJwsSigningAlgorithm,
    >,
    CoreTokenType,
>;

pub(super) type Claims = IdTokenClaims<OtherClaims, CoreGenderClaim>;

/// A client of the provider.
pub(super) type ProviderClient = Client<
    OtherClaims,
    CoreAuthDisplay,
    CoreGenderClaim,
    CoreJweContentEncryptionAlgorithm,
    CoreJsonWebKey,
    CoreAuthPrompt,
    StandardErrorResponse<CoreErrorResponseType>,
    Tokens,
    CoreTokenIntrospectionResponse,
    CoreRevocableToken,
    CoreRevocationErrorResponse,
    EndpointSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointMaybeSet,
    EndpointMaybeSet,
>;

/// An error of the provider; the text is only logged.
#[derive(Debug, thiserror::Error)]
pub enum ProviderError {
    /// It does not respond, or not as the standard requires.
    #[error("the provider does not respond as expected: {0}")]
    Unavailable(String),
    /// What it returned cannot be trusted.
    #[error("the response of the provider is not valid: {0}")]
    Invalid(String),
    /// It no longer accepts the tokens of the account.
    #[error("the provider no longer accepts the tokens of the account")]
    Refused,
    /// It cannot be asked for the groups of the account again.
    #[error("the provider does not report the groups of the account again")]
    NotOffered,
}

/// An error of a request to the provider.
#[derive(Debug, thiserror::Error)]
pub(super) enum RequestError {
    #[error("{}", with_causes(.0))]
    Request(#[from] reqwest::Error),
    #[error("no HTTP client: {0}")]
    Client(String),
    #[error("a response of the provider has more than {MAX_RESPONSE_BYTES} bytes")]
    TooLarge,
    #[error(transparent)]
    Malformed(#[from] http::Error),
}

/// The `OpenID` provider of the settings. Its metadata and keys are read for each sign-in, so that changes of them have an
/// effect at once.
pub struct OpenIdProvider {
    issuer: String,
    name: String,
    client_id: ClientId,
    client_secret: Option<ClientSecret>,
    scopes: Vec<Scope>,
    groups_claim: String,
    administrator_groups: Vec<String>,
    auditor_groups: Vec<String>,
}

/// A sign-in that the browser continues at the provider.
pub struct Beginning {
    /// The URL to redirect to.
    pub url: String,
    /// The nonce that the ID token must contain.
    pub nonce: String,
    /// The verifier of the authorization code.
    pub code_verifier: String,
}

/// An account at the provider.
#[derive(Debug)]
pub struct Account {
    /// The subject, which identifies the account at the provider.
    pub subject: String,
    /// The name.
    pub name: String,
    /// What its groups permit; `None` if nothing.
    pub role: Option<Role>,
    /// With what its groups can be requested again; `None` if they cannot.
    pub tokens: Option<ProviderTokens>,
}

/// What the provider reports of an account.
pub(super) struct Profile {
    name: Option<String>,
    /// The claim of the groups; `None` if there is none.
    pub(super) groups: Option<Value>,
    /// Whether the groups are in the user info instead of the ID token.
    pub(super) has_groups_in_user_info: bool,
}

impl OpenIdProvider {
    /// The provider of the settings; `None` if they have none.
    pub fn new(settings: &Settings) -> Option<Self> {
        let issuer = settings.openid_issuer.clone()?;
        let Some(client_id) = settings.openid_client_id.clone() else {
            tracing::warn!("openid-issuer has no effect without openid-client-id");
            return None;
        };
        let scopes = settings.openid_scopes.split_whitespace().map(|scope| Scope::new(scope.to_owned()));
        Some(Self {
            issuer,
            name: settings.openid_name.clone(),
            client_id: ClientId::new(client_id),
            client_secret: settings.openid_client_secret.clone().map(ClientSecret::new),
            scopes: scopes.collect(),
            groups_claim: settings.openid_groups_claim.clone(),
            administrator_groups: settings.openid_administrator_groups.clone(),
            auditor_groups: settings.openid_auditor_groups.clone(),
        })
    }

    /// The name for people.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Begins a sign-in with this state, after which the provider redirects to `redirect_url`. With `chooses_account`, the provider asks
    /// with which account.
    pub async fn begin(
        &self,
        state: &str,
        redirect_url: &str,
        chooses_account: bool,
    ) -> Result<Beginning, ProviderError> {
        let client = self.client_with_redirect(redirect_url).await?;
        let (challenge, verifier) = PkceCodeChallenge::new_random_sha256();
        let state = state.to_owned();
        let request = client.authorize_url(
            CoreAuthenticationFlow::AuthorizationCode,
            move || CsrfToken::new(state),
            Nonce::new_random,
        );
        let mut request = request.add_scopes(self.scopes.iter().cloned()).set_pkce_challenge(challenge);
        if chooses_account {
            request = request.add_prompt(CoreAuthPrompt::SelectAccount);
        }
        let (url, _, nonce) = request.url();
        Ok(Beginning {
            url: url.to_string(),
            nonce: nonce.secret().clone(),
            code_verifier: verifier.into_secret(),
        })
    }

    /// The URL at which the provider ends its session and then redirects to `redirect_url`; `None` if it has none.
    pub async fn sign_out_url(&self, redirect_url: String) -> Result<Option<String>, ProviderError> {
        let redirect_url = PostLogoutRedirectUrl::new(redirect_url).map_err(unavailable)?;
        let endpoint = self.metadata().await?.additional_metadata().end_session_endpoint.clone();
        Ok(endpoint.map(|endpoint| {
            let request = LogoutRequest::from(endpoint).set_client_id(self.client_id.clone());
            request.set_post_logout_redirect_uri(redirect_url).http_get_url().into()
        }))
    }

    /// Exchanges the code for an ID token, verifies it, and reads the account.
    pub async fn account(
        &self,
        code: String,
        nonce: String,
        code_verifier: String,
        redirect_url: &str,
    ) -> Result<Account, ProviderError> {
        let client = self.client_with_redirect(redirect_url).await?;
        let request = client.exchange_code(AuthorizationCode::new(code)).map_err(unavailable)?;
        let request = request.set_pkce_verifier(PkceCodeVerifier::new(code_verifier));
        let tokens = request.request_async(&send).await.map_err(|error| match error {
            RequestTokenError::Request(_) => unavailable(error),
            _ => invalid(error),
        })?;
        let claims = self.verified_claims(&client, &tokens, &Nonce::new(nonce))?;
        let claims = claims.ok_or_else(|| ProviderError::Invalid("it has no ID token".to_owned()))?;
        let subject = claims.subject();
        let profile = self.profile(&client, tokens.access_token(), Some(claims), subject).await?;
        Ok(Account {
            subject: subject.to_string(),
            name: profile.name.clone().unwrap_or_else(|| subject.to_string()),
            role: self.role(profile.groups.as_ref()),
            tokens: ProviderTokens::new(&tokens, &profile, Timestamp::now()),
        })
    }

    /// The claims of the ID token; `None` if there is none. Beyond what the library verifies, the token must have been issued now,
    /// for an account, and to this client, if it states to which one.
    pub(super) fn verified_claims<'a>(
        &self,
        client: &ProviderClient,
        tokens: &'a Tokens,
        nonce: impl NonceVerifier,
    ) -> Result<Option<&'a Claims>, ProviderError> {
        let Some(id_token) = tokens.id_token() else { return Ok(None) };
        let now = Timestamp::now().as_second();
        let verifier = client.id_token_verifier().set_issue_time_verifier_fn(move |issued| {
            let age = now - issued.timestamp();
            let is_valid = (-MAX_CLOCK_SKEW..=MAX_TOKEN_AGE).contains(&age);
            is_valid.then_some(()).ok_or_else(|| format!("the ID token was issued {age} s ago"))
        });
        let claims = id_token.claims(&verifier, nonce).map_err(invalid)?;
        let refused = |reason: &str| Err(ProviderError::Invalid(reason.to_owned()));
        if claims.subject().is_empty() {
            return refused("the subject of the ID token is empty");
        }
        if claims.authorized_party().is_some_and(|party| *party != self.client_id) {
            return refused("the ID token was issued to another client");
        }
        if let Some(expected) = claims.access_token_hash() {
            let algorithm = id_token.signing_alg().map_err(invalid)?;
            let key = id_token.signing_key(&verifier).map_err(invalid)?;
            let found =
                AccessTokenHash::from_token(tokens.access_token(), algorithm, key).map_err(invalid)?;
            if found != *expected {
                return refused("the access token has another hash");
            }
        }
        Ok(Some(claims))
    }

    /// The profile of an account from its ID token, and from its user info if that is incomplete.
    pub(super) async fn profile(
        &self,
        client: &ProviderClient,
        access_token: &AccessToken,
        claims: Option<&Claims>,
        subject: &SubjectIdentifier,
    ) -> Result<Profile, ProviderError> {
        let text = |text: Option<&str>| text.filter(|text| !text.is_empty()).map(str::to_owned);
        let name = claims.and_then(|claims| {
            text(claims.name().and_then(|name| name.get(None)).map(|name| name.as_str()))
                .or_else(|| text(claims.preferred_username().map(|name| name.as_str())))
                .or_else(|| text(claims.email().map(|email| email.as_str())))
        });
        let groups = claims.and_then(|claims| claims.additional_claims().claims.get(&self.groups_claim));
        let mut profile = Profile { name, groups: groups.cloned(), has_groups_in_user_info: false };
        if (profile.groups.is_none() || profile.name.is_none())
            && let Ok(request) = client.user_info(access_token.clone(), Some(subject.clone()))
        {
            let info: UserInfoClaims<OtherClaims, CoreGenderClaim> =
                request.request_async(&send).await.map_err(user_info_failed)?;
            if profile.groups.is_none() {
                profile.groups = info.additional_claims().claims.get(&self.groups_claim).cloned();
                profile.has_groups_in_user_info = profile.groups.is_some();
            }
            profile.name = profile
                .name
                .or_else(|| text(info.name().and_then(|name| name.get(None)).map(|name| name.as_str())))
                .or_else(|| text(info.preferred_username().map(|name| name.as_str())))
                .or_else(|| text(info.email().map(|email| email.as_str())));
        }
        Ok(profile)
    }

    /// The role of an account with these groups: a list of names, or one name.
    pub(super) fn role(&self, groups: Option<&Value>) -> Option<Role> {
        let groups: Vec<&str> = match groups {
            Some(Value::String(group)) => vec![group],
            Some(Value::Array(groups)) => groups.iter().filter_map(Value::as_str).collect(),
            _ => Vec::new(),
        };
        let is_in = |names: &[String]| names.iter().any(|name| groups.contains(&name.as_str()));
        if is_in(&self.administrator_groups) {
            Some(Role::Administrator)
        } else {
            is_in(&self.auditor_groups).then_some(Role::Auditor)
        }
    }

    /// Whether this is the issuer of the provider.
    pub fn is_issuer(&self, issuer: &str) -> bool {
        self.issuer == issuer
    }

    /// A client after which the provider redirects to `redirect_url`.
    async fn client_with_redirect(&self, redirect_url: &str) -> Result<ProviderClient, ProviderError> {
        let redirect_url = RedirectUrl::new(redirect_url.to_owned()).map_err(unavailable)?;
        Ok(self.client().await?.set_redirect_uri(redirect_url))
    }

    /// A client with the current metadata and keys of the provider.
    pub(super) async fn client(&self) -> Result<ProviderClient, ProviderError> {
        let metadata = self.metadata().await?;
        Ok(Client::from_provider_metadata(metadata, self.client_id.clone(), self.client_secret.clone()))
    }

    async fn metadata(&self) -> Result<ProviderMetadataWithLogout, ProviderError> {
        let issuer = IssuerUrl::new(self.issuer.clone()).map_err(unavailable)?;
        ProviderMetadataWithLogout::discover_async(issuer, &send).await.map_err(unavailable)
    }
}

/// The HTTP client, built once, because it reads the certificates of the system. Redirects are not followed: only the provider
/// itself is trusted.
static HTTP: LazyLock<Result<reqwest::Client, reqwest::Error>> = LazyLock::new(|| {
    reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).timeout(TIMEOUT).build()
});

/// Sends a request to the provider.
pub(super) async fn send(request: HttpRequest) -> Result<HttpResponse, RequestError> {
    let client = HTTP.as_ref().map_err(|error| RequestError::Client(with_causes(error)))?;
    let mut response = client.execute(request.try_into()?).await?;
    let mut builder = http::Response::builder().status(response.status());
    for (name, value) in response.headers() {
        builder = builder.header(name, value);
    }
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await? {
        if body.len() + chunk.len() > MAX_RESPONSE_BYTES {
            return Err(RequestError::TooLarge);
        }
        body.extend_from_slice(&chunk);
    }
    Ok(builder.body(body)?)
}

#[allow(clippy::needless_pass_by_value, reason = "errors are passed on as they are, by `map_err`")]
pub(super) fn unavailable(error: impl std::error::Error) -> ProviderError {
    ProviderError::Unavailable(with_causes(&error))
}

#[allow(clippy::needless_pass_by_value, reason = "errors are passed on as they are, by `map_err`")]
fn invalid(error: impl std::error::Error) -> ProviderError {
    ProviderError::Invalid(with_causes(&error))
}

fn user_info_failed(error: UserInfoError<RequestError>) -> ProviderError {
    match error {
        UserInfoError::Response(status, ..) if status == StatusCode::UNAUTHORIZED => ProviderError::Refused,
        error => unavailable(error),
    }
}

/// The text of an error with its causes.
fn with_causes(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text = format!("{text}: {error}");
        cause = error.source();
    }
    text
}
