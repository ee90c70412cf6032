//! Warnings about ids that contain the time of a record whose timestamps are cut.

use folkmoot_model::resources::DELETED_ITEMS;
use folkmoot_store::{StoreError, timed_ids};

use crate::context::ImportContext;
use crate::load::LoadedFile;
use crate::report::grouped;
use crate::sql::{THIS, planned};

/// Warns about such ids in the staged rows.
pub fn warn(context: &mut ImportContext<'_>, files: &[LoadedFile]) -> Result<(), StoreError> {
    for file in files.iter().filter(|file| file.exists) {
        let resource = file.shape.resource;
        let is_record = resource.names.plural != DELETED_ITEMS.names.plural;
        let Some(cut) = resource.timestamps_cut_where.filter(|_| resource.has_id() && is_record) else {
            continue;
        };
        let is_cut = file.shape.derived().fold(cut.to_owned(), |sql, (field, derived)| {
            sql.replace(&format!("{THIS}.{}", field.name), &format!("({})", planned::derived(derived)))
        });
        let dialect = context.transaction.executor().dialect();
        let count = timed_ids::count(dialect, &file.shape.staging_table(), &is_cut);
        let mut warnings = Vec::new();
        context.transaction.query(&count, &mut |row| {
            let (version, ids) = (row.required_text(0)?, grouped(row.required_integer(1)?.unsigned_abs()));
            warnings.push(format!(
                "{ids} ids of {} are UUIDs of version {version}, which contain the time at which they were made, although \
                 access levels below full show only the day; make random ids, of version 4",
                resource.names.plural
            ));
            Ok(())
        })?;
        for warning in warnings {
            context.report.add_warning(warning);
        }
    }
    Ok(())
}
