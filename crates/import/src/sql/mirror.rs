//! Statements of a mirror: removing stored rows that its source does not have.

use folkmoot_model::resource::Resource;
use folkmoot_model::resources::DELETED_ITEMS;

use super::tables::{GIVEN, LINE, RETAINED, staging_table};
use super::{STAGED, STORED, TOMBSTONE, equal_columns};
use crate::shape::{Reference, Shape};
use crate::sql::deletions::needed_records;

/// The table of the rows without an id that are to be removed, by the ids that identify them.
pub fn removed_rows(resource: &Resource) -> String {
    format!("removed_{}", resource.names.plural)
}

/// The columns of [`removed_rows`].
pub fn removed_columns(identity: &[&str]) -> String {
    let columns: Vec<String> = identity.iter().map(|name| format!("{name} {{uuid}} NOT NULL")).collect();
    format!("{}, PRIMARY KEY ({})", columns.join(", "), identity.join(", "))
}

/// Adds a tombstone for each stored record of a resource that has neither a staged row nor a staged tombstone; `now` is
/// the SQL expression of a timestamp, and `deleted_at` the name of the column.
pub fn stage_tombstones(resource: &Resource, now: &str, given: i64) -> String {
    let (plural, tombstones) = (resource.names.plural, staging_table(DELETED_ITEMS));
    let kind = resource.names.deleted_type;
    format!(
        "INSERT INTO {tombstones} ({LINE}, {GIVEN}, {RETAINED}, id, type, deleted_at)
         SELECT (SELECT COALESCE(MAX({LINE}), 0) FROM {tombstones}) + ROW_NUMBER() OVER (ORDER BY {STORED}.key),
           {given}, 0, {STORED}.id, '{kind}', {now}
         FROM {plural} AS {STORED}
         WHERE NOT EXISTS (SELECT 1 FROM {} AS {STAGED} WHERE {STAGED}.id = {STORED}.id)
           AND NOT EXISTS
             (SELECT 1 FROM {tombstones} AS {TOMBSTONE} WHERE {TOMBSTONE}.type = '{kind}' AND {TOMBSTONE}.id = {STORED}.id)",
        staging_table(resource)
    )
}

/// The keys of the stored rows of a resource that no staged row gives.
pub fn unlisted_keys(shape: &Shape) -> String {
    format!(
        "SELECT {STORED}.key FROM {} AS {STORED} WHERE NOT EXISTS (SELECT 1 FROM {} AS {STAGED} WHERE {})",
        shape.resource.names.plural,
        shape.staging_table(),
        equal_columns(&shape.identity(), STAGED, STORED)
    )
}

/// Adds the stored rows that no staged row gives to [`removed_rows`].
pub fn stage_unlisted(shape: &Shape) -> String {
    let (plural, identity) = (shape.resource.names.plural, shape.identity().join(", "));
    format!(
        "INSERT INTO {} ({identity}) SELECT {identity} FROM {plural} WHERE key IN ({}) ON CONFLICT DO NOTHING",
        removed_rows(shape.resource),
        unlisted_keys(shape)
    )
}

/// The keys of the stored rows that [`removed_rows`] identifies.
pub fn removed_keys(shape: &Shape) -> String {
    format!(
        "SELECT {STORED}.key FROM {} AS removed CROSS JOIN {} AS {STORED} WHERE {}",
        removed_rows(shape.resource),
        shape.resource.names.plural,
        equal_columns(&shape.identity(), "removed", STORED)
    )
}

/// Deletes the staged tombstones of records that stored records cannot be without.
pub fn delete_needed(resource: &Resource, reference: &Reference) -> String {
    format!(
        "DELETE FROM {} WHERE {LINE} IN (SELECT needed.{LINE} FROM ({}) AS needed)",
        staging_table(DELETED_ITEMS),
        needed_records(resource, reference)
    )
}
