//! What administrators see of the use of the API and of imports, and imports of files that they upload.

mod counters;
mod imports;
mod notices;
pub mod overview;
mod register;
mod senders;

use reqwest::Method;
use serde_json::Value;

use crate::support::request::Request;
use crate::support::{Data, Response, Server};

/// A server and an administrator with an admin key.
struct Console {
    /// The server.
    server: Server,
    /// The admin key.
    key: String,
}

impl Console {
    /// Starts a server with further arguments.
    fn start(data: &Data, arguments: &[&str]) -> Self {
        let output = data.run(&["admin-keys", "create", "Ann Example", "--json"]);
        let created: Value = serde_json::from_slice(&output.stdout).unwrap();
        let key = created["secret"].as_str().unwrap().to_owned();
        Self { server: data.serve_with(arguments), key }
    }

    /// A request of the administrator to a path of the admin API.
    fn request(&self, method: Method, path: &str) -> Request {
        self.server.request(method, &format!("/admin/api{path}")).bearer_auth(&self.key)
    }

    /// The JSON of a response 200.
    #[track_caller]
    fn get(&self, path: &str) -> Value {
        self.request(Method::GET, path).send().ok()
    }

    /// The token of a client.
    fn token(&self, (id, secret): &(String, String)) -> String {
        let response = self.server.authenticate(id, secret);
        response.json()["jwt"].as_str().unwrap().to_owned()
    }

    /// The response to a request of a client.
    fn call(&self, token: &str, path: &str) -> Response {
        self.server.request(Method::GET, &format!("/api/v2{path}")).bearer_auth(token).send()
    }

    /// Stops the server in an orderly way.
    fn stop(mut self) {
        self.server.terminate();
        assert!(self.server.wait().success());
    }
}
