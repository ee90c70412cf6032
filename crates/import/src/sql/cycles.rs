//! Queries that find references of records to records of the same resource that lead back to where they began.

use crate::shape::{Reference, Shape};

use super::tables::LINE;
use super::{STAGED, STAGED_TARGET, STORED_TARGET, planned};

/// The edges above the file's rows: each record that refers to another one which itself refers to one, with the id that it
/// refers to.
pub const EDGES: &str = "ancestor_edges";
/// The edges from which no walk upwards ends.
pub const ENDLESS: &str = "endless_edges";

/// Creates [`EDGES`] by following the references upwards from the file's rows.
pub fn create_edges(shape: &Shape, reference: &Reference) -> String {
    let (staging, table, name) = (shape.staging_table(), shape.resource.names.plural, reference.field.name);
    // The record above another one is its staged row, else the stored one unless the import removes it.
    let above = |id: &str| {
        format!(
            "LEFT JOIN {staging} AS {STAGED_TARGET} ON {STAGED_TARGET}.id = {id}
             LEFT JOIN {table} AS {STORED_TARGET} ON {STORED_TARGET}.id = {id} AND {STAGED_TARGET}.id IS NULL
               AND NOT {}",
            planned::is_removed(shape.resource, &format!("{STORED_TARGET}.id"))
        )
    };
    let next = format!(
        "CASE WHEN {STAGED_TARGET}.id IS NULL THEN {STORED_TARGET}.{name} ELSE {STAGED_TARGET}.{name} END"
    );
    // A record in a cycle refers to one that refers to another, so most rows need not be followed.
    format!(
        "CREATE TEMP TABLE {EDGES} AS
         WITH RECURSIVE climbed (id, next) AS (
             SELECT {STAGED}.id, {STAGED}.{name} FROM {staging} AS {STAGED} {}
             WHERE {STAGED}.{name} IS NOT NULL AND {next} IS NOT NULL
             UNION
             SELECT COALESCE({STAGED_TARGET}.id, {STORED_TARGET}.id), {next} FROM climbed {}
             WHERE climbed.next IS NOT NULL AND ({STAGED_TARGET}.id IS NOT NULL OR {STORED_TARGET}.id IS NOT NULL)
         )
         SELECT id, next FROM climbed",
        above(&format!("{STAGED}.{name}")),
        above("climbed.next")
    )
}

/// Creates [`ENDLESS`], after the index that it needs, by walking down from the records that refer to nothing: an edge
/// that this walk does not reach is in a cycle or below one.
pub fn create_endless() -> [String; 2] {
    [
        format!("CREATE INDEX {EDGES}_next ON {EDGES} (next)"),
        format!(
            "CREATE TEMP TABLE {ENDLESS} AS
             WITH RECURSIVE descended (id) AS (
                 SELECT id FROM {EDGES} WHERE next IS NULL
                 UNION ALL
                 SELECT child.id FROM descended CROSS JOIN {EDGES} AS child WHERE child.next = descended.id
             )
             SELECT id, next FROM {EDGES} WHERE id NOT IN (SELECT id FROM descended)"
        ),
    ]
}

/// Creates a table of paths twice as long as the paths of `table`, after the index that it needs.
pub fn create_doubled_paths(table: &str, doubled: &str) -> [String; 2] {
    [
        format!("CREATE INDEX {table}_id ON {table} (id)"),
        format!(
            "CREATE TEMP TABLE {doubled} AS SELECT near.id AS id, far.next AS next
             FROM {table} AS near CROSS JOIN {table} AS far WHERE far.id = near.next"
        ),
    ]
}

/// The lines of records at which a path of `paths` ends, each with the id that it refers to.
pub fn lines_in_cycles(shape: &Shape, reference: &Reference, paths: &str) -> String {
    let (staging, name) = (shape.staging_table(), reference.field.name);
    format!(
        "SELECT {LINE}, {name} FROM {staging} WHERE {name} IS NOT NULL AND id IN (SELECT next FROM {paths})"
    )
}
