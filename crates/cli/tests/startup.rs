//! A starting server listens before its database is open.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};

use folkmoot_database::migrations::MIGRATIONS;

use crate::support::fixture::Platform;
use crate::support::postgres::Session;
use crate::support::raw_connection::RawConnection;
use crate::support::server_log::{self, Log};
use crate::support::{Data, Response, eventually};

/// A lock that prevents a server from opening its database.
enum Lock {
    Embedded(rusqlite::Connection),
    Postgres(Session),
}

impl Lock {
    fn acquire(data: &Data) -> Self {
        if data.is_embedded() {
            let database = rusqlite::Connection::open(data.path().join("folkmoot.sqlite")).unwrap();
            database.execute_batch("BEGIN EXCLUSIVE").unwrap();
            return Self::Embedded(database);
        }
        data.import(&Platform::empty());
        let session = Session::open(data.database_url()).unwrap();
        session.execute("BEGIN; LOCK TABLE areas").unwrap();
        Self::Postgres(session)
    }

    fn release(self) {
        match self {
            Self::Embedded(database) => database.execute_batch("ROLLBACK").unwrap(),
            Self::Postgres(session) => session.execute("ROLLBACK").unwrap(),
        }
    }
}

/// A server that listens, its log and its URL.
fn start(data: &Data) -> (Child, Log, String) {
    let mut command = server_log::serve(data, &[]);
    let mut process = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let log = server_log::read_log(process.stderr.take().unwrap());
    let url = || log.messages().iter().find_map(|message| url_in(message));
    eventually("the server does not listen", || url().is_some());
    let url = url().unwrap();
    (process, log, url)
}

fn url_in(message: &str) -> Option<String> {
    let rest = message.strip_prefix("accepting connections at ")?;
    Some(rest.split(';').next()?.to_owned())
}

fn request(url: &str, line: &str) -> Response {
    let mut connection = RawConnection::to(url, [127, 0, 0, 1]);
    connection.write(format!("{line} HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n").as_bytes());
    connection.response()
}

fn assert_starting(url: &str) {
    let live = request(url, "GET /health/live");
    assert_eq!((live.status, live.text.as_str()), (200, "alive\n"));
    let ready = request(url, "GET /health/ready");
    assert_eq!((ready.status, ready.text.as_str()), (503, "starting\n"));
    for line in ["GET /api/v2/areas", "POST /api/v2/authenticate", "GET /metrics", "GET /", "DELETE /nothing"]
    {
        let response = request(url, line);
        assert_eq!((response.status, response.problem().as_str()), (503, "unavailable"), "{line}");
        assert_eq!(response.header("retry-after"), "5", "{line}");
    }
}

#[test]
fn a_server_with_a_locked_database_responds_to_health_checks() {
    let data = Data::new();
    let lock = Lock::acquire(&data);
    let (mut process, _, url) = start(&data);
    assert_starting(&url);
    let mut open = RawConnection::to(&url, [127, 0, 0, 1]);
    open.write(b"GET /health/ready HTTP/1.1\r\nHost: x\r\n\r\n");
    assert_eq!(open.response().status, 503);
    lock.release();
    let mut printed = String::new();
    BufReader::new(process.stdout.take().unwrap()).read_line(&mut printed).unwrap();
    assert_eq!(printed.trim(), url, "the URL is printed when the server is ready");
    open.write(b"GET /health/ready HTTP/1.1\r\nHost: x\r\n\r\n");
    assert_eq!(open.response().status, 200, "an open connection did not get the new routes");
    assert_eq!(request(&url, "GET /metrics").status, 401);
    assert_eq!(request(&url, "GET /nothing").problem(), "route-not-found");
    process.kill().unwrap();
    process.wait().unwrap();
}

#[test]
fn a_stop_does_not_wait_for_the_database() {
    let data = Data::new();
    let _lock = Lock::acquire(&data);
    let (process, log, url) = start(&data);
    assert_starting(&url);
    let id = process.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    let output = process.wait_with_output().unwrap();
    assert!(output.status.success());
    assert!(output.stdout.is_empty(), "a URL was printed");
    log.wait_for("stopped before the database was opened");
}

#[test]
fn a_server_ends_if_its_database_cannot_be_opened() {
    let data = Data::embedded();
    let database = rusqlite::Connection::open(data.path().join("folkmoot.sqlite")).unwrap();
    database.execute_batch("PRAGMA user_version = 9999").unwrap();
    drop(database);
    let output = data.run(&["serve", "--listen", "127.0.0.1:0"]);
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), output.stdout.is_empty()), (Some(1), true), "{error}");
    assert!(error.lines().last().unwrap().starts_with("error: "), "{error}");
}

/// Some kernels have no huge pages, and do not state whether a process has them.
#[test]
fn a_server_gets_its_memory_in_small_pages() {
    let huge_pages = |process: &str| {
        let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
        status.lines().find_map(|line| line.strip_prefix("THP_enabled:\t")).map(str::to_owned)
    };
    let server = Data::with(&Platform::empty()).serve_with(&[]);
    let expected = huge_pages("self").map(|_| "0".to_owned());
    assert_eq!(huge_pages(&server.process_id().to_string()), expected);
}

#[test]
fn a_database_from_before_the_first_release_is_refused_and_left_unchanged() {
    let data = Data::without_schema();
    let table =
        "CREATE TABLE loose_blobs (blob TEXT PRIMARY KEY, awaited INTEGER NOT NULL, since INTEGER NOT NULL)";
    if data.is_embedded() {
        let database = rusqlite::Connection::open(data.path().join("folkmoot.sqlite")).unwrap();
        database.execute_batch(&format!("{table}; PRAGMA user_version = 7")).unwrap();
    } else {
        let version = "CREATE TABLE schema_version (version BIGINT NOT NULL, needed BIGINT NOT NULL)";
        let session = Session::open(data.database_url()).unwrap();
        session.execute(&format!("{table}; {version}; INSERT INTO schema_version VALUES (7, 5)")).unwrap();
    }
    for command in [&["serve", "--listen", "127.0.0.1:0"][..], &["clients", "list"]] {
        let output = data.run(command);
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), output.stdout.is_empty()), (Some(1), true), "{error}");
        let expected = format!("expects schema version {}", MIGRATIONS.len());
        for part in ["schema version 7", &expected, "import the platform data into a new data"] {
            assert!(error.contains(part), "{error}");
        }
    }
    let (tables, found) = if data.is_embedded() {
        let database = rusqlite::Connection::open(data.path().join("folkmoot.sqlite")).unwrap();
        let count = |sql| database.query_row(sql, [], |row| row.get::<_, i64>(0)).unwrap().to_string();
        (count("SELECT COUNT(*) FROM sqlite_schema WHERE type = 'table'"), count("PRAGMA user_version"))
    } else {
        let tables = "SELECT COUNT(*) - 1 FROM information_schema.tables WHERE table_schema = 'public'";
        (data.rows(tables).remove(0), data.rows("SELECT version FROM schema_version").remove(0))
    };
    assert_eq!((tables.as_str(), found.as_str()), ("1", "7"));
}
