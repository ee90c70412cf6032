//! A demo platform and its server in this process, which targets send requests to.

use std::collections::{BTreeMap, HashMap};
use std::io::{self, BufRead, Read};
use std::net::SocketAddr;
use std::path::Path;
use std::sync::{Arc, OnceLock, mpsc};

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use folkmoot_administration::clients::{Clients, NewClient};
use folkmoot_administration::keys::{self, NewAdminKey};
use folkmoot_administration::{access, command_line_actor};
use folkmoot_demo::Demo;
use folkmoot_files::blobs;
use folkmoot_files::file_store::FileStore;
use folkmoot_import::{BlobStaging, Input, Mode, Options, Silent};
use folkmoot_model::access::AccessLevel;
use folkmoot_portal::Embedded;
use folkmoot_runtime::blocking;
use folkmoot_server::serve::{self, SettingsReload, ShutdownSignal};
use folkmoot_server::state::Server;
use folkmoot_settings::{File, Settings, Sources};
use folkmoot_store::Store;
use folkmoot_store::administrators::Role;
use folkmoot_store::clients::{Holder, Registration};
use http::{HeaderMap, Method, Request, header};
use http_body_util::BodyExt as _;
use jiff::Timestamp;
use metrics_exporter_prometheus::PrometheusHandle;
use serde_json::Value;
use tempfile::TempDir;
use tokio::runtime::Runtime;
use tower::ServiceExt as _;

use crate::response::Response;

/// The number of ideas of the platform; the other resources grow with it.
const IDEAS: u64 = 30;
const SEED: u64 = 1;
/// A file system in memory, so that no write waits for a disk.
const MEMORY: &str = "/dev/shm";
/// The prefix of the API.
pub const API: &str = "/api/v2";

/// A platform with a running server.
pub struct Platform {
    runtime: Runtime,
    routes: Router,
    /// The parts of the server.
    pub state: Arc<Server>,
    /// The address that the server listens on.
    pub address: SocketAddr,
    /// A token of a client of each access level, and of a client that is limited to some resources.
    pub tokens: Vec<String>,
    /// The id and the secret of the first client.
    pub credentials: (String, String),
    /// The key of an administrator.
    pub admin_key: String,
    /// The id of a project, an idea and a file.
    pub ids: [String; 3],
    /// The path and the query of the download URL of that file, and its content.
    pub download: (String, Vec<u8>),
    _data: TempDir,
}

/// The platform whose records targets read. Files are uploaded and deleted again.
pub fn api() -> &'static Platform {
    static PLATFORM: OnceLock<Platform> = OnceLock::new();
    PLATFORM.get_or_init(Platform::open)
}

/// The platform whose administration targets change.
pub fn administered() -> &'static Platform {
    static PLATFORM: OnceLock<Platform> = OnceLock::new();
    PLATFORM.get_or_init(Platform::open)
}

/// A new folder that is deleted with the value.
pub fn folder() -> TempDir {
    if Path::new(MEMORY).is_dir() { tempfile::tempdir_in(MEMORY) } else { tempfile::tempdir() }.unwrap()
}

/// The settings of a platform in a folder.
pub fn settings(data: &Path) -> Settings {
    let flags = [
        ("data", data.to_str().unwrap()),
        ("listen", "127.0.0.1:0"),
        ("address-failures-per-minute", "1000000"),
        ("client-tokens-per-minute", "1000000"),
    ];
    let flags = flags.map(|(name, value)| (name.to_owned(), value.to_owned()));
    let sources = Sources { flags: BTreeMap::from(flags), environment: &|_| None, file: File::default() };
    Settings::resolve(&sources).unwrap()
}

/// Imports the demo platform with this number of ideas and opens its public API.
pub fn fill(store: &Arc<Store>, settings: &Settings, ideas: u64) {
    let now = Timestamp::now();
    let storage = blobs::open(&settings.file_storage()).unwrap();
    let staging =
        BlobStaging::open(FileStore::new(Arc::clone(store), storage), &settings.data, &Silent).unwrap();
    let options = Options { mode: Mode::default(), now, progress: &Silent, blobs: &staging };
    folkmoot_import::import(store, &DemoInput::new(ideas), &options).unwrap();
    access::set_enabled(store, &command_line_actor(), true, now).unwrap();
}

impl Platform {
    fn open() -> Self {
        let data = folder();
        let settings = settings(data.path());
        let store = Arc::new(Store::open(&settings.database()).unwrap());
        fill(&store, &settings, IDEAS);
        let actor = command_line_actor();
        let now = Timestamp::now();
        let clients = Clients { store: &store, actor: &actor, now };
        let create = |access, resources| {
            let new = NewClient {
                mcp: true,
                name: "Fuzzing".to_owned(),
                access,
                resources,
                expires_at: None,
                registration: Registration::default(),
            };
            clients.create(new).unwrap()
        };
        let (client, secret) = create(AccessLevel::Full, None);
        let credentials = (client.id.to_string(), secret.expose().to_owned());
        let mut holders = vec![client.holder()];
        holders.extend(AccessLevel::ALL[1..].iter().map(|level| create(*level, None).0.holder()));
        holders.push(create(AccessLevel::Full, Some(vec!["projects", "ideas"])).0.holder());
        let new = NewAdminKey { name: "Fuzzing".to_owned(), role: Role::Administrator, last_day: None };
        let (_, admin_key) = keys::create(&store, &actor, new, now).unwrap();
        let runtime = blocking::runtime().unwrap();
        let (state, address) = start(&runtime, settings, store);
        let token = |holder: &Holder| state.api.authentication.tokens.issue(*holder, now).unwrap();
        let mut platform = Self {
            routes: serve::routes(&state),
            tokens: holders.iter().map(token).collect(),
            credentials,
            admin_key: admin_key.expose().to_owned(),
            ids: Default::default(),
            download: Default::default(),
            runtime,
            state,
            address,
            _data: data,
        };
        platform.find_records();
        platform
    }

    fn find_records(&mut self) {
        let first = |plural: &str| -> Value {
            let list: Value =
                serde_json::from_slice(&self.get(&format!("{API}/{plural}?page_size=1")).body).unwrap();
            list[plural][0].clone()
        };
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let file = first("files");
        let ids = [&first("projects")["id"], &first("ideas")["id"], &file["id"]].map(text);
        let url = text(&file["url"]);
        let path = url[url.find("/files/").unwrap()..].to_owned();
        self.ids = ids;
        let content = self.get(&path).body;
        self.download = (path, content);
    }

    /// Sends `GET` with the token of the first client.
    pub fn get(&self, path: &str) -> Response {
        let request = Request::get(path).header(header::AUTHORIZATION, format!("Bearer {}", self.tokens[0]));
        self.send(request.body(Body::empty()).unwrap())
    }

    /// Sends a request to the routes, with a `Host` header and as a client of this machine.
    pub fn send(&self, mut request: Request<Body>) -> Response {
        request.headers_mut().entry(header::HOST).or_insert(http::HeaderValue::from_static("localhost"));
        let peer = SocketAddr::from(([127, 0, 0, 1], 50_000));
        request.extensions_mut().insert(ConnectInfo(peer));
        let is_head = request.method() == Method::HEAD;
        self.runtime.block_on(async {
            let response = self.routes.clone().oneshot(request).await.unwrap();
            let (parts, body) = response.into_parts();
            let body = body.collect().await.map(|body| body.to_bytes().to_vec());
            let body = body.expect("the body of a response is complete");
            Response { status: parts.status.as_u16(), headers: parts.headers, body, is_head }
        })
    }

    /// What templates of requests may contain.
    pub fn values(&self) -> Vec<(&'static str, &str)> {
        let [project, idea, file] = &self.ids;
        let (id, secret) = &self.credentials;
        vec![
            ("PROJECT", project),
            ("IDEA", idea),
            ("FILE", file),
            ("DOWNLOAD", &self.download.0),
            ("TOKEN", &self.tokens[0]),
            ("ADMIN_KEY", &self.admin_key),
            ("ID", id),
            ("SECRET", secret),
        ]
    }

    /// The headers of a client with the access level at this position.
    pub fn headers(&self, level: usize) -> HeaderMap {
        let mut headers = HeaderMap::new();
        let token = &self.tokens[level % self.tokens.len()];
        headers.insert(header::AUTHORIZATION, format!("Bearer {token}").parse().unwrap());
        headers
    }
}

/// Starts a server. Returns its parts and its address.
fn start(runtime: &Runtime, settings: Settings, store: Arc<Store>) -> (Arc<Server>, SocketAddr) {
    static METRICS: OnceLock<PrometheusHandle> = OnceLock::new();
    let metrics = METRICS.get_or_init(|| serve::record_metrics().unwrap()).clone();
    let (opened, states) = mpsc::channel();
    let (ready, addresses) = mpsc::channel();
    let open_settings = settings.clone();
    let open = move |address, metrics| {
        let state = serve::open(store, open_settings, address, metrics, Embedded::default())?;
        let _ = opened.send(Arc::clone(&state));
        Ok(state)
    };
    runtime.spawn(async move {
        let stop = ShutdownSignal::listen().unwrap();
        let current = settings.clone();
        let reload = SettingsReload::listen(move || Ok(current.clone())).unwrap();
        let ready = move |address| ready.send(address).map_err(io::Error::other);
        serve::run(settings, stop, reload, metrics, Box::new(open), Box::new(ready)).await.unwrap();
        // A signal stopped the server, and with it this program.
        std::process::exit(130);
    });
    (states.recv().unwrap(), addresses.recv().unwrap())
}

/// The demo platform as the input of an import.
struct DemoInput {
    platform: String,
    files: HashMap<&'static str, Vec<u8>>,
}

impl DemoInput {
    fn new(ideas: u64) -> Self {
        let demo = Demo::new(ideas, SEED).unwrap();
        let lines = |plural| {
            let mut lines = Vec::new();
            demo.write(plural, &mut lines).unwrap();
            (plural, lines)
        };
        Self { platform: demo.platform(), files: Demo::resources().map(lines).collect() }
    }
}

impl Input for DemoInput {
    fn has(&self, plural: &str) -> bool {
        self.files.contains_key(plural)
    }

    fn name(&self, plural: &str) -> String {
        format!("{plural}.ndjson")
    }

    fn open(&self, plural: &str) -> io::Result<Box<dyn BufRead + Send + '_>> {
        Ok(Box::new(self.files[plural].as_slice()))
    }

    fn platform(&self) -> io::Result<Option<String>> {
        Ok(Some(self.platform.clone()))
    }

    fn open_bytes(&self, _: &str) -> io::Result<Box<dyn Read + '_>> {
        Err(io::ErrorKind::NotFound.into())
    }
}
