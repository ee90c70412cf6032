//! An administrator, and the validation of responses of the admin API against its document.

#![allow(dead_code, reason = "each test uses a part")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::sync::LazyLock;

use reqwest::Method;
use serde_json::{Value, json};

use super::request::Request;
use super::response::Response;
use super::{Data, Server};

/// The path prefix of the admin API.
pub const API: &str = "/admin/api";

/// The `OpenAPI` document of the admin API.
pub static DOCUMENT: LazyLock<Value> = LazyLock::new(folkmoot_admin::document);

/// An endpoint of the document.
#[derive(Debug, Clone)]
pub struct Endpoint {
    /// The method.
    pub method: Method,
    /// The path with its parameters in braces.
    pub path: String,
    /// The description.
    pub description: Value,
}

impl Endpoint {
    /// All endpoints.
    pub fn all() -> Vec<Self> {
        let paths = DOCUMENT["paths"].as_object().unwrap();
        let endpoints = paths.iter().flat_map(|(path, methods)| {
            methods.as_object().unwrap().iter().map(|(method, description)| Self {
                method: method.to_uppercase().parse().unwrap(),
                path: path.clone(),
                description: description.clone(),
            })
        });
        endpoints.collect()
    }

    /// The `operationId`.
    pub fn id(&self) -> &str {
        self.description["operationId"].as_str().unwrap()
    }

    /// The role that it requires; `None` if it needs no session.
    pub fn required_role(&self) -> Option<&str> {
        self.description["x-required-role"].as_str()
    }

    /// The action of its entry in the audit log.
    pub fn audit_action(&self) -> Option<&str> {
        self.description["x-audit-action"].as_str()
    }

    /// The path with an id that nothing has.
    pub fn real_path(&self) -> String {
        self.path.replace("{id}", "00000000-0000-4000-8000-000000000000")
    }

    /// A request to the endpoint, with a body if it has one.
    pub fn request(&self, server: &Server) -> Request {
        let request = server.request(self.method.clone(), &self.real_path());
        if self.description.get("requestBody").is_some() { request.json(&json!({})) } else { request }
    }
}

/// A session of an administrator.
#[derive(Debug, Clone)]
pub struct Admin {
    /// The cookie, `name=value`.
    pub cookie: String,
    /// The CSRF token.
    pub csrf_token: String,
}

impl Admin {
    /// Signs in with an admin key.
    #[track_caller]
    pub fn sign_in(server: &Server, key: &str) -> Self {
        let response = sign_in(server, key).send();
        assert_eq!(response.status, 201, "{}", response.text);
        let cookie = response.header("set-cookie").split(';').next().unwrap().to_owned();
        Self { cookie, csrf_token: response.json()["csrf_token"].as_str().unwrap().to_owned() }
    }

    /// A request in this session.
    pub fn request(&self, server: &Server, method: Method, path: &str) -> Request {
        let request = server.request(method, &format!("{API}{path}"));
        request.header("cookie", &self.cookie).header("x-csrf-token", &self.csrf_token)
    }

    /// The response to `GET`.
    #[track_caller]
    pub fn get(&self, server: &Server, path: &str) -> Response {
        self.request(server, Method::GET, path).send()
    }

    /// The response to a request with a JSON body.
    #[track_caller]
    pub fn send(&self, server: &Server, method: Method, path: &str, body: &Value) -> Response {
        self.request(server, method, path).json(body).send()
    }

    /// The response to `POST` without a body.
    #[track_caller]
    pub fn post(&self, server: &Server, path: &str) -> Response {
        self.request(server, Method::POST, path).send()
    }
}

/// A request that signs in.
pub fn sign_in(server: &Server, key: &str) -> Request {
    server.request(Method::POST, &format!("{API}/session")).json(&json!({ "admin_key": key }))
}

/// The id and the text of a new admin key.
pub fn admin_key(data: &Data, role: &str) -> (String, String) {
    let output = data.run(&["admin-keys", "create", "Ann Example", "--role", role, "--json"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let created: Value = serde_json::from_slice(&output.stdout).unwrap();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    (text(&created["admin_key"]["id"]), text(&created["secret"]))
}

/// Fails unless a response to `method` at `path` conforms to the document.
#[track_caller]
pub fn assert_documented(method: &str, path: &str, response: &Response) {
    let path = path.split('?').next().unwrap();
    assert_eq!(response.header("cache-control"), "no-store", "{method} {path}");
    let method = if method == "HEAD" { "get".to_owned() } else { method.to_lowercase() };
    let Some(operation) = operation(&method, path) else {
        assert!([401, 403, 404, 405].contains(&response.status), "{method} {path} is not documented");
        return;
    };
    let status = response.status.to_string();
    let documented = operation["responses"].get(&status);
    let documented =
        documented.unwrap_or_else(|| panic!("{method} {path} {status} is not documented: {}", response.text));
    let media_type = response.header("content-type").split(';').next().unwrap();
    let Some(contents) = documented["content"].as_object() else {
        assert_eq!((media_type, response.text.as_str()), ("", ""), "{method} {path} {status}");
        return;
    };
    let content = contents.get(media_type);
    let content =
        content.unwrap_or_else(|| panic!("{method} {path} {status}: {media_type:?} is not documented"));
    if media_type.ends_with("json") && !response.text.is_empty() {
        let code =
            response.json()["type"].as_str().and_then(|link| link.rsplit_once('#').map(|it| it.1.to_owned()));
        let listed = documented["description"].as_str().unwrap();
        if let Some(code) = code.filter(|_| response.status >= 400) {
            assert!(
                listed.contains(&format!("`{code}`")),
                "{method} {path} {status}: {code} is not documented"
            );
        }
        let schema = json!({ "components": DOCUMENT["components"], "allOf": [content["schema"]] });
        let options = jsonschema::options().with_draft(jsonschema::Draft::Draft202012);
        let validator = options.should_validate_formats(true).build(&schema).unwrap();
        let body = response.json();
        let faults: Vec<String> =
            validator.iter_errors(&body).map(|error| format!("{}: {error}", error.instance_path())).collect();
        assert!(faults.is_empty(), "{method} {path} {status}: {}\n{}", faults.join("\n"), response.text);
    }
}

/// The operation of the document for a real path; paths without parameters first.
fn operation(method: &str, path: &str) -> Option<&'static Value> {
    let parts: Vec<&str> = path.trim_end_matches('/').split('/').collect();
    let matches = |template: &&String| {
        let template: Vec<&str> = template.split('/').collect();
        template.len() == parts.len()
            && template
                .iter()
                .zip(&parts)
                .all(|(template, part)| template.starts_with('{') || template == part)
    };
    let paths = DOCUMENT["paths"].as_object().unwrap();
    let path = paths.keys().filter(matches).min_by_key(|template| template.matches('{').count())?;
    paths[path].get(method)
}
