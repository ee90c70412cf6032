//! The database: records, files, clients, the platform, administrators and the change feed.
//!
//! [`Store`] is the entry point. Its operations are grouped by subject, each group in the module of its name:
//! [`Store::records`], [`Store::files`], [`Store::blobs`], [`Store::clients`], [`Store::platform`],
//! [`Store::signing_keys`], [`Store::changes`], [`Store::search`], [`Store::admin_keys`], [`Store::admin_sessions`],
//! [`Store::admin_sign_ins`], [`Store::audit_log`], [`Store::calendar`], [`Store::notices`], [`Store::people`] and [`Store::usage`]. [`Store::transact`]
//! combines writes of several subjects.

pub mod access;
pub mod admin_keys;
pub mod admin_sessions;
pub mod admin_sign_ins;
pub mod administrators;
pub mod audience;
pub mod audit_log;
pub mod backup;
pub mod blobs;
pub mod calendar;
pub mod change_feed;
pub mod changes;
pub mod clients;
pub mod component_modules;
pub mod copy;
pub mod current_platform;
pub mod encode;
pub mod exports;
mod expressions;
pub mod files;
pub mod formats;
pub mod html;
pub mod imports;
pub mod inspection;
pub mod mirror;
pub mod notices;
pub mod people;
pub mod platform;
pub mod platform_clock;
pub mod points;
mod pools;
mod queries;
pub mod records;
mod sample;
mod scan_records;
mod schema;
pub mod search;
pub mod signing_keys;
mod sizes;
mod ties;
pub mod timed_ids;
mod transaction;
pub mod votes;
pub mod webhooks;
pub mod words;

use std::collections::HashMap;
use std::sync::Arc;

use pools::Pools;
use queries::Queries;
pub use sizes::Sizes;

use folkmoot_database::import_control::{Access, ImportControl, ImportOutcome};
use folkmoot_database::import_transaction::ImportTransaction;
pub use folkmoot_database::postgres::Settings as PostgresSettings;
use folkmoot_database::servers::DatabaseServer;
use folkmoot_database::{Database, IfMissing};
pub use folkmoot_database::{DatabaseLocation, StoreError, sqlite_version};
use folkmoot_model::resource::Resource;
use folkmoot_model::resources::all_resources;
pub use folkmoot_usage as usage;

/// The database of one platform.
///
/// Operations that are not async block: they wait for disks, locks or the network. Async code runs them through one of
/// the bounded `run_…` methods; on an async worker they panic in a debug build. There is one exception: the embedded
/// database reads at most a page of records by key or id on the worker, because that takes less time than a switch to
/// another thread.
#[derive(Debug)]
pub struct Store {
    database: Arc<Database>,
    pools: Pools,
    queries: HashMap<&'static str, Arc<Queries>>,
}

impl Store {
    /// Opens or creates the database, runs pending migrations, and checks that the tables and the expressions of fields match
    /// the declared resources.
    pub fn open(location: &DatabaseLocation) -> Result<Self, StoreError> {
        Self::open_or(location, IfMissing::Create)
    }

    /// Like [`Self::open`], but fails where no platform is.
    pub fn open_existing(location: &DatabaseLocation) -> Result<Self, StoreError> {
        Self::open_or(location, IfMissing::Fail)
    }

    fn open_or(location: &DatabaseLocation, if_missing: IfMissing) -> Result<Self, StoreError> {
        let database = Database::open(location, if_missing)?;
        let dialect = database.dialect();
        let queries = all_resources()
            .map(|resource| (resource.names.plural, Arc::new(Queries::new(resource, dialect))))
            .collect();
        database.read_latest(schema::check)?;
        let store = Self { database: Arc::new(database), pools: Pools::new(location), queries };
        match store.check_expressions(all_resources()).and_then(|()| store.index_words()) {
            // The import that has locked the tables checked the expressions when it started, and indexes words at its end.
            Err(StoreError::Busy) => Ok(store),
            checked => checked.map(|()| store),
        }
    }

    /// Whether the database is embedded in this process, so that no other server uses it.
    pub fn is_embedded(&self) -> bool {
        matches!(*self.database, Database::Sqlite(_))
    }

    /// The version of the schema: the number of migrations that have run.
    pub fn schema_version(&self) -> Result<i64, StoreError> {
        self.database.read_latest(|executor| executor.number(executor.dialect().schema_version, &[]))
    }

    /// The primary and the replicas; none if the database is embedded.
    pub fn servers(&self) -> Vec<DatabaseServer> {
        self.database.servers()
    }

    /// The records of all resources: pages, single records, and scans for list indexes.
    pub fn records(&self) -> records::Records<'_> {
        records::Records { store: self }
    }

    /// The files of projects: uploads, updates, deletions and downloads.
    pub fn files(&self) -> files::Files<'_> {
        files::Files { store: self }
    }

    /// The blobs that no file refers to yet or any more.
    pub fn blobs(&self) -> blobs::Blobs<'_> {
        blobs::Blobs { database: &self.database }
    }

    /// The clients of the public API.
    pub fn clients(&self) -> clients::Clients<'_> {
        clients::Clients { database: &self.database }
    }

    /// The modules of the web components.
    pub fn component_modules(&self) -> component_modules::ComponentModules<'_> {
        component_modules::ComponentModules { database: &self.database }
    }

    /// The platform's name, URL and locales, and the switch of its public API.
    pub fn platform(&self) -> current_platform::CurrentPlatform<'_> {
        current_platform::CurrentPlatform { database: &self.database }
    }

    /// The time zone of the platform, and the newest time that it believed.
    pub fn clock(&self) -> platform_clock::PlatformClock<'_> {
        platform_clock::PlatformClock { database: &self.database }
    }

    /// The state of votes.
    pub fn votes(&self) -> votes::Votes<'_> {
        votes::Votes { database: &self.database }
    }

    /// What is stored about people, and the list of erased people.
    pub fn people(&self) -> people::People<'_> {
        people::People { store: self }
    }

    /// The keys of administrators.
    pub fn admin_keys(&self) -> admin_keys::AdminKeys<'_> {
        admin_keys::AdminKeys { database: &self.database }
    }

    /// The sessions of administrators.
    pub fn admin_sessions(&self) -> admin_sessions::AdminSessions<'_> {
        admin_sessions::AdminSessions { database: &self.database }
    }

    /// Sign-ins of administrators that have begun.
    pub fn admin_sign_ins(&self) -> admin_sign_ins::AdminSignIns<'_> {
        admin_sign_ins::AdminSignIns { database: &self.database }
    }

    /// What administrators did.
    pub fn audit_log(&self) -> audit_log::AuditLog<'_> {
        audit_log::AuditLog { database: &self.database }
    }

    /// The signing keys that servers share.
    pub fn signing_keys(&self) -> signing_keys::SigningKeys<'_> {
        signing_keys::SigningKeys { database: &self.database }
    }

    /// What calendars showed.
    pub fn calendar(&self) -> calendar::Calendar<'_> {
        calendar::Calendar { database: &self.database }
    }

    /// The notices that servers send to administrators.
    pub fn notices(&self) -> notices::Notices<'_> {
        notices::Notices { database: &self.database }
    }

    /// The platform that this one mirrors.
    pub fn mirror(&self) -> mirror::Mirror<'_> {
        mirror::Mirror { database: &self.database }
    }

    /// Operations on stored exports.
    pub fn exports(&self) -> exports::Exports<'_> {
        exports::Exports { database: &self.database }
    }

    /// Past and running imports.
    pub fn imports(&self) -> imports::Imports<'_> {
        imports::Imports { database: &self.database }
    }

    /// How clients use the public API.
    pub fn usage(&self) -> usage::Usage<'_> {
        usage::Usage::new(&self.database)
    }

    /// Webhooks.
    pub fn webhooks(&self) -> webhooks::Webhooks<'_> {
        webhooks::Webhooks { store: self }
    }

    /// The change feed.
    pub fn changes(&self) -> change_feed::ChangeFeed<'_> {
        change_feed::ChangeFeed { store: self }
    }

    /// Full-text search.
    pub fn search(&self) -> search::Search<'_> {
        search::Search { store: self }
    }

    /// Runs an import; see [`ImportTransaction`]. Commits what it wrote if it may write and succeeds; rolls back
    /// otherwise. A statement that runs when the import is interrupted fails; a commit that has begun is completed.
    pub fn import<T, E: From<StoreError>>(
        &self,
        access: Access,
        control: ImportControl<'_>,
        run: impl FnOnce(&ImportTransaction<'_>) -> Result<T, E>,
    ) -> Result<ImportOutcome<T>, E> {
        self.database.import(access, control, run)
    }

    /// Indexes the words of records that a release from before the word index has written.
    pub fn index_words(&self) -> Result<(), StoreError> {
        if self.database.read_latest(words::are_all_current)? {
            return Ok(());
        }
        tracing::info!("indexing the words of stored records");
        let waiting = || tracing::info!("waiting for another process to index words");
        let index = |transaction: &ImportTransaction<'_>| {
            transaction.begin_write()?;
            words::index(transaction)
        };
        self.database.import::<_, StoreError>(
            Access::Write,
            ImportControl::uninterrupted(&waiting),
            index,
        )?;
        tracing::info!("indexed the words of stored records");
        Ok(())
    }

    fn queries(&self, resource: &Resource) -> &Arc<Queries> {
        &self.queries[resource.names.plural]
    }
}
