//! Copying a platform from one database to another, of whichever kind.

use std::collections::BTreeSet;

use folkmoot_database::executor::Executor;
use folkmoot_database::import_transaction::{Access, ImportControl, ImportTransaction};
use folkmoot_model::resource::facets::relations;
use folkmoot_model::resources::RESOURCES;
use folkmoot_model::resources::all_resources;

use super::changes::{self, Subject};
use super::schema::{self, Column};
use super::{Store, StoreError};
use super::{platform, words};

/// Receives the progress of a copy.
pub trait Observer {
    /// The copy of a table begins.
    fn copying(&self, table: &str);
    /// This number of further rows was copied.
    fn copied(&self, rows: u64);
}

/// The copied tables beside those of resources and their relations.
const OTHER_TABLES: &[&str] = &[
    "platform",
    "platform_secret",
    "platform_clock",
    "platform_day",
    "clients",
    "file_contents",
    "admin_keys",
    "audit_log",
    "usage_hours",
    "usage_days",
    "usage_client_days",
    "usage_totals",
    "usage_reads",
    "usage_refusals",
    "calendar_entries",
    "client_activity",
    "recent_requests",
    "client_senders",
    "imports",
    "erased_people",
    "deferred_changes",
    "withdrawn_votes",
    "access_settings",
    "mirror",
    "mirror_run",
    "component_modules",
    "webhook_endpoints",
];

/// The copied tables that have their row before a platform is imported.
const SINGLE_ROWS: &[&str] = &["platform_secret", "platform_clock", "platform_day"];

/// Every table of a platform. The change feed, signing keys, unreferenced blobs, sessions of administrators, exports
/// and the batches of usage belong to one database and are not copied.
pub fn tables() -> BTreeSet<&'static str> {
    let resources = all_resources().map(|resource| resource.names.plural);
    let related = RESOURCES.iter().flat_map(|resource| relations(resource)).map(|relation| relation.table);
    resources.chain(related).chain(OTHER_TABLES.iter().copied()).collect()
}

/// The number of connections of other programs to the source, such as servers: those that are older than this program, which
/// started this number of milliseconds ago. 0 for the embedded database, where a lock shows whether a server runs.
pub fn other_connections(source: &Store, age: i64) -> Result<i64, StoreError> {
    source.database.read_latest(|executor| match executor.dialect().older_connections {
        Some(count) => executor.number(count, &[age.into()]),
        None => Ok(0),
    })
}

/// Copies all tables from one state of `source` into `target`, in one transaction. The target must be empty. Returns the
/// number of rows.
pub fn copy(source: &Store, target: &Store, observer: &dyn Observer) -> Result<u64, StoreError> {
    source.database.read_tables(|from| copy_state(from, target, observer))
}

/// Copies all tables from the state of the database that `from` reads, like [`copy`].
pub(super) fn copy_state(
    from: &dyn Executor,
    target: &Store,
    observer: &dyn Observer,
) -> Result<u64, StoreError> {
    let waiting = || observer.copying("waiting for another process");
    let copy = |transaction: &ImportTransaction<'_>| {
        transaction.begin_write()?;
        if platform::read(transaction.executor())?.is_some() {
            return Err(StoreError::NotEmpty);
        }
        // Migrations and programs that opened the target made these.
        for table in SINGLE_ROWS {
            transaction.executor().execute(&format!("DELETE FROM {table}"), &[])?;
        }
        let deferred: Vec<&str> =
            tables().into_iter().filter(|table| !OTHER_TABLES.contains(table)).collect();
        transaction.defer_indexes(&deferred)?;
        let columns = schema::columns(from)?;
        let mut rows = 0;
        for table in tables() {
            observer.copying(table);
            let columns = columns.get(table).map(Vec::as_slice).unwrap_or_default();
            rows += copy_table(from, transaction, table, columns, observer)?;
        }
        transaction.rebuild_indexes()?;
        words::index(transaction)?;
        // The contents of files were copied before; from now on, files refer to them.
        transaction
            .executor()
            .execute("DELETE FROM unreferenced_blobs WHERE blob IN (SELECT blob FROM file_contents)", &[])?;
        publish_changes(transaction)?;
        Ok(rows)
    };
    target.import(Access::Write, ImportControl::uninterrupted(&waiting), copy).map(|imported| imported.value)
}

/// The number of rows of each table of the platform.
pub fn row_counts(store: &Store) -> Result<Vec<(&'static str, i64)>, StoreError> {
    store.database.read_tables(row_counts_of)
}

/// The number of rows of each table of the platform in the state that `executor` reads.
pub(super) fn row_counts_of(executor: &dyn Executor) -> Result<Vec<(&'static str, i64)>, StoreError> {
    let count = |table| Ok((table, executor.number(&format!("SELECT COUNT(*) FROM {table}"), &[])?));
    tables().into_iter().map(count).collect()
}

fn copy_table(
    from: &dyn Executor,
    transaction: &ImportTransaction<'_>,
    table: &str,
    columns: &[Column],
    observer: &dyn Observer,
) -> Result<u64, StoreError> {
    let names: Vec<&str> = columns.iter().map(|column| column.name.as_str()).collect();
    let mut writer = transaction.bulk_writer(table, &names)?;
    let mut rows = 0;
    let order = names.first().copied().unwrap_or("key");
    let mut values = Vec::with_capacity(names.len());
    from.query(&format!("SELECT {} FROM {table} ORDER BY {order}", names.join(", ")), &[], &mut |row| {
        values.clear();
        for column in 0..names.len() {
            values.push(row.value(column)?);
        }
        writer.write(&mut values.iter())?;
        rows += 1;
        observer.copied(1);
        Ok(())
    })?;
    writer.finish()?;
    if let Some(sql) = transaction.executor().dialect().advance_keys
        && names.contains(&"key")
        && table != "platform"
        && !SINGLE_ROWS.contains(&table)
    {
        transaction.executor().number(&sql.replace("{table}", table), &[])?;
    }
    Ok(rows)
}

/// Adds to the target's change feed that everything changed.
fn publish_changes(transaction: &ImportTransaction<'_>) -> Result<(), StoreError> {
    let executor = transaction.executor();
    for resource in all_resources() {
        changes::record_all(executor, Subject::Records(resource))?;
    }
    changes::record_all(executor, Subject::Platform)?;
    changes::record_all(executor, Subject::Clients)
}
