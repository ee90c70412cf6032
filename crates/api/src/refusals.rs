//! Notes for administrators that a request of a known client was refused.

use folkmoot_authentication::tokens::TokenError;
use http::{Extensions, HeaderMap, Uri};
use uuid::Uuid;

use super::bearer_token::token;
use super::caller::{Authentication, NoteSlot};
use super::problem::Problem;
use super::publishable_keys::{KeyInUrl, presented};

/// Notes why a request was refused, if the problem states that and the request has the key or a token of a known client.
pub fn note(
    state: &Authentication,
    extensions: &Extensions,
    headers: &HeaderMap,
    uri: &Uri,
    problem: &Problem,
) {
    let Some(NoteSlot(notes)) = extensions.get::<NoteSlot>() else { return };
    let in_url = extensions.get::<KeyInUrl>().map(|KeyInUrl(key)| key.clone());
    let client = || match in_url.or_else(|| presented(uri, headers)) {
        Some(key) => state.platform.cache.clients().of_key(&key).map(|(client, _)| client.id),
        None => of_token(state, headers),
    };
    if problem.refusal_of(Uuid::nil()).is_some()
        && let Some(refusal) = client().and_then(|client| problem.refusal_of(client))
    {
        let _ = notes.refused.set(refusal);
    }
}

/// The client of a token that this platform issued, also if the token has expired.
fn of_token(state: &Authentication, headers: &HeaderMap) -> Option<Uuid> {
    let holder = match state.tokens.verify(token(headers).ok()?, (state.platform.clock)()) {
        Ok(claims) => claims.holder,
        Err(TokenError::Expired(holder)) => holder,
        Err(TokenError::Invalid | TokenError::UnknownKey) => return None,
    };
    state.platform.cache.clients().contains_key(&holder.client).then_some(holder.client)
}
