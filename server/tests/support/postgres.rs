//! The database that the tests work on: the embedded one, or a database of their own in a PostgreSQL.

#![allow(dead_code, reason = "each test uses a part")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use std::process::Command;
use std::time::Duration;

use folkmoot::store::PostgresSettings;
use tokio_postgres::types::{FromSql, Type};
use uuid::Uuid;

/// The environment variable with the address of a PostgreSQL in which tests may make databases. Where it is set, they
/// use that instead of the embedded database.
const POSTGRES: &str = "FOLKMOOT_TEST_POSTGRES";

/// A database that goes when this goes.
pub struct TestDatabase {
    server: String,
    name: String,
}

impl TestDatabase {
    /// A new one, where the tests are to use PostgreSQL.
    pub fn where_wanted() -> Option<Self> {
        std::env::var(POSTGRES).ok().map(|server| Self::new(&server))
    }

    /// A new one in this PostgreSQL.
    pub fn new(server: &str) -> Self {
        let name = format!("test_{}", Uuid::new_v4().simple());
        let database = Self { server: server.trim_end_matches('/').to_owned(), name };
        database.run(&format!("CREATE DATABASE {}", database.name));
        database
    }

    /// Its address.
    pub fn address(&self) -> String {
        format!("{}/{}", self.server, self.name)
    }

    /// How the store connects to it.
    pub fn settings(&self) -> PostgresSettings {
        PostgresSettings {
            primary: self.address(),
            replicas: Vec::new(),
            connections: 4,
            patience: Duration::from_secs(5),
            lag: Duration::from_secs(2),
            certificates: None,
            migrate: true,
        }
    }

    /// Runs statements in it.
    pub fn execute(&self, sql: &str) {
        execute(&self.address(), sql);
    }

    fn run(&self, sql: &str) {
        execute(&format!("{}/postgres", self.server), sql);
    }
}

impl Drop for TestDatabase {
    fn drop(&mut self) {
        self.run(&format!("DROP DATABASE IF EXISTS {} WITH (FORCE)", self.name));
    }
}

fn execute(address: &str, sql: &str) {
    let done = Command::new("psql").args(["--quiet", "--command", sql, address]).output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
}

/// The rows of a query in PostgreSQL, as text, columns separated by `|`: moments in milliseconds since 1970, truth values
/// as 0 and 1.
pub fn rows_in_postgres(address: &str, sql: &str) -> Vec<String> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let (client, connection) = tokio_postgres::connect(address, tokio_postgres::NoTls).await.unwrap();
        tokio::spawn(connection);
        let rows = client.query(sql, &[]).await.unwrap();
        let line = |row: &tokio_postgres::Row| {
            (0..row.len()).map(|column| cell(row, column)).collect::<Vec<_>>().join("|")
        };
        rows.iter().map(line).collect()
    })
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
