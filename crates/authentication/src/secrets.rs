//! Client IDs and secrets, and the keys and session tokens of administrators. A secret has at least 256 random bits, so that
//! its SHA-256 is stored without salt or key stretching.
//!
//! A secret of a client is `fms_`, [`RANDOM_CHARACTERS`] random characters of base62, and their CRC-32 in
//! [`CHECKSUM_CHARACTERS`] more, so that scanners of source code recognise it without false alarms: `fms_[0-9A-Za-z]{49}`. An
//! admin key has the same form and starts with `fma_`, a publishable key, which is not secret, with `fmp_`. Secrets of earlier
//! releases are 64 hexadecimal digits, and remain valid.
//! Verification compares hashes only, and does not depend on the form.

use std::fmt;

use aws_lc_rs::constant_time::verify_slices_are_equal;
use aws_lc_rs::digest::{SHA256, digest};
use jiff::Timestamp;
use uuid::{Builder, Uuid};

/// The beginning of every secret of a client.
const PREFIX: &str = "fms_";

/// The beginning of every admin key.
const ADMIN_KEY_PREFIX: &str = "fma_";

/// The beginning of every publishable key.
pub const PUBLISHABLE_KEY_PREFIX: &str = "fmp_";

/// The digits of base62: 0 to 61.
const ALPHABET: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// Number of random characters: 62^43 is more than 2^256.
const RANDOM_CHARACTERS: usize = 43;

/// Number of characters of the checksum: 62^6 is more than 2^32.
const CHECKSUM_CHARACTERS: usize = 6;

/// The bytes below this number map evenly to the characters of the alphabet.
const EVEN_BYTES: u8 = 248;

/// Replaces a missing hash, so that the comparison takes the same time. A secret with this hash is not accepted.
const PLACEHOLDER_HASH: &str = "0000000000000000000000000000000000000000000000000000000000000000";

/// The system's random number generator failed.
#[derive(Debug, thiserror::Error)]
#[error("no random numbers from the operating system: {0}")]
pub struct NoRandomness(#[from] getrandom::Error);

/// The plain text of a secret, which is shown once.
pub struct Secret(String);

impl Secret {
    /// Generates the secret of a client.
    pub fn generate() -> Result<Self, NoRandomness> {
        Self::with_prefix(PREFIX)
    }

    /// Generates an admin key.
    pub fn generate_admin_key() -> Result<Self, NoRandomness> {
        Self::with_prefix(ADMIN_KEY_PREFIX)
    }

    /// Generates a publishable key, which is not secret.
    pub fn generate_publishable_key() -> Result<String, NoRandomness> {
        Self::with_prefix(PUBLISHABLE_KEY_PREFIX).map(|Self(key)| key)
    }

    /// Generates a token that connects requests of a browser: of a session, or of a sign-in that has begun.
    pub fn generate_browser_token() -> Result<Self, NoRandomness> {
        random_characters().map(Self)
    }

    fn with_prefix(prefix: &str) -> Result<Self, NoRandomness> {
        let random = random_characters()?;
        let checksum = checksum(&random);
        Ok(Self(format!("{prefix}{random}{checksum}")))
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

/// [`RANDOM_CHARACTERS`] random characters of base62.
fn random_characters() -> Result<String, NoRandomness> {
    let mut random = String::with_capacity(RANDOM_CHARACTERS);
    while random.len() < RANDOM_CHARACTERS {
        let mut bytes = [0; RANDOM_CHARACTERS];
        getrandom::fill(&mut bytes)?;
        let even = bytes.iter().filter(|byte| **byte < EVEN_BYTES);
        let missing = RANDOM_CHARACTERS - random.len();
        random.extend(even.map(|byte| digit(u32::from(*byte))).take(missing));
    }
    Ok(random)
}

/// Whether a text has the form of a secret, with a correct checksum. It is then almost certainly a secret of some platform,
/// valid or not. For scanners; sign-in does not use it.
pub fn is_well_formed(text: &str) -> bool {
    let body = text.strip_prefix(PREFIX).or_else(|| text.strip_prefix(ADMIN_KEY_PREFIX));
    let body = body.filter(|body| body.bytes().all(|byte| ALPHABET.contains(&byte)));
    let parts = body.and_then(|body| body.split_at_checked(RANDOM_CHARACTERS));
    parts.is_some_and(|(random, sum)| sum == checksum(random))
}

/// The CRC-32 of the random characters in base62, with leading zeros.
fn checksum(random: &str) -> String {
    let mut rest = crc32fast::hash(random.as_bytes());
    let mut digits = [0; CHECKSUM_CHARACTERS].map(|_: u8| {
        let lowest = digit(rest);
        rest /= 62;
        lowest
    });
    digits.reverse();
    digits.iter().collect()
}

/// The character of a number modulo 62.
fn digit(number: u32) -> char {
    char::from(ALPHABET[(number % 62) as usize])
}

/// The stored hashes of a client's secrets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredSecrets {
    /// The hash of the secret.
    pub current: String,
    /// The hash of the previous secret and the timestamp until which that works.
    pub previous: Option<(String, Timestamp)>,
}

/// Generates a client ID.
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

/// The hash that is stored of a secret: SHA-256 in lower-case hexadecimal.
pub fn hash(secret: &str) -> String {
    hex::encode(digest(&SHA256, secret.as_bytes()))
}

/// Whether two secrets or hashes are equal, in a time that depends only on their length.
pub fn same(one: &str, other: &str) -> bool {
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
        assert_eq!(one.expose().len(), PREFIX.len() + RANDOM_CHARACTERS + CHECKSUM_CHARACTERS);
        assert!(!format!("{one:?}").contains(one.expose()));
        assert_ne!(one.hash(), one.expose());
    }

    #[test]
    fn every_character_of_the_alphabet_is_equally_likely() {
        let mut counts = std::collections::BTreeMap::new();
        for _ in 0..2000 {
            let secret = Secret::generate().unwrap();
            for character in secret.expose()[4..47].chars() {
                *counts.entry(character).or_insert(0_u32) += 1;
            }
        }
        // 86,000 characters: 1,387 of each, with a standard deviation of 37.
        assert_eq!(counts.len(), 62);
        assert!(counts.values().all(|count| (1_100..1_700).contains(count)), "{counts:?}");
    }

    #[test]
    fn a_secret_has_a_prefix_and_a_checksum() {
        // The CRC-32 of these characters is 0xAA866F5C.
        assert!(is_well_formed("fms_0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefg37cCQ0"));
        assert_eq!(checksum(""), "000000");
        for generate in [Secret::generate, Secret::generate_admin_key].into_iter().cycle().take(100) {
            let secret = generate().unwrap();
            let text = secret.expose();
            assert!(is_well_formed(text), "{text}");
            for position in 0..text.len() {
                let replacement = if &text[position..=position] == "x" { "y" } else { "x" };
                let changed = format!("{}{replacement}{}", &text[..position], &text[position + 1..]);
                assert!(!is_well_formed(&changed), "{changed}");
            }
            assert!(!is_well_formed(&text[..text.len() - 1]) && !is_well_formed(&format!("{text}0")));
        }
        for text in ["", "fms_", "é", &"0".repeat(64), &format!("fms_{}", "é".repeat(24))] {
            assert!(!is_well_formed(text), "{text}");
        }
    }

    #[test]
    fn a_secret_of_an_earlier_release_is_accepted() {
        let earlier = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
        let stored = StoredSecrets { current: hash(earlier), previous: None };
        assert!(verify(earlier, Some(&stored), NOW));
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
