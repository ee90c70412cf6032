//! One signing key.

use std::fmt;
use std::sync::Arc;

use aws_lc_rs::digest::{SHA256, digest};
use aws_lc_rs::hmac;
use aws_lc_rs::signature::{Ed25519KeyPair, KeyPair};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jiff::Timestamp;
use jsonwebtoken::{DecodingKey, EncodingKey};
use pem::{EncodeConfig, LineEnding, Pem};
use serde_json::{Value, json};

use super::KeysError;

/// The label of the PEM text of a key.
const PEM_LABEL: &str = "PRIVATE KEY";

/// Number of bytes of the public key's hash that form the key id.
const ID_BYTES: usize = 8;

/// Separates the key of download URLs from other keys that are derived from the same private key.
const DOWNLOAD_URLS: &[u8] = b"folkmoot: addresses of downloads";

/// A key that signs tokens and verifies them. Cheap to clone.
#[derive(Clone)]
pub struct Key {
    id: Arc<str>,
    created_at: Timestamp,
    public: Arc<[u8]>,
    pub(crate) signer: Arc<EncodingKey>,
    pub(crate) verifier: Arc<DecodingKey>,
    url_signer: Arc<hmac::Key>,
}

impl Key {
    /// Generates a key with the system's random number generator.
    pub(super) fn generate(created_at: Timestamp) -> Result<Self, KeysError> {
        let pair = Ed25519KeyPair::generate().map_err(|_| KeysError::NoRandomness)?;
        // Version 1, which OpenSSL reads too.
        let private = pair.to_pkcs8v1().map_err(|_| KeysError::NoRandomness)?;
        Ok(Self::new(&pair, private.as_ref(), created_at))
    }

    /// Reads a key from its PEM text; `None` if the text is invalid.
    pub(super) fn from_pem(text: &[u8], created_at: Timestamp) -> Option<Self> {
        let pem = pem::parse(text).ok().filter(|pem| pem.tag() == PEM_LABEL)?;
        let pair = Ed25519KeyPair::from_pkcs8(pem.contents()).ok()?;
        Some(Self::new(&pair, pem.contents(), created_at))
    }

    /// The key as PEM text, PKCS#8.
    pub(super) fn to_pem(&self) -> String {
        pem::encode_config(
            &Pem::new(PEM_LABEL, self.signer.as_bytes()),
            EncodeConfig::new().set_line_ending(LineEnding::LF),
        )
    }

    fn new(pair: &Ed25519KeyPair, private: &[u8], created_at: Timestamp) -> Self {
        let public = pair.public_key().as_ref();
        let hash = digest(&SHA256, public);
        // Derived from the private key, so that it is stored, rotated and removed with it.
        let derived = hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, private), DOWNLOAD_URLS);
        Self {
            id: hex::encode(hash.as_ref().iter().copied().take(ID_BYTES).collect::<Vec<_>>()).into(),
            created_at,
            public: public.into(),
            signer: Arc::new(EncodingKey::from_ed_der(private)),
            verifier: Arc::new(DecodingKey::from_ed_der(public)),
            url_signer: Arc::new(hmac::Key::new(hmac::HMAC_SHA256, derived.as_ref())),
        }
    }

    /// The key id of tokens (`kid`), which is derived from the public key.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The public key as a JSON Web Key (RFC 8037).
    pub fn public_jwk(&self) -> Value {
        let public = URL_SAFE_NO_PAD.encode(&self.public);
        json!({ "kty": "OKP", "crv": "Ed25519", "use": "sig", "alg": "EdDSA", "kid": self.id(), "x": public })
    }

    /// The key that signs download URLs.
    pub fn download_url_key(&self) -> &hmac::Key {
        &self.url_signer
    }

    /// When the key was created, in whole milliseconds.
    pub fn created_at(&self) -> Timestamp {
        self.created_at
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Key")
            .field("id", &self.id)
            .field("created_at", &self.created_at)
            .finish_non_exhaustive()
    }
}
