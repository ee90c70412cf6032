//! Sign-in of administrators at an `OpenID` provider: the authorization code flow (`OpenID` Connect Core 1.0, section 3.1) with
//! PKCE (RFC 7636) and a nonce. While a session is used, its role is requested again.

mod provider;
mod provider_tokens;
mod recheck;
mod redirect;
mod sign_in;
mod sign_out;

use axum::Router;
use axum::routing::get;

pub use self::provider::OpenIdProvider;
pub use self::provider_tokens::ProviderTokens;
pub use self::recheck::recheck;
use crate::AdminServices;

/// The path at which a sign-in begins.
const SIGN_IN_PATH: &str = "/admin/sign-in/openid-connect";
/// The path to which the provider redirects.
const CALLBACK_PATH: &str = "/admin/sign-in/openid-connect/callback";

/// The path at which a sign-out at the provider begins.
const SIGN_OUT_PATH: &str = "/admin/sign-out/openid-connect";

/// The routes, which browsers open as pages.
pub fn routes() -> Router<AdminServices> {
    Router::new()
        .route(SIGN_IN_PATH, get(sign_in::begin))
        .route(CALLBACK_PATH, get(sign_in::end))
        .route(SIGN_OUT_PATH, get(sign_out::sign_out))
}
