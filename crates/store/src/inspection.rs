//! Looking at a database for a diagnosis. Nothing is created or changed, and no migration runs.

use folkmoot_database::executor::Executor;
use folkmoot_database::migrations::{MIGRATIONS, require_released};
use folkmoot_database::{postgres, sqlite};
use folkmoot_model::resources::RESOURCES;

use super::files::{self, BlobMetadata};
use super::imports::SEEN_MILLISECONDS;
use super::mirror::{self, MirrorRun};
use super::platform_clock::{self, ClockReading};
use super::signing_keys::{self, StoredKey};
use super::{DatabaseLocation, StoreError, schema, timed_ids};

pub use folkmoot_database::postgres::{Inspection as ServerInspection, ServerFacts};
pub use folkmoot_database::sqlite::{FileFacts, Inspection as FileInspection};

/// The number of records of each resource whose ids a diagnosis reads.
pub const SAMPLED_ROWS: u32 = 100_000;

/// An open database that is only read.
#[derive(Debug)]
pub enum Inspection {
    /// The embedded database.
    Sqlite(sqlite::Inspection),
    /// A server of PostgreSQL.
    Postgres(postgres::Inspection),
}

/// The state of the schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Schema {
    /// The database does not have a schema yet.
    Missing,
    /// It has the version of this program.
    Current,
    /// It has an earlier version.
    Older(i64),
    /// It has a later version.
    Newer {
        /// The version.
        found: i64,
        /// Whether this program can still use it.
        is_compatible: bool,
    },
}

/// What a diagnosis reads from the tables; timestamps are milliseconds since 1970.
#[derive(Debug, Clone)]
pub struct Contents {
    /// Whether the public API is on; `None` if there is no platform.
    pub is_api_enabled: Option<bool>,
    /// The number of clients that can sign in.
    pub active_clients: i64,
    /// The number of those that expire within the time that was asked for.
    pub expiring_clients: i64,
    /// The number of clients that have expired and are neither revoked nor disabled.
    pub expired_clients: i64,
    /// The number of admin keys that can be used.
    pub admin_keys: i64,
    /// The number of those that expire soon.
    pub expiring_admin_keys: i64,
    /// The number of imports that are recorded as running although their program no longer reports.
    pub abandoned_imports: i64,
    /// When the last export succeeded.
    pub last_export: Option<i64>,
    /// The number of ids that contain the time of a record whose timestamps are cut, by the plural of its resource, among the
    /// newest [`SAMPLED_ROWS`] of each.
    pub timed_ids: Vec<(&'static str, i64)>,
    /// The latest run of the mirror.
    pub mirror_run: Option<MirrorRun>,
    /// The signing keys that servers share.
    pub signing_keys: Vec<StoredKey>,
}

impl Inspection {
    /// Opens the embedded database, or the primary; `None` if there is no embedded database yet.
    pub fn open(location: &DatabaseLocation) -> Result<Option<Self>, StoreError> {
        Ok(match location {
            DatabaseLocation::Directory(directory) => sqlite::Inspection::open(directory)?.map(Self::Sqlite),
            DatabaseLocation::Postgres(settings) => {
                Some(Self::Postgres(postgres::Inspection::open(settings, None)?))
            }
        })
    }

    /// Opens the replica with this index.
    pub fn open_replica(settings: &postgres::Settings, index: usize) -> Result<Self, StoreError> {
        Ok(Self::Postgres(postgres::Inspection::open(settings, Some(index))?))
    }

    /// The file of the embedded database.
    pub fn file(&self) -> Option<&sqlite::Inspection> {
        match self {
            Self::Sqlite(file) => Some(file),
            Self::Postgres(_) => None,
        }
    }

    /// The server of PostgreSQL.
    pub fn server(&self) -> Option<&postgres::Inspection> {
        match self {
            Self::Sqlite(_) => None,
            Self::Postgres(server) => Some(server),
        }
    }

    /// The state of the schema. Fails if it is from before the first release.
    pub fn schema(&self) -> Result<Schema, StoreError> {
        let known = i64::try_from(MIGRATIONS.len()).unwrap_or(i64::MAX);
        let (found, min_compatible) = match self {
            Self::Sqlite(file) => file.schema_version().map(|version| (version, version))?,
            Self::Postgres(server) => server.schema_version()?,
        };
        self.read(|executor| require_released(executor, found, known))?;
        Ok(match found {
            0 => Schema::Missing,
            _ if found == known => Schema::Current,
            _ if found < known => Schema::Older(found),
            _ => Schema::Newer { found, is_compatible: min_compatible <= known },
        })
    }

    /// Compares the tables with the declared resources.
    pub fn check_tables(&self) -> Result<(), StoreError> {
        self.read(schema::check)
    }

    /// Compares a clock with what the platform has recorded.
    pub fn clock(&self, now: i64) -> Result<ClockReading, StoreError> {
        self.read(|executor| platform_clock::read(executor, now))
    }

    /// What the tables contain at this time. `soon` is the time until which clients are counted as expiring.
    pub fn contents(&self, now: i64, soon: i64) -> Result<Contents, StoreError> {
        self.read(|executor| contents(executor, now, soon))
    }

    /// The contents of files to which the database refers.
    pub fn file_contents(&self) -> Result<Vec<BlobMetadata>, StoreError> {
        Ok(self.read(files::all_blobs)?.into_iter().filter_map(|(_, content)| content).collect())
    }

    fn read<T>(&self, read: impl FnOnce(&dyn Executor) -> Result<T, StoreError>) -> Result<T, StoreError> {
        match self {
            Self::Sqlite(file) => file.read(read),
            Self::Postgres(server) => server.read(read),
        }
    }
}

fn contents(executor: &dyn Executor, now: i64, soon: i64) -> Result<Contents, StoreError> {
    let usable = "SELECT COUNT(*) FROM clients WHERE revoked_at IS NULL AND disabled_at IS NULL";
    let keys = "SELECT COUNT(*) FROM admin_keys WHERE revoked_at IS NULL";
    let enabled = "SELECT public_api_enabled FROM platform";
    let unseen = now.saturating_sub(SEEN_MILLISECONDS);
    Ok(Contents {
        is_api_enabled: executor.one(enabled, &[], |row| row.required_boolean(0))?,
        active_clients: executor
            .number(&format!("{usable} AND (expires_at IS NULL OR expires_at > ?1)"), &[now.into()])?,
        expiring_clients: executor.number(
            &format!("{usable} AND expires_at > ?1 AND expires_at <= ?2"),
            &[now.into(), soon.into()],
        )?,
        expired_clients: executor.number(&format!("{usable} AND expires_at <= ?1"), &[now.into()])?,
        admin_keys: executor
            .number(&format!("{keys} AND (expires_at IS NULL OR expires_at > ?1)"), &[now.into()])?,
        expiring_admin_keys: executor.number(
            &format!("{keys} AND expires_at > ?1 AND expires_at <= ?2"),
            &[now.into(), soon.into()],
        )?,
        abandoned_imports: executor.number(
            "SELECT COUNT(*) FROM imports WHERE state = 'running' AND seen_at < ?1",
            &[unseen.into()],
        )?,
        last_export: executor
            .one("SELECT MAX(finished_at) FROM exports WHERE state = 'succeeded'", &[], |row| row.integer(0))?
            .flatten(),
        timed_ids: timed_ids(executor)?,
        mirror_run: mirror::latest_run(executor)?,
        signing_keys: signing_keys::all(executor)?,
    })
}

fn timed_ids(executor: &dyn Executor) -> Result<Vec<(&'static str, i64)>, StoreError> {
    let mut counts = Vec::new();
    for resource in RESOURCES.iter().filter(|resource| resource.has_id()) {
        let Some(cut) = resource.timestamps_cut_where else { continue };
        let plural = resource.names.plural;
        let newest = format!("(SELECT * FROM {plural} ORDER BY key DESC LIMIT {SAMPLED_ROWS})");
        let by_version = timed_ids::count(executor.dialect(), &newest, cut);
        let ids = executor.all(&by_version, &[], |row| row.required_integer(1))?.iter().sum();
        counts.push((plural, ids));
    }
    counts.retain(|(_, ids)| *ids > 0);
    Ok(counts)
}
