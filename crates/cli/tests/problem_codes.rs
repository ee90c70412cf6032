//! Every problem of the table, provoked by requests.

use folkmoot_api::problem_table::{PROBLEMS, ProblemKind};
use folkmoot_import::Mode;
use folkmoot_import::recorded::RecordedImport;
use folkmoot_model::access::AccessLevel;
use folkmoot_store::Store;
use folkmoot_store::audit_log::Actor;
use folkmoot_store::changes::Version;
use folkmoot_store::exports::{ExportState, StoredExport};
use folkmoot_store::imports::ImportSource;
use jiff::Timestamp;
use reqwest::Method;
use serde_json::{Value, json};
use tempfile::TempDir;
use uuid::Uuid;

use crate::support::admin::{Admin, admin_key};
use crate::support::files::platform;
use crate::support::fixture::{id, record, resource};
use crate::support::request::Request;
use crate::support::{Caller, Data, Response};

/// A server with low limits, a client and a file storage.
struct Setup {
    data: Data,
    blobs: TempDir,
    client: (String, String),
    caller: Caller,
}

impl Setup {
    fn new() -> Self {
        let mut platform = platform();
        platform.add("areas", record(resource("areas"), 0, "2025-03-18T08:15:30.250Z"));
        let (data, blobs) = (Data::with(&platform), tempfile::tempdir().unwrap());
        let (id, secret) = data.client();
        let limits = ["--upload-limit-megabytes", "1", "--address-failures-per-minute", "1"];
        let storage = ["--file-storage", blobs.path().to_str().unwrap()];
        let caller = data.serve_with(&[&limits[..], &storage].concat()).caller(&id, &secret);
        Self { data, blobs, client: (id, secret), caller }
    }

    fn request(&self, method: Method, path: &str) -> Request {
        self.caller.server.request(method, path)
    }

    fn with_token(&self, token: &str) -> Response {
        self.request(Method::GET, "/api/v2/areas").bearer_auth(token).send()
    }

    fn administrator(&self, role: &str) -> Admin {
        Admin::sign_in(&self.caller.server, &admin_key(&self.data, role).1)
    }

    fn guess(&self) -> Response {
        self.caller.server.authenticate(&self.client.0, "guess")
    }

    /// The response to a request after a command of an operator.
    fn after(&self, command: &[&str]) -> Response {
        assert!(self.data.run(command).status.success());
        self.caller.server.wait_for_changes();
        self.caller.get("/areas")
    }

    fn start_export_beside_another(&self) -> Response {
        let store = Store::open(&self.data.database()).unwrap();
        assert!(store.exports().begin(&running_export(), |_| Ok(())).unwrap().is_some());
        let body = json!({ "access": "full", "formats": ["csv"] });
        self.administrator("administrator").send(&self.caller.server, Method::POST, "/exports", &body)
    }

    /// A request of a page whose origin its key does not list.
    fn request_of_other_website(&self) -> Response {
        let (_, key) = self.data.publishable_client("https://www.city.example", &[]);
        self.caller.server.wait_for_changes();
        let request = self.request(Method::GET, "/api/v2/areas").bearer_auth(&key);
        request.header("origin", "https://other.example").send()
    }

    fn ballots_of_a_running_vote(&self) -> Response {
        let mut platform = platform();
        let mut phase = record(resource("phases"), 0, "2025-03-18T08:15:30.250Z");
        phase["participation_method"] = json!("voting");
        phase["end_at"] = json!(null);
        platform.add("phases", phase);
        self.data.import(&platform);
        self.caller.server.wait_for_changes();
        self.caller.get(&format!("/phases/{}/pabulib", id("phases", 0)))
    }

    /// A response with this problem.
    fn provoke(&self, code: &str) -> Response {
        let Self { data, caller, .. } = self;
        match code {
            "invalid-parameter-value-enum" => caller.get("/projects?publication_status=hidden"),
            "invalid-parameter-value" => caller.get("/areas?created_at=2024-12-31"),
            "unknown-parameter" => caller.get("/areas?pagesize=1"),
            "malformed-body" => caller.send(Method::POST, "/files", "{"),
            "missing-token" => self.request(Method::GET, "/api/v2/areas").send(),
            "invalid-token" => self.with_token("x"),
            "expired-token" => self.with_token(&data.expired_token(&self.client.0)),
            "revoked-client" => self.after(&["clients", "revoke", &self.client.0]),
            "invalid-credentials" => self.guess(),
            "insufficient-access" => {
                let form = [("grant_type", "client_credentials"), ("scope", "read:areas")];
                let credentials = [("client_id", &*self.client.0), ("client_secret", &*self.client.1)];
                let token =
                    caller.server.oauth_token(&[&form[..], &credentials].concat()).ok()["access_token"]
                        .clone();
                self.request(Method::GET, "/api/v2/users").bearer_auth(token.as_str().unwrap()).send()
            }
            "origin-not-allowed" => self.request_of_other_website(),
            "admin-sign-in-required" => self.request(Method::GET, "/admin/api/session").send(),
            "administrator-required" => {
                self.administrator("auditor").send(&caller.server, Method::PUT, "/access", &json!({}))
            }
            "invalid-csrf-token" => {
                let request = self.request(Method::PUT, "/admin/api/access");
                request.header("cookie", &self.administrator("administrator").cookie).send()
            }
            "cross-site-request" => {
                let request = self.request(Method::GET, "/admin/api/session");
                request.header("sec-fetch-site", "cross-site").send()
            }
            "edit-conflict" => {
                let admin = self.administrator("administrator");
                let path = format!("/clients/{}", self.client.0);
                let rename = |name: &str| {
                    let body = json!({ "version": 1, "name": name });
                    admin.send(&caller.server, Method::PATCH, &path, &body)
                };
                rename("first").ok();
                rename("second")
            }
            "vote-running" => self.ballots_of_a_running_vote(),
            "import-running" => {
                let actor =
                    Actor { kind: "admin-key".into(), id: "7".into(), name: "Ann".into(), address: None };
                let (mode, now) = (Mode::default(), Timestamp::now());
                let running = RecordedImport::new(ImportSource::Console, actor, mode, Vec::new(), now);
                assert!(running.reserve(&Store::open(&data.database()).unwrap()).unwrap());
                let request = self.request(Method::POST, "/admin/api/imports?dry_run=true");
                let request = request.bearer_auth(&admin_key(data, "administrator").1);
                request.header("content-type", "multipart/form-data; boundary=x").body("--x--\r\n").send()
            }
            "export-running" => self.start_export_beside_another(),
            "invalid-parameters" => {
                let body = json!({ "name": " ", "access": "public", "resources": null, "expires_at": null });
                self.administrator("administrator").send(&caller.server, Method::POST, "/clients", &body)
            }
            "public-api-disabled" => self.after(&["access", "off"]),
            "invalid-signature" => self.request(Method::GET, &format!("/files/{}", id("files", 0))).send(),
            "record-not-found" => caller.get(&format!("/areas/{}", id("areas", 1))),
            "route-not-found" => caller.get("/nothing"),
            "method-not-allowed" => caller.call(&Method::DELETE, "/areas"),
            "not-acceptable" => {
                let request = self.request(Method::GET, "/api/v2/areas").bearer_auth(&caller.token);
                request.header("accept", "image/png").send()
            }
            "changes-expired" => {
                let page = caller.get("/changes").ok();
                let cursor = page["meta"]["next"].as_str().unwrap().to_owned();
                self.after(&["clients", "update", &self.client.0, "--access", "public"]);
                caller.get(&format!("/changes?after={cursor}"))
            }
            "body-too-large" => caller.upload(&json!({ "content": "YWFh".repeat(1_000_000) })),
            "unsupported-media-type" => {
                let request = self.request(Method::POST, "/api/v2/files").bearer_auth(&caller.token);
                request.header("content-type", "text/plain").body("{}").send()
            }
            "range-not-satisfiable" => {
                let file = caller.uploaded(&json!({}));
                caller.download(file["url"].as_str().unwrap(), &[("range", "bytes=999-")])
            }
            "too-many-requests" => {
                self.guess();
                self.guess()
            }
            "internal-error" => {
                data.change_database("ALTER TABLE areas RENAME TO lost");
                caller.get("/areas")
            }
            "unavailable" => {
                std::fs::remove_dir_all(self.blobs.path()).unwrap();
                std::fs::write(self.blobs.path(), "not a directory").unwrap();
                let response = caller.upload(&json!({}));
                std::fs::remove_file(self.blobs.path()).unwrap();
                response
            }
            other => panic!("no request provokes {other}"),
        }
    }
}

/// An export that another server makes.
fn running_export() -> StoredExport {
    StoredExport {
        id: Uuid::new_v4(),
        state: ExportState::Running,
        access: AccessLevel::Full,
        client: None,
        resources: vec!["areas"],
        formats: vec!["csv".into()],
        schedule: None,
        actor_name: "Ann".into(),
        started_at: Timestamp::now().as_millisecond(),
        finished_at: None,
        reason: None,
        settings: String::new(),
        content: String::new(),
        version: Version { sequence: 0, happened_at: 0 },
        files: Vec::new(),
    }
}

#[test]
fn every_problem_has_the_documented_form() {
    for kind in PROBLEMS {
        let setup = Setup::new();
        let response = setup.provoke(kind.code);
        assert_form(kind, &response, &setup.caller.server.url);
    }
}

/// Fails unless the response has the documented form.
fn assert_form(kind: &ProblemKind, response: &Response, url: &str) {
    let code = kind.code;
    assert_eq!((response.problem().as_str(), response.status), (code, kind.status));
    let body = response.json();
    let keys: Vec<&str> = body.as_object().unwrap().keys().map(String::as_str).collect();
    let particular: &[&str] = match code {
        "invalid-parameter-value-enum" => &["parameter_name", "parameter_value", "allowed_values"],
        "invalid-parameters" => &["parameter_name"],
        _ => &[],
    };
    assert_eq!(keys, [&["type", "title", "status", "detail"], particular, &["request_id"]].concat());
    assert_eq!(body["type"], format!("{url}/guides/reference-problems#{code}"));
    assert_eq!(body["title"], kind.title);
    assert_eq!(body["request_id"], response.header("x-request-id"));
    let example = &folkmoot_openapi::problem_example(kind)["value"];
    // Numbers depend on settings and on the time of the request.
    let members = |problem: &Value| {
        let mut members = problem.clone();
        members["detail"] = json!(problem["detail"].as_str().unwrap().replace(char::is_numeric, ""));
        members["type"] = json!(code);
        members["request_id"] = json!("");
        members
    };
    assert_eq!(members(example), members(&body), "change the problem {code} in openapi/examples.json");
    let challenge = match code {
        "insufficient-access" => r#"Bearer error="insufficient_scope", scope="read:users", "#,
        "missing-token" => "Bearer ",
        "invalid-token" | "expired-token" | "revoked-client" => r#"Bearer error="invalid_token", "#,
        _ => "",
    };
    let metadata = format!(r#"resource_metadata="{url}/.well-known/oauth-protected-resource/api/v2""#);
    let challenge = if challenge.is_empty() { String::new() } else { format!("{challenge}{metadata}") };
    assert_eq!(response.header("www-authenticate"), challenge, "{code}");
    assert_eq!(response.header("allow"), if kind.status == 405 { "GET,HEAD" } else { "" }, "{code}");
    let wait = response.header("retry-after").parse::<u64>().ok();
    assert_eq!(wait.is_some_and(|seconds| seconds > 0), [429, 503].contains(&kind.status), "{code}");
    if kind.status == 500 {
        assert!(!response.text.contains("areas"), "the response contains the cause: {}", response.text);
    }
}

#[test]
fn problem_codes_are_unique() {
    let mut codes: Vec<&str> = PROBLEMS.iter().map(|kind| kind.code).collect();
    codes.sort_unstable();
    codes.dedup();
    assert_eq!(codes.len(), PROBLEMS.len());
}
