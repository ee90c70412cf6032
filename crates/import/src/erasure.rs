//! The erasure of people: an import of their tombstones that also clears what concerns them, in one transaction.

use std::io::{self, BufRead, Cursor, Read};

use folkmoot_database::import_transaction::ImportTransaction;
use folkmoot_model::people::{PersonColumn, person_columns, written_by};
use folkmoot_model::resource::Field;
use folkmoot_model::resources::{DELETED_ITEMS, USERS};
use folkmoot_model::timestamp::timestamp;
use folkmoot_store::people::{PersonHasher, concerned_through, record_erased};
use folkmoot_store::{Store, StoreError};
use jiff::Timestamp;
use jiff::civil::Date;
use uuid::Uuid;

use crate::blob_sink::MeasuringSink;
use crate::changes::mark_changed_rows;
use crate::context::ImportContext;
use crate::error::ImportError;
use crate::input::Input;
use crate::load::LoadedFile;
use crate::options::{Mode, Options, Silent};
use crate::sql::changes::Mark;
use crate::sql::erased as statements;
use crate::sql::observed::bits_of_columns;
use crate::{day, run};

/// An erasure of people.
pub struct Erasure<'a> {
    /// The people.
    pub people: &'a [Uuid],
    /// Whether to erase what they wrote, too.
    pub with_texts: bool,
    /// The timestamp of the erasure.
    pub now: Timestamp,
    /// Hashes the ids for the list of erased people.
    pub hasher: &'a PersonHasher,
    /// Further writes of the same transaction.
    pub also: &'a dyn Fn(&ImportTransaction<'_>) -> Result<(), StoreError>,
}

impl Erasure<'_> {
    fn day(&self) -> Date {
        self.now.to_zoned_datetime(jiff::tz::TimeZone::UTC).date()
    }

    /// Clears what the deletion of the people does not clear. Runs before that deletion, while references still show what
    /// concerns them.
    pub(crate) fn clear(&self, context: &ImportContext<'_>) -> Result<(), StoreError> {
        let (transaction, people) = (context.transaction, statements::people_to_erase());
        for column in person_columns() {
            let written = written_by(column.resource, column.field.name);
            if self.with_texts && !written.is_empty() {
                clear_fields(context, &column, &written, &people)?;
            }
            if !column.is_reference() {
                clear_fields(context, &column, &[column.field], &people)?;
            }
        }
        record_erased(transaction.executor(), self.hasher, self.people, self.with_texts, self.day())?;
        (self.also)(transaction)
    }
}

/// Erases people: deletes their records, clears references to them, and adds them to the list of erased people. No other
/// field of a record changes, not even `updated_at`.
pub fn erase(store: &Store, erasure: &Erasure<'_>) -> Result<(), ImportError> {
    // The end of votes is no part of the erasure: readers at all levels see it at once.
    day::begin(store, erasure.now, None)?;
    let input = Tombstones::new(erasure);
    let options =
        Options { mode: Mode::default(), now: erasure.now, progress: &Silent, blobs: &MeasuringSink };
    let is_erasure = |context: &mut ImportContext<'_>, _: &[LoadedFile]| {
        context.is_erasure = true;
        Ok(())
    };
    let steps = run::Steps {
        after_load: &is_erasure,
        before_write: &|context| erasure.clear(context),
        ..run::Steps::default()
    };
    run::import_with(store, &input, &options, &steps).map(drop)
}

/// Clears fields of the records that concern the people through a column.
fn clear_fields(
    context: &ImportContext<'_>,
    column: &PersonColumn,
    fields: &[&Field],
    people: &str,
) -> Result<(), StoreError> {
    let plural = column.resource.names.plural;
    let executor = context.transaction.executor();
    let condition = concerned_through(executor, column, plural, people, &[])?;
    let keys = format!("SELECT key FROM {plural} WHERE {condition}");
    let columns: Vec<String> = fields.iter().map(|field| field.column_name()).collect();
    let bits = bits_of_columns(column.resource, columns.iter().map(String::as_str));
    mark_changed_rows(context, column.resource, &keys, &Mark::Changed(bits.to_string(), None))?;
    context.transaction.execute(&statements::clear_stored(plural, fields, &condition)).map(drop)
}

/// The tombstones of people, as the input of an import.
struct Tombstones {
    lines: String,
}

impl Tombstones {
    fn new(erasure: &Erasure<'_>) -> Self {
        let deleted_at = timestamp(erasure.now.as_millisecond());
        let kind = USERS.names.deleted_type;
        let line = |person: &Uuid| {
            serde_json::json!({ "id": person, "type": kind, "deleted_at": deleted_at }).to_string() + "\n"
        };
        Self { lines: erasure.people.iter().map(line).collect() }
    }
}

impl Input for Tombstones {
    fn has(&self, plural: &str) -> bool {
        plural == DELETED_ITEMS.names.plural
    }

    fn name(&self, plural: &str) -> String {
        plural.to_owned()
    }

    fn open(&self, _: &str) -> io::Result<Box<dyn BufRead + Send + '_>> {
        Ok(Box::new(Cursor::new(self.lines.as_bytes())))
    }

    fn platform(&self) -> io::Result<Option<String>> {
        Ok(None)
    }

    fn open_bytes(&self, _: &str) -> io::Result<Box<dyn Read + '_>> {
        Err(io::ErrorKind::NotFound.into())
    }
}
