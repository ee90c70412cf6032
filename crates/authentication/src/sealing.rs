//! Encryption of what is stored, with AES-256-GCM and a key that is derived from a secret with HKDF-SHA-256 (RFC 5869).

use aws_lc_rs::aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use aws_lc_rs::hkdf::{HKDF_SHA256, Salt};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// The cryptographic library failed.
#[derive(Debug, thiserror::Error)]
#[error("encryption failed")]
pub struct SealingError;

/// A key for one purpose.
pub struct SealingKey(LessSafeKey);

impl SealingKey {
    /// Derives the key from a secret. Secrets are long enough that no slow password hash is needed. `purpose` separates the key
    /// from others that are derived from the same secret.
    pub fn derive(secret: &str, purpose: &str) -> Result<Self, SealingError> {
        let info = [purpose.as_bytes()];
        let derived = Salt::new(HKDF_SHA256, &[]).extract(secret.as_bytes());
        let derived = derived.expand(&info, &AES_256_GCM).map_err(|_| SealingError)?;
        Ok(Self(LessSafeKey::new(UnboundKey::from(derived))))
    }

    /// Encrypts a text: Base64 of a nonce and the encrypted bytes, which can be opened with the same `context` only.
    pub fn seal(&self, context: &str, text: String) -> Result<String, SealingError> {
        let mut nonce = [0; NONCE_LEN];
        getrandom::fill(&mut nonce).map_err(|_| SealingError)?;
        let mut bytes = text.into_bytes();
        let unique_nonce = Nonce::assume_unique_for_key(nonce);
        self.0
            .seal_in_place_append_tag(unique_nonce, Aad::from(context), &mut bytes)
            .map_err(|_| SealingError)?;
        Ok(STANDARD.encode([nonce.as_slice(), &bytes].concat()))
    }

    /// Decrypts a text; `None` if it was encrypted with another key or for another context.
    pub fn open(&self, context: &str, sealed: &str) -> Option<Vec<u8>> {
        let sealed = STANDARD.decode(sealed).ok()?;
        let (nonce, bytes) = sealed.split_first_chunk::<NONCE_LEN>()?;
        let mut bytes = bytes.to_vec();
        let nonce = Nonce::assume_unique_for_key(*nonce);
        let length = self.0.open_in_place(nonce, Aad::from(context), &mut bytes).ok()?.len();
        bytes.truncate(length);
        Some(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_same_secret_purpose_and_context_open_a_text() {
        let key = |secret, purpose| SealingKey::derive(secret, purpose).unwrap();
        let sealed = key("secret", "a").seal("context", "text".to_owned()).unwrap();
        assert_eq!(key("secret", "a").open("context", &sealed).unwrap(), b"text");
        assert_ne!(key("secret", "a").seal("context", "text".to_owned()).unwrap(), sealed);
        for (key, context) in
            [(("other", "a"), "context"), (("secret", "b"), "context"), (("secret", "a"), "x")]
        {
            assert_eq!(SealingKey::derive(key.0, key.1).unwrap().open(context, &sealed), None);
        }
        assert_eq!(key("secret", "a").open("context", "no Base64"), None);
    }
}
