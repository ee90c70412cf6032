//! What a session stores to ask the provider for the groups of its account again.

use folkmoot_api::problem::Problem;
use folkmoot_authentication::sealing::SealingKey;
use jiff::{SignedDuration, Timestamp};
use openidconnect::{AccessToken, OAuth2TokenResponse as _, RefreshToken};
use serde::{Deserialize, Serialize};

use super::provider::{Profile, Tokens};

/// How long a role remains before the provider is asked again.
const INTERVAL: SignedDuration = SignedDuration::from_hours(1);
/// How long before its expiry an access token is used.
const MARGIN: SignedDuration = SignedDuration::from_mins(1);
/// Separates the key of the tokens from other keys.
const PURPOSE: &str = "folkmoot: tokens of an OpenID provider";

/// With what the provider is asked again.
#[derive(Debug, Serialize, Deserialize)]
pub struct ProviderTokens {
    /// The token of the provider.
    pub token: Token,
    /// Whether the groups were in the user info.
    pub has_groups_in_user_info: bool,
}

#[derive(Debug, Serialize, Deserialize)]
/// A token of the provider.
pub enum Token {
    /// A token for new tokens.
    Refresh(RefreshToken),
    /// A token for the user info, and when it expires, in milliseconds since 1970.
    Access(AccessToken, i64),
}

impl ProviderTokens {
    /// The refresh token, otherwise the access token if the user info has the groups; `None` if neither helps.
    pub(super) fn new(tokens: &Tokens, profile: &Profile, now: Timestamp) -> Option<Self> {
        let has_groups_in_user_info = profile.has_groups_in_user_info;
        let access = || {
            let lifetime = tokens.expires_in().filter(|_| has_groups_in_user_info)?;
            let expires_at = now.checked_add(lifetime).ok()?.as_millisecond();
            Some(Token::Access(tokens.access_token().clone(), expires_at))
        };
        let token = tokens.refresh_token().cloned().map(Token::Refresh).or_else(access)?;
        Some(Self { token, has_groups_in_user_info })
    }

    /// When the provider is asked again, in milliseconds since 1970; `None` if the token expires before.
    fn recheck_at(&self, now: Timestamp) -> Option<i64> {
        let next = (now + INTERVAL).as_millisecond();
        match &self.token {
            Token::Refresh(_) => Some(next),
            Token::Access(_, expires_at) => {
                let last = expires_at - i64::try_from(MARGIN.as_millis()).unwrap_or(0);
                Some(next.min(last)).filter(|at| *at > now.as_millisecond())
            }
        }
    }

    /// The tokens and the time of the next request, as a session stores them: encrypted with its own token, which only the
    /// browser has.
    pub fn seal(self, session_token: &str, now: Timestamp) -> Result<Option<(String, i64)>, Problem> {
        let Some(recheck_at) = self.recheck_at(now) else { return Ok(None) };
        let text = serde_json::to_string(&self).map_err(Problem::internal)?;
        let key = SealingKey::derive(session_token, PURPOSE).map_err(Problem::internal)?;
        Ok(Some((key.seal("", text).map_err(Problem::internal)?, recheck_at)))
    }

    /// The tokens that a session stores; `None` if they were not sealed with its token.
    pub fn open(session_token: &str, sealed: &str) -> Option<Self> {
        let bytes = SealingKey::derive(session_token, PURPOSE).ok()?.open("", sealed)?;
        serde_json::from_slice(&bytes).ok()
    }
}
