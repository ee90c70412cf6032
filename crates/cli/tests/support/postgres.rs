//! The database that the tests work on: the embedded one, or a database of their own in a PostgreSQL.

#![allow(dead_code, reason = "each test uses a part")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use std::time::Duration;

use folkmoot_store::PostgresSettings;
use folkmoot_store::migrations::MIGRATIONS;
use tokio_postgres::types::{FromSql, Type};
use uuid::Uuid;

/// The environment variable with the address of a PostgreSQL in which tests may make databases. Where it is set, they
/// use that instead of the embedded database.
const POSTGRES: &str = "FOLKMOOT_TEST_POSTGRES";
/// The value of that variable for a run of the tests over the embedded database, to which another run belongs.
const EMBEDDED: &str = "embedded";

/// The address of the PostgreSQL in which tests may make databases, where there is one.
pub fn server() -> Option<String> {
    std::env::var(POSTGRES).ok().filter(|address| address != EMBEDDED)
}

/// Whether this run of the tests is declared to be over the embedded database.
pub fn is_embedded_run() -> bool {
    std::env::var(POSTGRES).is_ok_and(|address| address == EMBEDDED)
}

/// A database that goes when this goes.
pub struct TestDatabase {
    server: String,
    name: String,
}

impl TestDatabase {
    /// A new one, where the tests are to use PostgreSQL.
    pub fn where_wanted() -> Option<Self> {
        server().map(|server| Self::new(&server))
    }

    /// A new one in this PostgreSQL.
    pub fn new(server: &str) -> Self {
        let name = format!("test_{}", Uuid::new_v4().simple());
        let database = Self { server: server.trim_end_matches('/').to_owned(), name };
        let sql = format!("CREATE DATABASE {}", database.name);
        execute(&format!("{}/postgres", database.server), &sql).unwrap();
        database
    }

    /// Its address.
    pub fn address(&self) -> String {
        self.address_in(&self.server)
    }

    /// Its address in a PostgreSQL that is this one, or a copy of it.
    pub fn address_in(&self, server: &str) -> String {
        format!("{server}/{}", self.name)
    }

    /// How the store connects to it.
    pub fn settings(&self) -> PostgresSettings {
        PostgresSettings {
            primary: self.address(),
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

    /// Runs statements in it.
    pub fn execute(&self, sql: &str) {
        execute(&self.address(), sql).unwrap();
    }
}

impl Drop for TestDatabase {
    fn drop(&mut self) {
        // Its PostgreSQL may have gone before it.
        let sql = format!("DROP DATABASE IF EXISTS {} WITH (FORCE)", self.name);
        let _ = execute(&format!("{}/postgres", self.server), &sql);
    }
}

/// Runs statements in the PostgreSQL at an address.
pub fn execute(address: &str, sql: &str) -> Result<(), tokio_postgres::Error> {
    Session::open(address)?.execute(sql)
}

/// The rows of a query in PostgreSQL, as text, columns separated by `|`: moments in milliseconds since 1970, truth values
/// as 0 and 1.
pub fn rows_in_postgres(address: &str, sql: &str) -> Vec<String> {
    Session::open(address).unwrap().rows(sql)
}

/// A connection to PostgreSQL.
pub struct Session {
    client: tokio_postgres::Client,
    runtime: tokio::runtime::Runtime,
}

impl Session {
    /// A new one.
    pub fn open(address: &str) -> Result<Self, tokio_postgres::Error> {
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        let client = runtime.block_on(async {
            let (client, connection) = tokio_postgres::connect(address, tokio_postgres::NoTls).await?;
            tokio::spawn(connection);
            Ok(client)
        })?;
        Ok(Self { client, runtime })
    }

    /// Runs statements.
    pub fn execute(&self, sql: &str) -> Result<(), tokio_postgres::Error> {
        self.runtime.block_on(self.client.batch_execute(sql))
    }

    /// The rows of a query.
    pub fn rows(&self, sql: &str) -> Vec<String> {
        let rows = self.runtime.block_on(self.client.query(sql, &[])).unwrap();
        let line = |row: &tokio_postgres::Row| {
            (0..row.len()).map(|column| cell(row, column)).collect::<Vec<_>>().join("|")
        };
        rows.iter().map(line).collect()
    }
}

fn cell(row: &tokio_postgres::Row, column: usize) -> String {
    let shown = match *row.columns()[column].type_() {
        Type::UUID => {
            row.get::<_, Option<Cell>>(column).map(|cell| Uuid::from_slice(&cell.0).unwrap().to_string())
        }
        Type::BOOL => row.get::<_, Option<bool>>(column).map(|value| u8::from(value).to_string()),
        Type::INT4 => row.get::<_, Option<i32>>(column).map(|number| number.to_string()),
        Type::INT8 => row.get::<_, Option<i64>>(column).map(|number| number.to_string()),
        Type::TIMESTAMPTZ => {
            let moment = row.get::<_, Option<std::time::SystemTime>>(column);
            moment.map(|moment| moment.duration_since(std::time::UNIX_EPOCH).unwrap().as_millis().to_string())
        }
        Type::DATE => row.get::<_, Option<Cell>>(column).map(|cell| {
            let days = i32::from_be_bytes(cell.0.try_into().unwrap());
            (jiff::civil::date(2000, 1, 1) + jiff::Span::new().days(days)).to_string()
        }),
        _ => row.get::<_, Option<Cell>>(column).map(|cell| String::from_utf8(cell.0).unwrap()),
    };
    shown.unwrap_or_else(|| "null".to_owned())
}

/// A value in PostgreSQL's binary form.
struct Cell(Vec<u8>);

impl<'a> FromSql<'a> for Cell {
    fn from_sql(_: &Type, bytes: &'a [u8]) -> Result<Self, Box<dyn std::error::Error + Sync + Send>> {
        Ok(Self(bytes.to_vec()))
    }

    fn accepts(_: &Type) -> bool {
        true
    }
}
