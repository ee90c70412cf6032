//! What is there after the clients have stopped and all faults have ended: in the database, on each server, and in the
//! copies that follow the changes.

use std::collections::BTreeMap;

use reqwest::Method;
use serde_json::Value;

use crate::history::cluster::{SERVERS, Site};
use crate::history::http::Http;
use crate::history::recording::{Contents, History, Kind, Operation, Recording, State, What};
use crate::history::responses::{all, apply, changes, clients, deleted_item, file, text};
use crate::support::files::assert_blobs_match_records;

/// Adds the final states to a history.
pub fn complete(site: &Site, mut history: History, recording: &Recording) -> History {
    let http = Http::new();
    history.database = database(site);
    history.servers = (0..SERVERS).map(|server| contents(site, &http, server)).collect();
    let processes = history.copies.iter_mut().zip(&history.cursors).enumerate();
    for (process, (copy, cursor)) in processes {
        let server = process % SERVERS;
        let mut cursor = cursor.clone();
        loop {
            let invoked = recording.now();
            let page = get(site, &http, server, &format!("/api/v2/changes?after={cursor}&resources=files"));
            let (completed, run) = (recording.now(), site.endpoint(server).unwrap().run);
            let changes = changes(&page);
            apply(&changes, copy);
            let what = What::Changes(changes);
            history.operations.push(Operation { process, run, invoked, completed, what });
            if page["meta"]["more"] == false {
                break;
            }
            cursor = text(&page["meta"]["next"]);
        }
    }
    assert_blobs_match_records(&site.data);
    history
}

/// What the lists of a server contain.
fn contents(site: &Site, http: &Http, server: usize) -> Contents {
    let path = "/admin/api/clients?page_size=100&sort=-created_at";
    let clients = clients(&get(site, http, server, path)["clients"]);
    let files = pages(site, http, server, "/api/v2/files", "files");
    let deleted = pages(site, http, server, "/api/v2/files/deleted", "deleted_items");
    let files = files.iter().map(file);
    Contents {
        objects: clients.into_iter().chain(files).map(|state| (state.id.clone(), state)).collect(),
        deleted: deleted.iter().map(deleted_item).map(|(at, id)| (id, at)).collect(),
    }
}

/// The records of all pages of a list.
fn pages(site: &Site, http: &Http, server: usize, path: &str, key: &str) -> Vec<Value> {
    let mut records = Vec::new();
    for number in 1.. {
        let page = get(site, http, server, &format!("{path}?page_size=24&page_number={number}"));
        records.extend(all(&page[key], Value::clone));
        if page["meta"]["total_pages"].as_u64().unwrap() <= number {
            break;
        }
    }
    records
}

fn get(site: &Site, http: &Http, server: usize, path: &str) -> Value {
    let token = if path.starts_with("/admin") { &site.admin_key } else { &site.token };
    let url = format!("{}{path}", site.endpoint(server).unwrap().url);
    let reply = http.send(Method::GET, &url, token, None);
    let reply = reply.unwrap_or_else(|| panic!("no response from {path}"));
    assert_eq!(reply.status, 200, "{path}: {}", reply.text);
    reply.body
}

/// What the tables contain.
fn database(site: &Site) -> Contents {
    let state = |kind, row: Vec<Option<String>>, names: [&'static str; 2]| {
        let mut cells = row.into_iter().map(Option::unwrap);
        let mut cell = || cells.next().unwrap();
        let (id, created_at, version) = (cell(), cell().parse().unwrap(), cell().parse().unwrap());
        let fields = BTreeMap::from(names.map(|name| (name, cell())));
        (id.clone(), State { id, kind, created_at, version, fields })
    };
    let files = site.data.table(
        "SELECT id, created_at, updated_at, name,
           COALESCE(description_multiloc::json ->> 'en', '') FROM files",
    );
    let clients = site.data.table(
        "SELECT id, created_at, version::bigint, name,
           CASE WHEN disabled_at IS NULL THEN 'active' ELSE 'disabled' END
         FROM clients WHERE name LIKE 'c%'",
    );
    let deleted = site.data.table("SELECT id, deleted_at FROM deleted_items WHERE type = 'File'");
    let files = files.into_iter().map(|row| state(Kind::File, row, ["name", "description"]));
    let clients = clients.into_iter().map(|row| state(Kind::Client, row, ["name", "status"]));
    let tombstone = |row: Vec<Option<String>>| {
        let [id, at]: [Option<String>; 2] = row.try_into().unwrap();
        (id.unwrap(), at.unwrap().parse().unwrap())
    };
    Contents {
        objects: files.chain(clients).collect(),
        deleted: deleted.into_iter().map(tombstone).collect(),
    }
}
