//! PostgreSQL servers that a test starts, stops, kills and promotes.

#![allow(dead_code, reason = "each test uses a part")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::io::Write as _;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

use super::eventually;
use super::postgres::{execute, rows_in_postgres};

/// Small, but as durable as in production: a server that is killed must not lose committed data.
const SETTINGS: &str = "
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
max_connections = 60
max_locks_per_transaction = 256
shared_buffers = 16MB
max_wal_size = 128MB
wal_keep_size = 64MB
autovacuum = off
hot_standby_feedback = on
";

/// A PostgreSQL server with its data. Dropping it stops the server and deletes the data.
pub struct Cluster {
    directory: TempDir,
    /// The port, the same after each start.
    pub port: u16,
    process: Option<Child>,
}

impl Cluster {
    /// A new primary.
    pub fn primary() -> Self {
        let mut cluster = Self::empty();
        let locale = ["--encoding=UTF8", "--locale=C.UTF-8", "--locale-provider=icu", "--icu-locale=en"];
        let access = ["--username=postgres", "--auth=trust", "--no-sync", "--wal-segsize=4"];
        run(program("initdb").arg("--pgdata").arg(cluster.data()).args(locale).args(access));
        cluster.set(SETTINGS);
        cluster.start();
        cluster
    }

    /// A new hot standby of this primary.
    pub fn standby(&self) -> Self {
        Self::standby_through(self.port)
    }

    /// A new hot standby of the primary that is reached at this port of this machine, directly or through a proxy.
    pub fn standby_through(port: u16) -> Self {
        let mut standby = Self::empty();
        let from = ["--host=127.0.0.1", "--username=postgres", &format!("--port={port}")].map(str::to_owned);
        let how = ["--write-recovery-conf", "--wal-method=stream", "--checkpoint=fast", "--no-sync"];
        run(program("pg_basebackup").arg("--pgdata").arg(standby.data()).args(from).args(how));
        standby.start();
        standby
    }

    /// The URL of the server, without a database name.
    pub fn url(&self) -> String {
        format!("postgres://postgres@127.0.0.1:{}", self.port)
    }

    /// Adds settings, which apply from the next start on.
    pub fn set(&self, settings: &str) {
        let file = self.data().join("postgresql.conf");
        std::fs::File::options().append(true).open(file).unwrap().write_all(settings.as_bytes()).unwrap();
    }

    /// Copies a file into the data directory, readable only by PostgreSQL.
    pub fn copy_into_data(&self, file: &Path) {
        let copy = self.data().join(file.file_name().unwrap());
        std::fs::copy(file, &copy).unwrap();
        std::fs::set_permissions(&copy, std::os::unix::fs::PermissionsExt::from_mode(0o600)).unwrap();
        if is_root() {
            run(Command::new("chown").arg("postgres").arg(&copy));
        }
    }

    /// The data directory.
    pub fn data(&self) -> std::path::PathBuf {
        self.directory.path().join("data")
    }

    /// Starts the server and waits until it accepts connections.
    pub fn start(&mut self) {
        let log = std::fs::File::options().create(true).append(true).open(self.log()).unwrap();
        let mut command = program("postgres");
        command.arg("-D").arg(self.data()).args(["-p", &self.port.to_string()]);
        self.process = Some(command.stdout(Stdio::null()).stderr(log).spawn().unwrap());
        eventually("PostgreSQL does not start", || {
            let ended = self.process.as_mut().and_then(|process| process.try_wait().unwrap());
            assert!(ended.is_none(), "{}", std::fs::read_to_string(self.log()).unwrap());
            self.execute("SELECT").is_ok()
        });
    }

    /// Stops the server in fast mode.
    pub fn stop(&mut self) {
        run(program("pg_ctl")
            .args(["stop", "--mode=fast", "--wait", "--silent", "--pgdata"])
            .arg(self.data()));
        self.process.take().unwrap().wait().unwrap();
    }

    /// Stops the server in immediate mode: without a checkpoint, so that the next start recovers from the write-ahead log.
    pub fn stop_immediately(&mut self) {
        run(program("pg_ctl")
            .args(["stop", "--mode=immediate", "--wait", "--silent", "--pgdata"])
            .arg(self.data()));
        self.process.take().unwrap().wait().unwrap();
    }

    /// Kills all processes of the server, like a loss of power.
    pub fn kill(&mut self) {
        let Some(mut process) = self.process.take() else { return };
        let children =
            Command::new("ps").args(["-o", "pid=", "--ppid", &process.id().to_string()]).output().unwrap();
        let children = String::from_utf8(children.stdout).unwrap();
        // The postmaster first, so that it does not start new processes.
        process.kill().unwrap();
        let _ =
            Command::new("kill").arg("-9").args(children.split_whitespace()).stderr(Stdio::null()).status();
        process.wait().unwrap();
        // PostgreSQL does not start while one of them is alive.
        eventually("PostgreSQL does not stop", || {
            children.split_whitespace().all(|child| !Path::new("/proc").join(child).exists())
        });
    }

    /// Promotes the standby to primary.
    pub fn promote(&self) {
        self.execute("SELECT pg_promote()").unwrap();
    }

    /// Pauses or resumes the replay of the standby.
    pub fn pause_replay(&self, pause: bool) {
        self.execute(if pause { "SELECT pg_wal_replay_pause()" } else { "SELECT pg_wal_replay_resume()" })
            .unwrap();
    }

    /// Waits until this standby has replayed everything that the primary has written.
    pub fn catch_up_with(&self, primary: &Self) {
        let position = primary.rows("SELECT pg_current_wal_flush_lsn()::text").remove(0);
        let query = format!("SELECT pg_last_wal_replay_lsn() >= '{position}'::pg_lsn");
        eventually("the standby does not catch up", || self.rows(&query) == ["1"]);
    }

    /// Executes statements in the database `postgres`.
    pub fn execute(&self, sql: &str) -> Result<(), tokio_postgres::Error> {
        execute(&format!("{}/postgres", self.url()), sql)
    }

    /// The rows of a query in the database `postgres`.
    pub fn rows(&self, sql: &str) -> Vec<String> {
        rows_in_postgres(&format!("{}/postgres", self.url()), sql)
    }

    fn empty() -> Self {
        let directory = tempfile::tempdir().unwrap();
        if is_root() {
            assert!(Command::new("chown").arg("postgres").arg(directory.path()).status().unwrap().success());
        }
        Self { directory, port: free_port(), process: None }
    }

    /// The log file.
    pub fn log(&self) -> std::path::PathBuf {
        self.directory.path().join("log")
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        self.kill();
    }
}

fn run(command: &mut Command) {
    let done = command.output().unwrap();
    assert!(done.status.success(), "{command:?}: {}", String::from_utf8_lossy(&done.stderr));
}

/// A program of PostgreSQL. These programs do not run as root, nor in a directory that their user cannot read.
fn program(name: &str) -> Command {
    let mut command = Command::new(if is_root() { "setpriv" } else { name });
    if is_root() {
        command.args(["--reuid=postgres", "--regid=postgres", "--init-groups", name]);
    }
    command.current_dir("/");
    command
}

/// Whether the tests run as root.
pub fn is_root() -> bool {
    std::os::unix::fs::MetadataExt::uid(&std::fs::metadata("/proc/self").unwrap()) == 0
}

/// A free port outside the ephemeral range, so that it is still free after the server was down.
pub fn free_port() -> u16 {
    let random_port =
        || 15_000 + u16::from_le_bytes(uuid::Uuid::new_v4().as_bytes()[..2].try_into().unwrap()) % 16_000;
    std::iter::repeat_with(random_port).find(|port| TcpListener::bind(("127.0.0.1", *port)).is_ok()).unwrap()
}
