//! Sessions: how they begin, and everything that ends them.

use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan as _};
use reqwest::Method;
use serde_json::{Value, json};

use crate::admin::Setup;
use crate::support::admin::{API, Admin, admin_key, sign_in};
use crate::support::fixture::Platform;
use crate::support::{Data, text};

#[test]
fn an_admin_key_opens_a_session() {
    let setup = Setup::new(&[]);
    let response = sign_in(&setup.server, &setup.key).send();
    let cookie = response.header("set-cookie");
    let attributes: Vec<&str> = cookie.split("; ").skip(1).collect();
    assert!(cookie.starts_with("folkmoot_admin="), "{cookie}");
    assert_eq!(attributes, ["Path=/", "HttpOnly", "SameSite=Strict"]);
    let session = setup.admin.get(&setup.server, "/session").ok();
    assert_eq!(session["administrator"]["name"], "Ann Example");
    assert_eq!(session["administrator"]["role"], "administrator");
    assert_eq!(session["administrator"]["method"], "admin-key");
    assert_eq!(session["csrf_token"], setup.admin.csrf_token);
    assert_eq!(session["idle_timeout_seconds"], 1800);
    let sessions = setup.admin.get(&setup.server, "/sessions").ok();
    let current: Vec<_> =
        sessions["sessions"].as_array().unwrap().iter().map(|it| &it["is_current"]).collect();
    assert_eq!(current, [&json!(false), &json!(true)]);
    let keys = setup.admin.get(&setup.server, "/admin-keys").ok();
    assert!(keys["admin_keys"][0]["last_used_at"].is_string());
}

#[test]
fn keys_and_tokens_are_stored_as_hashes_only() {
    let setup = Setup::new(&[]);
    let token = setup.admin.cookie.split('=').nth(1).unwrap();
    for sql in ["SELECT * FROM admin_keys", "SELECT * FROM admin_sessions", "SELECT * FROM audit_log"] {
        let rows = format!("{:?}", setup.data.table(sql));
        assert!(!rows.contains(token) && !rows.contains(&setup.key), "{sql}");
        assert!(!rows.contains(&setup.admin.csrf_token), "{sql}");
    }
    // What is stored does not open a session.
    let hash = setup.data.table("SELECT token_hash FROM admin_sessions")[0][0].clone().unwrap();
    let request = setup.server.request(Method::GET, "/admin/api/session");
    assert_eq!(request.header("cookie", &format!("folkmoot_admin={hash}")).send().status, 401);
    let hash = setup.data.table("SELECT secret_hash FROM admin_keys")[0][0].clone().unwrap();
    assert_eq!(sign_in(&setup.server, &hash).send().problem(), "invalid-credentials");
}

#[test]
fn a_program_uses_its_admin_key_without_a_session() {
    let setup = Setup::new(&[]);
    let request = |method: Method, path: &str, key: &str| {
        setup.server.request(method, &format!("{API}{path}")).bearer_auth(key)
    };
    let session = request(Method::GET, "/session", &setup.key).send().ok();
    assert_eq!((&session["csrf_token"], &session["expires_at"]), (&json!(null), &json!(null)));
    let off = request(Method::PUT, "/access", &setup.key).json(&json!({ "enabled": false })).send();
    assert_eq!(off.ok()["enabled"], false);
    for wrong in ["fma_x", "", "Bearer"] {
        assert_eq!(request(Method::GET, "/session", wrong).send().problem(), "admin-sign-in-required");
    }
    let (_, auditor) = admin_key(&setup.data, "auditor");
    let refused = request(Method::PUT, "/access", &auditor).json(&json!({ "enabled": true })).send();
    assert_eq!(refused.problem(), "administrator-required");
    // The header decides, so that a program never acts with the cookie of someone else.
    let both = request(Method::GET, "/session", "fma_x").header("cookie", &setup.admin.cookie);
    assert_eq!(both.send().status, 401);
}

#[test]
fn nobody_can_choose_the_token_of_a_session() {
    let setup = Setup::new(&[]);
    let chosen = format!("folkmoot_admin={}", "A".repeat(43));
    let session = |cookie: &str| {
        setup.server.request(Method::GET, "/admin/api/session").header("cookie", cookie).send().status
    };
    assert_eq!(session(&chosen), 401);
    let response = sign_in(&setup.server, &setup.key).header("cookie", &chosen).send();
    let cookie = response.header("set-cookie").split(';').next().unwrap();
    assert_ne!(cookie, chosen);
    assert_eq!((session(cookie), session(&chosen)), (200, 401));
    let again = sign_in(&setup.server, &setup.key).header("cookie", cookie).send();
    assert_ne!(
        again.header("set-cookie").split(';').next().unwrap(),
        cookie,
        "each sign-in gets a new token"
    );
    assert_eq!(session(&format!("{cookie}; {chosen}")), 401, "two cookies");
}

#[test]
fn a_session_expires_when_it_is_unused_and_at_its_end() {
    let setup = Setup::embedded();
    let Setup { data, server, key, .. } = &setup;
    let age = |column: &str, milliseconds: i64| {
        data.change_database(&format!("UPDATE admin_sessions SET {column} = {column} - {milliseconds}"));
    };
    let minutes = 60 * 1000;
    let idle = Admin::sign_in(server, key);
    age("last_used_at", 29 * minutes);
    assert_eq!(idle.get(server, "/session").status, 200);
    age("last_used_at", 29 * minutes);
    assert_eq!(idle.get(server, "/session").status, 200, "the request before was a use");
    age("last_used_at", 31 * minutes);
    assert_eq!(idle.get(server, "/session").problem(), "admin-sign-in-required");
    let absolute = Admin::sign_in(server, key);
    age("expires_at", 12 * 60 * minutes - minutes);
    assert_eq!(absolute.get(server, "/session").status, 200);
    age("expires_at", minutes);
    assert_eq!(absolute.get(server, "/session").problem(), "admin-sign-in-required");
    let open = Admin::sign_in(server, key).get(server, "/sessions").ok();
    assert_eq!(open["sessions"].as_array().unwrap().len(), 1, "expired sessions are not listed");
}

#[test]
fn an_admin_key_expires() {
    let setup = Setup::new(&["--admin-session-timeout-seconds", "604800"]);
    let Setup { data, server, admin, .. } = &setup;
    let today = Timestamp::now().to_zoned_datetime(TimeZone::UTC).date();
    let create = |expires: &[&str]| -> Value {
        let arguments = [&["admin-keys", "create", "Otto", "--json"], expires].concat();
        serde_json::from_slice(&data.run(&arguments).stdout).unwrap()
    };
    let expires_at = |created: &Value| created["admin_key"]["expires_at"].clone();
    assert_eq!(expires_at(&create(&[])), json!((today + 366.days()).to_string()));
    assert_eq!(expires_at(&create(&["--expires", "never"])), json!(null));
    let expired = create(&["--expires", "2020-01-31"]);
    let secret = |created: &Value| created["secret"].as_str().unwrap().to_owned();
    assert_eq!(sign_in(server, &secret(&expired)).send().problem(), "invalid-credentials");
    let program = server.request(Method::GET, "/admin/api/session").bearer_auth(&secret(&expired)).send();
    assert_eq!((program.status, program.problem().as_str()), (401, "admin-sign-in-required"));
    let list = text(&data.run(&["admin-keys", "list"]).stdout);
    for state in ["expires 2020-01-31  expired", "does not expire  never used"] {
        assert!(list.contains(state), "{list}");
    }
    // A session does not outlast its key.
    let last_day = create(&["--expires", &today.to_string()]);
    let session = Admin::sign_in(server, &secret(&last_day)).get(server, "/session").ok();
    assert_eq!(session["expires_at"], format!("{}T00:00:00.000Z", today.tomorrow().unwrap()));

    let new = |expires_at: Value| {
        let body = json!({ "name": "Otto", "role": "auditor", "expires_at": expires_at });
        admin.send(server, Method::POST, "/admin-keys", &body)
    };
    for day in [json!(today.to_string()), json!(null)] {
        assert_eq!(expires_at(&new(day.clone()).json()), day);
    }
    for wrong in [json!("2020-01-31"), json!("tomorrow"), json!(7)] {
        assert_eq!(new(wrong).problem(), "invalid-parameters");
    }
}

#[test]
fn a_stolen_session_ends_everywhere_at_once() {
    let setup = Setup::new(&[]);
    let Setup { server, admin, key, key_id, data } = &setup;
    let stolen = Admin::sign_in(server, key);
    let sessions = stolen.get(server, "/sessions").ok()["sessions"].clone();
    let current = sessions.as_array().unwrap().iter().find(|it| it["is_current"] == true).unwrap();
    let id = current["id"].as_str().unwrap();
    assert_eq!(admin.request(server, Method::DELETE, &format!("/sessions/{id}")).send().status, 204);
    assert_eq!(stolen.get(server, "/session").status, 401);
    let again = admin.request(server, Method::DELETE, &format!("/sessions/{id}")).send();
    assert_eq!(again.problem(), "record-not-found");

    // Signing out ends the session itself, not only the cookie.
    let signed_out = Admin::sign_in(server, key);
    let response = signed_out.request(server, Method::DELETE, "/session").send();
    assert_eq!(response.status, 204);
    assert!(response.header("set-cookie").contains("Max-Age=0"));
    assert_eq!(signed_out.get(server, "/session").status, 401);
    assert_eq!(admin.get(server, "/session").status, 200, "other sessions remain");

    // A revoked key ends its sessions, also if another process revokes it.
    assert!(data.run(&["admin-keys", "revoke", key_id]).status.success());
    assert_eq!(admin.get(server, "/session").status, 401);
    assert_eq!(sign_in(server, key).send().problem(), "invalid-credentials");
    let program = server.request(Method::GET, "/admin/api/session").bearer_auth(key).send();
    assert_eq!(program.status, 401);
}

#[test]
fn the_last_key_of_an_administrator_is_not_revoked() {
    let data = Data::with(&Platform::empty());
    let (id, key) = admin_key(&data, "administrator");
    let (auditor, _) = admin_key(&data, "auditor");
    let server = data.serve_with(&[]);
    let admin = Admin::sign_in(&server, &key);
    let revoke = |id: &str| admin.post(&server, &format!("/admin-keys/{id}/revoke"));
    assert_eq!(revoke(&auditor).status, 200);
    let refused = revoke(&id);
    assert_eq!((refused.status, refused.problem().as_str()), (409, "edit-conflict"), "{}", refused.text);
    assert_eq!(admin.get(&server, "/session").status, 200, "its sessions ended");
    let (other, _) = admin_key(&data, "administrator");
    assert_eq!(revoke(&other).status, 200);
    // A command can, because it can also make a new key.
    assert!(data.run(&["admin-keys", "revoke", &id]).status.success());
}

#[test]
fn failed_sign_ins_are_limited_by_address() {
    let arguments = ["--address-failures-per-minute", "2", "--trusted-proxies", "127.0.0.1"];
    let data = Data::with(&Platform::empty());
    let (_, key) = admin_key(&data, "administrator");
    let server = data.serve_with(&arguments);
    let from = |address: &str, key: &str| sign_in(&server, key).header("x-forwarded-for", address).send();
    let program = |address: &str, key: &str| {
        let request = server.request(Method::GET, "/admin/api/session").bearer_auth(key);
        request.header("x-forwarded-for", address).send()
    };
    let attacker = "203.0.113.9";
    assert_eq!((from(attacker, "fma_x").status, program(attacker, "fma_x").status), (401, 401));
    for limited in [from(attacker, &key), program(attacker, &key)] {
        assert_eq!((limited.status, limited.problem().as_str()), (429, "too-many-requests"));
        assert!(limited.header("retry-after").parse::<u64>().unwrap() > 0);
    }
    let other = "203.0.113.10";
    assert_eq!((from(other, &key).status, program(other, &key).status), (201, 200));
}

#[test]
fn cookies_are_secure_if_the_console_is_served_over_tls() {
    let setup_arguments =
        [["--public-url", "https://api.city.example"], ["--admin-url", "https://console.example"]];
    for arguments in setup_arguments {
        let data = Data::with(&Platform::empty());
        let (_, key) = admin_key(&data, "administrator");
        let server = data.serve_with(&arguments);
        let response = sign_in(&server, &key).send();
        let cookie = response.header("set-cookie").to_owned();
        assert!(cookie.starts_with("__Host-folkmoot_admin="), "{cookie}");
        assert!(cookie.ends_with("; Path=/; HttpOnly; SameSite=Strict; Secure"), "{cookie}");
        let session = |cookie: &str| {
            server.request(Method::GET, "/admin/api/session").header("cookie", cookie).send().status
        };
        let pair = cookie.split(';').next().unwrap();
        assert_eq!(session(pair), 200);
        // A page of a sibling domain can set a cookie without the prefix.
        assert_eq!(session(&pair.replace("__Host-", "")), 401);
    }
    let data = Data::with(&Platform::empty());
    let (_, key) = admin_key(&data, "administrator");
    let server = data.serve_with(&["--trusted-proxies", "127.0.0.1"]);
    let behind_proxy = sign_in(&server, &key).header("x-forwarded-proto", "https").send();
    assert!(behind_proxy.header("set-cookie").starts_with("__Host-"));
}
