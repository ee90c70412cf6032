//! Clients' ids and secrets. A secret is 256 random bits, so a plain hash of it is as good as the secret is long.

use std::fmt;

use aws_lc_rs::constant_time::verify_slices_are_equal;
use aws_lc_rs::digest::{SHA256, digest};
use jiff::Timestamp;
use uuid::{Builder, Uuid};

const SECRET_BYTES: usize = 32;

/// What stands in for a hash that there is not, so that comparing takes the same time. No secret is known to have it,
/// and none would be accepted for it.
const NO_HASH: &str = "0000000000000000000000000000000000000000000000000000000000000000";

/// The system gives no random numbers.
#[derive(Debug, thiserror::Error)]
#[error("no random numbers from the operating system: {0}")]
pub struct NoRandomness(#[from] getrandom::Error);

/// A client's secret in clear, to be shown once.
pub struct Secret(String);

impl Secret {
    /// Makes a new secret.
    pub fn generate() -> Result<Self, NoRandomness> {
        let mut bytes = [0; SECRET_BYTES];
        getrandom::fill(&mut bytes)?;
        Ok(Self(hex::encode(bytes)))
    }

    /// The text to show to the client's owner.
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// What is stored of it.
    pub fn hash(&self) -> String {
        hash(&self.0)
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Secret(not shown)")
    }
}

/// What is stored of a client's secrets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredSecrets {
    /// The hash of the secret.
    pub current: String,
    /// The hash of the secret before it, and until when that goes on working.
    pub previous: Option<(String, Timestamp)>,
}

/// Makes an id for a client.
pub fn new_client_id() -> Result<Uuid, NoRandomness> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)?;
    Ok(Builder::from_random_bytes(bytes).into_uuid())
}

/// Whether a secret is the client's, or was until lately. Takes the same time whether it is or not, and for a client
/// that does not exist, for which `stored` is none.
pub fn verify(secret: &str, stored: Option<&StoredSecrets>, now: Timestamp) -> bool {
    let given = hash(secret);
    let current = stored.map_or(NO_HASH, |stored| &stored.current);
    let previous = stored.and_then(|stored| stored.previous.as_ref());
    let (previous, alive) = previous.map_or((NO_HASH, false), |(hash, until)| (hash, now < *until));
    let is_current = same(&given, current) & stored.is_some();
    let is_previous = same(&given, previous) & alive;
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
    fn the_previous_secret_is_accepted_until_its_second() {
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
