//! Ids that contain the time at which they were made: UUIDs of version 1, 6 and 7 (RFC 9562). Access levels that cut the
//! timestamps of records do not change their ids.

use folkmoot_database::dialect::Dialect;
use folkmoot_model::resource::THIS;

/// Counts by version the ids with a time in the rows `this` of a table or a subquery, among those that meet a condition.
pub fn count(dialect: &Dialect, rows: &str, condition: &str) -> String {
    // The fifteenth character of the usual form is the version.
    let version = format!("substr({}, 15, 1)", (dialect.uuid_text)(&format!("{THIS}.id")));
    format!(
        "SELECT version, COUNT(*) FROM (SELECT {version} AS version FROM {rows} AS {THIS} WHERE {condition}) AS versions
         WHERE version IN ('1', '6', '7') GROUP BY version ORDER BY version"
    )
}
