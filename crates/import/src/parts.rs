//! Values of which a level sees a part: whether that part differs after a change.

use folkmoot_database::value::Value;
use folkmoot_model::access::{AccessLevel, Observed, Treatment, observed};
use folkmoot_model::resource::Resource;
use folkmoot_model::resource::columns::ColumnType;
use folkmoot_store::StoreError;
use folkmoot_store::access::AccessSettings;
use folkmoot_store::encode::shown_part;

use crate::context::ImportContext;
use crate::sql::observed::{Comparison, Difference, EQUALLY_SHOWN, part_name};
use crate::sql::{NEW_VALUES, STORED};

/// Notes the rows of `table` in which a level sees the same part of a column as before, although its value differs.
pub fn compare(
    context: &ImportContext<'_>,
    resource: &Resource,
    table: &str,
    columns: &[Difference],
    comparison: &Comparison<'_>,
) -> Result<(), StoreError> {
    for column in columns {
        let levels = AccessLevel::ALL.into_iter();
        let part = levels.map(|level| observed(level, resource, &column.column)).find_map(|it| match it {
            Observed::Part(treatment) => Some(treatment),
            _ => None,
        });
        if let Some(part) = part {
            compare_column(
                context,
                resource,
                table,
                column,
                part,
                &comparison.differs(column, |value| value),
            )?;
        }
    }
    Ok(())
}

fn compare_column(
    context: &ImportContext<'_>,
    resource: &Resource,
    table: &str,
    column: &Difference,
    part: Treatment,
    differs: &str,
) -> Result<(), StoreError> {
    let settings = AccessSettings::stored(context.transaction.executor())?;
    let (plural, name) = (resource.names.plural, &column.column);
    let sql = format!(
        "SELECT {STORED}.key, {STORED}.{name}, {NEW_VALUES}.{name} FROM {table} AS {NEW_VALUES} CROSS JOIN {plural} AS {STORED}
         WHERE {STORED}.key = {NEW_VALUES}.key AND {differs}"
    );
    let mut equal = Vec::new();
    context.transaction.query(&sql, &mut |row| {
        let value = |column_number| match column.kind {
            ColumnType::Json => row.json(column_number),
            _ => Ok(row.text(column_number)?.map(str::as_bytes)),
        };
        let shown = |value: Option<&[u8]>| {
            value.map(|value| shown_part(part, resource, column.kind, value, &settings)).transpose()
        };
        if shown(value(1)?)? == shown(value(2)?)? {
            equal.push(row.required_integer(0)?);
        }
        Ok(())
    })?;
    let insert =
        format!("INSERT INTO {EQUALLY_SHOWN} (column_name, key) VALUES (?1, ?2) ON CONFLICT DO NOTHING");
    context.transaction.create_named(&insert)?;
    for key in equal {
        let parameters = [Value::from(part_name(resource, name)), key.into()];
        context.transaction.executor().execute(&insert, &parameters)?;
    }
    Ok(())
}
