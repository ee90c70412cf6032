//! The SQL that a resource's declaration asks for, made once at start.

use std::sync::Arc;

use super::dialect::Dialect;
use super::encode::Encoding;
use crate::lists::facets::facets;
use crate::resource::Resource;

/// The statements of one resource.
#[derive(Debug)]
pub struct Queries {
    /// The table.
    pub table: &'static str,
    /// How a selected row is written.
    pub encoding: Encoding,
    /// The records whose keys a list holds; see [`Dialect::by_keys`].
    pub by_keys: Arc<str>,
    /// A record by its id.
    pub by_id: String,
    /// Whether a record with this id is there.
    pub exists: String,
    /// What the list index holds of every record, oldest first.
    pub entries: String,
    /// What the list index holds of the record with this key.
    pub entry: String,
}

impl Queries {
    /// The statements of a resource, in a database's words.
    pub fn of(resource: &Resource, dialect: &Dialect) -> Self {
        let encoding = Encoding::of(resource);
        let table = resource.names.plural;
        let (order, changed) = (resource.order_column(), resource.change_column());
        let tie = if resource.has_id() { "id" } else { "key" };
        let shown = resource.only_where.map_or_else(|| "TRUE".to_owned(), |column| format!("this.{column}"));
        let mut indexed = vec!["this.key".to_owned(), format!("this.{order}"), format!("this.{changed}")];
        indexed.extend(facets(resource).iter().map(|facet| format!("this.{}", facet.column)));
        let indexed = indexed.join(", ");
        let Encoding { select, joins, .. } = &encoding;
        Self {
            table,
            by_keys: (dialect.by_keys)(table, select, joins).into(),
            by_id: format!("SELECT {select} FROM {table} AS this{joins} WHERE this.id = ?1 AND {shown}"),
            exists: format!("SELECT 1 FROM {table} AS this WHERE this.id = ?1 AND {shown}"),
            entries: format!(
                "SELECT {indexed} FROM {table} AS this WHERE {shown} ORDER BY this.{order}, this.{tie}"
            ),
            entry: format!("SELECT {indexed} FROM {table} AS this WHERE this.key = ?1 AND {shown}"),
            encoding,
        }
    }
}
