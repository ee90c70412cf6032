//! Open data: the newest public export at URLs that never change.

use jiff::Timestamp;
use reqwest::Method;
use serde_json::{Value, json};

use super::setup::Setup;
use crate::support::files::platform;
use crate::support::fixture::{Platform, id};
use crate::support::request::BytesResponse;
use crate::support::{Data, eventually};

/// Tests ask for an export until it is there.
const SETTINGS: &[&str] = &[
    "--open-data",
    "on",
    "--catalog-licence",
    "https://creativecommons.org/licenses/by/4.0/",
    "--publishable-key-requests-per-minute",
    "0",
];

impl Setup {
    fn open(&self, path: &str, headers: &[(&str, &str)]) -> BytesResponse {
        let request = self.server.request(Method::GET, path);
        headers.iter().fold(request, |request, (name, value)| request.header(name, value)).send_bytes()
    }

    fn published(&self) {
        eventually("the open data is not exported", || self.open("/open-data/ideas.csv", &[]).status == 200);
    }
}

#[test]
fn files_are_those_of_the_newest_public_export_in_all_formats() {
    let setup = Setup::new(&[SETTINGS, &["--export-at", "00:00"]].concat());
    setup.published();
    let package: Value =
        serde_json::from_slice(&setup.open("/open-data/datapackage.json", &[]).bytes).unwrap();
    assert_eq!(package["access_level"], "public");
    for resource in package["resources"].as_array().unwrap() {
        let file = setup.open(&format!("/open-data/{}", resource["path"].as_str().unwrap()), &[]);
        assert_eq!((file.status, file.bytes.len() as u64), (200, resource["bytes"].as_u64().unwrap()));
        assert_eq!(file.headers["access-control-allow-origin"], "*");
        assert_eq!(file.headers["cache-control"], "public, max-age=60");
    }
    let client = setup.client("public", "ideas,projects,phases");
    for plural in ["ideas", "projects", "phases"] {
        let lines = setup.open(&format!("/open-data/{plural}.ndjson"), &[]);
        let lines: Vec<Value> = String::from_utf8(lines.bytes)
            .unwrap()
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        let mut listed =
            setup.get(&client, &format!("/{plural}?page_size=24")).ok()[plural].as_array().unwrap().clone();
        let id = |record: &Value| record["id"].to_string();
        let mut lines = lines;
        lines.sort_by_key(id);
        listed.sort_by_key(id);
        assert_eq!(lines, listed, "{plural}");
    }
    for other in ["README.md", "SHA256SUMS", "users.csv", "ideas", "../ideas.csv", "x.csv"] {
        assert_eq!(setup.open(&format!("/open-data/{other}"), &[]).status, 404, "{other}");
    }
}

#[test]
fn a_file_is_read_in_ranges_and_asked_for_again() {
    let setup = Setup::new(&[SETTINGS, &["--export-at", "00:00"]].concat());
    setup.published();
    let path = "/open-data/ideas.parquet";
    let whole = setup.open(path, &[]);
    let header = |name: &str| whole.headers[name].to_str().unwrap().to_owned();
    let (tag, date) = (header("etag"), header("last-modified"));
    let last = setup.open(path, &[("range", "bytes=-8"), ("if-range", &tag)]);
    assert_eq!((last.status, &*last.bytes), (206, &whole.bytes[whole.bytes.len() - 8..]));
    assert_eq!(setup.open(path, &[("if-none-match", &tag)]).status, 304);
    assert_eq!(setup.open(path, &[("if-modified-since", &date)]).status, 304);
    assert_eq!(setup.open(path, &[("if-modified-since", "Mon, 01 Jan 2024 00:00:00 GMT")]).status, 200);
    // A part of an earlier export is not continued with a later one.
    let mut platform = Platform::full(3, "2025-06-01T00:00:00.000Z");
    for plural in ["projects", "ideas"] {
        for record in platform.records.get_mut(plural).unwrap() {
            record["publication_status"] = json!("published");
        }
    }
    setup.data.import(&platform);
    setup.server.wait_for_changes();
    setup.export(&json!({ "access": "public", "formats": ["parquet", "csv", "ndjson", "sqlite"] }));
    let next = setup.open(path, &[("range", "bytes=-8"), ("if-range", &tag)]);
    assert_eq!(next.status, 200);
    assert_ne!(next.headers["etag"], tag.as_str());
    // An erasure deletes the export, which is made again at once.
    let erased = setup.data.run(&["people", "erase", &id("users", 0)]);
    assert!(erased.status.success(), "{}", String::from_utf8_lossy(&erased.stderr));
    assert_eq!(setup.open(path, &[]).status, 503);
    setup.published();
    let next = setup.open(path, &[]);
    assert_eq!(next.status, 200, "{}", String::from_utf8_lossy(&next.bytes));
    // One of fewer formats does not replace it.
    setup.export(&json!({ "access": "public", "formats": ["csv"] }));
    let last = setup.open(path, &[]);
    assert_eq!(last.status, 200, "{}", String::from_utf8_lossy(&last.bytes));
    assert_eq!(last.headers["etag"], next.headers["etag"]);
}

#[test]
fn nothing_is_published_before_the_first_export_or_without_a_setting() {
    let data = Data::with(&platform());
    let noon: Timestamp = "2027-03-18T12:00:00Z".parse().unwrap();
    data.set_clock(noon.duration_since(Timestamp::now()).as_secs());
    let setup = Setup::over(data, &[SETTINGS, &["--export-at", "23:00"]].concat());
    for path in ["/open-data/ideas.csv", "/catalog.ttl"] {
        let early = setup.server.request(Method::GET, path).send();
        let wait: u64 = early.header("retry-after").parse().unwrap();
        assert_eq!(early.problem(), "unavailable");
        assert!((3_600..=12 * 3_600).contains(&wait), "{wait}");
    }
    let off = Setup::new(&[]);
    for path in
        ["/open-data/ideas.csv", "/catalog.ttl", "/catalog.jsonld", "/catalog.rdf", "/feeds/events.ics"]
    {
        assert_eq!(off.server.request(Method::GET, path).send().problem(), "route-not-found", "{path}");
    }
    let refused = Data::new().run(&["serve", "--open-data", "on", "--listen", "127.0.0.1:0"]);
    let error = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(!refused.status.success() && error.contains("catalog.licence is not set"), "{error}");
}

#[test]
fn the_catalogue_has_the_same_identifiers_in_each_harvest() {
    let contact = [
        "--catalog-contact",
        "mailto:data@testham.example",
        "--catalog-spatial",
        "http://sws.geonames.org/2797656/",
    ];
    let setup = Setup::new(&[SETTINGS, &["--export-at", "00:00"], &contact].concat());
    setup.published();
    let turtle = || String::from_utf8(setup.open("/catalog.ttl", &[]).bytes).unwrap();
    let subjects = |text: &str| {
        let lines =
            text.lines().filter_map(|line| line.split_once("> a ").map(|(subject, _)| subject.to_owned()));
        lines.collect::<std::collections::BTreeSet<_>>()
    };
    let first = turtle();
    assert!(first.contains("mailto:data@testham.example") && first.contains("2797656"), "{first}");
    setup.export(&json!({ "access": "public", "formats": ["parquet", "csv", "ndjson", "sqlite"] }));
    let second = turtle();
    assert!(subjects(&first).len() > 20, "{first}");
    assert_eq!(subjects(&first), subjects(&second));
}
