//! Copying all records and clients from one database to another, whichever they are.

use std::collections::BTreeSet;

use folkmoot_model::resource::facets::relations;
use folkmoot_model::resources::RESOURCES;
use folkmoot_model::resources::all_resources;
use uuid::Uuid;

use super::changes::{self, Subject};
use super::session::{Access, Session};
use super::{Store, StoreError};

/// Who is told how far a copy is.
pub trait Observer {
    /// Another table is copied from now on.
    fn copying(&self, table: &str);
    /// So many rows more were copied.
    fn copied(&self, rows: u64);
}

/// Tables beside those of resources and their relations.
const OTHERS: &[&str] = &["platform", "clients", "file_contents"];

/// Every table of a platform; the change feed, signing keys and bytes that no record has are each database's own.
pub fn tables() -> BTreeSet<&'static str> {
    let resources = all_resources().map(|resource| resource.names.plural);
    let related = RESOURCES.iter().flat_map(|resource| relations(resource)).map(|relation| relation.table);
    resources.chain(related).chain(OTHERS.iter().copied()).collect()
}

impl Store {
    /// Brings everything from another database in, in one transaction, from one state of the other. This one must be
    /// empty. How many rows there were.
    pub fn copy_from(&self, source: &Self, observer: &dyn Observer) -> Result<u64, StoreError> {
        source.read_long(|from| {
            let waiting = || observer.copying("waiting for another process");
            let copy = |session: &Session<'_>| {
                session.begin_write(&waiting)?;
                if session.platform()?.is_some() {
                    return Err(StoreError::NotEmpty);
                }
                let filled: Vec<&str> =
                    tables().into_iter().filter(|table| !OTHERS.contains(table)).collect();
                session.take(&filled)?;
                let mut rows = 0;
                for table in tables() {
                    observer.copying(table);
                    rows += copy_table(from, session, table, observer)?;
                }
                session.settle()?;
                finish(session)?;
                Ok(rows)
            };
            self.import(Access::Write, &waiting, copy).map(|imported| imported.value)
        })
    }

    /// How many rows each table of the platform has.
    pub fn row_counts(&self) -> Result<Vec<(&'static str, i64)>, StoreError> {
        self.read_long(|connection| {
            let count =
                |table| Ok((table, connection.number(&format!("SELECT COUNT(*) FROM {table}"), &[])?));
            tables().into_iter().map(count).collect()
        })
    }

    /// Remembers that bytes are being copied under this name; an earlier copy that failed may have done so before.
    pub fn expect_copied_blob(&self, blob: Uuid, now: i64) -> Result<(), StoreError> {
        self.write(|transaction| {
            transaction.execute(
                "INSERT INTO loose_blobs (blob, awaited, since) VALUES (?1, TRUE, ?2)
                 ON CONFLICT (blob) DO UPDATE SET awaited = TRUE, since = excluded.since",
                &[blob.into(), now.into()],
            )?;
            Ok(())
        })
    }

    /// Remembers that the copied contents are no loose bytes any more.
    pub fn forget_blobs(&self, blobs: &[Uuid]) -> Result<(), StoreError> {
        self.write(|transaction| {
            for blob in blobs {
                transaction.execute("DELETE FROM loose_blobs WHERE blob = ?1", &[(*blob).into()])?;
            }
            Ok(())
        })
    }
}

fn copy_table(
    from: &dyn super::connection::Connection,
    session: &Session<'_>,
    table: &str,
    observer: &dyn Observer,
) -> Result<u64, StoreError> {
    let columns = from.all(from.dialect().columns, &[table.into()], |row| row.some_text(0))?;
    let names: Vec<&str> = columns.iter().map(String::as_str).collect();
    let mut filler = session.filler(table, &names)?;
    let mut rows = 0;
    let order = names.first().copied().unwrap_or("key");
    let mut values = Vec::with_capacity(names.len());
    from.query(&format!("SELECT {} FROM {table} ORDER BY {order}", names.join(", ")), &[], &mut |row| {
        values.clear();
        for column in 0..names.len() {
            values.push(row.value(column)?);
        }
        filler.put(&mut values.iter())?;
        rows += 1;
        observer.copied(1);
        Ok(())
    })?;
    filler.finish()?;
    if let Some(sql) = session.connection().dialect().continue_keys
        && names.contains(&"key")
        && table != "platform"
    {
        session.connection().number(&sql.replace("{table}", table), &[])?;
    }
    Ok(rows)
}

/// Tells everyone who follows the target's changes that everything is new.
fn finish(session: &Session<'_>) -> Result<(), StoreError> {
    let connection = session.connection();
    for resource in all_resources() {
        changes::record_all(connection, Subject::Records(resource))?;
    }
    changes::record_all(connection, Subject::Platform)?;
    changes::record_all(connection, Subject::Clients)
}
