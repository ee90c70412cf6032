//! Rate limits of sign-in, directly and through the web servers of the deployment guide.

use std::net::IpAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use reqwest::blocking::Client;
use serde_json::json;
use tempfile::TempDir;

use crate::support::cluster::free_port;
use crate::support::fixture::Platform;
use crate::support::request::Request;
use crate::support::{Data, Response, Server, eventually, guide_block, require, root};

const GUIDE: &str = "start-deployment";
const SITE: &str = "developers.zwenebeke.example";
/// The number of failures before an address is limited.
const FAILURES: usize = 3;
const LIMIT: [&str; 2] = ["--address-failures-per-minute", "3"];

fn sign_in(server: &Server, id: &str, secret: &str) -> Request {
    let body = json!({ "auth": { "client_id": id, "client_secret": secret } });
    server.request(reqwest::Method::POST, "/api/v2/authenticate").json(&body)
}

fn assert_limited(response: &Response) {
    assert_eq!(
        (response.status, response.problem().as_str()),
        (429, "too-many-requests"),
        "{}",
        response.text
    );
    assert!((1..=60).contains(&response.header("retry-after").parse::<u64>().unwrap()));
}

#[test]
fn an_address_with_too_many_failures_gets_429_for_any_credentials() {
    let data = Data::with(&Platform::empty());
    let (id, secret) = data.client();
    let trusted = [&LIMIT[..], &["--trusted-proxies", "127.0.0.1"]].concat();
    let server = data.serve_with(&trusted);
    let from =
        |address: &str, secret: &str| sign_in(&server, &id, secret).header("x-forwarded-for", address).send();
    for number in 0..FAILURES {
        // Entries to the left and the port of the client do not matter.
        let spelling = format!("8.8.8.{number}, x, 203.0.113.9:{number}");
        assert_eq!(from(&spelling, "guess").problem(), "invalid-credentials");
    }
    assert_limited(&from("203.0.113.9", "guess"));
    assert_limited(&from("203.0.113.9", &secret));
    assert_limited(&from("1.2.3.4, 203.0.113.9", &secret));
    for innocent in ["203.0.113.10", "8.8.8.0", "203.0.113.9, 2001:db8::1"] {
        assert_eq!(from(innocent, &secret).status, 201, "{innocent}");
    }
    assert_eq!(server.authenticate(&id, &secret).status, 201, "the proxy itself");
}

#[test]
fn failures_of_other_addresses_do_not_block_a_client() {
    let data = Data::with(&Platform::empty());
    let (id, secret) = data.client();
    let server = data.serve_with(&["--address-failures-per-minute", "1", "--trusted-proxies", "127.0.0.1"]);
    for number in 0..100 {
        let address = format!("203.0.113.{number}");
        let response = sign_in(&server, &id, "guess").header("x-forwarded-for", &address).send();
        assert_eq!(response.status, 401, "{address}");
    }
    assert_eq!(server.authenticate(&id, &secret).status, 201);
}

#[test]
fn x_forwarded_for_of_an_untrusted_peer_is_ignored() {
    let data = Data::with(&Platform::empty());
    let (id, secret) = data.client();
    let server = data.serve_with(&LIMIT);
    for number in 0..FAILURES {
        let forged = format!("203.0.113.{number}");
        sign_in(&server, &id, "guess").header("x-forwarded-for", &forged).send();
    }
    assert_limited(&server.authenticate(&id, &secret));
}

#[test]
fn a_client_gets_tokens_at_a_limited_rate_after_a_burst() {
    let data = Data::with(&Platform::empty());
    let ((id, secret), (other, other_secret)) = (data.client(), data.client());
    let server = data.serve_with(&["--client-token-burst", "5", "--client-tokens-per-minute", "1"]);
    for _ in 0..5 {
        assert_eq!(server.authenticate(&id, &secret).status, 201);
    }
    assert_limited(&server.authenticate(&id, &secret));
    assert_eq!(server.authenticate(&id, "guess").status, 401, "the limit of tokens affected failures");
    assert_eq!(server.authenticate(&other, &other_secret).status, 201);
}

/// A web server in front of a server, configured as in the guide, without TLS. Dropping it stops it.
struct Proxy {
    process: Child,
    _folder: TempDir,
    port: u16,
}

impl Proxy {
    fn start(program: &Path, server: &Server, arguments: impl Fn(&str, &Path, u16) -> Vec<String>) -> Self {
        let (directory, port) = (tempfile::tempdir().unwrap(), free_port());
        let mut command = Command::new(program);
        let upstream = server.url.trim_start_matches("http://");
        command.args(arguments(upstream, directory.path(), port)).current_dir(directory.path());
        for variable in ["HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"] {
            command.env(variable, directory.path());
        }
        let process = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let proxy = Self { process, _folder: directory, port };
        let client = proxy.client("127.0.0.1");
        let ready =
            || client.get(proxy.url("/health/ready")).send().is_ok_and(|response| response.status() == 200);
        eventually("the web server does not start", ready);
        proxy
    }

    fn nginx(program: &Path, server: &Server) -> Self {
        Self::start(program, server, |upstream, directory, port| {
            let site: String = guide_block(GUIDE, "/etc/nginx/sites-enabled/folkmoot")
                .lines()
                .filter(|line| !line.contains("ssl_certificate"))
                .flat_map(|line| [line, "\n"])
                .collect();
            let site = site
                .replace("listen 443 ssl", &format!("listen 127.0.0.1:{port}"))
                .replace("127.0.0.1:8080", upstream);
            let directory = directory.to_str().unwrap();
            let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
                .map(|kind| format!("{kind}_temp_path {directory}/{kind};"))
                .concat();
            let file = format!("{directory}/nginx.conf");
            let frame = format!("daemon off; pid {directory}/pid; error_log stderr; events {{}}");
            std::fs::write(&file, format!("{frame} http {{ access_log off; {temporary} {site} }}")).unwrap();
            vec!["-c".to_owned(), file, "-p".to_owned(), directory.to_owned()]
        })
    }

    fn caddy(program: &Path, server: &Server) -> Self {
        Self::start(program, server, |upstream, directory, port| {
            let site = guide_block(GUIDE, "/etc/caddy/Caddyfile")
                .replace("127.0.0.1:8080", upstream)
                .replace(SITE, &format!("http://{SITE}:{port}"));
            let file = directory.join("Caddyfile").to_str().unwrap().to_owned();
            std::fs::write(&file, format!("{{\n\tadmin off\n}}\n{site}\n")).unwrap();
            ["run", "--config", &file, "--adapter", "caddyfile"].map(str::to_owned).to_vec()
        })
    }

    /// A client that connects from this address.
    fn client(&self, from: &str) -> Client {
        let address = std::net::SocketAddr::from(([127, 0, 0, 1], self.port));
        let from: IpAddr = from.parse().unwrap();
        Client::builder().no_proxy().local_address(from).resolve(SITE, address).build().unwrap()
    }

    fn url(&self, path: &str) -> String {
        format!("http://{SITE}:{}{path}", self.port)
    }

    /// The status of a sign-in with these header lines.
    fn sign_in(&self, client: &Client, id: &str, secret: &str, forwarded: &[String]) -> u16 {
        let body = json!({ "auth": { "client_id": id, "client_secret": secret } }).to_string();
        let mut request = client.post(self.url("/api/v2/authenticate"));
        for line in forwarded {
            request = request.header("x-forwarded-for", line);
        }
        request.header("content-type", "application/json").body(body).send().unwrap().status().as_u16()
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        let _ = Command::new("kill").arg(self.process.id().to_string()).status();
        let _ = self.process.wait();
    }
}

/// Fails unless clients behind the proxy are counted by their own addresses, whatever `X-Forwarded-For` they send.
fn assert_counted_by_address(program: &str, start: impl Fn(&Path, &Server) -> Proxy) {
    let path = root().join(".tools").join(program);
    require(path.exists(), program);
    let data = Data::with(&Platform::empty());
    let (id, secret) = data.client();
    let server = data.serve_with(&[&LIMIT[..], &["--trusted-proxies", "127.0.0.1"]].concat());
    let proxy = start(&path, &server);
    let table: [&[&str]; 8] = [
        &[],
        &["8.8.{n}.1"],
        &["8.8.{n}.1, x"],
        &["127.0.0.200, x"],
        &["8.8.{n}.1:80, "],
        &["[2001:db8:{n}::1]:80, unknown"],
        &["8.8.{n}.1", "8.9.{n}.1, x"],
        &["", "x", "127.0.0.1"],
    ];
    for (number, forged) in table.into_iter().enumerate() {
        let client = proxy.client(&format!("127.0.0.{}", 10 + number));
        let attempt = |n: usize, secret: &str| {
            let lines: Vec<_> = forged.iter().map(|line| line.replace("{n}", &n.to_string())).collect();
            proxy.sign_in(&client, &id, secret, &lines)
        };
        let statuses: Vec<_> = (0..=FAILURES).map(|n| attempt(n, "guess")).collect();
        assert_eq!(statuses, [401, 401, 401, 429], "{forged:?}");
        assert_eq!(attempt(99, &secret), 429, "{forged:?}");
    }
    for innocent in ["127.0.0.200", "127.0.0.1"] {
        let client = proxy.client(innocent);
        assert_eq!(proxy.sign_in(&client, &id, &secret, &[]), 201, "{innocent} was forged by others");
    }
}

/// Tests that need the web servers of the deployment guide.
mod requires_tools {
    use super::*;

    #[test]
    fn clients_behind_nginx_are_counted_by_their_own_addresses() {
        assert_counted_by_address("usr/sbin/nginx", Proxy::nginx);
    }

    #[test]
    fn clients_behind_caddy_are_counted_by_their_own_addresses() {
        assert_counted_by_address("usr/bin/caddy", Proxy::caddy);
    }
}
