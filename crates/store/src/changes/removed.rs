//! What the feed reports of rows that no longer exist.

use folkmoot_database::dialect::Dialect;
use folkmoot_database::executor::Executor;
use folkmoot_model::resource::{Resource, THIS};

use crate::StoreError;
use crate::audience::hidden_by;

/// The column with the id of the project that a record belongs to.
const PROJECT_ID: &str = "project_id";

/// Describes the rows of a resource that are about to be removed, whose keys a query returns. [`number_removed`] completes
/// that when the entries are written.
pub fn describe(resource: &Resource, keys: &str, dialect: &Dialect) -> String {
    let plural = resource.names.plural;
    let (column, value) = if resource.has_id() {
        ("id", format!("{THIS}.id"))
    } else {
        ("identity", ids_as_json(resource, dialect))
    };
    let project = project_of(resource);
    format!(
        "INSERT INTO removed_records (subject, record, {column}, project_id, timestamp_is_cut, hidden_by)
         SELECT '{plural}', {THIS}.key, {value}, {project}, ({}), {} FROM {plural} AS {THIS} WHERE {THIS}.key IN ({keys})
         ON CONFLICT (subject, record) DO NOTHING",
        resource.timestamps_cut_where.unwrap_or("FALSE"),
        hidden_by(resource, THIS)
    )
}

/// The id of the project that the row `this` belongs to, as an SQL expression.
pub fn project_of(resource: &Resource) -> String {
    let has_project = resource.columns().iter().any(|column| column.name == PROJECT_ID);
    if has_project { format!("{THIS}.{PROJECT_ID}") } else { "NULL".to_owned() }
}

/// Records which entries name the rows that this transaction has described. Runs after these entries are written.
pub fn number_removed(executor: &dyn Executor) -> Result<(), StoreError> {
    let update =
        "UPDATE removed_records SET sequence = (SELECT MAX(sequence) FROM changes) WHERE sequence = 0";
    executor.execute(update, &[]).map(drop)
}

/// The ids that identify the row `this`, as the text of a JSON object.
fn ids_as_json(resource: &Resource, dialect: &Dialect) -> String {
    let member = |name: &&str| {
        let id = (dialect.uuid_text)(&format!("{THIS}.{name}"));
        format!("'\"{name}\":\"' || {id} || '\"'")
    };
    let members: Vec<String> = resource.identity().iter().map(member).collect();
    format!("'{{' || {} || '}}'", members.join(" || ',' || "))
}
