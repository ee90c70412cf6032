//! Download URLs: only those that were signed are accepted, and only for their file.
//!
//! An input is a template of the id of a file, a question mark and a query string, and edits of it; see `edits::made`.

use std::sync::{Arc, LazyLock};

use folkmoot_authentication::keys::{KeyDirectory, Keys};
use folkmoot_files::download_urls::{DownloadUrlSigner, Parameters};
use folkmoot_store::clients::Holder;
use folkmoot_store::encode::DownloadUrls as _;
use jiff::Timestamp;
use uuid::Uuid;

use super::Target;
use crate::edits::made;
use crate::platform::folder;

pub const TARGET: Target = Target {
    name: "download_urls",
    run,
    dictionary: &[
        "$FILE",
        "$OTHER",
        "$QUERY",
        "$EXPORT",
        "$FOREIGN",
        "?",
        "&",
        "expires=",
        "client=",
        "generation=",
        "signature=",
        "%3D",
        "+",
        "-0",
    ],
    max_bytes: 2_000,
};

const FILE: Uuid = Uuid::from_u128(0x1234_5678);
const OTHER: Uuid = Uuid::from_u128(0x8765_4321);

fn now() -> Timestamp {
    Timestamp::from_second(1_790_000_000).unwrap()
}

struct Fixture {
    signer: DownloadUrlSigner,
    values: Vec<(&'static str, String)>,
}

static FIXTURE: LazyLock<Fixture> = LazyLock::new(|| {
    let signer = || {
        let keys = Keys::open(KeyDirectory(folder().path().join("keys")), now()).unwrap();
        Arc::new(DownloadUrlSigner::new(Arc::new(keys), "", now))
    };
    let holder = Holder { client: Uuid::from_u128(1), generation: 3 };
    let query = |url: String| url.split_once('?').unwrap().1.to_owned();
    let (own, foreign) = (signer(), signer());
    let urls = DownloadUrlSigner::of_holder(&own, holder);
    let values = vec![
        ("FILE", FILE.to_string()),
        ("OTHER", OTHER.to_string()),
        ("QUERY", query(urls.of(FILE))),
        ("EXPORT", query(urls.of_export(FILE))),
        ("FOREIGN", query(DownloadUrlSigner::of_holder(&foreign, holder).of(FILE))),
    ];
    drop(urls);
    Fixture { signer: Arc::into_inner(own).unwrap(), values }
});

fn run(input: &[u8]) {
    let Fixture { signer, values } = &*FIXTURE;
    let texts: Vec<(&str, &str)> = values.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let Ok(url) = String::from_utf8(made(input, "$FILE?$QUERY", &texts)) else { return };
    let Some((id, query)) = url.split_once('?') else { return };
    let (Ok(id), Some(parameters)) = (Uuid::try_parse(id), Parameters::read(query)) else { return };
    let is_signed = |name: &str| id == FILE && texts.contains(&(name, query));
    assert_eq!(signer.check(id, &parameters).is_ok(), is_signed("QUERY"), "{url}");
    assert_eq!(signer.check_export(id, &parameters).is_ok(), is_signed("EXPORT"), "{url}");
}
