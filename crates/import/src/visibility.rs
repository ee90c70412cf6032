//! Counting the stored records that become visible to readers who do not see them now. New records are not counted.

use std::collections::BTreeSet;

use folkmoot_model::access::AccessLevel;
use folkmoot_model::resource::Resource;
use folkmoot_model::resources::{DELETED_ITEMS, RESOURCES};
use folkmoot_store::StoreError;
use folkmoot_store::access::AccessSettings;
use folkmoot_store::imports::VisibilityReport;

use crate::context::ImportContext;
use crate::day;
use crate::load::LoadedFile;
use crate::sql::visibility::{self as statements, PlannedVisibility};

/// Counts the records that the staged files would make visible, for a dry run.
pub fn preview(context: &mut ImportContext<'_>, files: &[LoadedFile]) -> Result<(), StoreError> {
    let transaction = context.transaction;
    if context.greatest_keys() == 0 {
        return Ok(());
    }
    let dialect = transaction.executor().dialect();
    let day = format!("SELECT CAST('{}' AS {{date}}) AS day", day::planned(context)?);
    transaction.execute(&statements::create_day_view(&dialect.translate(&day)))?;
    for statement in statements::create_withdrawn_table() {
        transaction.execute(&dialect.translate(&statement))?;
    }
    let day_changes = context.count(&statements::count_changed_days())? > 0;
    let columns = statements::deciding_columns();
    // A statement over an empty table is left out: PostgreSQL, which does not know its size, would read other tables.
    let mut filled = BTreeSet::new();
    for file in files {
        note_if_filled(context, &mut filled, file.shape.staging_table())?;
    }
    for file in files.iter().filter(|file| file.shape.resource.names.plural != DELETED_ITEMS.names.plural) {
        let Some(planned) = PlannedVisibility::new(&file.shape, &columns) else { continue };
        transaction.create_table(&planned.candidates_table(), "key {integer} PRIMARY KEY")?;
        transaction.create_table(&planned.table(), &planned.table_columns())?;
        if let Some(candidates) = planned.find_candidates(&filled, day_changes) {
            transaction.add_rows(planned.candidates_table(), &candidates)?;
        }
        if context.has_rows(&planned.candidates_table())? {
            transaction.add_rows(planned.table(), &planned.find_changed())?;
            note_if_filled(context, &mut filled, planned.table())?;
        }
        transaction.execute(&transaction.executor().dialect().translate(&planned.create_view()))?;
        if filled.contains(&planned.table()) {
            add(context, file.shape.resource, &planned.count())?;
        }
    }
    Ok(())
}

fn note_if_filled(
    context: &ImportContext<'_>,
    filled: &mut BTreeSet<String>,
    table: String,
) -> Result<(), StoreError> {
    if context.has_rows(&table)? {
        filled.insert(table);
    }
    Ok(())
}

/// Counts the records that the import has made visible, when all rows are final.
pub fn count(context: &mut ImportContext<'_>) -> Result<(), StoreError> {
    for resource in RESOURCES {
        let plural = resource.names.plural;
        if context.has_marked_rows(plural)? {
            let changed = statements::count_changed(resource, context.newest(plural));
            add(context, resource, &changed)?;
        }
    }
    Ok(())
}

/// Adds the records that a query counts by the reasons to hide them before and after the import.
fn add(context: &mut ImportContext<'_>, resource: &'static Resource, query: &str) -> Result<(), StoreError> {
    let mut counts = Vec::new();
    context.transaction.query(query, &mut |row| {
        counts.push((row.required_integer(0)?, row.required_integer(1)?, row.required_integer(2)?));
        Ok(())
    })?;
    let vote_results = AccessSettings::stored(context.transaction.executor())?.vote_results;
    for level in AccessLevel::ALL {
        let hides = |reasons: i64| reasons & vote_results.audience(level).reasons_to_hide() != 0;
        let become_visible = counts.iter().filter(|(before, now, _)| hides(*before) && !hides(*now));
        let records = become_visible.map(|(_, _, records)| records.unsigned_abs()).sum();
        if records > 0 {
            let (access, resource) = (level.to_string(), resource.names.plural.to_owned());
            context.summary.becoming_visible.push(VisibilityReport { access, resource, records });
        }
    }
    Ok(())
}
