//! The secrets of endpoints, and the signatures that they make.

use aws_lc_rs::hmac;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use folkmoot_authentication::sealing::{SealingError, SealingKey};
use folkmoot_store::webhooks::Endpoint;
use folkmoot_store::{Store, StoreError};
use uuid::Uuid;

/// The prefix of secrets of Standard Webhooks.
const PREFIX: &str = "whsec_";
/// The number of random bytes of a secret.
const SECRET_BYTES: usize = 32;
/// Separates the keys that encrypt secrets from others.
const PURPOSE: &str = "folkmoot: secrets of webhooks";

/// Encrypts secrets of endpoints: with the setting `keys-secret`, or without it with the secret of the platform.
pub struct SecretKeys {
    /// The one that encrypts, and one that may have encrypted before the setting was set.
    keys: Vec<SealingKey>,
}

/// The secrets of an endpoint cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("its secret cannot be decrypted, because keys-secret has changed; rotate the secret")]
pub struct UnreadableSecret;

/// Why a secret was not made.
#[derive(Debug, thiserror::Error)]
pub enum SecretError {
    /// The operating system has no random numbers.
    #[error("no random numbers from the operating system: {0}")]
    Randomness(#[from] getrandom::Error),
    /// The cryptographic library failed.
    #[error(transparent)]
    Sealing(#[from] SealingError),
}

impl SecretKeys {
    /// The keys of a platform.
    pub fn open(store: &Store, keys_secret: Option<&str>) -> Result<Self, StoreError> {
        let platform = STANDARD.encode(store.platform().secret()?.expose());
        let secrets = keys_secret.into_iter().chain([platform.as_str()]);
        let keys = secrets.map(|secret| SealingKey::derive(secret, PURPOSE)).collect::<Result<_, _>>();
        Ok(Self { keys: keys.map_err(|error| StoreError::Value(error.to_string()))? })
    }

    /// A new secret of an endpoint, in plain text and encrypted.
    pub fn generate(&self, endpoint: Uuid) -> Result<(String, String), SecretError> {
        let mut random = [0; SECRET_BYTES];
        getrandom::fill(&mut random)?;
        let secret = format!("{PREFIX}{}", STANDARD.encode(random));
        let key = self.keys.first().ok_or(SealingError)?;
        let sealed = key.seal(&endpoint.to_string(), secret.clone())?;
        Ok((secret, sealed))
    }

    /// The keys that sign requests to an endpoint at a time in milliseconds since 1970: during a rotation both.
    pub fn signing_keys(&self, endpoint: &Endpoint, now: i64) -> Result<Vec<SigningKey>, UnreadableSecret> {
        let previous = endpoint.previous_secret.as_ref().filter(|(_, until)| *until > now);
        let sealed = [Some(&endpoint.secret), previous.map(|(secret, _)| secret)];
        let context = endpoint.id.to_string();
        let open = |sealed: &String| {
            let secret = self.keys.iter().find_map(|key| key.open(&context, sealed))?;
            let bytes = STANDARD.decode(secret.strip_prefix(PREFIX.as_bytes())?).ok()?;
            Some(SigningKey(hmac::Key::new(hmac::HMAC_SHA256, &bytes)))
        };
        sealed.into_iter().flatten().map(|sealed| open(sealed).ok_or(UnreadableSecret)).collect()
    }
}

/// A key that signs requests.
#[derive(Debug)]
pub struct SigningKey(hmac::Key);

/// The header `webhook-signature`: one signature with each key over id, time and body.
pub fn signatures(keys: &[SigningKey], id: &str, timestamp: i64, body: &[u8]) -> String {
    let signed = [format!("{id}.{timestamp}.").as_bytes(), body].concat();
    let signature =
        |SigningKey(key): &SigningKey| format!("v1,{}", STANDARD.encode(hmac::sign(key, &signed)));
    keys.iter().map(signature).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_signature_is_the_one_of_the_specification() {
        let secret = STANDARD.decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").unwrap_or_default();
        let key = SigningKey(hmac::Key::new(hmac::HMAC_SHA256, &secret));
        let signature =
            signatures(&[key], "msg_p5jXN8AQM9LWM0D4loKWxJek", 1_614_265_330, br#"{"test": 2432232314}"#);
        assert_eq!(signature, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }
}
