//! The SQL statements of each resource, built once at start.

use std::sync::Arc;

use folkmoot_model::resource::Resource;
use folkmoot_model::resource::facets::{facets, numbers};

use super::changes::{newest_of_all, time_of};
use super::dialect::Dialect;
use super::encode::Encoding;

/// Number of keys that a statement takes which reads records by key for the list index.
pub const KEYS_AT_ONCE: usize = 64;

/// The statements of one resource.
#[derive(Debug)]
pub struct Queries {
    /// The table.
    pub table: &'static str,
    /// Writes a selected row as JSON.
    pub encoding: Encoding,
    /// Selects records by a list of keys; see [`Dialect::by_keys`].
    pub by_keys: Arc<str>,
    /// Selects a record by id. The last two columns are the version of the resource, see [`Self::version`].
    pub by_id: String,
    /// Selects the newest change of the resource and of the tables that its records show values of: sequence and time.
    pub version: String,
    /// Selects a row if a record with this id exists.
    pub exists: String,
    /// Selects the indexed values of every record, oldest first.
    pub entries: String,
    /// Selects the indexed values of the records with these keys; it has [`KEYS_AT_ONCE`] parameters.
    pub entries_of: String,
    /// The first column of the facets, which the numbers follow, and then whether timestamps are cut, if some are.
    pub first_facet: usize,
}

impl Queries {
    /// The statements of a resource in a dialect.
    pub fn of(resource: &Resource, dialect: &Dialect) -> Self {
        let encoding = Encoding::of(resource);
        let table = resource.names.plural;
        let order = resource.order_column();
        let tie = if resource.has_id() { "id" } else { "key" };
        let shown = resource.only_where.map_or_else(|| "TRUE".to_owned(), |column| format!("this.{column}"));
        let mut indexed = vec!["this.key".to_owned(), format!("this.{order}")];
        indexed.extend(resource.has_id().then(|| "this.id".to_owned()));
        let first_facet = indexed.len();
        let (facets, numbers) = (facets(resource), numbers(resource));
        let columns =
            facets.iter().map(|facet| facet.column).chain(numbers.iter().map(|number| number.column));
        indexed.extend(columns.map(|column| format!("this.{column}")));
        indexed.extend(resource.timestamps_cut_where.map(str::to_owned));
        let indexed = indexed.join(", ");
        let Encoding { select, joins, .. } = &encoding;
        let newest = newest_of_all(resource.shown_tables());
        let newest_time = time_of(&newest);
        Self {
            table,
            by_keys: (dialect.by_keys)(table, select, joins, &newest).into(),
            by_id: format!(
                "SELECT {select}, {newest}, {newest_time} FROM {table} AS this{joins} WHERE this.id = ?1 AND {shown}"
            ),
            version: format!("SELECT sequence, happened_at FROM changes WHERE sequence = {newest}"),
            exists: format!("SELECT 1 FROM {table} AS this WHERE this.id = ?1 AND {shown}"),
            entries: format!(
                "SELECT {indexed} FROM {table} AS this WHERE {shown} ORDER BY this.{order}, this.{tie}"
            ),
            entries_of: format!(
                "SELECT {indexed} FROM {table} AS this WHERE this.key IN ({}) AND {shown}",
                numbered_parameters(KEYS_AT_ONCE)
            ),
            first_facet,
            encoding,
        }
    }
}

/// `?1, ?2, …`
pub fn numbered_parameters(count: usize) -> String {
    (1..=count).map(|number| format!("?{number}")).collect::<Vec<_>>().join(", ")
}
