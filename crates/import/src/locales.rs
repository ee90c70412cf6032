//! The locales that an import removes from the platform: an error unless it may remove them, because they are more often
//! forgotten than unwanted.

use folkmoot_model::resource::FieldType;
use folkmoot_model::resources::RESOURCES;
use folkmoot_store::StoreError;

use crate::context::ImportContext;
use crate::input::PLATFORM;
use crate::platform::{PlatformFile, problem};
use crate::report::grouped;
use crate::shape::Shape;

/// What follows from a change of the locales or the address.
const CONSEQUENCE: &str =
    "which makes all cursors of /changes invalid, so that clients read everything again";

/// Reports the locales that the import removes, with the number of records that have texts in them: as an error, or as a warning
/// if the import may remove them. Warns about every change after which cursors of the change feed are invalid.
pub fn check(
    context: &mut ImportContext<'_>,
    file: &PlatformFile,
    may_remove: bool,
) -> Result<(), StoreError> {
    let (Some(stored), Some(platform)) = (&file.stored, &file.platform) else { return Ok(()) };
    let removed = file.removed_locales();
    if removed.is_empty() {
        let changed =
            [("locales", stored.locales != platform.locales), ("address", stored.url != platform.url)];
        for (field, _) in changed.into_iter().filter(|(_, is_changed)| *is_changed) {
            context
                .report
                .add_warning(format!("the import changes the {field} of the platform, {CONSEQUENCE}"));
        }
        return Ok(());
    }
    let counted: Result<Vec<String>, StoreError> = removed
        .iter()
        .map(|locale| Ok(format!("{locale} ({})", records(count_records(context, locale)?))))
        .collect();
    let counted = counted?.join(", ");
    if may_remove {
        let warning = format!("the import removes locales of the platform: {counted}, {CONSEQUENCE}");
        context.report.add_warning(warning);
        return Ok(());
    }
    let expected = format!(
        "all locales of the platform, also {counted}; removing one makes all cursors of /changes invalid and needs \
         --remove-locales, in the admin API remove_locales=true"
    );
    let found = platform.locales.join(", ");
    context.report.begin(PLATFORM.to_owned());
    context.report.add(problem("locales", &expected, &found));
    Ok(())
}

fn records(count: u64) -> String {
    match count {
        0 => "no record has texts in it".to_owned(),
        1 => "1 record has texts in it".to_owned(),
        count => format!("{} records have texts in it", grouped(count)),
    }
}

/// The number of stored records that have texts in a locale.
fn count_records(context: &ImportContext<'_>, locale: &str) -> Result<u64, StoreError> {
    let mut count = 0;
    for resource in RESOURCES {
        let shape = Shape::new(resource);
        let texts = shape
            .columns
            .iter()
            .filter(|column| matches!(column.field.kind, FieldType::Localised | FieldType::Multiloc(_)));
        let has_text: Vec<String> = texts.map(|column| has_text(&column.name, locale)).collect();
        if !has_text.is_empty() {
            let table = resource.names.plural;
            let condition = has_text.join(" OR ");
            count += context.count(&format!("SELECT COUNT(*) FROM {table} WHERE {condition}"))?;
        }
    }
    Ok(count)
}

/// The condition that a map of texts has one in a locale that is not empty. In JSON, the quotes of this pattern are those of a
/// key: within texts they are escaped.
fn has_text(column: &str, locale: &str) -> String {
    let map = format!("CAST({column} AS TEXT)");
    format!("({map} LIKE '%\"{locale}\":\"%' AND {map} NOT LIKE '%\"{locale}\":\"\"%')")
}
