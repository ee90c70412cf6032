//! Reading the state of a server without changing it.

use std::time::Duration;

use deadpool_postgres::Object;
use tokio::runtime::Runtime;

use super::blocking_client::{BlockingClient, wait};
use super::connect::{Role, client, pool};
use super::dialect::DIALECT;
use super::transaction::Purpose;
use super::{Settings, own_runtime};
use crate::StoreError;
use crate::executor::Executor;

/// A connection to a server, in a transaction that only reads.
#[derive(Debug)]
pub struct Inspection {
    client: deadpool_postgres::ClientWrapper,
    timeout: Duration,
    runtime: Runtime,
}

/// What a server reports about itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerFacts {
    /// The version of PostgreSQL, such as `17.6`.
    pub version: String,
    /// The major version of PostgreSQL.
    pub major_version: i64,
    /// The encoding of the database.
    pub encoding: String,
    /// The number of connections that users without special rights can have.
    pub connections: i64,
    /// The clock of the server, in milliseconds since 1970.
    pub now: i64,
    /// Whether it is a standby.
    pub is_standby: bool,
    /// Whether the connection is encrypted.
    pub is_encrypted: bool,
    /// What the user may do.
    pub rights: Rights,
    /// How far a standby is behind what it received, in milliseconds; 0 if it has applied everything.
    pub lag_milliseconds: i64,
}

/// What a user of the database may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rights {
    /// Whether it can create tables in the schema.
    pub can_create: bool,
    /// Whether it can write to the tables; `true` if there are none yet.
    pub can_write: bool,
}

impl Inspection {
    /// Connects to the primary, or to the replica with this index.
    pub fn open(settings: &Settings, replica: Option<usize>) -> Result<Self, StoreError> {
        let (url, role) = match replica {
            None => (&settings.primary, Role::Primary),
            Some(index) => (&settings.replicas[index], Role::Replica),
        };
        let settings = Settings { connections: 1, ..settings.clone() };
        let runtime = own_runtime()?;
        let pool = pool(url, role, &settings)?;
        let connected = wait(runtime.handle(), client(&pool, settings.timeout))?;
        let inspection = Self { client: Object::take(connected), timeout: settings.timeout, runtime };
        inspection.blocking().run(Purpose::ReadTables.begin())?;
        Ok(inspection)
    }

    fn blocking(&self) -> BlockingClient<'_> {
        BlockingClient {
            client: &self.client,
            handle: self.runtime.handle(),
            timeout: Some(self.timeout * 10),
        }
    }

    /// Runs a read.
    pub fn read<T>(
        &self,
        read: impl FnOnce(&dyn Executor) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        read(&self.blocking())
    }

    /// The version of the schema, and the version that a program must know to use it.
    pub fn schema_version(&self) -> Result<(i64, i64), StoreError> {
        self.read(|executor| {
            if !executor.exists(DIALECT.table_exists, &["schema_version".into()])? {
                return Ok((0, 0));
            }
            let sql = "SELECT version, min_compatible FROM schema_version";
            let row =
                executor.one(sql, &[], |row| Ok((row.required_integer(0)?, row.required_integer(1)?)))?;
            Ok(row.unwrap_or_default())
        })
    }

    /// What the server reports about itself.
    pub fn facts(&self) -> Result<ServerFacts, StoreError> {
        let row = self.read(|executor| {
            executor.one(FACTS, &[], |row| {
                Ok(ServerFacts {
                    version: row.required_text(0)?,
                    major_version: row.required_integer(1)? / 10_000,
                    encoding: row.required_text(2)?,
                    connections: row.required_integer(3)?,
                    now: row.required_integer(4)?,
                    is_standby: row.required_boolean(5)?,
                    is_encrypted: row.boolean(6)?.unwrap_or(false),
                    rights: Rights {
                        can_create: row.required_boolean(7)?,
                        can_write: row.required_boolean(8)?,
                    },
                    lag_milliseconds: row.required_integer(9)?,
                })
            })
        })?;
        row.ok_or_else(|| StoreError::Unreachable("the server does not report its settings".to_owned()))
    }
}

/// The settings that did not exist in earlier versions are 0 there.
const FACTS: &str = "
SELECT current_setting('server_version'),
  current_setting('server_version_num')::bigint,
  (SELECT pg_encoding_to_char(encoding)::text FROM pg_database WHERE datname = current_database()),
  current_setting('max_connections')::bigint - current_setting('superuser_reserved_connections')::bigint
    - COALESCE(current_setting('reserved_connections', true), '0')::bigint,
  (EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::bigint,
  pg_is_in_recovery(),
  (SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()),
  COALESCE(has_schema_privilege(current_schema(), 'CREATE'), false),
  COALESCE(bool_and(has_table_privilege(tables.oid, 'INSERT') AND has_table_privilege(tables.oid, 'UPDATE')
    AND has_table_privilege(tables.oid, 'DELETE')), true),
  CASE WHEN pg_last_wal_receive_lsn() IS DISTINCT FROM pg_last_wal_replay_lsn()
    THEN COALESCE((EXTRACT(EPOCH FROM clock_timestamp() - pg_last_xact_replay_timestamp()) * 1000)::bigint, 0)
    ELSE 0 END
FROM (SELECT oid FROM pg_class WHERE relname = 'clients' AND relkind = 'r' AND relnamespace = to_regnamespace(current_schema()::text))
  AS tables";
