//! Signed addresses under which the bytes of files are downloaded without a token.

use std::fmt;
use std::sync::Arc;

use aws_lc_rs::hmac;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jiff::Timestamp;
use uuid::Uuid;

use crate::authentication::keys::Keys;
use crate::store::encode::DownloadAddresses;

/// For how many seconds addresses stay the same. They work from one to two times as long.
const WINDOW: i64 = 12 * 60 * 60;

/// Makes and checks addresses, with the key that signs tokens and those before it.
pub struct Addresses {
    keys: Arc<Keys>,
    public_address: String,
    clock: fn() -> Timestamp,
}

/// The address was changed, or its time is over.
#[derive(Debug, PartialEq, Eq)]
pub enum AddressError {
    /// The signature is not that of the address.
    Changed,
    /// The address was good once.
    Expired,
}

impl Addresses {
    /// Addresses under the public address of a server.
    pub fn new(keys: Arc<Keys>, public_address: &str, clock: fn() -> Timestamp) -> Self {
        Self { keys, public_address: public_address.to_owned(), clock }
    }

    /// A number that changes when the addresses do.
    pub fn window(&self) -> i64 {
        (self.clock)().as_second().div_euclid(WINDOW)
    }

    /// For how many seconds an address with this end and signature works.
    pub fn check(&self, file: Uuid, expires: &str, signature: &str) -> Result<i64, AddressError> {
        let ends = expires.parse::<i64>().ok().filter(|ends| ends.to_string() == expires);
        let (ends, signature) =
            ends.zip(URL_SAFE_NO_PAD.decode(signature).ok()).ok_or(AddressError::Changed)?;
        let ring = self.keys.ring();
        let message = message(file, ends);
        let signed = ring
            .keys()
            .iter()
            .any(|key| hmac::verify(key.signs_addresses(), message.as_bytes(), &signature).is_ok());
        if !signed {
            return Err(AddressError::Changed);
        }
        let left = ends - (self.clock)().as_second();
        if left > 0 { Ok(left) } else { Err(AddressError::Expired) }
    }
}

impl DownloadAddresses for Addresses {
    fn of(&self, file: Uuid) -> String {
        let ends = (self.window() + 2) * WINDOW;
        let ring = self.keys.ring();
        let tag = hmac::sign(ring.signing().signs_addresses(), message(file, ends).as_bytes());
        let signature = URL_SAFE_NO_PAD.encode(tag.as_ref());
        format!("{}/files/{file}?expires={ends}&signature={signature}", self.public_address)
    }
}

impl fmt::Debug for Addresses {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Addresses")
            .field("public_address", &self.public_address)
            .finish_non_exhaustive()
    }
}

fn message(file: Uuid, ends: i64) -> String {
    format!("{file} {ends}")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use std::sync::atomic::{AtomicI64, Ordering};

    use super::*;
    use crate::authentication::keys::Folder;

    static NOW: AtomicI64 = AtomicI64::new(1_790_000_000);

    fn parts(address: &str) -> (String, String) {
        let (_, rest) = address.split_once("?expires=").unwrap();
        let (ends, signature) = rest.split_once("&signature=").unwrap();
        (ends.to_owned(), signature.to_owned())
    }

    #[test]
    fn addresses_work_for_hours_and_outlive_a_rotation() {
        let folder = tempfile::tempdir().unwrap();
        let clock = || Timestamp::from_second(NOW.load(Ordering::Relaxed)).unwrap();
        let keys = Arc::new(Keys::open(Folder(folder.path().to_owned()), clock()).unwrap());
        let addresses = Addresses::new(Arc::clone(&keys), "http://x", clock);
        let file = Uuid::from_u128(7);
        let address = addresses.of(file);
        let (ends, signature) = parts(&address);
        assert!(addresses.check(file, &ends, &signature).unwrap() > WINDOW);
        assert_eq!(addresses.check(Uuid::from_u128(8), &ends, &signature), Err(AddressError::Changed));
        let later = (ends.parse::<i64>().unwrap() + 1).to_string();
        for (ends, signature) in
            [(later.as_str(), signature.as_str()), (&ends, ""), (&ends, "!"), ("x", &signature)]
        {
            assert_eq!(addresses.check(file, ends, signature), Err(AddressError::Changed));
        }
        keys.rotate(clock()).unwrap();
        assert_ne!(addresses.of(file), address);
        assert!(addresses.check(file, &ends, &signature).is_ok());
        NOW.store(ends.parse().unwrap(), Ordering::Relaxed);
        assert_eq!(addresses.check(file, &ends, &signature), Err(AddressError::Expired));
    }
}
