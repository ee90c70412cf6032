//! A server that is killed while administrators change clients: each change has its entry in the audit log.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{scope, sleep};
use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};

use crate::durability::figures::Figures;
use crate::durability::integrity::assert_database_is_intact;
use crate::durability::rounds;
use crate::support::admin::{Admin, admin_key};
use crate::support::files::platform;
use crate::support::random::Random;
use crate::support::{Data, Server};

const ADMINISTRATORS: usize = 3;

/// What administrators know.
#[derive(Default)]
struct Known {
    /// For each client, what its administrator changed last: the name, and whether it is revoked; and the state that an
    /// interrupted request wanted.
    clients: BTreeMap<String, (State, Option<State>)>,
    acknowledged: usize,
    interrupted: usize,
    /// Clients whose creation was interrupted.
    possible: usize,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct State {
    name: String,
    is_disabled: bool,
    is_revoked: bool,
    /// The number of its changes, of which each has an entry in the audit log.
    version: usize,
}

#[test]
fn a_killed_server_loses_no_change_of_an_administrator_nor_its_entry_in_the_audit_log() {
    let data = Data::with(&platform());
    let key = admin_key(&data, "administrator").1;
    let (known, mut random, mut figures) = (Mutex::new(Known::default()), Random(31), Figures::default());
    for round in 0..rounds() {
        let server = data.serve_with(&["--log-level", "off"]);
        let admin = Admin::sign_in(&server, &key);
        known.lock().unwrap().interrupted = 0;
        let is_over = AtomicBool::new(false);
        scope(|scope| {
            for administrator in 0..ADMINISTRATORS {
                let (server, admin, known, is_over) = (&server, &admin, &known, &is_over);
                let seed = (round * ADMINISTRATORS + administrator) as u64;
                scope.spawn(move || change(server, admin, known, is_over, &mut Random(seed)));
            }
            sleep(Duration::from_millis(20 + random.below(100) as u64));
            // Writers that see the end before the server is killed would complete their requests.
            server.signal("-KILL");
            is_over.store(true, Ordering::Relaxed);
        });
        figures.rounds += 1;
        figures.in_the_middle += usize::from(known.lock().unwrap().interrupted > 0);
        assert_consistent(&data, &mut known.lock().unwrap());
    }
    assert_database_is_intact(&data);
    figures.acknowledged = known.into_inner().unwrap().acknowledged;
    figures.report("changes by administrators", &data);
}

/// Creates clients and changes them, each administrator its own, until the server is killed.
fn change(server: &Server, admin: &Admin, known: &Mutex<Known>, is_over: &AtomicBool, random: &mut Random) {
    let mut own: Option<(String, State)> = None;
    while !is_over.load(Ordering::Relaxed) {
        let done = match &own {
            Some((id, state)) if !state.is_revoked => edit(server, admin, known, id, state, random),
            _ => create(server, admin, known, random),
        };
        let Some(done) = done else {
            known.lock().unwrap().interrupted += 1;
            return;
        };
        let mut known = known.lock().unwrap();
        known.acknowledged += 1;
        known.clients.insert(done.0.clone(), (done.1.clone(), None));
        own = Some(done);
    }
}

fn create(
    server: &Server,
    admin: &Admin,
    known: &Mutex<Known>,
    random: &mut Random,
) -> Option<(String, State)> {
    let name = format!("Client {}", random.below(1000));
    let in_a_month = jiff::Timestamp::now() + jiff::SignedDuration::from_hours(24 * 30);
    let day = in_a_month.to_zoned_datetime(jiff::tz::TimeZone::UTC).date().to_string();
    let request = admin.request(server, Method::POST, "/clients").json(&json!({
        "name": name, "access": "full", "resources": null, "expires_at": day
    }));
    let Ok(response) = request.try_send() else {
        known.lock().unwrap().possible += 1;
        return None;
    };
    assert_eq!(response.status, 201, "{}", response.text);
    let id = response.json()["client"]["id"].as_str().unwrap().to_owned();
    Some((id, State { name, is_disabled: false, is_revoked: false, version: 1 }))
}

fn edit(
    server: &Server,
    admin: &Admin,
    known: &Mutex<Known>,
    id: &str,
    state: &State,
    random: &mut Random,
) -> Option<(String, State)> {
    let mut state = state.clone();
    let path = format!("/clients/{id}");
    let request = match random.below(5) {
        0 => {
            state.is_revoked = true;
            admin.request(server, Method::POST, &format!("{path}/revoke"))
        }
        1 | 2 => {
            state.is_disabled = !state.is_disabled;
            let action = if state.is_disabled { "disable" } else { "enable" };
            admin.request(server, Method::POST, &format!("{path}/{action}"))
        }
        _ => {
            // Another name, so that the request changes something.
            state.name = format!("{} {}", state.name, random.below(10));
            let body = json!({ "name": state.name, "version": state.version });
            admin.request(server, Method::PATCH, &path).json(&body)
        }
    };
    state.version += 1;
    known.lock().unwrap().clients.get_mut(id).unwrap().1 = Some(state.clone());
    let response = request.try_send().ok()?;
    assert_eq!(response.status, 200, "{}", response.text);
    Some((id.to_owned(), state))
}

/// Fails unless each client is in the state of its last acknowledged change, or of the interrupted one after it, and the
/// entries of the audit log lead to that state.
fn assert_consistent(data: &Data, known: &mut Known) {
    let rows = data.table(
        "SELECT id, name, disabled_at IS NOT NULL, revoked_at IS NOT NULL, version FROM clients ORDER BY created_at",
    );
    let audited = audited(data);
    assert_eq!(rows.len(), audited.len(), "clients and those of the audit log");
    assert!(rows.len() >= known.clients.len() && rows.len() <= known.clients.len() + known.possible);
    for row in rows {
        let value = |column: usize| row[column].clone().unwrap();
        let found = State {
            name: value(1),
            is_disabled: value(2) == "1",
            is_revoked: value(3) == "1",
            version: value(4).parse().unwrap(),
        };
        assert_eq!(audited[&value(0)], found, "the audit log does not lead to the state of the client");
        if let Some((acknowledged, interrupted)) = known.clients.get_mut(&value(0)) {
            let is_expected = found == *acknowledged || Some(&found) == interrupted.as_ref();
            assert!(is_expected, "{found:?} instead of {acknowledged:?} or {interrupted:?}");
            (*acknowledged, *interrupted) = (found, None);
        }
    }
}

/// The state of each client to which the changes in the audit log lead.
fn audited(data: &Data) -> BTreeMap<String, State> {
    let mut clients = BTreeMap::new();
    let entries =
        "SELECT subject_id, CAST(changes AS TEXT) FROM audit_log WHERE subject_kind = 'client' ORDER BY key";
    for entry in data.table(entries) {
        let changes: Vec<Value> = serde_json::from_str(entry[1].as_deref().unwrap()).unwrap();
        let created = || State { name: String::new(), is_disabled: false, is_revoked: false, version: 0 };
        let client = clients.entry(entry[0].clone().unwrap()).or_insert_with(created);
        client.version += 1;
        for change in changes {
            match change["field"].as_str().unwrap() {
                "name" => change["to"].as_str().unwrap().clone_into(&mut client.name),
                "disabled_at" => client.is_disabled = !change["to"].is_null(),
                "revoked_at" => client.is_revoked = !change["to"].is_null(),
                _ => {}
            }
        }
    }
    clients
}
