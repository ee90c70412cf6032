//! What other machines can reach, and whether they should.

use folkmoot_settings::Settings;

use crate::{Report, Setup};

/// Checks addresses to listen on, and what depends on the proxy in front of the server.
pub fn check(setup: &Setup<'_>, report: &mut Report) {
    check_listen(setup.settings, report);
    check_metrics(setup.settings, report);
    check_log(setup.settings, report);
}

fn check_listen(settings: &Settings, report: &mut Report) {
    let (name, address) = ("listen", settings.listen);
    let is_https = settings.public_url.as_deref().is_some_and(|url| url.starts_with("https://"));
    if is_https && settings.trusted_proxies.is_empty() {
        report.warning(
            name,
            "`public-url` starts with https, so that a proxy is in front of the server, but `trusted-proxies` is not set",
            "set `trusted-proxies` to the addresses of the proxy; otherwise all clients share one limit of failed sign-ins",
        );
    } else if settings.public_url.is_none() && !address.ip().is_loopback() {
        report.warning(
            name,
            format!("the server listens on {address} for other machines, but `public-url` is not set"),
            "set `public-url` to the URL that clients use, which links in responses start with",
        );
    } else {
        report.ok(name, format!("the server listens on {address}"));
    }
}

fn check_metrics(settings: &Settings, report: &mut Report) {
    match settings.metrics_listen.filter(|address| !address.ip().is_loopback()) {
        Some(address) => report.warning(
            "metrics",
            format!("/metrics is served without a token on {address}"),
            "make sure that only your monitoring reaches this address, or use `metrics-token` instead",
        ),
        None if settings.metrics_listen.is_none() && settings.metrics_token.is_none() => report.warning(
            "metrics",
            "/metrics is not served, so that nobody is alerted",
            "set `metrics-token` or `metrics-listen`",
        ),
        None => report.ok("metrics", "served to those who may read them"),
    }
}

fn check_log(settings: &Settings, report: &mut Report) {
    let is_verbose = ["debug", "trace"].iter().any(|level| settings.log_level.to_lowercase().contains(level));
    if is_verbose {
        let found = format!("the log level is {}, which writes much and is slower", settings.log_level);
        report.warning("log-level", found, "set `log-level` to info, and reload the settings with SIGHUP");
    } else {
        report.ok("log-level", settings.log_level.clone());
    }
}
