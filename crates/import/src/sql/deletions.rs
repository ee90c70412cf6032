//! Statements that apply tombstones to stored records.

use folkmoot_model::resource::facets::VOTING;
use folkmoot_model::resource::{Derived, Relation, Resource, Source};
use folkmoot_model::resources::{BASKETS, DELETED_ITEMS, PHASES};

use super::changes::{changed_values, current_values};
use super::tables::{LINE, pending_rows, staging_table};
use super::{OWNER, PAIR, PENDING, REFERRING, STAGED, STORED, THIS, TOMBSTONE, count_results, planned};
use crate::shape::{Reference, Shape, deletable_resources};

/// The table of the key and id of each stored record of one resource that a tombstone removes.
pub const REMOVED: &str = "removed_rows";

/// Tombstones of records of an unknown type: the line and the type.
pub fn unknown_types() -> String {
    let types: Vec<String> =
        deletable_resources().map(|resource| format!("'{}'", resource.names.deleted_type)).collect();
    format!(
        "SELECT {LINE}, type FROM {} WHERE type NOT IN ({})",
        staging_table(DELETED_ITEMS),
        types.join(", ")
    )
}

/// Tombstones of records that stored records of another resource cannot be without: the line, the smallest id of those
/// records, and how many there are.
pub fn needed_records(resource: &Resource, reference: &Reference) -> String {
    format!(
        "SELECT {TOMBSTONE}.{LINE}, MIN({REFERRING}.id), COUNT(*) FROM {} AS {TOMBSTONE}
         CROSS JOIN {} AS {REFERRING}
         WHERE {TOMBSTONE}.type = '{}' AND {REFERRING}.{} = {TOMBSTONE}.id AND {} AND {}
         GROUP BY {TOMBSTONE}.{LINE}",
        staging_table(DELETED_ITEMS),
        resource.names.plural,
        reference.target.names.deleted_type,
        reference.field.name,
        reference.condition(REFERRING),
        planned::is_untouched(resource, REFERRING)
    )
}

/// Creates [`REMOVED`].
pub fn create_removed(resource: &Resource) -> String {
    format!(
        "CREATE TEMP TABLE {REMOVED} AS SELECT {STORED}.key AS key, {STORED}.id AS id FROM {}",
        removed(resource)
    )
}

/// The stored records, aliased `stored`, that a staged tombstone removes.
fn removed(resource: &Resource) -> String {
    format!(
        "{} AS {TOMBSTONE} CROSS JOIN {} AS {STORED}
         WHERE {TOMBSTONE}.type = '{}' AND {STORED}.id = {TOMBSTONE}.id",
        staging_table(DELETED_ITEMS),
        resource.names.plural,
        resource.names.deleted_type
    )
}

/// The keys of the rows of a resource that refer to a record in [`REMOVED`].
pub fn referring_keys(resource: &Resource, reference: &Reference) -> String {
    format!(
        "SELECT {REFERRING}.key FROM {REMOVED} CROSS JOIN {} AS {REFERRING}
         WHERE {REFERRING}.{} = {REMOVED}.id AND {}",
        resource.names.plural,
        reference.field.name,
        reference.condition(REFERRING)
    )
}

/// The keys of the rows of a resource that have the same value in a column as a record of `removed` in [`REMOVED`].
pub fn sharing_keys(resource: &Resource, removed: &Resource, column: &str) -> String {
    format!(
        "SELECT {REFERRING}.key FROM {REMOVED} CROSS JOIN {} AS {STORED} CROSS JOIN {} AS {REFERRING}
         WHERE {STORED}.key = {REMOVED}.key AND {REFERRING}.{column} = {STORED}.{column}",
        removed.names.plural, resource.names.plural
    )
}

/// Remembers in the tombstones of the records in [`REMOVED`] what these were: whether they were public, whether a list
/// contained them, whether their timestamps were cut, and the vote of a ballot.
pub fn describe_removed(resource: &Resource) -> String {
    let plural = resource.names.plural;
    let at = |expression: &str| expression.replace(&format!("{THIS}."), &format!("{STORED}."));
    let mut set = vec![format!("was_public = {}", resource.public.condition(STORED))];
    set.extend(resource.only_where.map(|column| format!("was_listed = {STORED}.{column}")));
    set.extend(resource.timestamps_cut_where.map(|cut| format!("timestamp_is_cut = {}", at(cut))));
    if let Some(voting) = resource.voting.filter(|voting| voting.hides_records) {
        set.push(format!("phase_id = {STORED}.phase_id, project_id = {STORED}.project_id"));
        set.push(format!("voting = {}", at(voting.state)));
    }
    format!(
        "UPDATE {} AS {TOMBSTONE} SET {} FROM {REMOVED} CROSS JOIN {plural} AS {STORED}
         WHERE {STORED}.key = {REMOVED}.key AND {TOMBSTONE}.type = '{}' AND {TOMBSTONE}.id = {REMOVED}.id",
        DELETED_ITEMS.names.plural,
        set.join(", "),
        resource.names.deleted_type
    )
}

/// Cuts the timestamps of new tombstones of resources whose timestamps are always cut; `newest` is the greatest key before
/// the import.
pub fn cut_timestamps(newest: i64) -> String {
    let always = deletable_resources().filter(|resource| resource.timestamps_cut_where == Some("TRUE"));
    let types: Vec<String> = always.map(|resource| format!("'{}'", resource.names.deleted_type)).collect();
    format!(
        "UPDATE {} SET timestamp_is_cut = (type IN ({})) WHERE key > {newest}",
        DELETED_ITEMS.names.plural,
        types.join(", ")
    )
}

/// The state of the vote of the tombstone `tombstone`: the state of its ballot, if it existed.
fn vote_of_tombstone() -> String {
    let voting = BASKETS.field(VOTING).map(|field| field.source);
    let Some(Source::Derived(Derived { sql, .. })) = voting else { return "'running'".to_owned() };
    sql.replace(&format!("{THIS}."), &format!("{TOMBSTONE}."))
}

/// The keys of the tombstones of ballots whose vote has another state now. Considered are the new tombstones,
/// the tombstones of changed phases and of projects with such a phase, and, if the day changed, all. `newest`
/// returns the greatest key of a table before the import.
pub fn outdated_votes(newest: &dyn Fn(&str) -> i64, day_changed: bool) -> String {
    let (table, phases) = (DELETED_ITEMS.names.plural, PHASES.names.plural);
    let of_named = |column: &str, values: &str| {
        format!(
            "SELECT {TOMBSTONE}.key FROM ({values}) AS named
             CROSS JOIN {table} AS {TOMBSTONE} WHERE {TOMBSTONE}.{column} = named.value"
        )
    };
    let since = if day_changed { 0 } else { newest(table) };
    let keys = [
        format!("SELECT key FROM {table} WHERE key > {since}"),
        of_named("phase_id", &current_values(phases, "id", newest(phases))),
        of_named("project_id", &changed_values(phases, "project_id", newest(phases))),
    ];
    format!(
        "SELECT {TOMBSTONE}.key FROM ({}) AS keys CROSS JOIN {table} AS {TOMBSTONE}
         WHERE {TOMBSTONE}.key = keys.key AND {TOMBSTONE}.project_id IS NOT NULL AND {TOMBSTONE}.voting <> {}",
        keys.join(" UNION "),
        vote_of_tombstone()
    )
}

/// Updates the states of the votes of [`outdated_votes`].
pub fn update_votes(outdated: &str) -> String {
    format!(
        "UPDATE {} AS {TOMBSTONE} SET voting = {} WHERE key IN ({})",
        DELETED_ITEMS.names.plural,
        vote_of_tombstone(),
        outdated.replace(TOMBSTONE, "outdated")
    )
}

/// The keys of the records of a resource that are related to a record in [`REMOVED`].
pub fn related_keys(resource: &Resource, relation: &Relation) -> String {
    let Relation { table, own, other, .. } = relation;
    format!(
        "SELECT {OWNER}.key FROM {REMOVED} CROSS JOIN {table} AS {PAIR} CROSS JOIN {} AS {OWNER}
         WHERE {PAIR}.{other} = {REMOVED}.id AND {OWNER}.id = {PAIR}.{own}",
        resource.names.plural
    )
}

/// The keys of the stored tombstones of records that a resource's file contains again. `some_exist`: whether any staged row has
/// a stored record, so that the table of pending rows has all that have none.
pub fn restored_tombstones(shape: &Shape, some_exist: bool) -> String {
    let restored = restored(shape);
    if !some_exist {
        return format!("SELECT {TOMBSTONE}.key FROM {restored}");
    }
    let pending = pending_rows(shape.resource.names.plural);
    format!(
        "SELECT {TOMBSTONE}.key FROM {pending} AS {PENDING} CROSS JOIN {restored} AND {STAGED}.{LINE} = {PENDING}.{LINE}"
    )
}

/// How many stored tombstones there are of records that a resource's file contains again.
pub fn count_restored_tombstones(shape: &Shape) -> String {
    format!("SELECT COUNT(*) FROM {}", restored(shape))
}

fn restored(shape: &Shape) -> String {
    format!(
        "{} AS {STAGED} CROSS JOIN {} AS {TOMBSTONE}
         WHERE {TOMBSTONE}.type = '{}' AND {TOMBSTONE}.id = {STAGED}.id",
        shape.staging_table(),
        DELETED_ITEMS.names.plural,
        shape.resource.names.deleted_type
    )
}

/// How many stored records of a resource have a tombstone in the import.
pub fn count_removed(resource: &Resource) -> String {
    format!("SELECT COUNT(*) FROM {}", removed(resource))
}

/// How many stored rows go because a record that they must refer to has a tombstone in the import.
pub fn count_orphaned(resource: &Resource, references: &[Reference]) -> String {
    let keys = references.iter().filter(|reference| !reference.field.nullable).map(|reference| {
        format!(
            "SELECT {STORED}.key FROM {} AS {TOMBSTONE} CROSS JOIN {} AS {STORED}
             WHERE {TOMBSTONE}.type = '{}' AND {STORED}.{} = {TOMBSTONE}.id",
            staging_table(DELETED_ITEMS),
            resource.names.plural,
            reference.target.names.deleted_type,
            reference.field.name
        )
    });
    let keys: Vec<String> = keys.collect();
    if keys.is_empty() { "SELECT 0".to_owned() } else { count_results(&keys.join(" UNION ")) }
}

/// The condition that a record to which the row `alias` must refer has a tombstone in the import.
pub fn is_orphaned(references: &[Reference], alias: &str) -> String {
    let required = references.iter().filter(|reference| !reference.field.nullable);
    let removed = required
        .map(|reference| planned::is_removed(reference.target, &format!("{alias}.{}", reference.field.name)));
    let removed: Vec<String> = removed.collect();
    if removed.is_empty() { "FALSE".to_owned() } else { format!("({})", removed.join(" OR ")) }
}
