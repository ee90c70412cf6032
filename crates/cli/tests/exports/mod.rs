//! Exports that a server makes: who lists and downloads them, and what deletes them.

mod changes;
mod open_data;
mod servers;
pub mod setup;
mod stalled;
mod storage;

use folkmoot_model::access::AccessLevel;
use reqwest::Method;
use serde_json::{Value, json};
use setup::{Setup, file};

use crate::support::admin::{Admin, admin_key};
use crate::support::files::platform;
use crate::support::{Data, Server, eventually};

#[test]
fn clients_list_the_exports_of_exactly_their_level_whose_resources_they_may_all_read() {
    let setup = Setup::new(&[]);
    let of = |level: AccessLevel| setup.client(level.name(), "all");
    let all = AccessLevel::ALL.map(|level| (level, of(level)));
    let limited = AccessLevel::ALL.map(|level| setup.client(level.name(), "projects"));
    let other = of(AccessLevel::Pseudonymous);
    for (level, client) in &all {
        let mut body = json!({ "access": level.name(), "formats": ["ndjson"] });
        if *level == AccessLevel::Pseudonymous {
            body["client_id"] = json!(client);
        }
        setup.export(&body);
    }
    for (level, client) in &all {
        let listed = setup.listed(client);
        assert_eq!(listed.len(), 1, "{level}");
        assert_eq!(listed[0]["access"], level.name());
        let projects = file(&listed[0], "projects.ndjson");
        assert_eq!((&projects["resource"], &projects["format"]), (&json!("projects"), &json!("ndjson")));
        assert_eq!(setup.download(&projects["url"], &[]).status, 200);
        let path = format!("/api/v2/changes?after={}", listed[0]["changes"].as_str().unwrap());
        let token = setup.data.token(client, 0);
        let changes = setup.server.request(Method::GET, &path).bearer_auth(&token).send();
        assert_eq!(changes.ok()["changes"], json!([]), "{level}");
    }
    for client in limited.iter().chain([&other]) {
        assert_eq!(setup.listed(client), Vec::<Value>::new());
    }
    let owned = setup.listed(&all[1].1);
    let url = &file(&owned[0], "projects.ndjson")["url"];
    let of_other = json!(url.as_str().unwrap().replace(&all[1].1, &other));
    assert_eq!((all[1].0, setup.download(url, &[]).status), (AccessLevel::Pseudonymous, 200));
    assert_eq!(setup.download(&of_other, &[]).problem(), "invalid-signature");
    let refused = setup.admin.send(
        &setup.server,
        Method::POST,
        "/exports",
        &json!({ "access": "pseudonymous", "formats": ["csv"] }),
    );
    assert_eq!(refused.problem(), "invalid-parameters");
}

#[test]
fn a_file_is_downloaded_in_ranges_until_its_client_or_the_export_is_gone() {
    let setup = Setup::new(&[]);
    let client = setup.client("full", "all");
    setup.export(&json!({ "access": "full", "formats": ["ndjson"] }));
    let listed = setup.listed(&client);
    let projects = file(&listed[0], "projects.ndjson");
    let url = &projects["url"];
    let complete = setup.download(url, &[]);
    assert_eq!((complete.status, complete.text.lines().count()), (200, 2));
    assert_eq!(json!(complete.text.len()), projects["size"]);
    assert_eq!(complete.header("etag"), format!("\"{}\"", projects["sha256"].as_str().unwrap()));
    assert!(complete.header("content-disposition").contains("projects.ndjson"));
    let part = setup.download(url, &[("range", "bytes=10-19")]);
    assert_eq!((part.status, part.text.as_str()), (206, &complete.text[10..20]));
    let outdated = setup.download(url, &[("range", "bytes=10-19"), ("if-range", "\"other\"")]);
    assert_eq!((outdated.status, outdated.text), (200, complete.text.clone()));
    let changed = json!(url.as_str().unwrap().replace("/exports/", "/"));
    assert_eq!(setup.download(&changed, &[]).problem(), "invalid-signature");

    let other = setup.client("full", "all");
    let of_other = json!(url.as_str().unwrap().replace(&client, &other));
    assert_eq!(setup.download(&of_other, &[]).problem(), "invalid-signature");

    for (action, status) in [("disable", 403), ("enable", 200)] {
        setup.admin.post(&setup.server, &format!("/clients/{client}/{action}")).ok();
        assert_eq!(setup.download(url, &[]).status, status, "{action}");
        assert_eq!(setup.list(&client).status == 200, status == 200, "{action}");
    }
    for (option, value, all) in [
        ("--expires", "2020-01-31", "never"),
        ("--resources", "projects", "all"),
        ("--access", "public", "full"),
        ("--access", "pseudonymous", "full"),
        ("--access", "anonymous", "full"),
    ] {
        setup.update(&client, option, value);
        assert_eq!(setup.download(url, &[]).problem(), "invalid-signature", "{option} {value}");
        let list = setup.list(&client);
        assert!(list.status == 401 || list.ok()["exports"] == json!([]), "{option} {value}");
        setup.update(&client, option, all);
        assert_eq!(setup.download(url, &[]).status, 200, "{option} {all}");
        assert_eq!(setup.listed(&client)[0]["id"], listed[0]["id"], "{option} {all}");
    }
    let url_of_other = file(&setup.listed(&other)[0], "projects.ndjson")["url"].clone();
    assert_eq!(setup.download(&url_of_other, &[]).status, 200);
    assert!(setup.data.run(&["clients", "rotate", &other, "--revoke-tokens"]).status.success());
    setup.server.wait_for_changes();
    let superseded = setup.download(&url_of_other, &[]).json()["detail"].clone();
    assert_eq!(superseded, "An administrator revoked the download URL. List the exports again.");
    setup.admin.post(&setup.server, &format!("/clients/{other}/revoke")).ok();
    assert_eq!(setup.list(&other).status, 401);

    let id = listed[0]["id"].as_str().unwrap();
    let file = url.as_str().unwrap().rsplit('/').next().unwrap().split('?').next().unwrap();
    assert_eq!(setup.admin.get(&setup.server, &format!("/export-files/{file}")).text, complete.text);
    let deleted = setup.admin.request(&setup.server, Method::DELETE, &format!("/exports/{id}")).send();
    assert_eq!((deleted.status, setup.blobs()), (204, 0));
    assert_eq!(setup.admin.get(&setup.server, &format!("/export-files/{file}")).status, 404);
    let entries = setup.admin.get(&setup.server, "/audit").ok();
    for action in ["exports.create", "exports.download", "exports.delete"] {
        assert!(entries.to_string().contains(action), "{action}");
    }
}

#[test]
fn administrators_download_all_files_as_one_archive() {
    let setup = Setup::new(&[]);
    let export = setup.export(&json!({ "access": "public", "formats": ["ndjson", "sqlite"] }));
    let path = format!("/exports/{}/archive", export["id"].as_str().unwrap());
    let response = setup.admin.request(&setup.server, Method::GET, &path).send_bytes();
    assert_eq!((response.status, response.header("content-type")), (200, "application/zip"));
    assert!(response.header("content-disposition").ends_with("-public.zip\""));
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(response.bytes)).unwrap();
    let files = export["files"].as_array().unwrap();
    assert_eq!(archive.len(), files.len());
    for file in files {
        // Reading an entry compares its checksum.
        let mut entry = archive.by_name(file["name"].as_str().unwrap()).unwrap();
        assert_eq!(entry.compression(), zip::CompressionMethod::Stored);
        assert_eq!(json!(std::io::copy(&mut entry, &mut std::io::sink()).unwrap()), file["size"]);
    }
    assert!(setup.admin.get(&setup.server, "/audit").text.contains("-public.zip"));
    let unknown = format!("/exports/{}/archive", uuid::Uuid::from_u128(9));
    assert_eq!(setup.admin.get(&setup.server, &unknown).status, 404);
}

#[test]
fn exports_are_made_each_day_and_again_without_erased_people_and_revoked_clients() {
    let data = Data::with(&platform());
    let key = admin_key(&data, "administrator").1;
    let researcher = data.client_with(&["--access", "pseudonymous"]).0;
    let mut server = data.serve_with(&[
        "--export-at",
        "00:00",
        "--export-access",
        "public,full",
        "--export-formats",
        "csv",
        "--export-clients",
        &researcher,
    ]);
    let admin = Admin::sign_in(&server, &key);
    let exports = |server: &Server| admin.get(server, "/exports").ok()["exports"].as_array().unwrap().clone();
    let succeeded =
        |server: &Server| exports(server).iter().filter(|export| export["state"] == "succeeded").count();
    eventually("the exports are not made", || succeeded(&server) == 3);
    let ids = |server: &Server| {
        let mut ids: Vec<String> = exports(server).iter().map(|export| export["id"].to_string()).collect();
        ids.sort();
        ids
    };
    let made = ids(&server);
    admin.post(&server, &format!("/clients/{researcher}/revoke")).ok();
    assert_eq!(succeeded(&server), 2);
    // Killed, as if in the middle of an export.
    server.kill();
    drop(server);
    let earlier = setup::earlier(&data, "seen_at", 1);
    data.change_database(&format!(
        "UPDATE exports SET state = 'running', seen_at = {earlier} WHERE access = 'public'"
    ));
    let server = data.serve_with(&["--export-at", "00:00", "--export-access", "public,full"]);
    eventually("the interrupted export is not made again", || {
        exports(&server).iter().any(|export| export["state"] == "failed") && succeeded(&server) == 2
    });
    assert_ne!(ids(&server), made);
}

#[test]
fn without_a_platform_there_is_nothing_to_export() {
    let data = Data::new();
    assert!(data.run(&["migrate"]).status.success());
    let setup = Setup::over(data, &[]);
    let body = json!({ "access": "public", "formats": ["csv"] });
    let refused = setup.admin.send(&setup.server, Method::POST, "/exports", &body);
    assert_eq!((refused.status, refused.problem().as_str()), (409, "edit-conflict"));
}
