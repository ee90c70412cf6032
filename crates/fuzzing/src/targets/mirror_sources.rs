//! Sources of a mirror: whatever they return, a round ends, sends requests to the source and the content hosts only, sends the
//! secret only to sign in, and stores no more than a file declares.
//!
//! An input has responses, separated by a line `--`. Each is a line with the beginning of a path of the source or of a URL, a
//! status and the target of a redirect, and a body. What has no response is that of a platform without records.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::Duration;

use folkmoot_files::blobs;
use folkmoot_files::file_store::FileStore;
use folkmoot_import::{BlobStaging, Silent};
use folkmoot_mirror::{Credentials, Mirror, MirrorError, MirrorOptions, RoundTools, Sending, Transport};
use folkmoot_model::resources::RESOURCES;
use folkmoot_store::Store;
use http::{Method, header};
use jiff::{SignedDuration, Timestamp};
use reqwest::Request;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::watch;

use super::Target;
use crate::platform::{folder, settings};

pub const TARGET: Target = Target {
    name: "mirror_sources",
    run,
    dictionary: &[
        "\n--\n",
        "/oauth/token ",
        "/api/v2/authenticate ",
        "/api/v2/openapi.json ",
        "/api/v2/files ",
        "/api/v2/ideas ",
        "/api/v2/changes ",
        "http://files.test/1 ",
        " 200\n",
        " 307 http://internal.test/\n",
        " 307 http://files.test/1\n",
        " 307 /1\n",
        "\"url\":\"http://files.test/1\"",
        "\"url\":\"http://169.254.169.254/\"",
        "\"size\":3",
        "\"size\":-1",
        "\"more\":true",
        "\"total_pages\":9",
        "\"id\":\"00000000-0000-0000-0000-000000000001\"",
        "{\"ideas\":[]}",
        "null",
    ],
    max_bytes: 2_000,
};

const SOURCE: &str = "http://source.test";
const CONTENT_HOST: &str = "files.test";
const SECRET: &str = "secret-of-the-mirror";
const MAX_CONTENT_BYTES: u64 = 100;
/// The number of requests after which a round is stopped.
const MAX_REQUESTS: usize = 300;

/// A platform that receives the records of each source in turn.
struct Fixture {
    data: TempDir,
    files: PathBuf,
    store: Arc<Store>,
    runtime: Runtime,
    running: Mutex<()>,
}

static FIXTURE: LazyLock<Fixture> = LazyLock::new(|| {
    let data = folder();
    let store = Arc::new(Store::open(&settings(data.path()).database()).unwrap());
    let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let files = data.path().join("mirror/files");
    Fixture { data, files, store, runtime, running: Mutex::default() }
});

fn run(input: &[u8]) {
    let Fixture { data, files, store, runtime, running } = &*FIXTURE;
    let _running = running.lock().unwrap_or_else(PoisonError::into_inner);
    let _ = fs::remove_dir_all(data.path().join("mirror"));
    let stop = watch::Sender::new(false);
    let source = HostileSource { replies: replies(input), requests: AtomicUsize::new(0), stop: stop.clone() };
    let mirror = Mirror {
        options: MirrorOptions {
            url: SOURCE.to_owned(),
            credentials: Credentials { client_id: "client".to_owned(), client_secret: SECRET.to_owned() },
            accept_partial: true,
            replace: true,
            requests_per_minute: None,
            locales: vec!["en".to_owned()],
            full_every: SignedDuration::ZERO,
            content_hosts: vec![CONTENT_HOST.to_owned()],
            max_content_bytes: MAX_CONTENT_BYTES,
        },
        store: Arc::clone(store),
        data: data.path().to_owned(),
        runtime: runtime.handle().clone(),
        stop: stop.subscribe(),
        transport: Some(Arc::new(source)),
    };
    let blobs = || Ok(blob_staging(store, data.path()));
    let clock = || Timestamp::UNIX_EPOCH;
    let result = mirror.round(&RoundTools { progress: &Silent, blobs: &blobs, clock });
    for file in fs::read_dir(files).unwrap() {
        assert!(file.unwrap().metadata().unwrap().len() <= MAX_CONTENT_BYTES);
    }
    if let Err(error) = result {
        assert!(!error.to_string().contains(SECRET), "{error}");
        let is_internal =
            matches!(error, MirrorError::Store(_) | MirrorError::Staging(_) | MirrorError::File(_));
        assert!(!is_internal, "{error}");
    }
}

fn blob_staging(store: &Arc<Store>, data: &Path) -> BlobStaging {
    let storage = blobs::open(&settings(data).file_storage()).unwrap();
    BlobStaging::open(FileStore::new(Arc::clone(store), storage), data, &Silent).unwrap()
}

struct Reply {
    target: String,
    status: u16,
    location: String,
    body: Vec<u8>,
}

fn replies(input: &[u8]) -> Vec<Reply> {
    let mut replies: Vec<Reply> = Vec::new();
    let mut is_head = true;
    for line in input.split_inclusive(|byte| *byte == b'\n') {
        if line == b"--\n" {
            is_head = true;
        } else if is_head {
            let text = String::from_utf8_lossy(line);
            let mut words = text.split_whitespace().map(str::to_owned);
            let target = words.next().unwrap_or_default();
            let status = words.next().and_then(|status| status.parse().ok()).unwrap_or(200);
            replies.push(Reply {
                target,
                status,
                location: words.next().unwrap_or_default(),
                body: Vec::new(),
            });
            is_head = false;
        } else if let Some(reply) = replies.last_mut() {
            reply.body.extend_from_slice(line);
        }
    }
    replies
}

struct HostileSource {
    replies: Vec<Reply>,
    requests: AtomicUsize,
    stop: watch::Sender<bool>,
}

impl HostileSource {
    /// Fails if a request must not be sent.
    fn check(request: &Request) {
        let url = request.url();
        let (host, port) = (url.host_str().unwrap(), url.port());
        assert_eq!(url.scheme().trim_end_matches('s'), "http");
        assert!(port.is_none() && [CONTENT_HOST, "source.test"].contains(&host), "{url}");
        let body = request.body().and_then(|body| body.as_bytes()).unwrap_or_default();
        let is_sign_in = ["/oauth/token", "/api/v2/authenticate"].contains(&url.path());
        if request.method() == Method::POST {
            assert!(host == "source.test" && is_sign_in, "{url}");
            assert!(String::from_utf8_lossy(body).contains(SECRET));
        } else {
            assert!(body.is_empty());
        }
        let has_token = request.headers().contains_key(header::AUTHORIZATION);
        assert!(host == "source.test" || !has_token, "{url} gets the token");
        assert!(!url.as_str().contains(SECRET));
    }
}

impl Transport for HostileSource {
    fn send(&self, request: Request) -> Sending {
        Self::check(&request);
        if self.requests.fetch_add(1, Ordering::SeqCst) >= MAX_REQUESTS {
            self.stop.send_replace(true);
        }
        let url = request.url().as_str();
        let target = url.strip_prefix(SOURCE).unwrap_or(url);
        let reply = self.replies.iter().find(|reply| target.starts_with(&reply.target));
        let response = if let Some(Reply { status, location, body, .. }) = reply {
            http::Response::builder().status(*status).header(header::LOCATION, location).body(body.clone())
        } else {
            let (status, body) = default_reply(target);
            http::Response::builder().status(status).body(body.into_bytes())
        };
        Box::pin(async { Ok(response?.into()) })
    }

    fn first_pause(&self) -> Duration {
        Duration::ZERO
    }
}

/// The response of a platform without records.
fn default_reply(target: &str) -> (u16, String) {
    let plurals = || RESOURCES.iter().map(|resource| resource.names.plural);
    let body: Value = match target.split('?').next().unwrap_or_default() {
        "/oauth/token" => {
            let scope: Vec<String> = plurals().map(|plural| format!("read:{plural}")).collect();
            json!({ "access_token": "token", "scope": format!("access:full {}", scope.join(" ")) })
        }
        "/api/v2/openapi.json" => {
            let stream =
                json!({ "get": { "responses": { "200": { "content": { "application/x-ndjson": {} } } } } });
            let mut paths: serde_json::Map<String, Value> =
                plurals().map(|plural| (format!("/api/v2/{plural}"), stream.clone())).collect();
            paths.insert("/api/v2/changes".to_owned(), json!({}));
            let locale = json!({ "Locale": { "schema": { "enum": ["en"] } } });
            json!({ "components": { "parameters": locale }, "paths": paths })
        }
        "/api/v2/changes" => json!({ "changes": [], "meta": { "next": "cursor", "more": false } }),
        path if path.ends_with("/deleted") => json!({ "deleted_items": [], "meta": { "total_pages": 0 } }),
        _ if target.contains("format=ndjson") => return (200, String::new()),
        _ => return (404, String::new()),
    };
    (200, body.to_string())
}
