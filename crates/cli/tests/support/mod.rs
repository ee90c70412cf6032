//! What the tests from outside share: a data folder, the program, a running server and a client of it.

#![allow(dead_code, reason = "each test uses a part")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on should stop"
)]

pub mod answer;
pub mod chance;
pub mod cluster;
pub mod connection;
pub mod conversations;
pub mod files;
pub mod fixture;
pub mod logged;
pub mod openapi;
pub mod postgres;
pub mod proxy;
pub mod raw;
pub mod request;
pub mod server;
pub mod sqlite;
pub mod stopwatch;
pub mod storage;

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Arc;
use std::time::{Duration, Instant};

use folkmoot_authentication::keys::{KeyDirectory, KeyTable, Keys};
use folkmoot_authentication::tokens::{LIFETIME, Tokens};
use folkmoot_store::clients::Holder;
use folkmoot_store::{DatabaseLocation, Store};
use jiff::Timestamp;
use serde_json::Value;
use tempfile::TempDir;

pub use answer::Answer;
use postgres::TestDatabase;
pub use server::{Caller, Server};

/// A data folder of its own.
pub struct Data {
    folder: TempDir,
    database: Option<Arc<TestDatabase>>,
    /// Where PostgreSQL is reached.
    address: Option<String>,
}

impl Data {
    /// An empty one.
    pub fn new() -> Self {
        Self::over(TestDatabase::where_wanted())
    }

    /// An empty one with an embedded database, whatever other tests work on.
    pub fn embedded() -> Self {
        Self::over(None)
    }

    /// An empty one, over a new database in this PostgreSQL.
    pub fn in_postgres(server: &str) -> Self {
        Self::over(Some(TestDatabase::new(server)))
    }

    fn over(database: Option<TestDatabase>) -> Self {
        let address = database.as_ref().map(TestDatabase::address);
        Self { folder: tempfile::tempdir().unwrap(), database: database.map(Arc::new), address }
    }

    /// What another machine has over the same database, which it reaches at this PostgreSQL.
    pub fn beside(&self, server: &str) -> Self {
        let address = self.database.as_ref().map(|database| database.address_in(server));
        Self { folder: tempfile::tempdir().unwrap(), database: self.database.clone(), address }
    }

    /// The place as `folkmoot copy` is told of it.
    pub fn place(&self) -> String {
        let folder = || self.path().to_str().unwrap().to_owned();
        self.database.as_ref().map_or_else(folder, |database| database.address())
    }

    /// One with this platform in it, its public API on.
    pub fn with(platform: &fixture::Platform) -> Self {
        let data = Self::new();
        data.import(platform);
        assert!(data.run(&["access", "on"]).status.success());
        data
    }

    /// Where the database is.
    pub fn database(&self) -> DatabaseLocation {
        let folder = DatabaseLocation::Directory(self.path().to_owned());
        self.database.as_ref().map_or(folder, |database| DatabaseLocation::Postgres(database.settings()))
    }

    /// Where PostgreSQL is reached.
    pub fn address(&self) -> &str {
        self.address.as_deref().unwrap()
    }

    /// The database's address in this PostgreSQL.
    pub fn database_in(&self, server: &str) -> String {
        self.database.as_ref().unwrap().address_in(server)
    }

    /// Whether this is an embedded database.
    pub fn is_embedded(&self) -> bool {
        self.database.is_none()
    }

    /// Changes the database behind the program's back.
    pub fn change_database(&self, sql: &str) {
        if let Some(database) = &self.database {
            database.execute(sql);
        } else {
            let database = rusqlite::Connection::open(self.path().join("folkmoot.sqlite")).unwrap();
            database.execute_batch(sql).unwrap();
        }
    }

    /// The rows of a query as text: timestamps in milliseconds since 1970, truth values as 0 and 1.
    pub fn table(&self, sql: &str) -> Vec<Vec<Option<String>>> {
        self.address.as_deref().map_or_else(
            || sqlite::rows(&self.path().join("folkmoot.sqlite"), sql),
            |address| {
                let cell = |cell: &str| (cell != "null").then(|| cell.to_owned());
                let rows = postgres::rows_in_postgres(address, sql);
                rows.iter().map(|row| row.split('|').map(cell).collect()).collect()
            },
        )
    }

    /// The rows of a query of a shared database, as text.
    pub fn rows(&self, sql: &str) -> Vec<String> {
        let database = self.database.as_ref().expect("a shared database");
        postgres::rows_in_postgres(&database.address(), sql)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// The program, to be run on this folder.
    pub fn command(&self) -> Command {
        self.command_of(program())
    }

    /// Another program, to be run on this folder.
    pub fn command_of(&self, program: &Path) -> Command {
        let mut command = Command::new(program);
        command.arg("--data").arg(self.path()).env_clear().current_dir(self.path());
        if let Some(address) = &self.address {
            command.arg("--database-url").arg(address);
        }
        command
    }

    /// Runs the program.
    pub fn run(&self, arguments: &[&str]) -> Output {
        self.command().args(arguments).output().unwrap()
    }

    /// Imports records that must be good.
    pub fn import(&self, platform: &fixture::Platform) {
        let folder = tempfile::tempdir().unwrap();
        platform.write(folder.path());
        let output = self.run(&["import", folder.path().to_str().unwrap()]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }

    /// A new client's id and secret.
    pub fn client(&self) -> (String, String) {
        let output = self.run(&["clients", "create", "Test", "--json"]);
        let told: Value = serde_json::from_slice(&output.stdout).unwrap();
        (told["client_id"].as_str().unwrap().to_owned(), told["client_secret"].as_str().unwrap().to_owned())
    }

    /// The keys that its servers sign tokens with at this time.
    pub fn signing_keys(&self, now: Timestamp) -> Keys {
        if self.is_embedded() {
            return Keys::open(KeyDirectory(self.path().join("keys")), now).unwrap();
        }
        let store = Arc::new(Store::open(&self.database()).unwrap());
        Keys::open(KeyTable::new(store, None).unwrap(), now).unwrap()
    }

    /// A token of this client, properly signed, of which the time is over.
    pub fn expired_token(&self, client: &str) -> String {
        self.token_issued_at(client, 0, Timestamp::now().checked_sub(LIFETIME).unwrap())
    }

    /// A token as another server over the same data issues it now.
    pub fn token(&self, client: &str, generation: i64) -> String {
        self.token_issued_at(client, generation, Timestamp::now())
    }

    fn token_issued_at(&self, client: &str, generation: i64, issued_at: Timestamp) -> String {
        let (now, issuer) = (Timestamp::now(), "folkmoot");
        let keys = self.signing_keys(now);
        let holder = Holder { client: client.parse().unwrap(), generation };
        Tokens::new(Arc::new(keys), issuer).issue(holder, issued_at).unwrap()
    }

    /// Starts a server, with these further arguments.
    pub fn serve_with(&self, arguments: &[&str]) -> Server {
        Server::start(self.command().arg("serve").args(["--listen", "127.0.0.1:0"]).args(arguments))
    }

    /// Starts a server and gives it a caller with a token.
    pub fn serve(&self) -> Caller {
        let (id, secret) = self.client();
        self.serve_with(&[]).caller(&id, &secret)
    }
}

/// The program.
pub fn program() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_folkmoot"))
}

/// How long a test waits for what must come before it gives up. Nothing is measured by it.
pub const TIMEOUT: Duration = Duration::from_mins(5);

/// Waits until it is so.
#[track_caller]
pub fn eventually(otherwise: &str, mut good: impl FnMut() -> bool) {
    let started = Instant::now();
    while !good() {
        assert!(started.elapsed() < TIMEOUT, "{otherwise}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Tells people, on any terminal, that a test did nothing.
pub fn say_skipped(why: &str) {
    let test = std::thread::current();
    let told = format!("SKIPPED {}: {why}\n", test.name().unwrap_or_default());
    // Unlike what is printed, this is shown for tests that pass as well.
    std::io::stderr().write_all(told.as_bytes()).unwrap();
}

/// Whether a test has the tool that it needs. Without it the test is skipped, visibly, except in continuous integration,
/// where a test that cannot run fails.
#[track_caller]
pub fn found_or_skipped(found: bool, missing: &str) -> bool {
    if !found {
        assert!(std::env::var_os("CI").is_none(), "{missing}, and no test may be skipped here");
        say_skipped(missing);
    }
    found
}

/// The code block of a guide with this title.
pub fn guide_block(guide: &str, title: &str) -> String {
    let guide = std::fs::read_to_string(root().join(format!("portal/docs/guides/{guide}.mdx"))).unwrap();
    let (_, rest) = guide.split_once(&format!("title=\"{title}\"\n")).unwrap();
    let (block, _) = rest.split_once("\n```").unwrap();
    format!("{block}\n")
}

/// The repository's root.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap().to_owned()
}
