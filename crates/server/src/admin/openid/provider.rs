//! The `OpenID` provider: its metadata, its token endpoint and its claims.

use std::collections::HashMap;
use std::sync::LazyLock;
use std::time::Duration;

use folkmoot_store::administrators::Role;
use openidconnect::core::{
    CoreAuthDisplay, CoreAuthPrompt, CoreAuthenticationFlow, CoreErrorResponseType, CoreGenderClaim,
    CoreJsonWebKey, CoreJweContentEncryptionAlgorithm, CoreJwsSigningAlgorithm, CoreProviderMetadata,
    CoreRevocableToken, CoreRevocationErrorResponse, CoreTokenIntrospectionResponse, CoreTokenType,
};
use openidconnect::{
    AccessTokenHash, AdditionalClaims, AuthorizationCode, Client, ClientId, ClientSecret, CsrfToken,
    EmptyExtraTokenFields, EndpointMaybeSet, EndpointNotSet, EndpointSet, HttpRequest, HttpResponse,
    IdTokenFields, IssuerUrl, Nonce, OAuth2TokenResponse as _, PkceCodeChallenge, PkceCodeVerifier,
    RedirectUrl, RequestTokenError, Scope, StandardErrorResponse, StandardTokenResponse, TokenResponse as _,
    UserInfoClaims,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::settings::Settings;

/// Timeout of each request to the provider.
const TIMEOUT: Duration = Duration::from_secs(10);
/// Maximum size of a response of the provider.
const MAX_RESPONSE_BYTES: usize = 1_000_000;

/// The claims beyond those of the standard.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
struct OtherClaims {
    #[serde(flatten)]
    claims: HashMap<String, Value>,
}

impl AdditionalClaims for OtherClaims {}

type Tokens = StandardTokenResponse<
    IdTokenFields<
        OtherClaims,
        EmptyExtraTokenFields,
        CoreGenderClaim,
        CoreJweContentEncryptionAlgorithm,
        CoreJwsSigningAlgorithm,
    >,
    CoreTokenType,
>;

type ProviderClient = Client<
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
}

/// An error of a request to the provider.
#[derive(Debug, thiserror::Error)]
enum RequestError {
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

    /// Begins a sign-in with this state, after which the provider redirects to `redirect_url`.
    pub async fn begin(&self, state: &str, redirect_url: &str) -> Result<Beginning, ProviderError> {
        let client = self.client(redirect_url).await?;
        let (challenge, verifier) = PkceCodeChallenge::new_random_sha256();
        let state = state.to_owned();
        let request = client.authorize_url(
            CoreAuthenticationFlow::AuthorizationCode,
            move || CsrfToken::new(state),
            Nonce::new_random,
        );
        let request = request.add_scopes(self.scopes.iter().cloned()).set_pkce_challenge(challenge);
        let (url, _, nonce) = request.url();
        Ok(Beginning {
            url: url.to_string(),
            nonce: nonce.secret().clone(),
            code_verifier: verifier.into_secret(),
        })
    }

    /// Exchanges the code for an ID token, verifies it, and reads the account.
    pub async fn account(
        &self,
        code: String,
        nonce: String,
        code_verifier: String,
        redirect_url: &str,
    ) -> Result<Account, ProviderError> {
        let client = self.client(redirect_url).await?;
        let request = client.exchange_code(AuthorizationCode::new(code)).map_err(unavailable)?;
        let request = request.set_pkce_verifier(PkceCodeVerifier::new(code_verifier));
        let tokens = request.request_async(&send).await.map_err(|error| match error {
            RequestTokenError::Request(_) => unavailable(error),
            _ => invalid(error),
        })?;
        let id_token = tokens.id_token();
        let id_token = id_token.ok_or_else(|| ProviderError::Invalid("it has no ID token".to_owned()))?;
        let verifier = client.id_token_verifier();
        let claims = id_token.claims(&verifier, &Nonce::new(nonce)).map_err(invalid)?;
        if let Some(expected) = claims.access_token_hash() {
            let algorithm = id_token.signing_alg().map_err(invalid)?;
            let key = id_token.signing_key(&verifier).map_err(invalid)?;
            let found =
                AccessTokenHash::from_token(tokens.access_token(), algorithm, key).map_err(invalid)?;
            if found != *expected {
                return Err(ProviderError::Invalid("the access token has another hash".to_owned()));
            }
        }
        let subject = claims.subject();
        let text = |text: Option<&str>| text.filter(|text| !text.is_empty()).map(str::to_owned);
        let mut name = text(claims.name().and_then(|name| name.get(None)).map(|name| name.as_str()))
            .or_else(|| text(claims.preferred_username().map(|name| name.as_str())))
            .or_else(|| text(claims.email().map(|email| email.as_str())));
        let mut groups = claims.additional_claims().claims.get(&self.groups_claim).cloned();
        if (groups.is_none() || name.is_none())
            && let Ok(request) = client.user_info(tokens.access_token().clone(), Some(subject.clone()))
        {
            let info: UserInfoClaims<OtherClaims, CoreGenderClaim> =
                request.request_async(&send).await.map_err(unavailable)?;
            groups = groups.or_else(|| info.additional_claims().claims.get(&self.groups_claim).cloned());
            name = name
                .or_else(|| text(info.name().and_then(|name| name.get(None)).map(|name| name.as_str())))
                .or_else(|| text(info.preferred_username().map(|name| name.as_str())))
                .or_else(|| text(info.email().map(|email| email.as_str())));
        }
        Ok(Account {
            subject: subject.to_string(),
            name: name.unwrap_or_else(|| subject.to_string()),
            role: self.role(&groups.unwrap_or_default()),
        })
    }

    /// The role of an account with these groups: a list of names, or one name.
    fn role(&self, groups: &Value) -> Option<Role> {
        let groups: Vec<&str> = match groups {
            Value::String(group) => vec![group],
            Value::Array(groups) => groups.iter().filter_map(Value::as_str).collect(),
            _ => Vec::new(),
        };
        let is_in = |names: &[String]| names.iter().any(|name| groups.contains(&name.as_str()));
        if is_in(&self.administrator_groups) {
            Some(Role::Administrator)
        } else {
            is_in(&self.auditor_groups).then_some(Role::Auditor)
        }
    }

    /// A client with the current metadata and keys of the provider.
    async fn client(&self, redirect_url: &str) -> Result<ProviderClient, ProviderError> {
        let issuer = IssuerUrl::new(self.issuer.clone()).map_err(unavailable)?;
        let metadata = CoreProviderMetadata::discover_async(issuer, &send).await.map_err(unavailable)?;
        let client =
            Client::from_provider_metadata(metadata, self.client_id.clone(), self.client_secret.clone());
        Ok(client.set_redirect_uri(RedirectUrl::new(redirect_url.to_owned()).map_err(unavailable)?))
    }
}

/// The HTTP client, built once, because it reads the certificates of the system. Redirects are not followed: only the provider
/// itself is trusted.
static HTTP: LazyLock<Result<reqwest::Client, reqwest::Error>> = LazyLock::new(|| {
    reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).timeout(TIMEOUT).build()
});

/// Sends a request to the provider.
async fn send(request: HttpRequest) -> Result<HttpResponse, RequestError> {
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
fn unavailable(error: impl std::error::Error) -> ProviderError {
    ProviderError::Unavailable(with_causes(&error))
}

#[allow(clippy::needless_pass_by_value, reason = "errors are passed on as they are, by `map_err`")]
fn invalid(error: impl std::error::Error) -> ProviderError {
    ProviderError::Invalid(with_causes(&error))
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
