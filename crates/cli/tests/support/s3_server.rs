//! A server of S3-compatible storage.

#![allow(dead_code, reason = "each test uses a part")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::process::{Child, Command, Stdio};

use reqwest::Method;
use reqwest::blocking::{Client, RequestBuilder};

use super::{eventually, require, root};

/// The settings that select the bucket, without the URL of the server.
pub const SETTINGS: [&str; 6] = [
    "--s3-access-key-id",
    "test",
    "--s3-secret-access-key",
    "test",
    "--file-storage",
    "s3://minutes/of/files",
];

/// A running S3 server with an empty bucket. Dropping it stops the server.
pub struct S3Server {
    process: Child,
    /// The URL of the server.
    pub url: String,
}

impl S3Server {
    /// Starts moto. Fails if moto is not installed.
    #[track_caller]
    pub fn start() -> Self {
        let program = root().join(".venv/bin/moto_server");
        require(program.exists(), "moto");
        let log = tempfile::NamedTempFile::new().unwrap();
        let mut command = Command::new(program);
        command.args(["--host", "127.0.0.1", "--port", "0"]);
        let process = command.stdout(Stdio::null()).stderr(log.reopen().unwrap()).spawn().unwrap();
        let mut server = Self { process, url: String::new() };
        eventually("the S3 server does not start", || {
            let log = std::fs::read_to_string(log.path()).unwrap();
            let line = log.lines().find_map(|line| line.split_once("Running on "));
            line.inspect(|(_, url)| (*url).clone_into(&mut server.url)).is_some()
        });
        let created = server.request(Method::PUT, "/minutes").send().unwrap();
        assert!(created.status().is_success(), "{}", created.status());
        server
    }

    /// A request to the S3 server.
    pub fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let authorization = "AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/s3/aws4_request";
        plain_client().request(method, format!("{}{path}", self.url)).header("authorization", authorization)
    }

    /// The settings that select the bucket, followed by further arguments.
    pub fn arguments<'a>(&'a self, more: &[&'a str]) -> Vec<&'a str> {
        [&SETTINGS[..], &["--s3-endpoint", &self.url], more].concat()
    }
}

impl Drop for S3Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A client of the S3 server.
pub fn plain_client() -> Client {
    Client::builder().no_proxy().build().unwrap()
}
