//! Where the console and the admin API are served.

use reqwest::Method;

use crate::support::admin::{API, admin_key};
use crate::support::fixture::Platform;
use crate::support::{Data, server_log};

#[test]
fn administrators_can_have_a_listener_of_their_own() {
    let data = Data::with(&Platform::empty());
    let (_, key) = admin_key(&data, "administrator");
    let (server, log) = server_log::start(&mut server_log::serve(&data, &["--admin-listen", "127.0.0.1:0"]));
    let line = log.wait_for("serving administrators");
    let url = line["url"].as_str().unwrap().strip_suffix("/admin").unwrap();
    let http = reqwest::blocking::Client::builder().no_proxy().build().unwrap();
    let status = |url: String| http.get(url).bearer_auth(&key).send().unwrap().status().as_u16();
    assert_eq!(status(format!("{url}{API}/session")), 200);
    assert_eq!(status(format!("{url}/admin")), 200);
    assert_eq!(status(format!("{url}/health/live")), 200);
    assert_eq!(status(format!("{url}/api/v2/areas")), 404, "it serves no public API");
    for path in ["/admin", "/admin/api/session", "/admin/sign-in/openid-connect"] {
        let response = server.request(Method::GET, path).send_bytes();
        assert_eq!(response.status, 404, "the public listener serves {path}");
    }
}

#[test]
fn administration_can_be_left_out() {
    let data = Data::with(&Platform::empty());
    let (_, key) = admin_key(&data, "administrator");
    let server = data.serve_with(&["--admin", "off", "--admin-listen", "127.0.0.1:0"]);
    for path in ["/admin", "/admin/api/session", "/admin/sign-in/openid-connect"] {
        let response = server.request(Method::GET, path).bearer_auth(&key).send_bytes();
        assert_eq!(response.status, 404, "{path}");
    }
}
