//! PostgreSQL servers that a test starts, stops, kills and promotes.

#![allow(dead_code, reason = "each test uses a part")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use std::io::Write as _;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

use super::eventually;
use super::postgres::{execute, rows_in_postgres};

/// Small, and as sure of what it has written as the real one: what is killed must not have lost anything.
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

/// One server with its data, which goes when this goes.
pub struct Cluster {
    folder: TempDir,
    /// The port that it listens on whenever it runs.
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

    /// A new hot standby that follows this one.
    pub fn standby(&self) -> Self {
        let mut standby = Self::empty();
        let from =
            ["--host=127.0.0.1", "--username=postgres", &format!("--port={}", self.port)].map(str::to_owned);
        let how = ["--write-recovery-conf", "--wal-method=stream", "--checkpoint=fast", "--no-sync"];
        run(program("pg_basebackup").arg("--pgdata").arg(standby.data()).args(from).args(how));
        standby.start();
        standby
    }

    /// Its address, without a database.
    pub fn address(&self) -> String {
        format!("postgres://postgres@127.0.0.1:{}", self.port)
    }

    /// Adds lines to its settings, which hold from the next start on.
    pub fn set(&self, settings: &str) {
        let file = self.data().join("postgresql.conf");
        std::fs::File::options().append(true).open(file).unwrap().write_all(settings.as_bytes()).unwrap();
    }

    /// Puts a copy of a file beside its data, for itself alone.
    pub fn take_in(&self, file: &Path) {
        let copy = self.data().join(file.file_name().unwrap());
        std::fs::copy(file, &copy).unwrap();
        std::fs::set_permissions(&copy, std::os::unix::fs::PermissionsExt::from_mode(0o600)).unwrap();
        if is_root() {
            run(Command::new("chown").arg("postgres").arg(&copy));
        }
    }

    /// The folder of its data.
    pub fn data(&self) -> std::path::PathBuf {
        self.folder.path().join("data")
    }

    /// Starts it and waits until it answers.
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

    /// Stops it as an operator does.
    pub fn stop(&mut self) {
        run(program("pg_ctl")
            .args(["stop", "--mode=fast", "--wait", "--silent", "--pgdata"])
            .arg(self.data()));
        self.process.take().unwrap().wait().unwrap();
    }

    /// Kills all its processes, as the loss of its machine does.
    pub fn kill(&mut self) {
        let Some(mut process) = self.process.take() else { return };
        let children =
            Command::new("ps").args(["-o", "pid=", "--ppid", &process.id().to_string()]).output().unwrap();
        let children = String::from_utf8(children.stdout).unwrap();
        // The first process first, so that it does not start others.
        process.kill().unwrap();
        let _ =
            Command::new("kill").arg("-9").args(children.split_whitespace()).stderr(Stdio::null()).status();
        process.wait().unwrap();
        // The next start refuses while any of them lives.
        eventually("PostgreSQL does not end", || {
            children.split_whitespace().all(|child| !Path::new("/proc").join(child).exists())
        });
    }

    /// Makes a primary of a standby.
    pub fn promote(&self) {
        self.execute("SELECT pg_promote()").unwrap();
    }

    /// Lets a standby fall behind, or catch up.
    pub fn pause_replay(&self, pause: bool) {
        self.execute(if pause { "SELECT pg_wal_replay_pause()" } else { "SELECT pg_wal_replay_resume()" })
            .unwrap();
    }

    /// Waits until this standby has all that the other server has written.
    pub fn catch_up_with(&self, primary: &Self) {
        let position = primary.rows("SELECT pg_current_wal_flush_lsn()::text").remove(0);
        let there = format!("SELECT pg_last_wal_replay_lsn() >= '{position}'::pg_lsn");
        eventually("the standby does not follow", || self.rows(&there) == ["1"]);
    }

    /// Runs statements in its own database.
    pub fn execute(&self, sql: &str) -> Result<(), tokio_postgres::Error> {
        execute(&format!("{}/postgres", self.address()), sql)
    }

    /// The rows of a query in its own database.
    pub fn rows(&self, sql: &str) -> Vec<String> {
        rows_in_postgres(&format!("{}/postgres", self.address()), sql)
    }

    fn empty() -> Self {
        let folder = tempfile::tempdir().unwrap();
        if is_root() {
            assert!(Command::new("chown").arg("postgres").arg(folder.path()).status().unwrap().success());
        }
        Self { folder, port: free_port(), process: None }
    }

    /// Where it says what it does.
    pub fn log(&self) -> std::path::PathBuf {
        self.folder.path().join("log")
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

/// One of PostgreSQL's programs, which refuse to run as root, and to start where their user may not look.
fn program(name: &str) -> Command {
    let mut command = Command::new(if is_root() { "setpriv" } else { name });
    if is_root() {
        command.args(["--reuid=postgres", "--regid=postgres", "--init-groups", name]);
    }
    command.current_dir("/");
    command
}

fn is_root() -> bool {
    std::os::unix::fs::MetadataExt::uid(&std::fs::metadata("/proc/self").unwrap()) == 0
}

/// A port that nobody gets who asks for any: it must still be free after the server was down.
pub fn free_port() -> u16 {
    let chance =
        || 15_000 + u16::from_le_bytes(uuid::Uuid::new_v4().as_bytes()[..2].try_into().unwrap()) % 16_000;
    std::iter::repeat_with(chance).find(|port| TcpListener::bind(("127.0.0.1", *port)).is_ok()).unwrap()
}
