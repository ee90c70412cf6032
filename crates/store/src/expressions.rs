//! Checks at start that the database accepts the SQL expressions of derived and counted fields, so that a mistyped
//! declaration is reported then and not in the middle of an import.

use folkmoot_model::resource::{Resource, Source, THIS};

use super::executor::Executor;
use super::{Store, StoreError};

impl Store {
    /// Runs each expression of these resources against their tables, without reading a row.
    ///
    /// Fails with [`StoreError::Schema`], which names the field, if an expression is invalid or its type is not that of
    /// the field's column; with [`StoreError::Busy`] while an import into PostgreSQL has locked the tables.
    pub fn check_expressions<'a>(
        &self,
        resources: impl IntoIterator<Item = &'a Resource>,
    ) -> Result<(), StoreError> {
        self.database.read_latest(|executor| {
            resources.into_iter().try_for_each(|resource| check_resource(executor, resource))
        })
    }
}

fn check_resource(executor: &dyn Executor, resource: &Resource) -> Result<(), StoreError> {
    let table = resource.names.plural;
    for field in resource.fields {
        let column = field.column_name();
        let queries = match field.source {
            // PostgreSQL compares the type with that of the column.
            Source::Derived(derived) => vec![format!("COALESCE({}, {THIS}.{column})", derived.sql)],
            Source::Counted(counted) => {
                let aggregate = format!("(SELECT {} FROM {})", counted.aggregate(), counted.table);
                vec![format!("COALESCE({}, {THIS}.{column})", counted.sql()), aggregate]
            }
            _ => continue,
        };
        for expression in queries {
            let query = format!("SELECT {expression} FROM {table} AS {THIS} WHERE FALSE");
            let checked = executor.query(&query, &[], &mut |_| Ok(()));
            checked.map_err(|error| match error {
                StoreError::Database(_) | StoreError::Postgres(_) => StoreError::Schema {
                    table: table.to_owned(),
                    difference: format!("the expression of the field {} is invalid ({error})", field.name),
                },
                other => other,
            })?;
        }
    }
    Ok(())
}
