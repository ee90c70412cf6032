//! Signed URLs from which files are downloaded without a token.

use std::fmt;
use std::sync::Arc;

use aws_lc_rs::digest::{SHA256, digest};
use aws_lc_rs::hmac;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use folkmoot_authentication::keys::{KeyRing, Keys};
use folkmoot_store::clients::Holder;
use folkmoot_store::encode::DownloadUrls;
use jiff::Timestamp;
use uuid::Uuid;

/// Time in seconds for which URLs stay the same. Each URL is valid for one to two times as long.
const WINDOW: i64 = 12 * 60 * 60;

/// The folder of the files of exports in URLs.
const EXPORTS: &str = "exports/";

/// Signs URLs with the key that signs tokens, and verifies them with that key and the previous ones.
pub struct DownloadUrlSigner {
    keys: Arc<Keys>,
    public_url: String,
    clock: fn() -> Timestamp,
}

/// Why a URL is rejected.
#[derive(Debug, PartialEq, Eq)]
pub enum DownloadUrlError {
    /// The signature does not match the URL.
    Changed,
    /// The URL has expired.
    Expired,
}

impl DownloadUrlSigner {
    /// A signer of URLs that start with `public_url`.
    pub fn new(keys: Arc<Keys>, public_url: &str, clock: fn() -> Timestamp) -> Self {
        Self { keys, public_url: public_url.to_owned(), clock }
    }

    /// The number of the current period of URLs. Records that contain URLs can be cached until it changes.
    pub fn window(&self) -> i64 {
        (self.clock)().as_second().div_euclid(WINDOW)
    }

    /// The URLs that are issued to one holder of a token now.
    pub fn of_holder(urls: &Arc<Self>, holder: Holder) -> HolderUrls {
        HolderUrls { urls: Arc::clone(urls), holder, window: urls.window(), ring: urls.keys.ring() }
    }

    /// Verifies the URL of a file of an export, like [`Self::check`].
    pub fn check_export(
        &self,
        file: Uuid,
        parameters: &Parameters,
    ) -> Result<(Holder, i64), DownloadUrlError> {
        self.check_signed(EXPORTS, file, parameters)
    }

    /// Verifies a URL with these parameters. Returns the holder that it was issued to and the seconds until it expires. The
    /// caller must check that the holder is not revoked.
    pub fn check(&self, file: Uuid, parameters: &Parameters) -> Result<(Holder, i64), DownloadUrlError> {
        self.check_signed("", file, parameters)
    }

    fn check_signed(
        &self,
        folder: &str,
        file: Uuid,
        parameters: &Parameters,
    ) -> Result<(Holder, i64), DownloadUrlError> {
        let signature =
            URL_SAFE_NO_PAD.decode(&parameters.signature).map_err(|_| DownloadUrlError::Changed)?;
        let message = message(folder, file, parameters.holder, parameters.expires);
        let ring = self.keys.ring();
        let signed = ring
            .keys()
            .iter()
            .any(|key| hmac::verify(key.download_url_key(), message.as_bytes(), &signature).is_ok());
        if !signed {
            return Err(DownloadUrlError::Changed);
        }
        let remaining = parameters.expires - (self.clock)().as_second();
        if remaining > 0 { Ok((parameters.holder, remaining)) } else { Err(DownloadUrlError::Expired) }
    }
}

/// The query parameters of a URL.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameters {
    holder: Holder,
    expires: i64,
    signature: String,
}

impl Parameters {
    /// Parses a query string; `None` if it differs in any character from what this server writes.
    pub fn read(query: &str) -> Option<Self> {
        let mut values = form_urlencoded::parse(query.as_bytes());
        let mut value = |name: &str| values.next().filter(|(key, _)| key == name).map(|(_, value)| value);
        let parameters = Self {
            expires: value("expires")?.parse().ok()?,
            holder: Holder {
                client: Uuid::try_parse(&value("client")?).ok()?,
                generation: value("generation")?.parse().ok()?,
            },
            signature: value("signature")?.into_owned(),
        };
        (parameters.to_string() == query).then_some(parameters)
    }
}

impl fmt::Display for Parameters {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { holder: Holder { client, generation }, expires, signature } = self;
        write!(formatter, "expires={expires}&client={client}&generation={generation}&signature={signature}")
    }
}

/// The URLs that are issued to one holder at one time. They stay the same for hours, and differ between clients.
#[derive(Debug, Clone)]
pub struct HolderUrls {
    urls: Arc<DownloadUrlSigner>,
    holder: Holder,
    window: i64,
    ring: Arc<KeyRing>,
}

impl HolderUrls {
    /// The number of this issue of URLs: the URLs of a holder are the same as long as it is the same.
    pub fn issue(&self) -> u64 {
        let Self { urls, window, ring, .. } = self;
        let issue = format!("{window} {} {}", ring.signing().id(), urls.public_url);
        let digest = digest(&SHA256, issue.as_bytes());
        digest.as_ref().iter().take(8).fold(0, |number, byte| number << 8 | u64::from(*byte))
    }
}

impl HolderUrls {
    /// The URL of a file of an export.
    pub fn of_export(&self, file: Uuid) -> String {
        self.signed(EXPORTS, file)
    }

    /// The URL of a file in a folder, which is blank or ends with a slash.
    fn signed(&self, folder: &str, file: Uuid) -> String {
        let Self { urls, holder, window, ring } = self;
        let expires = (window + 2) * WINDOW;
        let message = message(folder, file, *holder, expires);
        let signature = hmac::sign(ring.signing().download_url_key(), message.as_bytes());
        let signature = URL_SAFE_NO_PAD.encode(signature.as_ref());
        let parameters = Parameters { holder: *holder, expires, signature };
        format!("{}/files/{folder}{file}?{parameters}", urls.public_url)
    }
}

impl DownloadUrls for HolderUrls {
    fn of(&self, file: Uuid) -> String {
        self.signed("", file)
    }
}

impl fmt::Debug for DownloadUrlSigner {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("DownloadUrlSigner")
            .field("public_url", &self.public_url)
            .finish_non_exhaustive()
    }
}

fn message(folder: &str, file: Uuid, holder: Holder, expires: i64) -> String {
    format!("{folder}{file} {} {} {expires}", holder.client, holder.generation)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use std::sync::atomic::{AtomicI64, Ordering};

    use super::*;
    use folkmoot_authentication::keys::KeyDirectory;

    static NOW: AtomicI64 = AtomicI64::new(1_790_000_000);

    const HOLDER: Holder = Holder { client: Uuid::from_u128(1), generation: 3 };

    fn query(url: &str) -> &str {
        url.split_once('?').unwrap().1
    }

    #[test]
    fn urls_are_valid_for_hours_and_after_a_key_rotation() {
        let folder = tempfile::tempdir().unwrap();
        let clock = || Timestamp::from_second(NOW.load(Ordering::Relaxed)).unwrap();
        let keys = Arc::new(Keys::open(KeyDirectory(folder.path().to_owned()), clock()).unwrap());
        let urls = Arc::new(DownloadUrlSigner::new(Arc::clone(&keys), "http://x", clock));
        let of = |holder| DownloadUrlSigner::of_holder(&urls, holder);
        let file = Uuid::from_u128(7);
        let url = of(HOLDER).of(file);
        assert_eq!(of(HOLDER).of(file), url);
        let issue = of(HOLDER).issue();
        assert_eq!(of(HOLDER).issue(), issue);
        let other = Holder { client: Uuid::from_u128(2), ..HOLDER };
        assert_ne!(of(other).of(file), url);
        assert_ne!(of(Holder { generation: 4, ..HOLDER }).of(file), url);

        let valid = Parameters::read(query(&url)).unwrap();
        let (holder, remaining) = urls.check(file, &valid).unwrap();
        assert_eq!(holder, HOLDER);
        assert!(remaining > WINDOW);
        assert_eq!(urls.check(Uuid::from_u128(8), &valid), Err(DownloadUrlError::Changed));
        assert_eq!(urls.check_export(file, &valid), Err(DownloadUrlError::Changed));
        let of_export = of(HOLDER).of_export(file);
        let of_export = Parameters::read(query(&of_export)).unwrap();
        assert!(urls.check_export(file, &of_export).is_ok());
        assert_eq!(urls.check(file, &of_export), Err(DownloadUrlError::Changed));
        for changed in [
            Parameters { expires: valid.expires + 1, ..valid.clone() },
            Parameters { holder: other, ..valid.clone() },
            Parameters { holder: Holder { generation: 2, ..HOLDER }, ..valid.clone() },
            Parameters { signature: String::new(), ..valid.clone() },
            Parameters { signature: "!".to_owned(), ..valid.clone() },
        ] {
            assert_eq!(urls.check(file, &changed), Err(DownloadUrlError::Changed), "{changed}");
        }
        keys.rotate(clock()).unwrap();
        assert_ne!(of(HOLDER).of(file), url);
        assert_ne!(of(HOLDER).issue(), issue, "the URLs have another signature");
        assert!(urls.check(file, &valid).is_ok());
        NOW.store(valid.expires, Ordering::Relaxed);
        assert_eq!(urls.check(file, &valid), Err(DownloadUrlError::Expired));
    }

    #[test]
    fn parameters_are_accepted_in_one_spelling_only() {
        let client = HOLDER.client;
        let valid = format!("expires=1790000000&client={client}&generation=0&signature=ab_-");
        assert_eq!(Parameters::read(&valid).unwrap().to_string(), valid);
        for invalid in [
            String::new(),
            "expires=1790000000&signature=ab_-".to_owned(),
            valid.replace("expires=1", "expires=01"),
            valid.replace("expires=1", "expires=%2B1"),
            valid.replace("generation=0", "generation=-0"),
            valid.replace("-0000-", ""),
            valid.replace("signature", "Signature"),
            format!("{valid}&x=1"),
            format!("{valid}&"),
            format!("&{valid}"),
            format!("{valid}%20"),
            format!("client={client}&expires=1790000000&generation=0&signature=ab_-"),
        ] {
            assert_eq!(Parameters::read(&invalid), None, "{invalid}");
        }
    }
}
