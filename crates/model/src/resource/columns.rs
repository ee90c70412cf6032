//! The columns that the table of a resource must have, as its declaration requires.

use std::collections::BTreeSet;

use crate::resource::{Field, FieldType, Resource, Source};

/// A column of a resource's table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// Its name: the field's, or `<field>_multiloc` for a localised one.
    pub name: String,
    /// Its type.
    pub kind: ColumnType,
    /// Whether it may be null.
    pub nullable: bool,
}

/// The types of columns. Each database has its own name for them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColumnType {
    /// 16 bytes.
    Uuid,
    /// Text.
    Text,
    /// A 64-bit integer.
    Integer,
    /// True or false.
    Boolean,
    /// Milliseconds since 1970-01-01T00:00:00Z.
    Timestamp,
    /// A day.
    Date,
    /// JSON text, stored as it was written.
    Json,
}

impl ColumnType {
    /// Its placeholder in migrations, which each database replaces by its own name of the type.
    pub fn placeholder(self) -> &'static str {
        match self {
            Self::Uuid => "{uuid}",
            Self::Text => "{text}",
            Self::Integer => "{integer}",
            Self::Boolean => "{boolean}",
            Self::Timestamp => "{timestamp}",
            Self::Date => "{date}",
            Self::Json => "{json}",
        }
    }
}

/// The column of bits that mark the counters whose value an import provided; bit n belongs to the n-th
/// counted field.
pub const IMPORTED_COUNTERS: &str = "imported_counters";

impl Resource {
    /// The column that lists are ordered by: `created_at`, or `deleted_at` of tombstones.
    pub fn order_column(&self) -> &'static str {
        if self.field("created_at").is_some() { "created_at" } else { "deleted_at" }
    }

    /// The column of the last change; tombstones never change.
    pub fn change_column(&self) -> &'static str {
        if self.field("updated_at").is_some() { "updated_at" } else { self.order_column() }
    }

    /// Whether the records have a timestamp of their last change, so that the list can be sorted in other ways.
    pub fn is_sortable(&self) -> bool {
        self.field("updated_at").is_some()
    }

    /// The field of that name.
    pub fn field(&self, name: &str) -> Option<&'static Field> {
        self.fields.iter().find(|field| field.name == name)
    }

    /// The tables whose changes change its records in responses: its own table, and the tables from which
    /// fields are read.
    pub fn shown_tables(&self) -> BTreeSet<&'static str> {
        let joined = self.fields.iter().filter_map(|field| match field.source {
            Source::Joined { table, .. } => Some(table),
            _ => None,
        });
        joined.chain([self.names.plural]).collect()
    }

    /// Whether records have an id.
    pub fn has_id(&self) -> bool {
        self.field("id").is_some()
    }

    /// The fields that identify a record: its id, or the ids of the records that it joins.
    pub fn identity(&self) -> &'static [&'static str] {
        if self.has_id() { &["id"] } else { self.unique.first().copied().unwrap_or_default() }
    }

    /// The ids that break ties in the order of lists; none if the key of the row does. Keys show which of two rows was stored
    /// first, so they break no ties of records whose timestamps are cut.
    pub fn tie_breakers(&self) -> &'static [&'static str] {
        if self.has_id() || self.timestamps_cut_where.is_some() { self.identity() } else { &[] }
    }

    /// The fields that are counted from other records.
    pub fn counted(&self) -> impl Iterator<Item = &'static Field> {
        self.fields.iter().filter(|field| matches!(field.source, Source::Counted(_)))
    }

    /// The fields that have a column of their own.
    pub fn stored(&self) -> impl Iterator<Item = &'static Field> {
        self.fields.iter().filter(|field| field.is_stored())
    }

    /// The columns of the table, without its `key` and [`IMPORTED_COUNTERS`].
    pub fn columns(&self) -> Vec<Column> {
        self.stored().map(Field::column).collect()
    }
}

impl Field {
    /// Whether the field has a column of its own.
    pub fn is_stored(&self) -> bool {
        matches!(self.source, Source::Stored | Source::Content(_) | Source::Counted(_) | Source::Derived(_))
            && !matches!(self.kind, FieldType::Multiloc(_))
    }

    /// The column of a stored field.
    pub fn column(&self) -> Column {
        Column { name: self.column_name(), kind: self.column_kind(), nullable: self.nullable }
    }

    /// The name of the field's column.
    pub fn column_name(&self) -> String {
        match self.kind {
            FieldType::Localised => format!("{}_multiloc", self.name),
            _ => self.name.to_owned(),
        }
    }

    fn column_kind(&self) -> ColumnType {
        match self.kind {
            FieldType::Id | FieldType::Reference(_) | FieldType::Reactable(_) | FieldType::ForeignId(_) => {
                ColumnType::Uuid
            }
            FieldType::Text | FieldType::Url | FieldType::OneOf(_) | FieldType::Point => ColumnType::Text,
            FieldType::Integer(_) => ColumnType::Integer,
            FieldType::Boolean => ColumnType::Boolean,
            FieldType::Timestamp => ColumnType::Timestamp,
            FieldType::Date => ColumnType::Date,
            FieldType::Localised
            | FieldType::Multiloc(_)
            | FieldType::GeoPoint
            | FieldType::Object
            | FieldType::Objects => ColumnType::Json,
        }
    }
}
