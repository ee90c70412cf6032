//! Rate limits of sign-in, directly and through the web servers of the deployment guide.

use reqwest::blocking::Client;
use serde_json::json;

use crate::support::fixture::Platform;
use crate::support::proxy::{self, Proxy};
use crate::support::request::Request;
use crate::support::{Data, Response, Server};

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

/// The status of a sign-in with these header lines.
fn proxied_sign_in(proxy: &Proxy, client: &Client, id: &str, secret: &str, forwarded: &[String]) -> u16 {
    let body = json!({ "auth": { "client_id": id, "client_secret": secret } }).to_string();
    let mut request = client.post(proxy.url("/api/v2/authenticate"));
    for line in forwarded {
        request = request.header("x-forwarded-for", line);
    }
    request.header("content-type", "application/json").body(body).send().unwrap().status().as_u16()
}

/// Fails unless clients behind the proxy are counted by their own addresses, whatever `X-Forwarded-For` they send.
fn assert_counted_by_address(start: impl Fn(&Server) -> Proxy) {
    let data = Data::with(&Platform::empty());
    let (id, secret) = data.client();
    let server = data.serve_with(&[&LIMIT[..], &["--trusted-proxies", "127.0.0.1"]].concat());
    let proxy = start(&server);
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
        let client = proxy::client(&format!("127.0.0.{}", 10 + number));
        let attempt = |n: usize, secret: &str| {
            let lines: Vec<_> = forged.iter().map(|line| line.replace("{n}", &n.to_string())).collect();
            proxied_sign_in(&proxy, &client, &id, secret, &lines)
        };
        let statuses: Vec<_> = (0..=FAILURES).map(|n| attempt(n, "guess")).collect();
        assert_eq!(statuses, [401, 401, 401, 429], "{forged:?}");
        assert_eq!(attempt(99, &secret), 429, "{forged:?}");
    }
    for innocent in ["127.0.0.200", "127.0.0.1"] {
        let client = proxy::client(innocent);
        assert_eq!(
            proxied_sign_in(&proxy, &client, &id, &secret, &[]),
            201,
            "{innocent} was forged by others"
        );
    }
}

/// Tests that need the web servers of the deployment guide.
mod requires_tools {
    use super::*;

    #[test]
    fn clients_behind_nginx_are_counted_by_their_own_addresses() {
        assert_counted_by_address(Proxy::nginx);
    }

    #[test]
    fn clients_behind_caddy_are_counted_by_their_own_addresses() {
        assert_counted_by_address(Proxy::caddy);
    }

    #[test]
    fn clients_behind_haproxy_are_counted_by_their_own_addresses() {
        assert_counted_by_address(|server| Proxy::balancing_haproxy([server.port(); 2]));
    }
}
