//! A platform of canaries with a server that logs everything.

use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};

use reqwest::Method;
use serde_json::Value;
use tempfile::TempDir;

use crate::privacy::canaries::{SECRET, SECRET_SETTINGS, leak, needles, platform};
use crate::support::admin::{Admin, admin_key};
use crate::support::{Data, METRICS_TOKEN, Server, eventually, program};

/// The settings of every program of these tests: all secrets come from the environment, as the guides recommend, and every
/// event is logged. Lower levels log a subset of these events.
pub fn command(data: &Data, temporary: &TempDir, format: &str) -> Command {
    let mut command = Command::new(program());
    command.env_clear().current_dir(data.path()).envs(SECRET_SETTINGS.iter().copied());
    command.env("FOLKMOOT_DATA", data.path()).env("FOLKMOOT_LOG_LEVEL", "trace");
    command.env("FOLKMOOT_LOG_FORMAT", format).env("FOLKMOOT_METRICS_TOKEN", METRICS_TOKEN);
    command.env("TMPDIR", temporary.path()).env("SQLITE_TMPDIR", temporary.path());
    if !data.is_embedded() {
        // The server trusts every connection, so that any password is accepted.
        let url = data.database_url().replacen("postgres@", &format!("postgres:{SECRET}@"), 1);
        assert!(url.contains(SECRET), "{url}");
        command.env("FOLKMOOT_DATABASE_URL", url);
    }
    command
}

/// Deletes the copy of the list of erased people beside a data folder.
pub fn forget_erased_people(data: &Data) {
    let name = format!("{}.erased-people.ndjson", data.path().file_name().unwrap().to_str().unwrap());
    let _ = std::fs::remove_file(data.path().with_file_name(name));
}

/// The server, its clients and everything it has printed.
pub struct Site {
    pub data: Data,
    pub temporary: TempDir,
    pub server: Server,
    pub admin: Admin,
    /// A client with full access.
    pub token: String,
    /// What must not appear anywhere.
    pub needles: Vec<String>,
    log: Arc<Mutex<Vec<u8>>>,
}

impl Site {
    /// Starts a server over the database of the tests, with this format of the log.
    pub fn new(format: &str, arguments: &[&str]) -> Self {
        let data = Data::with(&platform());
        let temporary = tempfile::tempdir().unwrap();
        let (id, secret) = data.client();
        let (_, key) = admin_key(&data, "administrator");
        let mut command = command(&data, &temporary, format);
        command.env("FOLKMOOT_OPENID_ISSUER", "http://127.0.0.1:9").env("FOLKMOOT_OPENID_CLIENT_ID", "admin");
        command.env("FOLKMOOT_OPENID_ADMINISTRATOR_GROUPS", "administrators");
        command.args(["serve", "--listen", "127.0.0.1:0"]).args(arguments);
        let mut process = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let log = Arc::new(Mutex::new(Vec::new()));
        let (sink, mut stderr) = (Arc::clone(&log), process.stderr.take().unwrap());
        std::thread::spawn(move || {
            let mut bytes = vec![0; 65_536];
            while let Ok(length @ 1..) = std::io::Read::read(&mut stderr, &mut bytes) {
                sink.lock().unwrap().extend(&bytes[..length]);
            }
        });
        let server = Server::started(process);
        server.wait_until_ready();
        let admin = Admin::sign_in(&server, &key);
        let token = server.authenticate(&id, &secret).json()["jwt"].as_str().unwrap().to_owned();
        let (_, cookie) = admin.cookie.split_once('=').unwrap();
        let mut needles = needles();
        let generated =
            [secret.as_str(), key.as_str(), token.as_str(), cookie, admin.csrf_token.as_str(), METRICS_TOKEN];
        needles.extend(generated.map(str::to_owned));
        needles.push(token.rsplit('.').next().unwrap().to_owned());
        Self { data, temporary, server, admin, token, needles, log }
    }

    /// The response of the API to the client with full access.
    pub fn call(&self, method: &Method, path: &str) -> (u16, Vec<u8>) {
        let response = self.server.request(method.clone(), path).bearer_auth(&self.token).send_bytes();
        (response.status, response.bytes)
    }

    /// The JSON of the admin API.
    #[track_caller]
    pub fn read(&self, path: &str) -> Value {
        self.admin.get(&self.server, path).ok()
    }

    /// Everything that was printed up to now: the line of one more request, and all before it.
    pub fn log(&self) -> Vec<u8> {
        let id = format!("last-{}", self.printed().len());
        self.server.request(Method::GET, "/api/v2/nothing").header("x-request-id", &id).send_bytes();
        let is_last = |line: &[u8]| line.windows(id.len()).any(|part| part == id.as_bytes());
        eventually("the log ends early", || {
            self.printed().split(|byte| *byte == b'\n').rev().take(50).any(is_last)
        });
        self.printed()
    }

    /// The complete lines that were printed so far.
    pub fn printed(&self) -> Vec<u8> {
        let mut printed = self.log.lock().unwrap().clone();
        let end = printed.iter().rposition(|byte| *byte == b'\n').map_or(0, |position| position + 1);
        printed.truncate(end);
        printed
    }

    /// Fails if the log contains something confidential.
    #[track_caller]
    pub fn assert_log_is_clean(&self) {
        assert_clean(&self.log(), &self.needles);
    }
}

/// Fails if a log contains something confidential.
#[track_caller]
pub fn assert_clean(log: &[u8], needles: &[String]) {
    assert!(log.len() > 1000, "the log is empty");
    assert_eq!(leak(log, needles), None);
}

impl Drop for Site {
    fn drop(&mut self) {
        forget_erased_people(&self.data);
    }
}
