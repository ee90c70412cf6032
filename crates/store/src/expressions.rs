//! Checks at start that the database accepts the SQL expressions of derived and counted fields, so that a mistyped
//! declaration is reported then and not in the middle of an import.

use folkmoot_database::executor::Executor;
use folkmoot_model::resource::{Counted, Resource, Source, THIS};

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
        let resources: Vec<&Resource> = resources.into_iter().collect();
        let check = |check: fn(&dyn Executor, &Resource) -> Result<(), StoreError>| {
            self.database
                .read_latest(|executor| resources.iter().try_for_each(|resource| check(executor, resource)))
        };
        match check(check_together) {
            // PostgreSQL accepts no further statement in a transaction in which one failed.
            Err(StoreError::Database(_) | StoreError::Postgres(_)) => check(check_each),
            checked => checked,
        }
    }
}

/// Checks all expressions of a resource with one statement, because every command opens the store.
fn check_together(executor: &dyn Executor, resource: &Resource) -> Result<(), StoreError> {
    let all: Vec<String> = expressions(resource).map(|(_, expression)| expression).collect();
    if all.is_empty() { Ok(()) } else { run(executor, resource, &all.join(", ")) }
}

/// Checks each expression of a resource with its own statement, to name the field of one that is invalid.
fn check_each(executor: &dyn Executor, resource: &Resource) -> Result<(), StoreError> {
    expressions(resource).try_for_each(|(field, expression)| {
        run(executor, resource, &expression).map_err(|error| match error {
            StoreError::Database(_) | StoreError::Postgres(_) => StoreError::Schema {
                table: resource.names.plural.to_owned(),
                difference: format!("the expression of the field {field} is invalid ({error})"),
            },
            other => other,
        })
    })
}

/// The expressions of the fields of a resource, each with the name of its field.
fn expressions(resource: &Resource) -> impl Iterator<Item = (&'static str, String)> {
    resource.fields.iter().flat_map(|field| {
        let column = field.column_name();
        let expressions = match field.source {
            // PostgreSQL compares the type with that of the column.
            Source::Derived(derived) => vec![format!("COALESCE({}, {THIS}.{column})", derived.sql)],
            Source::Counted(counted) => {
                let Counted { table, column: referring, own_column, .. } = counted;
                let shared = counted.shared.unwrap_or(referring);
                let shared_with = counted.shared.unwrap_or(own_column);
                vec![format!(
                    "COALESCE((SELECT {} FROM {table} WHERE {table}.{referring} = {THIS}.{own_column}
                        AND {table}.{shared} = {THIS}.{shared_with}), {THIS}.{column})",
                    counted.aggregate()
                )]
            }
            _ => Vec::new(),
        };
        expressions.into_iter().map(|expression| (field.name, expression))
    })
}

fn run(executor: &dyn Executor, resource: &Resource, expressions: &str) -> Result<(), StoreError> {
    let table = resource.names.plural;
    let query = format!("SELECT {expressions} FROM {table} AS {THIS} WHERE FALSE");
    executor.query(&query, &[], &mut |_| Ok(()))
}
