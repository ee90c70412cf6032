//! Client ids and secrets. A secret has 256 random bits, so that its SHA-256 is stored without salt or key stretching.

use std::fmt;

use aws_lc_rs::constant_time::verify_slices_are_equal;
use aws_lc_rs::digest::{SHA256, digest};
use jiff::Timestamp;
use uuid::{Builder, Uuid};

const SECRET_BYTES: usize = 32;

/// Replaces a missing hash, so that the comparison takes the same time. A secret with this hash is not accepted.
const PLACEHOLDER_HASH: &str = "0000000000000000000000000000000000000000000000000000000000000000";

/// The system's random number generator failed.
#[derive(Debug, thiserror::Error)]
#[error("no random numbers from the operating system: {0}")]
pub struct NoRandomness(#[from] getrandom::Error);

/// The plain text of a client secret, which is shown once.
pub struct Secret(String);

impl Secret {
    /// Generates a secret.
    pub fn generate() -> Result<Self, NoRandomness> {
        let mut bytes = [0; SECRET_BYTES];
        getrandom::fill(&mut bytes)?;
        Ok(Self(hex::encode(bytes)))
    }

    /// The plain text.
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// The hash that is stored.
    pub fn hash(&self) -> String {
        hash(&self.0)
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Secret(not shown)")
    }
}

/// The stored hashes of a client's secrets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredSecrets {
    /// The hash of the secret.
    pub current: String,
    /// The hash of the previous secret and the timestamp until which that works.
    pub previous: Option<(String, Timestamp)>,
}

/// Generates a client id.
pub fn new_client_id() -> Result<Uuid, NoRandomness> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)?;
    Ok(Builder::from_random_bytes(bytes).into_uuid())
}

/// Whether a secret is the client's current one or its previous one that still works. Takes constant time, also for a
/// client that does not exist, for which `stored` is `None`.
pub fn verify(secret: &str, stored: Option<&StoredSecrets>, now: Timestamp) -> bool {
    let hash = hash(secret);
    let current = stored.map_or(PLACEHOLDER_HASH, |stored| &stored.current);
    let previous = stored.and_then(|stored| stored.previous.as_ref());
    let (previous, is_valid) =
        previous.map_or((PLACEHOLDER_HASH, false), |(hash, until)| (hash, now < *until));
    let is_current = same(&hash, current) & stored.is_some();
    let is_previous = same(&hash, previous) & is_valid;
    is_current | is_previous
}

/// SHA-256 in lower-case hexadecimal.
fn hash(secret: &str) -> String {
    hex::encode(digest(&SHA256, secret.as_bytes()))
}

fn same(one: &str, other: &str) -> bool {
    verify_slices_are_equal(one.as_bytes(), other.as_bytes()).is_ok()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use proptest::prelude::*;

    use super::*;

    const NOW: Timestamp = Timestamp::constant(1_790_000_000, 0);

    fn after(seconds: i64) -> Timestamp {
        Timestamp::from_second(NOW.as_second() + seconds).unwrap()
    }

    #[test]
    fn secrets_are_random_and_long_and_never_printed() {
        let (one, other) = (Secret::generate().unwrap(), Secret::generate().unwrap());
        assert_ne!(one.expose(), other.expose());
        assert_eq!(hex::decode(one.expose()).unwrap().len(), SECRET_BYTES);
        assert!(!format!("{one:?}").contains(one.expose()));
        assert_ne!(one.hash(), one.expose());
    }

    #[test]
    fn ids_are_random_uuids() {
        let (one, other) = (new_client_id().unwrap(), new_client_id().unwrap());
        assert_ne!(one, other);
        assert_eq!(one.get_version_num(), 4);
    }

    #[test]
    fn a_hash_is_sha_256() {
        assert_eq!(hash("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }

    #[test]
    fn the_secret_is_accepted_and_nothing_else() {
        let secret = Secret::generate().unwrap();
        let stored = StoredSecrets { current: secret.hash(), previous: None };
        assert!(verify(secret.expose(), Some(&stored), NOW));
        assert!(!verify(secret.expose(), None, NOW));
        assert!(!verify(&secret.hash(), Some(&stored), NOW));
        assert!(!verify("", Some(&stored), NOW));
    }

    #[test]
    fn the_previous_secret_is_accepted_until_it_expires() {
        let (old, new) = (Secret::generate().unwrap(), Secret::generate().unwrap());
        let stored = StoredSecrets { current: new.hash(), previous: Some((old.hash(), after(10))) };
        assert!(verify(new.expose(), Some(&stored), after(100)));
        assert!(verify(old.expose(), Some(&stored), after(9)));
        assert!(!verify(old.expose(), Some(&stored), after(10)));
    }

    #[test]
    fn a_damaged_hash_accepts_nothing() {
        let stored = StoredSecrets { current: String::new(), previous: Some((String::new(), after(10))) };
        assert!(!verify("", Some(&stored), NOW));
    }

    proptest! {
        #[test]
        fn no_other_text_is_accepted(guess in ".*") {
            let stored = StoredSecrets { current: hash("the secret itself"), previous: None };
            prop_assert_eq!(verify(&guess, Some(&stored), NOW), guess == "the secret itself");
            prop_assert!(!verify(&guess, None, NOW));
        }
    }
}
