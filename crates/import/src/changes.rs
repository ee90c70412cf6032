//! The rows that an import changes, for the counters and for the change feed.
//!
//! Whatever changes or removes a stored row marks it before. The entries of the feed follow from the marks: a
//! row has an entry if responses show it differently, or if the relations that lists filter by differ.

use std::collections::{BTreeMap, BTreeSet};

use folkmoot_database::import_transaction::ImportTransaction;
use folkmoot_model::access::{AccessLevel, Treatment, treatment};
use folkmoot_model::resource::columns::IMPORTED_COUNTERS;
use folkmoot_model::resource::facets::relations;
use folkmoot_model::resource::{Counted, Derived, PublicRecords, Resource, Source};
use folkmoot_model::resources::{RESOURCES, all_resources, is_tombstones};
use folkmoot_store::StoreError;
use folkmoot_store::audience::not_seen_by;
use folkmoot_store::changes::entries_of_rows::{Publication, Readers, inserted_rows};
use folkmoot_store::changes::{self, Subject, removed};
use folkmoot_store::platform_clock;

use crate::context::ImportContext;
use crate::shape::{derived, relations_stored_in, resource_named};
use crate::sql::changes::{Mark, NewValues, ShownColumn};
use crate::sql::observed::{self, Comparison, Difference};
use crate::sql::{changes as statements, count_results, erased, keys, tables};
use crate::{deleted_people, parts};

/// Every table and column, once, whose earlier values determine which records are computed again: columns
/// that counters count, and columns whose value derived columns of other records share.
fn remembered_columns() -> Vec<(&'static str, &'static str)> {
    let counted =
        RESOURCES.iter().flat_map(|resource| resource.fields).filter_map(|field| match field.source {
            Source::Counted(Counted { table, column, .. }) => Some((table, column)),
            _ => None,
        });
    let shared =
        RESOURCES.iter().flat_map(|resource| derived(resource)).filter_map(|(_, derived)| derived.also);
    let mut columns: Vec<_> = counted.chain(shared).collect();
    columns.sort_unstable();
    columns.dedup();
    columns
}

/// Whether derived columns or counters, of any record, read a column of a table. A name that is a part of another one counts as
/// read, too.
pub(crate) fn is_read(table: &str, column: &str) -> bool {
    let mut fields =
        RESOURCES.iter().flat_map(|resource| resource.fields.iter().map(move |field| (resource, field)));
    column == IMPORTED_COUNTERS
        || fields.any(|(resource, field)| {
            let is_own = resource.names.plural == table;
            match field.source {
                Source::Counted(Counted { only, table: of, column: by, own_column, shared, sum_of }) => {
                    let counts =
                        of == table && (by == column || sum_of == Some(column) || only.contains(column));
                    counts
                        || is_own && own_column == column
                        || (is_own || of == table) && shared == Some(column)
                }
                Source::Derived(Derived { sql, tables, also, .. }) => {
                    (is_own || tables.contains(&table)) && sql.contains(column)
                        || also == Some((table, column))
                }
                _ => false,
            }
        })
}

/// Every column that records of another resource show.
fn shown_columns() -> Vec<ShownColumn> {
    let joined =
        RESOURCES.iter().flat_map(|resource| resource.fields.iter().map(move |field| (*resource, field)));
    let shown = joined.filter_map(|(dependent, field)| {
        if let Source::Joined { table, reference, column } = field.source {
            let column = resource_named(table)?.columns().into_iter().find(|other| other.name == column)?;
            return Some(ShownColumn { dependent, reference, table, column, bits: 0 });
        }
        let Treatment::PublicReference(table) = treatment(AccessLevel::Public, dependent, field) else {
            return None;
        };
        let target = resource_named(table)?;
        let PublicRecords::Where(public) = target.public else { return None };
        let column = target.columns().into_iter().find(|column| column.name == public)?;
        let others = AccessLevel::ALL.into_iter().filter(|level| *level > AccessLevel::Public);
        let bits = others.fold(0, |bits, level| bits | not_seen_by(level));
        Some(ShownColumn { dependent, reference: field.name, table, column, bits })
    });
    shown.collect()
}

/// The columns that records of other resources show, of each table that has some.
fn shown_tables() -> BTreeMap<&'static str, Vec<String>> {
    let mut tables: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for ShownColumn { table, column, .. } in shown_columns() {
        tables.entry(table).or_default().insert(column.name);
    }
    tables.into_iter().map(|(table, columns)| (table, columns.into_iter().collect())).collect()
}

/// Declares the tables of changed keys and previous values.
pub fn declare_tables(transaction: &ImportTransaction<'_>) {
    for resource in all_resources() {
        transaction.declare_table(tables::changed_keys(resource.names.plural), tables::CHANGED_COLUMNS);
    }
    for (table, column) in remembered_columns() {
        transaction.declare_table(tables::previous_values(table, column), tables::PREVIOUS_VALUE_COLUMNS);
    }
    transaction.declare_table(observed::EQUALLY_SHOWN.to_owned(), observed::EQUALLY_SHOWN_COLUMNS);
    for (table, names) in shown_tables() {
        let shown = shown_columns().into_iter().filter(|shown| shown.table == table);
        let types: BTreeMap<String, _> = shown.map(|shown| (shown.column.name, shown.column.kind)).collect();
        let columns = names.iter().map(|name| format!(", {name} {}", types[name].placeholder()));
        let columns: String = columns.collect();
        let columns = format!("key {{integer}} PRIMARY KEY{columns}");
        transaction.declare_table(tables::shown_values(table), &columns);
    }
}

/// The newest change of each subject that an import can change.
pub fn newest_by_subject(context: &ImportContext<'_>) -> Result<BTreeMap<String, i64>, StoreError> {
    let subjects = all_resources().map(Subject::Records).chain([Subject::Platform]);
    let names: Vec<&str> = subjects.map(Subject::name).collect();
    let newest = changes::newest_of_each(context.transaction.executor(), &names)?;
    Ok(names.into_iter().map(str::to_owned).zip(newest).collect())
}

/// Marks rows that are about to be changed or removed, and remembers their values that other records count or show; `keys`
/// is a query.
pub fn mark_changed_rows(
    context: &ImportContext<'_>,
    resource: &'static Resource,
    keys: &str,
    mark: &Mark,
) -> Result<(), StoreError> {
    add_marks(context, resource, keys, mark)?;
    remember(context, resource, keys)
}

/// Marks rows that are about to get the values of a table with their keys and these columns, and remembers values like
/// [`mark_changed_rows`].
pub fn mark_differing_rows(
    context: &ImportContext<'_>,
    resource: &'static Resource,
    table: &str,
    columns: &[Difference],
) -> Result<(), StoreError> {
    let comparable = |kind, value: &str| context.transaction.comparable(kind, value);
    let comparison = Comparison {
        comparable: &comparable,
        day: &|timestamp| context.transaction.day(timestamp),
        newest: &|table| context.newest(table),
    };
    parts::compare(context, resource, table, columns, &comparison)?;
    let read = columns.iter().filter(|difference| is_read(resource.names.plural, &difference.column));
    let is_read = observed::any_of(read.map(|difference| comparison.differs(difference, |value| value)));
    let values = NewValues { table: table.to_owned(), is_read };
    let mark = Mark::Changed(observed::bits(resource, columns, &comparison), Some(values));
    mark_changed_rows(context, resource, &keys(table), &mark)
}

/// Marks rows whose derived columns may change, because rows that these read are about to be removed; `keys` is a query.
pub fn mark_candidates(
    context: &ImportContext<'_>,
    resource: &'static Resource,
    keys: &str,
) -> Result<(), StoreError> {
    add_marks(context, resource, keys, &Mark::Candidate)
}

fn remember(context: &ImportContext<'_>, resource: &Resource, keys: &str) -> Result<(), StoreError> {
    let table = resource.names.plural;
    for (_, column) in remembered_columns().into_iter().filter(|(counted, _)| *counted == table) {
        let insert = statements::remember_values(table, column, keys);
        context.transaction.add_rows(tables::previous_values(table, column), &insert)?;
    }
    if let Some(columns) = shown_tables().get(table) {
        let insert = statements::remember_shown(table, columns, keys);
        context.transaction.add_rows(tables::shown_values(table), &insert)?;
    }
    Ok(())
}

/// Marks rows that are about to be removed, and the records whose relations they are, and describes the rows for the change
/// feed; `keys` is a query.
pub fn mark_removed_rows(context: &ImportContext<'_>, table: &str, keys: &str) -> Result<(), StoreError> {
    let transaction = context.transaction;
    if let Some(resource) = all_resources().find(|resource| resource.names.plural == table) {
        mark_changed_rows(context, resource, keys, &Mark::of_everything())?;
        transaction.execute(&removed::describe(resource, keys, transaction.executor().dialect()))?;
    }
    for (owner, relation) in relations_stored_in(table) {
        let owners = statements::owners_of_pairs(&relation, owner.names.plural, keys);
        mark_changed(context, owner, &owners)?;
    }
    Ok(())
}

/// Marks rows that the change feed must contain; `keys` is a query.
pub fn mark_changed(
    context: &ImportContext<'_>,
    resource: &'static Resource,
    keys: &str,
) -> Result<(), StoreError> {
    add_marks(context, resource, keys, &Mark::of_everything())
}

/// Marks rows; `keys` is a query.
pub fn add_marks(
    context: &ImportContext<'_>,
    resource: &Resource,
    keys: &str,
    mark: &Mark,
) -> Result<(), StoreError> {
    let table = tables::changed_keys(resource.names.plural);
    context.transaction.add_rows(table, &statements::mark(resource, keys, mark))
}

/// Adds every inserted, changed and removed row to the change feed. Removed rows are first, each before the
/// rows that it refers to; the others follow, each after the rows that it refers to.
pub fn publish_changes(context: &ImportContext<'_>) -> Result<(), StoreError> {
    let transaction = context.transaction;
    mark_owners_of_new_pairs(context)?;
    mark_dependents(context)?;
    deleted_people::note_dependents(context)?;
    changes::lock(transaction.executor())?;
    if context.summary.platform_changed {
        changes::record_all(transaction.executor(), Subject::Platform)?;
    }
    let publication = Publication {
        happened_at: transaction.timestamp(context.now),
        readers: if context.is_erasure { Readers::Full } else { Readers::All },
        released_on: released_on(context)?,
    };
    let resources: Vec<&Resource> = all_resources().collect();
    for resource in resources.iter().rev() {
        let plural = resource.names.plural;
        if context.has_marked_rows(plural)? {
            let removed = statements::removed_rows(resource, context.newest(plural));
            let entries = transaction.execute(&publication.of_rows(resource, &removed))?;
            if entries > 0 {
                transaction.execute(&statements::delete_deferred(resource, &removed))?;
                defer(context, &publication, resource, &[(publication.readers, &removed)])?;
            }
        }
    }
    for resource in &resources {
        let plural = resource.names.plural;
        let newest = context.newest(plural);
        if context.has_marked_rows(plural)? {
            let changed = statements::changed_rows(resource, newest);
            publish_changed(context, &publication, resource, &changed)?;
        }
        if context.has_new_rows(plural)? {
            publish_inserted(context, &publication, resource, newest)?;
        }
    }
    removed::number_removed(transaction.executor())
}

/// The greatest number of new rows of a resource that are deferred one by one.
const MOST_DEFERRED: u64 = 50_000;

/// Adds entries for new rows, and defers the rows that readers below `full` get on the next day.
fn publish_inserted(
    context: &ImportContext<'_>,
    publication: &Publication,
    resource: &Resource,
    newest: i64,
) -> Result<(), StoreError> {
    let transaction = context.transaction;
    transaction.execute(&publication.of_insertions(resource, newest))?;
    if resource.timestamps_cut_where.is_none() || is_tombstones(resource) {
        return Ok(());
    }
    let rows = inserted_rows(resource, newest);
    if context.count(&count_results(&rows))? > MOST_DEFERRED {
        return transaction.execute(&publication.release_insertions(resource, newest)).map(drop);
    }
    defer(context, publication, resource, &[(publication.readers, &rows)])
}

/// Adds entries for changed rows. Rows that concern deleted people get the entries of an erasure, except for
/// readers who do not see them any more. Entries of removed rows are for all, because the lists of deletions
/// contain them at once.
fn publish_changed(
    context: &ImportContext<'_>,
    publication: &Publication,
    resource: &Resource,
    rows: &str,
) -> Result<(), StoreError> {
    let transaction = context.transaction;
    if !context.deletes_people {
        let entries = transaction.execute(&publication.of_rows(resource, rows))?;
        return if entries > 0 {
            defer(context, publication, resource, &[(publication.readers, rows)])
        } else {
            Ok(())
        };
    }
    let parts = [
        (Readers::All, erased::other_rows(resource, rows)),
        (Readers::HiddenFrom, erased::hidden_rows(resource, rows)),
        (Readers::Full, erased::concerned_rows(resource, rows)),
    ];
    let [others, hidden, concerned] = parts.each_ref().map(|(readers, rows)| (*readers, rows.as_str()));
    transaction.execute(&publication.of_parts(resource, &[others, hidden, concerned]))?;
    defer(context, publication, resource, &[others, concerned])
}

/// Defers changes for the readers who do not get them at once.
fn defer(
    context: &ImportContext<'_>,
    publication: &Publication,
    resource: &Resource,
    parts: &[(Readers, &str)],
) -> Result<(), StoreError> {
    if is_tombstones(resource) {
        return Ok(());
    }
    context.transaction.execute(&publication.defer(resource, parts)).map(drop)
}

/// The day on which readers below `full` get deferred entries, as an SQL expression.
fn released_on(context: &ImportContext<'_>) -> Result<String, StoreError> {
    let executor = context.transaction.executor();
    let day = match context.begun_day {
        Some(day) => day,
        None => platform_clock::read(executor, context.current_time())?.release_day(),
    };
    Ok(executor.dialect().translate(&format!("CAST('{day}' AS {{date}})")))
}

/// Marks the records that show a value of another record which has changed.
fn mark_dependents(context: &ImportContext<'_>) -> Result<(), StoreError> {
    for shown in shown_columns() {
        let newest = context.newest(shown.dependent.names.plural);
        if newest > 0 && context.has_rows(&tables::shown_values(shown.table))? {
            let comparable = |value: &str| context.transaction.comparable(shown.column.kind, value);
            let mark = Mark::Changed(shown.bits.to_string(), None);
            add_marks(context, shown.dependent, &statements::dependents(&shown, newest, &comparable), &mark)?;
        }
    }
    Ok(())
}

/// Marks the records from before the import that have new rows of a relation, because lists filter by these.
fn mark_owners_of_new_pairs(context: &ImportContext<'_>) -> Result<(), StoreError> {
    for resource in RESOURCES {
        let owner = resource.names.plural;
        let newest_owner = context.newest(owner);
        if newest_owner == 0 {
            continue;
        }
        for relation in relations(resource) {
            if !context.has_new_rows(relation.table)? {
                continue;
            }
            let newest_pair = context.newest(relation.table);
            let owners = statements::owners_of_new_pairs(&relation, owner, newest_pair, newest_owner);
            mark_changed(context, resource, &owners)?;
        }
    }
    Ok(())
}
