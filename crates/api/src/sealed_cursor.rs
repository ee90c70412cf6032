//! Cursors that clients hand back unchanged: sealed, so that they reveal nothing, not even whether something hidden has
//! changed, and so that nobody else can make one.
//!
//! Sealed with AES-256-GCM-SIV (RFC 8452), which stays safe if nonces repeat. The key is derived with HKDF-SHA-256
//! (RFC 5869) from the secret of the platform and the purpose, so that all servers of a platform accept the same cursors.

use std::fmt;

use aws_lc_rs::aead::{AES_256_GCM_SIV, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use aws_lc_rs::hkdf::{HKDF_SHA256, Salt};
use aws_lc_rs::rand;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use crate::problem::Problem;

/// The salt of all keys of cursors.
const SALT: &[u8] = b"folkmoot cursors";
/// Maximum length of a cursor's text; longer ones are refused unread.
const MAX_LENGTH: usize = 4096;

/// What a cursor is for. A cursor for one purpose is not accepted for another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// The position in a scan of a list. Equal positions have equal cursors, so that pages can be cached.
    CursorScan,
    /// The position in the changes. Two cursors of the same position differ, so that cursors do not show whether something
    /// hidden has changed.
    Changes,
}

impl Purpose {
    fn name(self) -> &'static [u8] {
        match self {
            Self::CursorScan => b"walk",
            Self::Changes => b"changes",
        }
    }

    fn nonce(self) -> Result<[u8; NONCE_LEN], Problem> {
        let mut nonce = [0; NONCE_LEN];
        if self == Self::Changes {
            rand::fill(&mut nonce).map_err(|_| Problem::internal("the system has no random numbers"))?;
        }
        Ok(nonce)
    }
}

/// Seals and opens the cursors of a platform.
pub struct CursorKeys {
    scan: LessSafeKey,
    changes: LessSafeKey,
}

impl CursorKeys {
    /// The keys of the platform with this secret; `None` if they cannot be derived.
    pub fn of_platform(secret: &[u8; 32]) -> Option<Self> {
        let key = |purpose: Purpose| {
            let info = [purpose.name()];
            let material = Salt::new(HKDF_SHA256, SALT).extract(secret);
            let key = UnboundKey::from(material.expand(&info, &AES_256_GCM_SIV).ok()?);
            Some(LessSafeKey::new(key))
        };
        Some(Self { scan: key(Purpose::CursorScan)?, changes: key(Purpose::Changes)? })
    }

    /// Seals a position as text of the characters A–Z, a–z, 0–9, `-` and `_`.
    pub fn seal(&self, purpose: Purpose, position: &[u8]) -> Result<String, Problem> {
        let nonce = purpose.nonce()?;
        let mut sealed = position.to_vec();
        self.key(purpose)
            .seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::empty(), &mut sealed)
            .map_err(|_| Problem::internal("a cursor cannot be sealed"))?;
        if purpose == Purpose::Changes {
            sealed.extend_from_slice(&nonce);
        }
        Ok(URL_SAFE_NO_PAD.encode(sealed))
    }

    /// The sealed position; `None` if no server of this platform made the cursor for this purpose.
    pub fn open(&self, purpose: Purpose, cursor: &str) -> Option<Vec<u8>> {
        if cursor.len() > MAX_LENGTH {
            return None;
        }
        let mut sealed = URL_SAFE_NO_PAD.decode(cursor).ok()?;
        let mut nonce = [0; NONCE_LEN];
        if purpose == Purpose::Changes {
            let start = sealed.len().checked_sub(NONCE_LEN)?;
            nonce.copy_from_slice(&sealed[start..]);
            sealed.truncate(start);
        }
        let nonce = Nonce::assume_unique_for_key(nonce);
        let length = self.key(purpose).open_in_place(nonce, Aad::empty(), &mut sealed).ok()?.len();
        sealed.truncate(length);
        Some(sealed)
    }

    fn key(&self, purpose: Purpose) -> &LessSafeKey {
        match purpose {
            Purpose::CursorScan => &self.scan,
            Purpose::Changes => &self.changes,
        }
    }
}

impl fmt::Debug for CursorKeys {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("CursorKeys(not shown)")
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;

    fn sealed(purpose: Purpose, position: &[u8]) -> String {
        CursorKeys::of_platform(&[7; 32]).unwrap().seal(purpose, position).unwrap()
    }

    #[test]
    fn only_the_same_platform_opens_a_cursor_and_only_for_its_purpose() {
        let cursor = sealed(Purpose::CursorScan, b"position");
        let open = |secret, purpose| CursorKeys::of_platform(&[secret; 32]).unwrap().open(purpose, &cursor);
        assert_eq!(open(7, Purpose::CursorScan).unwrap(), b"position");
        assert_eq!(open(7, Purpose::Changes), None);
        assert_eq!(open(8, Purpose::CursorScan), None);
    }

    #[test]
    fn a_modified_cursor_is_refused() {
        let keys = CursorKeys::of_platform(&[7; 32]).unwrap();
        for purpose in [Purpose::CursorScan, Purpose::Changes] {
            let cursor = sealed(purpose, b"position");
            for position in 0..cursor.len() {
                let mut modified = cursor.clone().into_bytes();
                modified[position] = if modified[position] == b'A' { b'B' } else { b'A' };
                assert_eq!(keys.open(purpose, &String::from_utf8(modified).unwrap()), None);
            }
            assert_eq!(keys.open(purpose, ""), None);
            assert_eq!(keys.open(purpose, "ä=+/"), None);
            assert_eq!(keys.open(purpose, &"A".repeat(5_000)), None);
        }
    }

    #[test]
    fn scans_repeat_their_cursors_and_changes_do_not() {
        assert_eq!(sealed(Purpose::CursorScan, b"position"), sealed(Purpose::CursorScan, b"position"));
        assert_ne!(sealed(Purpose::Changes, b"position"), sealed(Purpose::Changes, b"position"));
    }
}
