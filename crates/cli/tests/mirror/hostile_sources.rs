//! What a source cannot make a mirror do: reach other services, give its credentials away, fill the disk.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes};
use axum::response::Response;
use serde_json::{Value, json};

use crate::mirror::equality::{assert_equal, assert_lists_equal};
use crate::mirror::hostile::{HostileSource, Service, redirect};
use crate::mirror::world::{LOCALES, Source, command, round, serve};
use crate::support::Data;
use crate::support::files::names_in;

/// Far less than the pauses between ten attempts.
const SOON: Duration = Duration::from_secs(20);
const CONTENT_HOSTS: &str = "--content-hosts";

/// The error of a round that fails at once.
#[track_caller]
fn error(url: &str, client: &(String, String)) -> String {
    let (mirror, started) = (Data::new(), Instant::now());
    let output = command(&mirror, url, client, &[]).output().unwrap();
    assert!(started.elapsed() < SOON, "it was retried for {:?}", started.elapsed());
    assert_eq!(output.status.code(), Some(1));
    String::from_utf8(output.stderr).unwrap()
}

/// Fails unless a round has skipped all files because of a field and nothing else.
#[track_caller]
fn assert_files_are_skipped(source: &Source, mirror: &Data, report: &Value, field: &str) -> Vec<String> {
    let files = source.caller.crawl("/files", "files", 24);
    let warnings: Vec<String> = serde_json::from_value(report["warnings"].clone()).unwrap();
    assert_eq!(warnings.len(), files.len(), "{report}");
    for file in files {
        let start = format!("skipped the file {} because of its '{field}': ", file["id"].as_str().unwrap());
        assert!(warnings.iter().any(|warning| warning.starts_with(&start)), "{start} in {warnings:?}");
    }
    assert_no_contents(mirror);
    let copy = serve(mirror);
    assert_eq!(copy.get("/files").ok()["files"], json!([]));
    assert_lists_equal(&source.caller, &copy, &LOCALES, &["files"]);
    warnings
}

#[track_caller]
fn assert_no_contents(mirror: &Data) {
    for folder in ["files", "mirror/files"].map(|folder| mirror.path().join(folder)) {
        assert!(!folder.exists() || names_in(&folder).is_empty(), "{}", folder.display());
    }
}

#[test]
fn files_of_other_services_are_not_requested() {
    let (source, mirror, service) = (Source::demo(), Data::new(), Service::start());
    let port = service.host().split(':').nth(1).unwrap().to_owned();
    let urls = [
        format!("{}/latest/meta-data", service.url()),
        format!("http://localhost:{port}/"),
        format!("http://2130706433:{port}/"),
        format!("http://[::ffff:127.0.0.1]:{port}/"),
        "http://169.254.169.254/latest/meta-data".to_owned(),
        "file:///etc/passwd".to_owned(),
        String::new(),
    ];
    let next = AtomicUsize::new(0);
    let hostile = HostileSource::changing(&source, move |path, text| {
        if !path.starts_with("/api/v2/files") {
            return text;
        }
        let mut parts = text.split("\"url\":\"");
        let mut changed = parts.next().unwrap().to_owned();
        for part in parts {
            let rest = &part[part.find('"').unwrap()..];
            let url = &urls[next.fetch_add(1, Ordering::SeqCst) % urls.len()];
            changed.extend(["\"url\":\"", url.as_str(), rest]);
        }
        changed
    });
    let started = Instant::now();
    let report = round(&mirror, hostile.url(), &source.client, &[]);
    assert!(started.elapsed() < SOON, "{:?}", started.elapsed());
    let warnings = assert_files_are_skipped(&source, &mirror, &report, "url");
    let text = format!("{} is neither the host of the source nor one of content-hosts", service.host());
    assert!(warnings.iter().any(|warning| warning.contains(&text)), "{warnings:?}");
    assert_eq!(service.requests(), [""; 0]);
}

#[test]
fn contents_come_from_content_hosts_once_they_are_set() {
    let (source, mirror, proxy) = (Source::demo(), Data::new(), Service::start());
    // Its files are at the URL of the platform.
    let other = HostileSource::changing(&source, |_, text| text);
    let skipped = round(&mirror, other.url(), &source.client, &[]);
    assert!(skipped["warnings"].as_array().unwrap().iter().all(|warning| {
        warning.as_str().unwrap().contains("neither the host of the source nor one of content-hosts")
    }));
    let host = source.url().trim_start_matches("http://");
    let mut again = command(&mirror, other.url(), &source.client, &["--json", CONTENT_HOSTS, host]);
    // A proxy would resolve names again.
    let output = again.env("HTTP_PROXY", proxy.url()).env("http_proxy", proxy.url()).output().unwrap();
    assert_eq!(crate::mirror::world::report(&output)["warnings"], json!([]));
    assert_eq!(proxy.requests(), [""; 0]);
    assert_equal(&source.caller, &serve(&mirror), &LOCALES);
}

#[test]
fn redirects_of_contents_are_followed_to_content_hosts_only() {
    let (source, service) = (Source::demo(), Service::start());
    let internal = service.url().to_owned();
    let hostile = HostileSource::responding(&source, move |path| {
        path.starts_with("/files/").then(|| redirect(&format!("{internal}/latest/meta-data")))
    });
    let mirror = Data::new();
    let report = round(&mirror, hostile.url(), &source.client, &[]);
    let warnings = assert_files_are_skipped(&source, &mirror, &report, "url");
    assert!(warnings[0].contains(&format!("it redirects to {}, and", service.url())), "{warnings:?}");
    assert_eq!(service.requests(), [""; 0]);

    // As a platform does whose files are in another storage.
    let (mirror, platform) = (Data::new(), source.url().to_owned());
    let hostile = HostileSource::responding(&source, move |path| {
        path.starts_with("/files/").then(|| redirect(&format!("{platform}{path}")))
    });
    let host = source.url().trim_start_matches("http://");
    let report = round(&mirror, hostile.url(), &source.client, &[CONTENT_HOSTS, host]);
    assert_eq!(report["warnings"], json!([]));
    assert_equal(&source.caller, &serve(&mirror), &LOCALES);
}

#[test]
fn an_endless_content_ends_at_its_declared_size() {
    let source = Source::demo();
    let sent = Arc::new(AtomicU64::new(0));
    let counted = Arc::clone(&sent);
    let hostile = HostileSource::responding(&source, move |path| {
        path.starts_with("/files/").then(|| endless(Arc::clone(&counted)))
    });
    let mirror = Data::new();
    let report = round(&mirror, hostile.url(), &source.client, &[]);
    let warnings = assert_files_are_skipped(&source, &mirror, &report, "size");
    assert!(warnings[0].contains("the content has more than"), "{warnings:?}");
    let megabytes = sent.load(Ordering::SeqCst) / 1_000_000;
    assert!(megabytes < 10 * warnings.len() as u64, "{megabytes} MB of {} files", warnings.len());
}

#[test]
fn the_limit_of_uploads_ends_a_content_that_declares_more() {
    let source = Source::demo();
    let hostile = HostileSource::changing(&source, |path, text| {
        if !path.starts_with("/api/v2/files") {
            return text;
        }
        text.replace("\"size\":", "\"size\":9000000")
    });
    let mirror = Data::new();
    let report = round(&mirror, hostile.url(), &source.client, &["--upload-limit-megabytes", "1"]);
    let warnings = assert_files_are_skipped(&source, &mirror, &report, "size");
    assert!(warnings[0].ends_with("the content has more than 1000000 bytes"), "{warnings:?}");
}

#[test]
fn a_sign_in_is_not_redirected() {
    let (source, service) = (Source::demo(), Service::start());
    for status in [404, 307] {
        let location = service.url().to_owned();
        let hostile = HostileSource::responding(&source, move |path| match path {
            "/oauth/token" if status == 404 => {
                Some(Response::builder().status(404).body(Body::empty()).unwrap())
            }
            "/oauth/token" | "/api/v2/authenticate" => Some(redirect(&location)),
            _ => None,
        });
        let message = error(hostile.url(), &source.client);
        let expected = format!("it redirects to {}, and a sign-in does not follow redirects", service.url());
        assert!(message.contains(&expected), "{message}");
        assert!(!message.contains(&source.client.1));
    }
    assert_eq!(service.requests(), [""; 0]);
}

#[test]
fn lists_are_redirected_to_the_same_origin_only() {
    let (source, service) = (Source::demo(), Service::start());
    for moved in ["/api/v2/openapi.json", "/api/v2/topics"] {
        let location = service.url().to_owned();
        let hostile = HostileSource::responding(&source, move |path| {
            path.starts_with(moved).then(|| redirect(&format!("{location}/internal")))
        });
        let message = error(hostile.url(), &source.client);
        let expected = format!("it redirects to {}, and that is not the origin of the source", service.url());
        assert!(message.contains(&expected), "{message}");
    }
    assert_eq!(service.requests(), [""; 0]);

    let hostile = HostileSource::responding(&source, |path| {
        path.starts_with("/api/v2/topics").then(|| redirect("/api/v2/topics?again"))
    });
    assert!(error(hostile.url(), &source.client).contains("it redirects more than 5 times"));

    let hostile = HostileSource::responding(&source, |path| {
        (path == "/api/v2/openapi.json").then(|| redirect("/api/v2/openapi.json/"))
    });
    assert_eq!(round(&Data::new(), hostile.url(), &source.client, &[])["warnings"], json!([]));
}

#[test]
fn an_endless_document_ends() {
    let source = Source::demo();
    let hostile = HostileSource::responding(&source, |path| {
        (path == "/api/v2/openapi.json").then(|| endless(Arc::default()))
    });
    let message = error(hostile.url(), &source.client);
    assert!(message.contains("found more than 128000000 bytes"), "{message}");
}

/// A response without an end. Counts its bytes.
fn endless(sent: Arc<AtomicU64>) -> Response {
    let part = Bytes::from_static(&[b'a'; 16_384]);
    let parts = futures_util::stream::repeat_with(move || {
        sent.fetch_add(part.len() as u64, Ordering::SeqCst);
        Ok::<_, std::io::Error>(part.clone())
    });
    Response::new(Body::from_stream(parts))
}
