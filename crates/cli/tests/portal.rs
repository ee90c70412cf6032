//! The developer portal under the provider's names and the requested URL.

use std::fs;
use std::io::{self, Cursor, Write as _};
use std::path::Path;

use reqwest::Method;
use serde_json::{Value, json};
use tempfile::TempDir;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

use crate::support::{Data, Response, Server};

/// The files of a small portal; `[key:encoding]` is a value of the provider.
const FILES: [(&str, &str); 4] = [
    (
        "index.html",
        "<title>[name:html]</title><link rel=canonical href=[portalUrl:html]/><img src=[logo:html]>\
         <script>run('<b>')</script><script type=application/json>{\"name\":\"[name:json]\"}</script>\
         <style>a{color:[primaryColour:text]}</style><div>[announcement:raw]</div><a href=[forumUrl:html]>Forum</a>\
         <code>curl [apiUrl:html]/api/v2</code>",
    ),
    ("404.html", "<p>Not found at [name:html]</p>"),
    ("llms.txt", "# [name:text]\n[portalUrl:text]/a\n"),
    ("assets/main.123.js", "console.log('no value of a provider')"),
];

/// The default values of the small portal.
fn defaults() -> Value {
    json!({
        "name": "Default", "portalUrl": "https://default.example", "apiUrl": "https://api.default.example",
        "logo": "/img/logo.svg", "primaryColour": "#14604f", "announcement": "<b>News</b>",
        "forumUrl": "https://forum.default.example"
    })
}

/// Writes the small portal with its default values and the manifest.
fn small_portal() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let mut slots = json!({});
    for (path, template) in FILES {
        let (content, found) = filled(template);
        if !found.is_empty() {
            slots[path] = found.into();
        }
        write(&folder.path().join(path), &content);
    }
    let manifest = json!({ "defaults": defaults(), "files": slots });
    write(&folder.path().join("provider-values.json"), &manifest.to_string());
    folder
}

fn filled(template: &str) -> (String, Vec<Value>) {
    let defaults = defaults();
    let mut parts = template.split('[');
    let mut content = parts.next().unwrap_or_default().to_owned();
    let mut slots = Vec::new();
    for part in parts {
        let (slot, text) = part.split_once(']').unwrap();
        let (key, encoding) = slot.split_once(':').unwrap();
        let value = defaults[key].as_str().unwrap();
        slots.push(json!([content.len(), value.len(), key, encoding]));
        content += value;
        content += text;
    }
    (content, slots)
}

fn write(path: &Path, content: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, content).unwrap();
}

fn serve(data: &Data, portal: &TempDir, settings: &[&str]) -> Server {
    let portal = ["--portal", portal.path().to_str().unwrap()];
    data.serve_with(&[&portal[..], settings].concat())
}

fn get(server: &Server, path: &str, host: &str) -> Response {
    server.request(Method::GET, path).header("Host", host).send()
}

#[test]
fn pages_use_the_url_under_which_they_are_requested() {
    let (data, portal) = (Data::embedded(), small_portal());
    let server = serve(&data, &portal, &["--trusted-proxies", "127.0.0.1"]);
    let page = get(&server, "/", "city.example:8443");
    assert!(page.text.contains("href=http://city.example:8443/>"), "{}", page.text);
    assert!(page.text.contains("curl http://city.example:8443/api/v2"));
    assert_eq!((page.header("cache-control"), page.header("vary")), ("no-cache", "accept-encoding, host"));
    let other = get(&server, "/", "other.example");
    assert!(other.text.contains("http://other.example") && !other.text.contains("city.example"));
    assert_ne!(page.header("etag"), other.header("etag"));
    let proxied = server.request(Method::GET, "/llms.txt").header("Host", "city.example");
    let proxied = proxied.header("X-Forwarded-Proto", "https").send();
    assert_eq!(proxied.text, "# Folkmoot\nhttps://city.example/a\n");
    let problem = get(&server, "/api/v2/ideas", "city.example").json();
    assert_eq!(problem["type"], "http://city.example/guides/reference-problems#public-api-disabled");
    assert_eq!(get(&server, "/", "a\"><b").problem(), "malformed-body");
}

#[test]
fn configured_urls_apply_to_all_hosts() {
    let (data, portal) = (Data::embedded(), small_portal());
    let urls = ["--public-url", "https://api.gent.example", "--portal-url", "https://docs.gent.example/"];
    let server = serve(&data, &portal, &urls);
    let page = get(&server, "/", "evil.example");
    assert!(page.text.contains("href=https://docs.gent.example/>"), "{}", page.text);
    assert!(page.text.contains("curl https://api.gent.example/api/v2"));
    assert_eq!(page.header("vary"), "accept-encoding");
    assert!(page.header("content-security-policy").contains("connect-src 'self' https://api.gent.example;"));
    let problem = get(&server, "/api/v2/nothing", "evil.example").json();
    assert_eq!(problem["type"], "https://docs.gent.example/guides/reference-problems#route-not-found");
}

#[test]
fn the_provider_of_the_settings_appears_on_every_page() {
    let (data, portal) = (Data::embedded(), small_portal());
    let folder = tempfile::tempdir().unwrap();
    write(&folder.path().join("logo.png"), "image");
    let settings = folder.path().join("folkmoot.toml");
    let logo = folder.path().join("logo.png");
    write(
        &settings,
        &format!(
            "[provider]\nname = \"Stad 's-Gent & Co\"\nforum-url = ''\nprimary-colour = '#102030'\nlogo = {logo:?}\n\
             announcement = 'Now [here](/a) & there'"
        ),
    );
    let server = serve(&data, &portal, &["--config", settings.to_str().unwrap()]);
    let page = get(&server, "/", "a.example");
    let text = &page.text;
    assert!(text.contains("<title>Stad&#32;&#39;s-Gent&#32;&#38;&#32;Co</title>"), "{text}");
    assert!(text.contains(r#"{"name":"Stad 's-Gent \u0026 Co"}"#), "{text}");
    assert!(text.contains("a{color:#102030}") && text.contains("<a href=about:invalid>"), "{text}");
    assert!(text.contains("<div>Now <a href=\"/a\">here</a> &#38; there</div>"), "{text}");
    assert!(text.contains("<img src=/provider/logo.png>"), "{text}");
    let image = get(&server, "/provider/logo.png", "a.example");
    assert_eq!((image.text.as_str(), image.header("content-type")), ("image", "image/png"));
    let missing = get(&server, "/nothing", "a.example");
    assert_eq!((missing.status, missing.text.contains("Stad&#32;")), (404, true));
    assert_eq!(get(&server, "/provider-values.json", "a.example").status, 404);
}

#[test]
fn pages_allow_only_their_own_inline_code() {
    let (data, portal) = (Data::embedded(), small_portal());
    let server = serve(&data, &portal, &[]);
    let page = get(&server, "/", "a.example");
    let policy = page.header("content-security-policy");
    assert!(policy.contains("script-src 'self' 'sha256-"), "{policy}");
    assert_eq!(policy.matches("'sha256-").count(), 2, "one script and one style: {policy}");
    assert!(!policy.contains("unsafe-inline"), "{policy}");
    let script = get(&server, "/assets/main.123.js", "a.example");
    assert_eq!(script.header("cache-control"), "public, max-age=31536000, immutable");
    assert_eq!(script.header("vary"), "accept-encoding");
}

#[test]
fn a_url_with_a_path_is_refused_with_the_reason() {
    let data = Data::embedded();
    for setting in ["--public-url", "--portal-url"] {
        for command in [&["serve", "--listen", "127.0.0.1:0"][..], &["portal", "--out", "site"]] {
            let refused = data.run(&[command, &[setting, "https://gent.example/dev"]].concat());
            let stderr = String::from_utf8_lossy(&refused.stderr);
            assert_eq!(refused.status.code(), Some(2), "{stderr}");
            let reason = ["the flag ", setting, "without a path", "at the root of its host"];
            assert!(reason.iter().all(|part| stderr.contains(part)), "{stderr}");
        }
    }
}

#[test]
fn unknown_paths_below_the_api_are_problems() {
    let (data, portal) = (Data::embedded(), small_portal());
    write(&portal.path().join("api/index.html"), "<p>Reference</p>");
    write(&portal.path().join("api/changes/index.html"), "<p>Changes</p>");
    let server = serve(&data, &portal, &[]);
    for path in ["/api", "/api/", "/api/changes"] {
        assert_eq!(
            get(&server, path, "a.example").header("content-type"),
            "text/html; charset=utf-8",
            "{path}"
        );
    }
    for path in [
        "//api/v2/ideas",
        "///api/v2/ideas",
        "/API/v2/ideas",
        "/Api",
        "/api/v1/ideas",
        "/api/v2",
        "/api/v2/nothing",
        "/api/ideas",
        "//api",
    ] {
        for method in [Method::GET, Method::POST] {
            let response = server.request(method, path).header("Host", "a.example").send();
            assert_eq!((response.status, response.problem().as_str()), (404, "route-not-found"), "{path}");
            let detail = response.json()["detail"].as_str().unwrap().to_owned();
            let is_hinted = detail.contains("Its paths begin with /api/v2.");
            assert_eq!(is_hinted, !path.starts_with("/api/v2"), "{path}: {detail}");
        }
        assert_eq!(
            server.request(Method::HEAD, path).header("Host", "a.example").send().status,
            404,
            "{path}"
        );
    }
    for path in ["/nothing", "/apis", "/guides/api"] {
        assert!(get(&server, path, "a.example").text.contains("Not found"), "{path}");
    }
    assert_eq!(server.request(Method::POST, "/nothing").send().problem(), "method-not-allowed");
}

#[test]
fn the_portal_can_be_left_out_or_written_as_files() {
    let (data, portal) = (Data::embedded(), small_portal());
    let server = data.serve_with(&["--portal", "off"]);
    assert_eq!(get(&server, "/guides/a", "a.example").problem(), "route-not-found");
    let out = data.path().join("site");
    let path = portal.path().to_str().unwrap();
    let arguments = ["portal", "--out", out.to_str().unwrap(), "--portal", path];
    let refused = data.run(&arguments);
    assert!(String::from_utf8_lossy(&refused.stderr).contains("public-url is not set"));
    let urls = ["--public-url", "https://api.gent.example", "--provider-name", "Gent"];
    let written = data.run(&[&arguments[..], &urls].concat());
    assert_eq!(String::from_utf8_lossy(&written.stdout), format!("wrote 4 files to {}\n", out.display()));
    assert_eq!(fs::read_to_string(out.join("llms.txt")).unwrap(), "# Gent\nhttps://api.gent.example/a\n");
    assert!(out.join("index.html.br").exists() && !out.join("provider-values.json").exists());
    let again = data.run(&[&arguments[..], &urls].concat());
    assert!(String::from_utf8_lossy(&again.stderr).contains("is not empty"));
}

/// Adds an archive with the default URL of the API to a portal.
fn add_archive(portal: &TempDir) {
    const URL: &str = "https://api.default.example";
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    for (name, text) in [("first.bru", "no value\n"), ("Platform.bru", &format!("a {URL}\nb {URL}\n"))] {
        archive.start_file(name, stored).unwrap();
        archive.write_all(text.as_bytes()).unwrap();
    }
    let bytes = archive.finish().unwrap().into_inner();
    let starts = (0..bytes.len()).filter(|start| bytes[*start..].starts_with(URL.as_bytes()));
    let slots: Vec<Value> = starts.map(|start| json!([start, URL.len(), "apiUrl", "text"])).collect();
    fs::write(portal.path().join("bruno.zip"), &bytes).unwrap();
    let path = portal.path().join("provider-values.json");
    let mut manifest: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    manifest["files"]["bruno.zip"] = slots.into();
    fs::write(path, manifest.to_string()).unwrap();
}

/// The texts of an archive.
fn texts(archive: Vec<u8>) -> Vec<(String, String)> {
    let mut archive = ZipArchive::new(Cursor::new(archive)).unwrap();
    (0..archive.len())
        .map(|number| {
            let mut file = archive.by_index(number).unwrap();
            let name = file.name().unwrap().into_owned();
            (name, io::read_to_string(&mut file).unwrap())
        })
        .collect()
}

#[test]
fn archives_have_the_url_of_the_platform() {
    let (data, portal) = (Data::embedded(), small_portal());
    add_archive(&portal);
    let expected = |url: &str| {
        [
            ("first.bru".to_owned(), "no value\n".to_owned()),
            ("Platform.bru".to_owned(), format!("a {url}\nb {url}\n")),
        ]
    };
    let server = serve(&data, &portal, &[]);
    for host in ["city.example:8443", "a-much-longer-name-of-another-city.example"] {
        let archive = server.request(Method::GET, "/bruno.zip").header("Host", host).send_bytes();
        assert_eq!(
            (archive.status, texts(archive.bytes)),
            (200, expected(&format!("http://{host}")).to_vec())
        );
    }
    let out = data.path().join("site");
    let arguments = ["portal", "--out", out.to_str().unwrap(), "--public-url", "https://api.gent.example"];
    let portal = ["--portal", portal.path().to_str().unwrap()];
    assert!(data.run(&[&arguments[..], &portal].concat()).status.success());
    assert_eq!(texts(fs::read(out.join("bruno.zip")).unwrap()), expected("https://api.gent.example"));
}

#[test]
fn a_portal_of_another_version_is_refused() {
    let (data, portal) = (Data::embedded(), small_portal());
    fs::write(portal.path().join("llms.txt"), "# Other\n").unwrap();
    let refused =
        data.run(&["serve", "--portal", portal.path().to_str().unwrap(), "--listen", "127.0.0.1:0"]);
    let error = String::from_utf8_lossy(&refused.stderr);
    assert!(error.contains("the portal was not built for this version: /llms.txt"), "{error}");
}

#[test]
fn the_portal_has_security_headers_and_may_be_embedded_by_resource() {
    let (data, portal) = (Data::embedded(), small_portal());
    let server = serve(&data, &portal, &["--public-url", "https://city.example"]);
    for (path, status) in [
        ("/", 200),
        ("/assets/main.123.js", 200),
        ("/llms.txt", 200),
        ("/nothing", 404),
        ("/index.html", 308),
    ] {
        let response = get(&server, path, "city.example");
        assert_eq!(response.status, status, "{path}");
        assert_eq!(response.header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(response.header("strict-transport-security"), "max-age=31536000", "{path}");
        let is_redirect = status == 308;
        let referrer = if is_redirect { "no-referrer" } else { "strict-origin-when-cross-origin" };
        assert_eq!(response.header("referrer-policy"), referrer, "{path}");
        assert_eq!(
            response.header("x-frame-options"),
            if is_redirect { "DENY" } else { "SAMEORIGIN" },
            "{path}"
        );
        let resource = if is_redirect { "same-origin" } else { "cross-origin" };
        assert_eq!(response.header("cross-origin-resource-policy"), resource, "{path}");
        assert!(response.header("content-security-policy").starts_with("default-src '"), "{path}");
    }
}
