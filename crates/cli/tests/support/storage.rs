//! A server of S3-compatible storage.

#![allow(dead_code, reason = "each test uses a part")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use std::process::{Child, Command, Stdio};

use reqwest::blocking::Client;

use super::{eventually, found_or_skipped, root};

/// What the program is told of it, apart from its address.
pub const KEY: [&str; 6] = [
    "--s3-access-key-id",
    "test",
    "--s3-secret-access-key",
    "test",
    "--file-storage",
    "s3://minutes/of/files",
];

/// A storage of its own, with a bucket.
pub struct Storage {
    process: Child,
    /// Where it is reached.
    pub address: String,
}

impl Storage {
    /// None where the tools of the tests are not installed.
    pub fn start() -> Option<Self> {
        let program = root().join(".venv/bin/moto_server");
        let missing = "no S3-compatible server here; scripts/install-test-tools installs one";
        if !found_or_skipped(program.exists(), missing) {
            return None;
        }
        let told = tempfile::NamedTempFile::new().unwrap();
        let mut command = Command::new(program);
        command.args(["--host", "127.0.0.1", "--port", "0"]);
        let process = command.stdout(Stdio::null()).stderr(told.reopen().unwrap()).spawn().unwrap();
        let mut storage = Self { process, address: String::new() };
        eventually("the storage does not start", || {
            let told = std::fs::read_to_string(told.path()).unwrap();
            let line = told.lines().find_map(|line| line.split_once("Running on "));
            line.inspect(|(_, address)| (*address).clone_into(&mut storage.address)).is_some()
        });
        let made = plain_client()
            .put(format!("{}/minutes", storage.address))
            .header("authorization", "AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/s3/aws4_request")
            .send()
            .unwrap();
        assert!(made.status().is_success(), "{}", made.status());
        Some(storage)
    }

    /// What the program is told, and more.
    pub fn arguments<'a>(&'a self, more: &[&'a str]) -> Vec<&'a str> {
        [&KEY[..], &["--s3-endpoint", &self.address], more].concat()
    }
}

impl Drop for Storage {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A client of the storage.
pub fn plain_client() -> Client {
    Client::builder().no_proxy().build().unwrap()
}
