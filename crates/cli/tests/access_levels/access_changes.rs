//! A change of a client's level or resources, and a narrower token, have effect on everything that the client requests.

use reqwest::Method;
use serde_json::Value;

use crate::access_levels::canary::leaks;
use crate::access_levels::rules::{Level, RULES, rules};
use crate::access_levels::site::{Client, Site};
use crate::access_levels::{assert_none, fixture};

fn update(site: &Site, client: &Client, arguments: &[&str]) {
    let output = site.data.run(&[&["clients", "update", &client.id], arguments].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    site.wait();
}

/// The client with another level of its token.
fn at(client: &Client, level: Level) -> Client {
    Client { level, ..client.clone() }
}

/// What a client reads that its level must not see.
fn leaked(site: &Site, client: &Client) -> Vec<String> {
    let mut faults = Vec::new();
    for rules in RULES {
        let mut paths = vec![format!("/{}", rules.plural)];
        if rules.has_id() {
            paths.push(format!("/{}/deleted", rules.plural));
        }
        for path in paths {
            let response = site.get(client, &path);
            let found = leaks(client.level, &response.text);
            if !found.is_empty() || response.status != 200 {
                faults.push(format!("{} {path}: {} {found:?}", client.level.name(), response.status));
            }
        }
    }
    faults
}

fn scoped_token(site: &Site, client: &Client, scope: &str) -> Result<String, String> {
    let form = [
        ("grant_type", "client_credentials"),
        ("client_id", client.id.as_str()),
        ("client_secret", client.secret.as_str()),
        ("scope", scope),
    ];
    let response = site.server.oauth_token(&form);
    let body = response.json();
    let text = |key: &str| body[key].as_str().unwrap_or_default().to_owned();
    if response.status == 200 { Ok(text("access_token")) } else { Err(text("error")) }
}

#[test]
fn a_change_of_the_level_has_effect_on_issued_tokens() {
    let (site, _) = fixture(&[]);
    let client = site.create_client(Level::Full, None);
    assert!(site.get(&client, "/users").text.contains("canary"));
    for level in [Level::Public, Level::Anonymous, Level::Pseudonymous] {
        update(&site, &client, &["--access", level.name()]);
        assert_none(&leaked(&site, &at(&client, level)));
        // A token that was issued before and one of now return the same.
        let newer = Client { token: site.token(&client.id, &client.secret), ..at(&client, level) };
        for path in ["/users", "/ideas", "/comments", "/baskets", "/reactions/deleted"] {
            assert_eq!(site.get(&client, path).text, site.get(&newer, path).text, "{path}");
        }
    }
    update(&site, &client, &["--access", "full"]);
    assert!(site.get(&client, "/users").text.contains("canary"));
}

#[test]
fn a_client_reads_only_the_resources_in_its_list() {
    let (site, _) = fixture(&[]);
    let client = site.create_client(Level::Pseudonymous, Some("ideas,comments"));
    let refused = |path: &str| {
        let response = site.get(&client, path);
        assert_eq!((response.status, response.problem().as_str()), (403, "insufficient-access"), "{path}");
        assert!(response.text.contains("pseudonymous"), "the level is not named: {}", response.text);
        assert_eq!(response.header("etag"), "");
        response.json()["detail"].as_str().unwrap().to_owned()
    };
    for rules in RULES {
        let path = format!("/{}", rules.plural);
        if ["ideas", "comments"].contains(&rules.plural) {
            assert_eq!(site.get(&client, &path).status, 200, "{path}");
            continue;
        }
        assert!(refused(&path).contains(rules.plural), "what is missing is not named");
        if rules.has_id() {
            refused(&format!("{path}/deleted"));
            // An item that exists, and one that does not: the responses are equal.
            for id in ["00000000-0000-4000-8000-000000000000", "ca9a51e5-0000-4000-8000-000000000001"] {
                refused(&format!("{path}/{id}"));
            }
        }
    }
    refused(&format!("/projects/{}/phases", crate::access_levels::fixture_projects::project(0)));
    update(&site, &client, &["--resources", "users"]);
    assert_eq!(site.get(&client, "/users").status, 200);
    refused("/ideas");
}

#[test]
fn a_token_may_be_narrower_than_its_client_but_never_wider() {
    let (site, _) = fixture(&[]);
    let full = site.client(Level::Full);
    let token = scoped_token(&site, full, "access:public read:ideas read:users").unwrap();
    let narrow = Client { token, ..at(full, Level::Public) };
    let ideas = site.get(&narrow, "/ideas");
    assert_eq!(ideas.status, 200, "{}", ideas.text);
    assert_eq!(leaks(Level::Public, &ideas.text), Vec::<&str>::new());
    assert_eq!(ideas.json()["meta"], site.get(site.client(Level::Public), "/ideas").json()["meta"]);
    assert_eq!(site.get(&narrow, "/users").json()["users"].as_array().map(Vec::len), Some(0));
    assert_eq!(site.get(&narrow, "/comments").problem(), "insufficient-access");
    // The level of the client decreases below that of its token.
    let client = site.create_client(Level::Full, None);
    let pseudonymous = Client {
        token: scoped_token(&site, &client, "access:pseudonymous read:ideas read:baskets").unwrap(),
        ..at(&client, Level::Pseudonymous)
    };
    assert!(site.get(&pseudonymous, "/ideas").text.contains("\"author_id\":\""));
    update(&site, &client, &["--access", "anonymous"]);
    assert!(!site.get(&pseudonymous, "/ideas").text.contains("\"author_id\":\""));
    // And increases above it.
    update(&site, &client, &["--access", "full"]);
    assert_eq!(leaks(Level::Pseudonymous, &site.get(&pseudonymous, "/ideas").text), Vec::<&str>::new());
    let anonymous = site.client(Level::Anonymous);
    for wider in ["access:full", "access:pseudonymous read:ideas", "access:anonymous write:files"] {
        assert_eq!(scoped_token(&site, anonymous, wider), Err("invalid_scope".to_owned()), "{wider}");
    }
    let limited = site.create_client(Level::Anonymous, Some("ideas"));
    assert_eq!(
        scoped_token(&site, &limited, "access:anonymous read:comments"),
        Err("invalid_scope".to_owned())
    );
}

#[test]
fn pseudonyms_of_a_client_stay_the_same_after_new_secrets_levels_and_servers() {
    let (mut site, _) = fixture(&[]);
    let client = site.create_client(Level::Pseudonymous, None);
    let users = |site: &Site| site.crawl(&client, "/users", "users");
    let before = users(&site);
    assert!(site.data.run(&["clients", "rotate", &client.id]).status.success());
    update(&site, &client, &["--access", "full"]);
    assert_ne!(users(&site), before);
    update(&site, &client, &["--access", "pseudonymous"]);
    assert_eq!(users(&site), before);
    site.restart(&[]);
    assert_eq!(users(&site), before);
}

#[test]
fn a_download_url_stops_when_its_client_may_no_longer_read_the_file() {
    let (site, _) = fixture(&[]);
    for narrower in [&["--access", "public"][..], &["--resources", "ideas"]] {
        let client = site.create_client(Level::Full, None);
        let listed = site.crawl(&client, "/files", rules("files").list_key);
        let url = listed[0]["url"].as_str().unwrap().to_owned();
        let path = url.strip_prefix(&site.server.url).unwrap_or(&url).to_owned();
        let download = || site.server.request(Method::GET, &path).send_bytes().status;
        assert_eq!(download(), 200);
        update(&site, &client, narrower);
        assert_ne!(download(), 200, "{narrower:?}");
    }
}

#[test]
fn only_a_client_of_level_full_that_reads_files_changes_them() {
    let (site, world) = fixture(&[]);
    let file = world.records["files"][0]["id"].as_str().unwrap().to_owned();
    let mut clients: Vec<Client> =
        [Level::Pseudonymous, Level::Anonymous, Level::Public].map(|level| site.client(level).clone()).into();
    clients.push(site.create_client(Level::Full, Some("ideas,projects")));
    let body: Value = serde_json::json!({ "file": { "name": "new.txt", "content": "Tm90ZXMgb2YgdGhlIG1lZXRpbmcu",
        "project_id": crate::access_levels::fixture_projects::project(0) } });
    for client in &clients {
        for (method, path) in [
            (Method::POST, "/api/v2/files".to_owned()),
            (Method::PATCH, format!("/api/v2/files/{file}")),
            (Method::PUT, format!("/api/v2/files/{file}")),
            (Method::DELETE, format!("/api/v2/files/{file}")),
        ] {
            let request = site.server.request(method.clone(), &path).bearer_auth(&client.token);
            let response = request.json(&body).send();
            assert_eq!(
                (response.status, response.problem().as_str()),
                (403, "insufficient-access"),
                "{method} {path}"
            );
        }
    }
    assert_eq!(site.get(site.client(Level::Full), &format!("/files/{file}")).status, 200);
}
