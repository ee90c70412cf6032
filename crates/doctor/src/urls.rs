//! URLs that must be reachable: the public URL, the portal, the `OpenID` provider and the collector of traces.

use std::error::Error;
use std::time::Duration;

use reqwest::header::{CONTENT_TYPE, HeaderName, HeaderValue};
use reqwest::redirect::Policy;
use reqwest::{Client, RequestBuilder, Response};
use serde_json::Value;

use crate::{Report, Setup};

/// The timeout of a request.
const TIMEOUT: Duration = Duration::from_secs(10);
/// The response of a server of ours to the health check.
const ALIVE: &str = "alive\n";

/// Sends a request to each URL of the settings.
pub fn check(setup: &Setup<'_>, report: &mut Report) {
    let settings = setup.settings;
    let urls = [&settings.public_url, &settings.portal_url, &settings.openid_issuer, &settings.otlp_endpoint];
    if urls.iter().all(|url| url.is_none()) {
        return;
    }
    let client = Client::builder().redirect(Policy::none()).timeout(TIMEOUT).build();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let (Ok(client), Ok(runtime)) = (client, runtime) else {
        return report.problem("public-url", "no request can be sent", "install the package ca-certificates");
    };
    runtime.block_on(async {
        if let Some(url) = &settings.public_url {
            check_public_url(&client, url, report).await;
        }
        if let Some(url) = &settings.portal_url {
            check_portal(&client, url, report).await;
        }
        if let Some(issuer) = &settings.openid_issuer {
            check_issuer(&client, issuer, report).await;
        }
        if let Some(endpoint) = &settings.otlp_endpoint {
            check_collector(&client, endpoint, &settings.otlp_headers, report).await;
        }
    });
}

/// Sends a request without traces, which a collector accepts and ignores.
async fn check_collector(
    client: &Client,
    endpoint: &str,
    headers: &[(HeaderName, HeaderValue)],
    report: &mut Report,
) {
    let request = client
        .post(format!("{}/v1/traces", endpoint.trim_end_matches('/')))
        .headers(headers.iter().cloned().collect())
        .header(CONTENT_TYPE, "application/x-protobuf");
    let found = match send(request).await {
        Ok(response) if response.status().is_success() => {
            return report.ok("otlp-endpoint", format!("{endpoint} accepts traces"));
        }
        Ok(response) => format!("{endpoint} responds with status {}", response.status().as_u16()),
        Err(error) => format!("{endpoint} cannot be reached from this machine: {error}"),
    };
    let remedy = "start the collector with a receiver for OTLP over HTTP, or correct `otlp-endpoint` and `otlp-headers`";
    report.warning("otlp-endpoint", found, remedy);
}

async fn check_public_url(client: &Client, url: &str, report: &mut Report) {
    let name = "public-url";
    let is_local =
        ["http://localhost", "http://127.0.0.1", "http://[::1]"].iter().any(|start| url.starts_with(start));
    if url.starts_with("http://") && !is_local {
        report.warning(
            "public-url-tls",
            format!("{url} is not encrypted: secrets, tokens and personal data can be read on the way"),
            "put a proxy with TLS in front of the server, and set `public-url` to a URL with https",
        );
    }
    match get(client, &format!("{url}/health/live")).await {
        Ok(response) => {
            let status = response.status();
            let is_alive = status.is_success() && response.text().await.is_ok_and(|text| text == ALIVE);
            if is_alive {
                report.ok(name, format!("{url} leads to a server"));
            } else {
                report.problem(
                    name,
                    format!("{url}/health/live is served by something else (status {})", status.as_u16()),
                    "let the proxy pass all paths to the server, or correct `public-url`",
                );
            }
        }
        Err(error) => report.warning(
            name,
            format!("{url} cannot be reached from this machine: {error}"),
            "start the server and its proxy; check DNS, the firewall and the certificate",
        ),
    }
}

async fn check_portal(client: &Client, url: &str, report: &mut Report) {
    let name = "portal-url";
    let remedy = "correct `portal-url`, to which errors of the API link";
    match get(client, url).await {
        Ok(response) if response.status().is_client_error() || response.status().is_server_error() => {
            report.warning(name, format!("{url} has the status {}", response.status().as_u16()), remedy);
        }
        Ok(_) => report.ok(name, format!("{url} can be reached")),
        Err(error) => {
            report.warning(name, format!("{url} cannot be reached from this machine: {error}"), remedy);
        }
    }
}

async fn check_issuer(client: &Client, issuer: &str, report: &mut Report) {
    let name = "openid-issuer";
    let metadata = format!("{}/.well-known/openid-configuration", issuer.trim_end_matches('/'));
    let found = match get(client, &metadata).await {
        Ok(response) => {
            let status = response.status().as_u16();
            let text = response.text().await.unwrap_or_default();
            let named = serde_json::from_str::<Value>(&text).ok();
            match named.as_ref().and_then(|document| document.get("issuer")?.as_str()) {
                Some(named) if named == issuer => return report.ok(name, format!("{issuer} can be reached")),
                Some(named) => format!("the provider calls itself {named}, not {issuer}"),
                None => format!("{metadata} is not the document of a provider (status {status})"),
            }
        }
        Err(error) => format!("{issuer} cannot be reached from this machine: {error}"),
    };
    report.problem(
        name,
        found,
        "correct `openid-issuer`; without the provider, administrators need admin keys",
    );
}

async fn get(client: &Client, url: &str) -> Result<Response, String> {
    send(client.get(url)).await
}

async fn send(request: RequestBuilder) -> Result<Response, String> {
    request.send().await.map_err(|error| {
        // The last cause is the most specific one, such as an expired certificate.
        let mut cause: &dyn Error = &error;
        while let Some(source) = cause.source() {
            cause = source;
        }
        cause.to_string()
    })
}
