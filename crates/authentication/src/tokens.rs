//! Access tokens: JSON Web Tokens that are signed with Ed25519.

use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use folkmoot_store::clients::Holder;
use jiff::{SignedDuration, Timestamp};
use jsonwebtoken::{Algorithm, Header, Validation, decode, encode};
use quick_cache::sync::Cache;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use uuid::Uuid;

use super::keys::{Key, KeyRing, Keys, KeysError};
use super::token_lifetime::LIFETIME;

/// The audience of tokens (`aud`).
pub const AUDIENCE: &str = "folkmoot-api-v2";

/// The only accepted algorithm. It is never read from a token.
const ALGORITHM: Algorithm = Algorithm::EdDSA;

/// How far the clock of the issuing server may be ahead of the verifying one.
const CLOCK_LEEWAY: SignedDuration = SignedDuration::from_secs(60);

/// Maximum length of a token. Issued tokens have about 400 bytes.
const MAX_LENGTH: usize = 4096;

/// Maximum number of cached verified tokens, whose signatures need not be verified again.
const MAX_CACHED: usize = 10_000;

/// Why a token is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TokenError {
    /// It is not a valid token of this platform.
    #[error("the token is not valid")]
    Invalid,
    /// Its key id is unknown to this server.
    #[error("the token is signed with an unknown key")]
    UnknownKey,
    /// It was issued to this holder and has expired.
    #[error("the token has expired")]
    Expired(Holder),
}

/// A token could not be signed.
#[derive(Debug, thiserror::Error)]
#[error("failed to sign the token: {0}")]
pub struct SigningError(#[from] jsonwebtoken::errors::Error);

/// The claims of a verified token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claims {
    /// The holder it was issued to.
    pub holder: Holder,
    /// When it was issued.
    pub issued_at: Timestamp,
    /// The timestamp before which it is not accepted.
    pub not_before: Timestamp,
    /// The timestamp from which it is no longer accepted.
    pub expires_at: Timestamp,
    /// The scope that the token is narrowed to; `None` if it may do all that its client may do.
    pub scope: Option<Arc<str>>,
}

/// What a token is issued for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grant {
    /// The holder that it is issued to.
    pub holder: Holder,
    /// The scope that it is narrowed to; `None` if it may do all that its client may do.
    pub scope: Option<String>,
    /// When the client expires.
    pub client_expires_at: Option<Timestamp>,
}

/// A new token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IssuedToken {
    /// The token.
    pub token: String,
    /// How long it is valid.
    pub expires_in_seconds: i64,
}

/// The JSON payload of a token.
#[derive(Serialize, Deserialize)]
struct Payload {
    iss: String,
    aud: String,
    sub: Uuid,
    iat: i64,
    exp: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    nbf: Option<i64>,
    /// The client's token generation; omitted if it is 0.
    #[serde(default, rename = "gen", skip_serializing_if = "is_zero")]
    generation: i64,
    /// The scope of a narrowed token (RFC 8693, section 4.2).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    scope: Option<String>,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(number: &i64) -> bool {
    *number == 0
}

/// The complete header of a token. Any other parameter, such as `crit`, `zip` or `jwk`, is an error: this server never
/// writes one.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StrictHeader {
    typ: String,
    alg: Algorithm,
    kid: String,
}

impl StrictHeader {
    fn read(token: &str) -> Option<Self> {
        let (header, _) = token.split_once('.')?;
        let header: Self = serde_json::from_slice(&URL_SAFE_NO_PAD.decode(header).ok()?).ok()?;
        (header.typ == "JWT" && header.alg == ALGORITHM).then_some(header)
    }
}

/// A verified token, valid until the keys change.
#[derive(Clone)]
struct Verified {
    ring: Arc<KeyRing>,
    claims: Claims,
}

/// Issues and verifies tokens.
pub struct Tokens {
    keys: Arc<Keys>,
    issuer: String,
    validation: Validation,
    verified: Cache<Box<str>, Verified>,
}

impl Tokens {
    /// Tokens of an issuer, signed with these keys.
    pub fn new(keys: Arc<Keys>, issuer: &str) -> Self {
        let mut validation = Validation::new(ALGORITHM);
        validation.set_issuer(&[issuer]);
        validation.set_audience(&[AUDIENCE]);
        validation.set_required_spec_claims(&["iss", "aud", "sub", "exp"]);
        // The library would read the clock; `verify` uses the time that is passed in.
        validation.validate_exp = false;
        Self { keys, issuer: issuer.to_owned(), validation, verified: Cache::new(MAX_CACHED) }
    }

    /// Issues a token that may do all that its client may do.
    pub fn issue(&self, holder: Holder, now: Timestamp) -> Result<String, SigningError> {
        let grant = Grant { holder, scope: None, client_expires_at: None };
        Ok(self.issue_grant(&grant, now)?.token)
    }

    /// Issues a token. It expires no later than its client.
    pub fn issue_grant(&self, grant: &Grant, now: Timestamp) -> Result<IssuedToken, SigningError> {
        let issued_at = now.as_second();
        let client_expires_at = grant.client_expires_at.map_or(i64::MAX, Timestamp::as_second);
        let expires_at = client_expires_at.min(issued_at + LIFETIME.as_secs());
        let payload = Payload {
            iss: self.issuer.clone(),
            aud: AUDIENCE.to_owned(),
            sub: grant.holder.client,
            iat: issued_at,
            exp: expires_at,
            nbf: None,
            generation: grant.holder.generation,
            scope: grant.scope.clone(),
        };
        let ring = self.keys.ring();
        let header = Header { kid: Some(ring.signing().id().to_owned()), ..Header::new(ALGORITHM) };
        let token = encode(&header, &payload, &ring.signing().signer)?;
        Ok(IssuedToken { token, expires_in_seconds: expires_at - issued_at })
    }

    /// Verifies a token and returns its claims.
    pub fn verify(&self, token: &str, now: Timestamp) -> Result<Claims, TokenError> {
        if token.len() > MAX_LENGTH {
            return Err(TokenError::Invalid);
        }
        let ring = self.keys.ring();
        let cached = self.verified.get(token).filter(|verified| Arc::ptr_eq(&verified.ring, &ring));
        let claims = match cached {
            Some(verified) => verified.claims,
            None => self.decode(token, ring)?,
        };
        if now.as_second() >= claims.expires_at.as_second() {
            Err(TokenError::Expired(claims.holder))
        } else if now.saturating_add(CLOCK_LEEWAY).is_ok_and(|latest| latest < claims.not_before) {
            Err(TokenError::Invalid)
        } else {
            Ok(claims)
        }
    }

    /// The client of a token that was verified before and is still cached, without verifying anything. The token may have
    /// expired since, or its client may be revoked.
    pub fn verified_client(&self, token: &str) -> Option<Uuid> {
        self.verified.get(token).map(|verified| verified.claims.holder.client)
    }

    /// The public keys that verify tokens, as a JSON Web Key Set (RFC 7517).
    pub fn public_keys(&self) -> Value {
        let keys: Vec<_> = self.keys.ring().keys().iter().map(Key::public_jwk).collect();
        json!({ "keys": keys })
    }

    /// Reloads the keys if they were rotated. Returns whether they were. The server calls it at least once a second.
    pub fn reload_if_changed(&self) -> Result<bool, KeysError> {
        let changed = self.keys.reload_if_changed()?;
        if changed {
            self.verified.clear();
        }
        Ok(changed)
    }

    fn decode(&self, token: &str, ring: Arc<KeyRing>) -> Result<Claims, TokenError> {
        let header = StrictHeader::read(token).ok_or(TokenError::Invalid)?;
        let key = ring.find(&header.kid).cloned().ok_or(TokenError::UnknownKey)?;
        self.decode_with(&key, token, ring).ok_or(TokenError::Invalid)
    }

    fn decode_with(&self, key: &Key, token: &str, ring: Arc<KeyRing>) -> Option<Claims> {
        let payload = decode::<Payload>(token, &key.verifier, &self.validation).ok()?.claims;
        let claims = Claims {
            holder: Holder { client: payload.sub, generation: payload.generation },
            issued_at: Timestamp::from_second(payload.iat).ok()?,
            not_before: Timestamp::from_second(payload.nbf.unwrap_or(payload.iat).max(payload.iat)).ok()?,
            expires_at: Timestamp::from_second(payload.exp).ok()?,
            scope: payload.scope.map(Arc::from),
        };
        self.verified.insert(token.into(), Verified { ring, claims: claims.clone() });
        Some(claims)
    }
}

#[cfg(test)]
mod tests;
