//! PostgreSQL databases of tests.

#![allow(dead_code, reason = "each test uses a part")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::sync::Mutex;
use std::time::Duration;

use folkmoot_database::migrations::MIGRATIONS;
use folkmoot_store::{DatabaseLocation, PostgresSettings, Store};
use tokio_postgres::types::{FromSql, Type};
use uuid::Uuid;

/// The environment variable with the URL of a PostgreSQL server, without a database name. If it is set, the tests create
/// databases there instead of using the embedded database.
const POSTGRES: &str = "FOLKMOOT_TEST_POSTGRES";
/// The database that has the schema. To copy it takes a fifth of the time of the migrations.
const TEMPLATE: &str = "test_template";

/// The URL of the PostgreSQL server of the tests, without a database name; `None` if the tests use the embedded database.
pub fn server() -> Option<String> {
    std::env::var(POSTGRES).ok()
}

/// The URL of the PostgreSQL server of the tests. Fails if there is none.
#[track_caller]
#[allow(clippy::expect_used, reason = "a test fails by panicking")]
pub fn required_server() -> String {
    server().expect("these tests need PostgreSQL: run them with scripts/with-postgres")
}

/// A database in PostgreSQL. Dropping it deletes the database.
pub struct TestDatabase {
    server: String,
    name: String,
    /// The connection with which the test reads, once it does.
    session: Mutex<Option<Session>>,
}

impl TestDatabase {
    /// A new one with the schema; `None` if the tests use the embedded database.
    pub fn from_environment() -> Option<Self> {
        server().map(|server| {
            create_template(&server);
            Self::create(&server, Some(TEMPLATE))
        })
    }

    /// A copy of the database with this name, to which no program is connected.
    pub fn copy_of(server: &str, database: &str) -> Self {
        Self::create(server, Some(database))
    }

    /// Copies this one, to which no program is connected, to a database that stays. It replaces one with this name.
    pub fn store_as(&self, name: &str) {
        *self.session.lock().unwrap() = None;
        let session = Session::open(&format!("{}/postgres", self.server)).unwrap();
        session.execute(&format!("DROP DATABASE IF EXISTS {name}")).unwrap();
        session
            .execute(&format!("CREATE DATABASE {name} TEMPLATE {} STRATEGY file_copy", self.name))
            .unwrap();
    }

    /// A new one without a schema, on this PostgreSQL server.
    pub fn new(server: &str) -> Self {
        Self::create(server, None)
    }

    /// A new one with this encoding and without a schema.
    pub fn encoded(server: &str, encoding: &str) -> Self {
        let options = format!(" ENCODING '{encoding}' LOCALE_PROVIDER libc LOCALE 'C' TEMPLATE template0");
        Self::create_with(server, &options)
    }

    fn create(server: &str, template: Option<&str>) -> Self {
        // Copying files takes half the time of logging every page.
        let template = template.map(|template| format!(" TEMPLATE {template} STRATEGY file_copy"));
        Self::create_with(server, &template.unwrap_or_default())
    }

    fn create_with(server: &str, options: &str) -> Self {
        let name = format!("test_{}", Uuid::new_v4().simple());
        let database =
            Self { server: server.trim_end_matches('/').to_owned(), name, session: Mutex::default() };
        let sql = format!("CREATE DATABASE {}{options}", database.name);
        execute(&format!("{}/postgres", database.server), &sql).unwrap();
        database
    }

    /// The URL of the database.
    pub fn url(&self) -> String {
        self.url_on(&self.server)
    }

    /// The URL of the database on another server, such as a replica or a proxy.
    pub fn url_on(&self, server: &str) -> String {
        format!("{server}/{}", self.name)
    }

    /// The settings of a store over the database.
    pub fn settings(&self) -> PostgresSettings {
        PostgresSettings {
            primary: self.url(),
            replicas: Vec::new(),
            connections: 4,
            statements: 256,
            timeout: Duration::from_secs(5),
            max_lag: Duration::from_secs(2),
            certificates: None,
            migrations: MIGRATIONS,
            migrate: true,
        }
    }

    /// Executes statements with a connection of their own, because they may change its settings.
    pub fn execute(&self, sql: &str) {
        execute(&self.url(), sql).unwrap();
    }

    /// The rows of a query as text; see [`Session::rows`]. The connection is opened again after the server has closed it.
    pub fn rows(&self, sql: &str) -> Vec<String> {
        let mut session = self.session.lock().unwrap();
        if session.as_ref().is_none_or(Session::is_closed) {
            *session = Some(Session::open(&self.url()).unwrap());
        }
        session.as_ref().unwrap().rows(sql)
    }
}

impl Drop for TestDatabase {
    fn drop(&mut self) {
        // The server may have stopped before.
        let sql = format!("DROP DATABASE IF EXISTS {} WITH (FORCE)", self.name);
        let _ = execute(&format!("{}/postgres", self.server), &sql);
    }
}

/// Creates the template on this server, unless another test has.
fn create_template(server: &str) {
    let session = Session::open(&format!("{server}/postgres")).unwrap();
    // Other tests wait. The end of the session releases the lock.
    session.execute("SELECT pg_advisory_lock(1)").unwrap();
    if session.rows(&format!("SELECT 1 FROM pg_database WHERE datname = '{TEMPLATE}'")).is_empty() {
        let database = TestDatabase::new(server);
        drop(Store::open(&DatabaseLocation::Postgres(database.settings())).unwrap());
        session.execute(&format!("CREATE DATABASE {TEMPLATE} TEMPLATE {}", database.name)).unwrap();
    }
}

/// The URL of a database for another user.
pub fn with_user(url: &str, user: &str) -> String {
    let (scheme, rest) = url.split_once("://").unwrap();
    let host = rest.rsplit_once('@').map_or(rest, |(_, host)| host);
    format!("{scheme}://{user}@{host}")
}

/// Executes statements in the database at this URL.
pub fn execute(url: &str, sql: &str) -> Result<(), tokio_postgres::Error> {
    Session::open(url)?.execute(sql)
}

/// The rows of a query as text, columns separated by `|`: timestamps in milliseconds since 1970, Booleans as 0 and 1.
pub fn rows_in_postgres(url: &str, sql: &str) -> Vec<String> {
    Session::open(url).unwrap().rows(sql)
}

/// A connection to a PostgreSQL database.
pub struct Session {
    client: tokio_postgres::Client,
    runtime: tokio::runtime::Runtime,
}

impl Session {
    /// Connects to the database at this URL.
    pub fn open(url: &str) -> Result<Self, tokio_postgres::Error> {
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        let client = runtime.block_on(async {
            let (client, connection) = tokio_postgres::connect(url, tokio_postgres::NoTls).await?;
            tokio::spawn(connection);
            Ok(client)
        })?;
        Ok(Self { client, runtime })
    }

    /// Executes statements.
    pub fn execute(&self, sql: &str) -> Result<(), tokio_postgres::Error> {
        self.runtime.block_on(self.client.batch_execute(sql))
    }

    /// Whether the server has closed the connection.
    fn is_closed(&self) -> bool {
        self.client.is_closed()
    }

    /// The rows of a query as text, columns separated by `|`: timestamps in milliseconds since 1970, Booleans as 0 and 1.
    pub fn rows(&self, sql: &str) -> Vec<String> {
        let rows = self.runtime.block_on(self.client.query(sql, &[])).unwrap();
        let line = |row: &tokio_postgres::Row| {
            (0..row.len()).map(|column| cell(row, column)).collect::<Vec<_>>().join("|")
        };
        rows.iter().map(line).collect()
    }
}

fn cell(row: &tokio_postgres::Row, column: usize) -> String {
    let text = match *row.columns()[column].type_() {
        Type::UUID => {
            row.get::<_, Option<Cell>>(column).map(|cell| Uuid::from_slice(&cell.0).unwrap().to_string())
        }
        Type::BOOL => row.get::<_, Option<bool>>(column).map(|value| u8::from(value).to_string()),
        Type::INT4 => row.get::<_, Option<i32>>(column).map(|number| number.to_string()),
        Type::INT8 => row.get::<_, Option<i64>>(column).map(|number| number.to_string()),
        Type::TIMESTAMPTZ => {
            let timestamp = row.get::<_, Option<std::time::SystemTime>>(column);
            timestamp.map(|timestamp| {
                timestamp.duration_since(std::time::UNIX_EPOCH).unwrap().as_millis().to_string()
            })
        }
        Type::DATE => row.get::<_, Option<Cell>>(column).map(|cell| {
            let days = i32::from_be_bytes(cell.0.try_into().unwrap());
            (jiff::civil::date(2000, 1, 1) + jiff::Span::new().days(days)).to_string()
        }),
        _ => row.get::<_, Option<Cell>>(column).map(|cell| String::from_utf8(cell.0).unwrap()),
    };
    text.unwrap_or_else(|| "null".to_owned())
}

/// A value in the binary format of PostgreSQL.
struct Cell(Vec<u8>);

impl<'a> FromSql<'a> for Cell {
    fn from_sql(_: &Type, bytes: &'a [u8]) -> Result<Self, Box<dyn std::error::Error + Sync + Send>> {
        Ok(Self(bytes.to_vec()))
    }

    fn accepts(_: &Type) -> bool {
        true
    }
}
