//! URLs behind which something else is.

use crate::doctor::{Diagnosis, serve_text};
use crate::support::Data;

#[test]
fn what_else_responds_under_a_url_is_found() {
    let data = Data::embedded();
    let other = serve_text("{\"issuer\":\"https://other.example\"}");
    let diagnosis = Diagnosis::of(&data, &["--public-url", &other, "--openid-issuer", &other]);
    diagnosis.assert("public-url", "problem", &["served by something else", "correct `public-url`"]);
    diagnosis.assert("openid-issuer", "problem", &["calls itself https://other.example", "openid-issuer"]);
    let alive = serve_text("alive\n");
    let diagnosis =
        Diagnosis::of(&data, &["--public-url", &alive, "--portal-url", &alive, "--openid-issuer", &alive]);
    diagnosis.assert("public-url", "ok", &["leads to a server"]);
    diagnosis.assert("portal-url", "ok", &[]);
    diagnosis.assert("openid-issuer", "problem", &["is not the document of a provider"]);
    Diagnosis::of(&data, &["--otlp-endpoint", &alive]).assert("otlp-endpoint", "ok", &["accepts traces"]);
    let silent = Diagnosis::of(&data, &["--otlp-endpoint", "http://127.0.0.1:9"]);
    silent.assert("otlp-endpoint", "warning", &["cannot be reached", "start the collector"]);
}
