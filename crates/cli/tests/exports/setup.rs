//! A server that makes exports.

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::admin::{Admin, admin_key};
use crate::support::files::{names_in, platform};
use crate::support::{Data, Response, Server, eventually};

/// A server with an administrator.
pub struct Setup {
    pub data: Data,
    pub server: Server,
    pub admin: Admin,
}

impl Setup {
    /// A platform with two projects.
    pub fn new(arguments: &[&str]) -> Self {
        Self::over(Data::with(&platform()), arguments)
    }

    pub fn over(data: Data, arguments: &[&str]) -> Self {
        let key = admin_key(&data, "administrator").1;
        let server = data.serve_with(arguments);
        let admin = Admin::sign_in(&server, &key);
        Self { data, server, admin }
    }

    pub fn client(&self, access: &str, resources: &str) -> String {
        let id = self.data.client_with(&["--access", access, "--resources", resources]).0;
        self.server.wait_for_changes();
        id
    }

    /// Changes a client.
    pub fn update(&self, client: &str, option: &str, value: &str) {
        let output = self.data.run(&["clients", "update", client, option, value]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        self.server.wait_for_changes();
    }

    pub fn get(&self, client: &str, path: &str) -> Response {
        let token = self.data.token(client, 0);
        self.server.request(Method::GET, &format!("/api/v2{path}")).bearer_auth(&token).send()
    }

    pub fn list(&self, client: &str) -> Response {
        self.get(client, "/exports")
    }

    /// The exports that a client lists.
    pub fn listed(&self, client: &str) -> Vec<Value> {
        let response = self.list(client);
        assert_eq!(response.header("cache-control"), "private, no-store");
        response.ok()["exports"].as_array().unwrap().clone()
    }

    /// All exports that administrators see, once none is running.
    pub fn finished(&self) -> Vec<Value> {
        let mut exports = Vec::new();
        eventually("an export does not end", || {
            exports.clone_from(self.admin.get(&self.server, "/exports").ok()["exports"].as_array().unwrap());
            exports.iter().all(|export| export["state"] != "running")
        });
        exports
    }

    /// Makes an export and returns it.
    pub fn export(&self, body: &Value) -> Value {
        let response = self.admin.send(&self.server, Method::POST, "/exports", body);
        assert_eq!(response.status, 202, "{}", response.text);
        let id = response.json()["export"]["id"].clone();
        let export = self.finished().into_iter().find(|export| export["id"] == id).unwrap();
        assert_eq!(export["state"], "succeeded", "{export}");
        export
    }

    /// Starts an export that fails, and returns why.
    pub fn failed(&self) -> String {
        let body = json!({ "access": "full", "formats": ["ndjson", "sqlite"] });
        let response = self.admin.send(&self.server, Method::POST, "/exports", &body);
        assert_eq!(response.status, 202, "{}", response.text);
        let id = response.json()["export"]["id"].clone();
        let export = self.finished().into_iter().find(|export| export["id"] == id).unwrap();
        assert_eq!((&export["state"], &export["files"]), (&json!("failed"), &json!([])), "{export}");
        export["reason"].as_str().unwrap().to_owned()
    }

    pub fn download(&self, url: &Value, headers: &[(&str, &str)]) -> Response {
        let path = url.as_str().unwrap().strip_prefix(&self.server.url).unwrap();
        let request = self.server.request(Method::GET, path);
        headers.iter().fold(request, |request, (name, value)| request.header(name, value)).send()
    }

    pub fn blobs(&self) -> usize {
        let folder = self.data.path().join("files/exports");
        if folder.exists() { names_in(&folder).len() } else { 0 }
    }
}

/// A file of a listed export.
pub fn file<'a>(export: &'a Value, name: &str) -> &'a Value {
    export["files"].as_array().unwrap().iter().find(|file| file["name"] == name).unwrap()
}

/// The SQL of a timestamp that is this number of days earlier than a column.
pub fn earlier(data: &Data, column: &str, days: u64) -> String {
    if data.is_embedded() {
        format!("{column} - {}", days * 24 * 60 * 60 * 1000)
    } else {
        format!("{column} - INTERVAL '{days} days'")
    }
}
