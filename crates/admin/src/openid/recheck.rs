//! Asking the provider for the groups of an account again while its session is used, so that an account that leaves a group does
//! not keep its role until the session expires.

use std::sync::Arc;

use folkmoot_api::problem::Problem;
use folkmoot_store::admin_sessions::AdminSession;
use folkmoot_store::administrators::Role;
use folkmoot_store::{Store, StoreError};
use jiff::{SignedDuration, Timestamp};
use openidconnect::core::CoreErrorResponseType;
use openidconnect::{Nonce, OAuth2TokenResponse as _, RequestTokenError, SubjectIdentifier};

use super::provider::{OpenIdProvider, ProviderError, send, unavailable};
use super::provider_tokens::{ProviderTokens, Token};
use crate::AdminState;
use crate::administrator::session_actor;
use crate::session;

/// When the provider is asked again if it did not respond.
const RETRY_INTERVAL: SignedDuration = SignedDuration::from_mins(5);
impl OpenIdProvider {
    /// The current role of an account, `None` if none of its groups has one, and with what to ask again.
    async fn current_role(
        &self,
        subject: &str,
        tokens: ProviderTokens,
        now: Timestamp,
    ) -> Result<(Option<Role>, ProviderTokens), ProviderError> {
        let (client, subject) = (self.client().await?, SubjectIdentifier::new(subject.to_owned()));
        let ProviderTokens { token, has_groups_in_user_info } = tokens;
        let (profile, has_id_token, token) = match token {
            Token::Access(token, expires_at) => {
                if expires_at <= now.as_millisecond() {
                    return Err(ProviderError::NotOffered);
                }
                let profile = self.profile(&client, &token, None, &subject).await?;
                (profile, false, Token::Access(token, expires_at))
            }
            Token::Refresh(token) => {
                let request = client.exchange_refresh_token(&token).map_err(unavailable)?;
                let new = request.request_async(&send).await.map_err(|error| match error {
                    RequestTokenError::ServerResponse(response)
                        if *response.error() == CoreErrorResponseType::InvalidGrant =>
                    {
                        ProviderError::Refused
                    }
                    error => unavailable(error),
                })?;
                let claims = self.verified_claims(&client, &new, |_: Option<&Nonce>| Ok(()))?;
                if claims.is_some_and(|claims| *claims.subject() != subject) {
                    return Err(ProviderError::Invalid("the ID token has another subject".to_owned()));
                }
                let profile = self.profile(&client, new.access_token(), claims, &subject).await?;
                let next = new.refresh_token().cloned().unwrap_or(token);
                (profile, claims.is_some(), Token::Refresh(next))
            }
        };
        // Without the claim, an account has no groups, unless it has never been where it was found now.
        if profile.groups.is_none() && !has_id_token && !has_groups_in_user_info {
            return Err(ProviderError::NotOffered);
        }
        Ok((self.role(profile.groups.as_ref()), ProviderTokens { token, has_groups_in_user_info }))
    }
}

/// The session after its role was requested from the provider again, if that is due; `None` if it has ended.
pub async fn recheck(
    state: &Arc<AdminState>,
    mut session: AdminSession,
    session_token: &str,
) -> Result<Option<AdminSession>, Problem> {
    let now = (state.clock)();
    let (Some(provider), Some(due)) = (&state.sign_in.openid, session.recheck_at) else {
        return Ok(Some(session));
    };
    if due > now.as_millisecond() || !claim(state, &session, due, now).await? {
        return Ok(Some(session));
    }
    let sealed = session.provider_tokens.take();
    let tokens = sealed.and_then(|sealed| ProviderTokens::open(session_token, &sealed));
    let current = match tokens {
        Some(tokens) => provider.current_role(&session.administrator_id, tokens, now).await,
        None => Err(ProviderError::NotOffered),
    };
    match current {
        Ok((Some(role), tokens)) => {
            session.role = role;
            (session.provider_tokens, session.recheck_at) = tokens.seal(session_token, now)?.unzip();
        }
        Err(ProviderError::NotOffered) => session.recheck_at = None,
        Err(error @ ProviderError::Unavailable(_)) => {
            tracing::warn!(%error, "failed to request the groups of an administrator again; will retry");
            return Ok(Some(session));
        }
        Ok((None, _)) | Err(ProviderError::Refused | ProviderError::Invalid(_)) => {
            tracing::warn!("ended a session whose account has no group with a role any more");
            session::end(state, session_actor(&session), session.id).await?;
            return Ok(None);
        }
    }
    let stored = session.clone();
    let record = move |store: &Store| store.admin_sessions().record_recheck(&stored);
    state.store.run_administration::<_, StoreError>(record).await?;
    Ok(Some(session))
}

/// Whether this request asks the provider. While an import writes, a later one does.
async fn claim(
    state: &Arc<AdminState>,
    session: &AdminSession,
    due: i64,
    now: Timestamp,
) -> Result<bool, Problem> {
    let (id, next) = (session.id, (now + RETRY_INTERVAL).as_millisecond());
    let claim = move |store: &Store| match store.admin_sessions().claim_recheck(id, due, next) {
        Err(StoreError::Busy) => Ok(false),
        claimed => claimed,
    };
    state.store.run_administration(claim).await.map_err(Problem::from)
}
