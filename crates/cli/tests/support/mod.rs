//! Fixtures of the end-to-end tests: a data directory with its database, the program, a running server and its client.

#![allow(dead_code, reason = "each test uses a part")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

pub mod admin;
pub mod clock;
pub mod cluster;
pub mod connection;
pub mod conversations;
pub mod day;
pub mod fault_proxy;
pub mod files;
pub mod fixture;
pub mod level;
pub mod openapi;
pub mod postgres;
pub mod prepared;
pub mod proxy;
pub mod random;
pub mod raw_connection;
pub mod request;
pub mod response;
pub mod s3_server;
pub mod server;
pub mod server_log;
pub mod site;
pub mod small_disk;
pub mod sqlite;
pub mod stopwatch;
pub mod stream;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant};

use folkmoot_authentication::keys::{KeyDirectory, KeyTable, Keys};
use folkmoot_authentication::token_lifetime::LIFETIME;
use folkmoot_authentication::tokens::Tokens;
use folkmoot_store::clients::Holder;
use folkmoot_store::{DatabaseLocation, Store};
use jiff::Timestamp;
use serde_json::Value;
use tempfile::TempDir;

use postgres::TestDatabase;
pub use response::Response;
pub use server::{Caller, Server};

/// The token with which the tests read the metrics of every server.
pub const METRICS_TOKEN: &str = "token-for-metrics-of-end-to-end-tests";

/// A new data directory and its database. Dropping it deletes both.
pub struct Data {
    folder: PathBuf,
    /// The directory to delete; `None` if it belongs to the test.
    _directory: Option<TempDir>,
    database: Option<Arc<TestDatabase>>,
    /// The URL of the PostgreSQL database.
    url: Option<String>,
    /// How far the clock of its programs is ahead, in seconds.
    clock: AtomicI64,
}

impl Data {
    /// An empty one, over PostgreSQL if `FOLKMOOT_TEST_POSTGRES` is set.
    pub fn new() -> Self {
        Self::over(TestDatabase::from_environment())
    }

    /// One whose database has no schema yet, over PostgreSQL if `FOLKMOOT_TEST_POSTGRES` is set.
    pub fn without_schema() -> Self {
        Self::over(postgres::server().map(|server| TestDatabase::new(&server)))
    }

    /// An empty one with an embedded database.
    pub fn embedded() -> Self {
        Self::over(None)
    }

    /// An empty one, over a new database of this PostgreSQL server.
    pub fn in_postgres(server: &str) -> Self {
        Self::over(Some(TestDatabase::new(server)))
    }

    /// An empty one in a directory of the test, which it does not delete, over PostgreSQL if `FOLKMOOT_TEST_POSTGRES` is set.
    pub fn inside(parent: &Path, name: &str) -> Self {
        Self { folder: parent.join(name), _directory: None, ..Self::new() }
    }

    /// An existing one with an embedded database, which it does not delete.
    pub fn existing(folder: &Path) -> Self {
        Self {
            folder: folder.to_owned(),
            _directory: None,
            database: None,
            url: None,
            clock: AtomicI64::new(0),
        }
    }

    fn over(database: Option<TestDatabase>) -> Self {
        let url = database.as_ref().map(TestDatabase::url);
        Self::in_directory(tempfile::tempdir().unwrap(), database.map(Arc::new), url)
    }

    fn in_directory(directory: TempDir, database: Option<Arc<TestDatabase>>, url: Option<String>) -> Self {
        let (folder, clock) = (directory.path().to_owned(), AtomicI64::new(0));
        Self { folder, _directory: Some(directory), database, url, clock }
    }

    /// The data directory of another host that uses the same database through this server URL.
    pub fn other_host(&self, server: &str) -> Self {
        let url = self.database.as_ref().map(|database| database.url_on(server));
        Self::in_directory(tempfile::tempdir().unwrap(), self.database.clone(), url)
    }

    /// The location of the database as an argument of `folkmoot copy`.
    pub fn location(&self) -> String {
        let directory = || self.path().to_str().unwrap().to_owned();
        self.database.as_ref().map_or_else(directory, |database| database.url())
    }

    /// A copy of a data directory and of the database with this name, which no program uses.
    fn copy_of(database: &str, directory: &Path) -> Self {
        let copy = Self::over(postgres::server().map(|server| TestDatabase::copy_of(&server, database)));
        copy_directory(directory, copy.path());
        copy
    }

    /// One with this platform and access turned on: a copy of what the first test of a run with this platform imported. What must not
    /// be equal in two platforms, such as their histories, needs [`Self::filled`].
    pub fn with(platform: &fixture::Platform) -> Self {
        prepared::prepared(&platform.name(), || (Self::new().filled(platform), ())).0
    }

    /// The same with this platform and access turned on.
    pub fn filled(self, platform: &fixture::Platform) -> Self {
        self.import(platform);
        assert!(self.run(&["access", "on"]).status.success());
        self
    }

    /// The location of the database.
    pub fn database(&self) -> DatabaseLocation {
        let directory = DatabaseLocation::Directory(self.path().to_owned());
        self.database.as_ref().map_or(directory, |database| DatabaseLocation::Postgres(database.settings()))
    }

    /// The URL of the PostgreSQL database.
    pub fn database_url(&self) -> &str {
        self.url.as_deref().unwrap()
    }

    /// The URL of the database on this PostgreSQL server.
    pub fn database_url_on(&self, server: &str) -> String {
        self.database.as_ref().unwrap().url_on(server)
    }

    /// Whether the database is embedded.
    pub fn is_embedded(&self) -> bool {
        self.database.is_none()
    }

    /// Executes SQL without the program.
    pub fn change_database(&self, sql: &str) {
        if let Some(database) = &self.database {
            database.execute(sql);
        } else {
            let database = rusqlite::Connection::open(self.path().join("folkmoot.sqlite")).unwrap();
            database.execute_batch(sql).unwrap();
        }
    }

    /// The rows of a query as text: timestamps in milliseconds since 1970, Booleans as 0 and 1.
    pub fn table(&self, sql: &str) -> Vec<Vec<Option<String>>> {
        self.database.as_ref().map_or_else(
            || sqlite::rows(&self.path().join("folkmoot.sqlite"), sql),
            |database| {
                let cell = |cell: &str| (cell != "null").then(|| cell.to_owned());
                database.rows(sql).iter().map(|row| row.split('|').map(cell).collect()).collect()
            },
        )
    }

    /// The number of rows of a table.
    pub fn count(&self, table: &str) -> u64 {
        let rows = self.table(&format!("SELECT COUNT(*) FROM {table}"));
        rows[0][0].as_deref().unwrap().parse().unwrap()
    }

    /// The rows of a query of a PostgreSQL database, as text.
    pub fn rows(&self, sql: &str) -> Vec<String> {
        self.database.as_ref().expect("a PostgreSQL database").rows(sql)
    }

    /// The data directory.
    pub fn path(&self) -> &Path {
        &self.folder
    }

    /// A command of the program on this data directory.
    pub fn command(&self) -> Command {
        self.command_of(program())
    }

    /// A command of another program on this data directory.
    pub fn command_of(&self, program: &Path) -> Command {
        let mut command = Command::new(program);
        // A folder that the program creates is not there yet.
        let current = if self.path().exists() { self.path() } else { self.path().parent().unwrap() };
        command.arg("--data").arg(self.path()).env_clear().current_dir(current);
        command.env("FOLKMOOT_METRICS_TOKEN", METRICS_TOKEN);
        if let Some(url) = &self.url {
            command.arg("--database-url").arg(url);
        }
        match self.clock.load(Ordering::Relaxed) {
            0 => {}
            seconds => clock::move_clock(&mut command, seconds),
        }
        command
    }

    /// Moves the clock of programs that are started from now on, by this number of seconds from the right time.
    pub fn set_clock(&self, seconds: i64) {
        self.clock.store(seconds, Ordering::Relaxed);
    }

    /// Runs the program.
    pub fn run(&self, arguments: &[&str]) -> Output {
        self.command().args(arguments).output().unwrap()
    }

    /// Imports records. Fails if the import fails.
    pub fn import(&self, platform: &fixture::Platform) {
        let directory = tempfile::tempdir().unwrap();
        platform.write(directory.path());
        let output = self.run(&["import", directory.path().to_str().unwrap()]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }

    /// The id and secret of a new client.
    pub fn client(&self) -> (String, String) {
        self.client_with(&[])
    }

    /// The id and secret of a new client that is created with these further arguments.
    pub fn client_with(&self, arguments: &[&str]) -> (String, String) {
        let output = self.run(&[&["clients", "create", "Test", "--json"], arguments].concat());
        let client: Value = serde_json::from_slice(&output.stdout).unwrap();
        (
            client["client_id"].as_str().unwrap().to_owned(),
            client["client_secret"].as_str().unwrap().to_owned(),
        )
    }

    /// The id and the publishable key of a new client for pages of these origins, with these further arguments.
    pub fn publishable_client(&self, origins: &str, arguments: &[&str]) -> (String, String) {
        let create = ["clients", "create", "Website", "--json", "--publishable", "--origins", origins];
        let output = self.run(&[&create[..], arguments].concat());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let client: Value = serde_json::from_slice(&output.stdout).unwrap();
        let text = |name: &str| client[name].as_str().unwrap().to_owned();
        (text("client_id"), text("publishable_key"))
    }

    /// The signing keys of its servers at this time.
    pub fn signing_keys(&self, now: Timestamp) -> Keys {
        if self.is_embedded() {
            return Keys::open(KeyDirectory(self.path().join("keys")), now).unwrap();
        }
        let store = Arc::new(Store::open(&self.database()).unwrap());
        Keys::open(KeyTable::new(store, None).unwrap(), now).unwrap()
    }

    /// A correctly signed token of this client that has expired.
    pub fn expired_token(&self, client: &str) -> String {
        self.token_issued_at(client, 0, Timestamp::now().checked_sub(LIFETIME).unwrap())
    }

    /// A token that another server over the same data issues now.
    pub fn token(&self, client: &str, generation: i64) -> String {
        self.token_issued_at(client, generation, Timestamp::now())
    }

    fn token_issued_at(&self, client: &str, generation: i64, issued_at: Timestamp) -> String {
        let (now, issuer) = (Timestamp::now(), "folkmoot");
        let keys = self.signing_keys(now);
        let holder = Holder { client: client.parse().unwrap(), generation };
        Tokens::new(Arc::new(keys), issuer).issue(holder, issued_at).unwrap()
    }

    /// Starts a server with these further arguments.
    pub fn serve_with(&self, arguments: &[&str]) -> Server {
        Server::start(self.command().arg("serve").args(["--listen", "127.0.0.1:0"]).args(arguments))
    }

    /// Starts a server and signs a client in. The server waits longer than by default for PostgreSQL, which other tests use at the
    /// same time; tests of its timeouts state their own.
    pub fn serve(&self) -> Caller {
        let (id, secret) = self.client();
        self.serve_with(&["--database-timeout-seconds", "30"]).caller(&id, &secret)
    }
}

fn copy_directory(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    std::fs::set_permissions(to, std::fs::metadata(from).unwrap().permissions()).unwrap();
    for entry in std::fs::read_dir(from).unwrap().map(Result::unwrap) {
        let (path, target) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            copy_directory(&path, &target);
        } else {
            std::fs::copy(&path, &target).unwrap();
        }
    }
}

/// The path of the program.
pub fn program() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_folkmoot"))
}

/// How long a test waits for a condition before it fails. Not a limit that a test measures.
pub const TIMEOUT: Duration = Duration::from_mins(5);

/// Waits until the condition holds. Fails with `failure` after the timeout.
#[track_caller]
pub fn eventually(failure: &str, mut condition: impl FnMut() -> bool) {
    let started = Instant::now();
    while !condition() {
        assert!(started.elapsed() < TIMEOUT, "{failure}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// What a program printed.
pub fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// Fails unless a tool that the test needs is installed.
#[track_caller]
pub fn require(is_installed: bool, tool: &str) {
    assert!(is_installed, "this test needs {tool}: install it with scripts/install-test-tools");
}

/// Fails unless a command that the test needs can be run.
#[track_caller]
pub fn require_command(name: &str) {
    require(Command::new(name).arg("--version").output().is_ok(), name);
}

/// The code block with this title in a guide.
pub fn guide_block(guide: &str, title: &str) -> String {
    let guide = std::fs::read_to_string(root().join(format!("portal/docs/guides/{guide}.mdx"))).unwrap();
    let (_, rest) = guide.split_once(&format!("title=\"{title}\"\n")).unwrap();
    let (block, _) = rest.split_once("\n```").unwrap();
    format!("{block}\n")
}

/// The root of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap().to_owned()
}
