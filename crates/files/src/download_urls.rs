//! Signed URLs from which files are downloaded without a token.

use std::fmt;
use std::sync::Arc;

use aws_lc_rs::hmac;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use folkmoot_authentication::keys::Keys;
use folkmoot_store::clients::Holder;
use folkmoot_store::encode::DownloadUrls;
use jiff::Timestamp;
use uuid::Uuid;

/// For how many seconds URLs stay the same. They are valid for one to two times as long.
const WINDOW: i64 = 12 * 60 * 60;

/// Signs and verifies URLs with the key that signs tokens; keys before it still verify.
pub struct DownloadUrlSigner {
    keys: Arc<Keys>,
    public_url: String,
    clock: fn() -> Timestamp,
}

/// Why a URL is refused.
#[derive(Debug, PartialEq, Eq)]
pub enum DownloadUrlError {
    /// The signature does not fit the URL.
    Changed,
    /// The URL has expired.
    Expired,
}

impl DownloadUrlSigner {
    /// URLs below the public URL of a server.
    pub fn new(keys: Arc<Keys>, public_url: &str, clock: fn() -> Timestamp) -> Self {
        Self { keys, public_url: public_url.to_owned(), clock }
    }

    /// A number that changes when the URLs do.
    pub fn window(&self) -> i64 {
        (self.clock)().as_second().div_euclid(WINDOW)
    }

    /// The URLs that are issued to a holder.
    pub fn of_holder(urls: &Arc<Self>, holder: Holder) -> Arc<dyn DownloadUrls> {
        Arc::new(HolderUrls { urls: Arc::clone(urls), holder })
    }

    /// Whom a URL with these parameters was issued to, and for how many seconds it still works. Whether the holder is still
    /// in good standing is for the caller to check.
    pub fn check(&self, file: Uuid, parameters: &Parameters) -> Result<(Holder, i64), DownloadUrlError> {
        let signature =
            URL_SAFE_NO_PAD.decode(&parameters.signature).map_err(|_| DownloadUrlError::Changed)?;
        let message = message(file, parameters.holder, parameters.expires);
        let ring = self.keys.ring();
        let signed = ring
            .keys()
            .iter()
            .any(|key| hmac::verify(key.download_url_key(), message.as_bytes(), &signature).is_ok());
        if !signed {
            return Err(DownloadUrlError::Changed);
        }
        let left = parameters.expires - (self.clock)().as_second();
        if left > 0 { Ok((parameters.holder, left)) } else { Err(DownloadUrlError::Expired) }
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
    /// Reads a query string; none unless it is written exactly as this server writes it.
    pub fn read(query: &str) -> Option<Self> {
        let mut values = form_urlencoded::parse(query.as_bytes());
        let mut value = |name: &str| values.next().filter(|(given, _)| given == name).map(|(_, value)| value);
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

/// The URLs that are issued to one holder. They stay the same for hours, and are different for every client.
#[derive(Debug)]
struct HolderUrls {
    urls: Arc<DownloadUrlSigner>,
    holder: Holder,
}

impl DownloadUrls for HolderUrls {
    fn of(&self, file: Uuid) -> String {
        let Self { urls, holder } = self;
        let expires = (urls.window() + 2) * WINDOW;
        let ring = urls.keys.ring();
        let message = message(file, *holder, expires);
        let signature = hmac::sign(ring.signing().download_url_key(), message.as_bytes());
        let signature = URL_SAFE_NO_PAD.encode(signature.as_ref());
        let parameters = Parameters { holder: *holder, expires, signature };
        format!("{}/files/{file}?{parameters}", urls.public_url)
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

fn message(file: Uuid, holder: Holder, expires: i64) -> String {
    format!("{file} {} {} {expires}", holder.client, holder.generation)
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
    fn urls_work_for_hours_and_outlive_a_rotation() {
        let folder = tempfile::tempdir().unwrap();
        let clock = || Timestamp::from_second(NOW.load(Ordering::Relaxed)).unwrap();
        let keys = Arc::new(Keys::open(KeyDirectory(folder.path().to_owned()), clock()).unwrap());
        let addresses = Arc::new(DownloadUrlSigner::new(Arc::clone(&keys), "http://x", clock));
        let of = |holder| DownloadUrlSigner::of_holder(&addresses, holder);
        let file = Uuid::from_u128(7);
        let url = of(HOLDER).of(file);
        assert_eq!(of(HOLDER).of(file), url);
        let other = Holder { client: Uuid::from_u128(2), ..HOLDER };
        assert_ne!(of(other).of(file), url);
        assert_ne!(of(Holder { generation: 4, ..HOLDER }).of(file), url);

        let good = Parameters::read(query(&url)).unwrap();
        let (holder, left) = addresses.check(file, &good).unwrap();
        assert_eq!(holder, HOLDER);
        assert!(left > WINDOW);
        assert_eq!(addresses.check(Uuid::from_u128(8), &good), Err(DownloadUrlError::Changed));
        for changed in [
            Parameters { expires: good.expires + 1, ..good.clone() },
            Parameters { holder: other, ..good.clone() },
            Parameters { holder: Holder { generation: 2, ..HOLDER }, ..good.clone() },
            Parameters { signature: String::new(), ..good.clone() },
            Parameters { signature: "!".to_owned(), ..good.clone() },
        ] {
            assert_eq!(addresses.check(file, &changed), Err(DownloadUrlError::Changed), "{changed}");
        }
        keys.rotate(clock()).unwrap();
        assert_ne!(of(HOLDER).of(file), url);
        assert!(addresses.check(file, &good).is_ok());
        NOW.store(good.expires, Ordering::Relaxed);
        assert_eq!(addresses.check(file, &good), Err(DownloadUrlError::Expired));
    }

    #[test]
    fn parameters_are_read_in_one_form_only() {
        let client = HOLDER.client;
        let good = format!("expires=1790000000&client={client}&generation=0&signature=ab_-");
        assert_eq!(Parameters::read(&good).unwrap().to_string(), good);
        for bad in [
            String::new(),
            "expires=1790000000&signature=ab_-".to_owned(),
            good.replace("expires=1", "expires=01"),
            good.replace("expires=1", "expires=%2B1"),
            good.replace("generation=0", "generation=-0"),
            good.replace("-0000-", ""),
            good.replace("signature", "Signature"),
            format!("{good}&x=1"),
            format!("{good}&"),
            format!("&{good}"),
            format!("{good}%20"),
            format!("client={client}&expires=1790000000&generation=0&signature=ab_-"),
        ] {
            assert_eq!(Parameters::read(&bad), None, "{bad}");
        }
    }
}
