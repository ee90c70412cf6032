//! Servers behind the load balancers of `deploy/load-balancer`, restarted one after the other while clients read and upload.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use reqwest::Method;
use reqwest::blocking::{Client, RequestBuilder};
use serde_json::{Value, json};

use crate::postgres::pages::platform_in;
use crate::support::cluster::free_port;
use crate::support::files::upload_with;
use crate::support::fixture::id;
use crate::support::postgres::required_server;
use crate::support::proxy::{Proxy, client};
use crate::support::{Data, Server, guide_block, root};

/// More than a load balancer keeps in memory of a request.
const CONTENT_BYTES: usize = 200_000;
/// How long `deploy/load-balancer/rolling-restart` waits for the load balancer to notice that a server is ready.
const NOTICE_TIME: Duration = Duration::from_secs(3);

/// What clients got.
#[derive(Default)]
struct Results {
    reads: usize,
    uploads: Vec<String>,
    failures: Vec<String>,
}

/// A server on a port that it gets again.
struct Host {
    data: Data,
    port: u16,
    files: String,
}

impl Host {
    fn serve(&self) -> Server {
        let (listen, drain) = (format!("127.0.0.1:{}", self.port), drain_seconds());
        let arguments = ["--listen", &listen, "--trusted-proxies", "127.0.0.1", "--drain-seconds", &drain];
        let mut command = self.data.command();
        command.arg("serve").args(arguments).args(["--file-storage", &self.files]);
        let server = Server::start(&mut command);
        server.wait_until_ready();
        server
    }
}

/// That of the guide.
fn drain_seconds() -> String {
    let settings = guide_block("start-deployment-many", "/etc/folkmoot/folkmoot.toml");
    settings.lines().find_map(|line| line.strip_prefix("drain-seconds = ")).unwrap().to_owned()
}

/// A client of a load balancer that repeats nothing.
struct Visitor<'test> {
    proxy: &'test Proxy,
    client: Client,
    token: &'test str,
    results: Mutex<Results>,
}

impl<'test> Visitor<'test> {
    fn of(proxy: &'test Proxy, token: &'test str) -> Self {
        Self { proxy, client: client("127.0.0.1"), token, results: Mutex::default() }
    }

    fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.client.request(method, self.proxy.url(&format!("/api/v2{path}"))).bearer_auth(self.token)
    }

    /// Sends a request and returns the body of a response with this status. Everything else is a failure.
    fn send(&self, request: RequestBuilder, expected: u16) -> Option<Value> {
        let outcome = match request.send() {
            Ok(response) if response.status() == expected => {
                response.json().map_err(|error| error.to_string())
            }
            Ok(response) => Err(format!("{}: {}", response.status(), response.text().unwrap_or_default())),
            Err(error) => Err(format!("{error:?}")),
        };
        outcome.map_err(|failure| self.results.lock().unwrap().failures.push(failure)).ok()
    }

    fn read(&self, number: usize) {
        let path = format!("/ideas?page_size=1&page_number={}", number % 60 + 1);
        if self.send(self.request(Method::GET, &path), 200).is_some() {
            self.results.lock().unwrap().reads += 1;
        }
    }

    fn upload(&self) {
        let content = STANDARD.encode("x".repeat(CONTENT_BYTES));
        let body = upload_with(&json!({ "project_id": id("projects", 0), "content": content }));
        if let Some(file) = self.send(self.request(Method::POST, "/files").json(&body), 201) {
            self.results.lock().unwrap().uploads.push(file["file"]["id"].as_str().unwrap().to_owned());
        }
    }
}

#[test]
fn no_request_fails_while_servers_restart_behind_a_load_balancer() {
    let postgres = required_server();
    let data = platform_in(&postgres);
    let client = data.client();
    let files = data.path().join("files").to_str().unwrap().to_owned();
    let host = || Host { data: data.other_host(&postgres), port: free_port(), files: files.clone() };
    let hosts = [host(), host()];
    let mut servers = hosts.each_ref().map(Host::serve);
    let token = servers[0].authenticate(&client.0, &client.1).json()["jwt"].as_str().unwrap().to_owned();
    let ports = hosts.each_ref().map(|host| host.port);
    let proxies =
        [Proxy::balancing_nginx(ports), Proxy::balancing_haproxy(ports), Proxy::balancing_caddy(ports)];
    let visitors = proxies.each_ref().map(|proxy| Visitor::of(proxy, &token));
    let is_over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for visitor in &visitors {
            scope.spawn(|| {
                let mut number = 0;
                while !is_over.load(Ordering::Relaxed) {
                    visitor.read(number);
                    number += 1;
                }
            });
            scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    visitor.upload();
                }
            });
        }
        for (host, server) in hosts.iter().zip(&mut servers) {
            server.terminate();
            assert!(server.wait().success());
            *server = host.serve();
            std::thread::sleep(NOTICE_TIME);
        }
        is_over.store(true, Ordering::Relaxed);
    });
    let mut uploaded = Vec::new();
    for (visitor, name) in visitors.into_iter().zip(["nginx", "HAProxy", "Caddy"]) {
        let Results { reads, uploads, failures } = visitor.results.into_inner().unwrap();
        assert!(failures.is_empty(), "{name}: {} failures, first {}", failures.len(), failures[0]);
        println!("{name}: {reads} reads, {} uploads", uploads.len());
        assert!(reads > 0 && !uploads.is_empty(), "{name} was not used");
        uploaded.extend(uploads);
    }
    // Each upload is stored, and none twice.
    let [server, _] = servers;
    let caller = server.caller(&client.0, &client.1);
    // The last upload may have been stored by the other server.
    caller.server.wait_for_changes();
    let stored = caller.crawl("/files", "files", 24);
    let mut stored: Vec<_> = stored.iter().map(|file| file["id"].as_str().unwrap()).collect();
    stored.sort_unstable();
    uploaded.sort_unstable();
    assert!(stored == uploaded, "{} files are stored, {} were acknowledged", stored.len(), uploaded.len());
}

#[test]
fn the_guides_show_the_files_of_proxies_and_load_balancers() {
    for (guide, file, title) in [
        ("start-deployment", "proxy/nginx.conf", "/etc/nginx/sites-enabled/folkmoot"),
        ("start-deployment", "proxy/Caddyfile", "/etc/caddy/Caddyfile"),
        ("start-deployment-many", "load-balancer/nginx.conf", "/etc/nginx/sites-enabled/folkmoot"),
        ("start-deployment-many", "load-balancer/haproxy.cfg", "/etc/haproxy/haproxy.cfg"),
        ("start-deployment-many", "load-balancer/Caddyfile", "/etc/caddy/Caddyfile"),
        ("start-deployment-many", "load-balancer/rolling-restart", "rolling-restart"),
    ] {
        let content = std::fs::read_to_string(root().join("deploy").join(file)).unwrap();
        assert_eq!(guide_block(guide, title), content, "{file}");
    }
    let script = guide_block("start-deployment-many", "rolling-restart");
    assert!(script.contains(&format!("sleep {}\n", NOTICE_TIME.as_secs())));
}
