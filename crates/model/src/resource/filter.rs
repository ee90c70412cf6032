//! Filters of lists, and the functions with which a resource's file declares them.

/// A filter of a list.
#[derive(Debug, Clone, Copy)]
pub struct Filter {
    /// The parameter's name.
    pub name: &'static str,
    /// One sentence for the reference.
    pub doc: &'static str,
    /// The condition that selects records.
    pub operator: FilterOperator,
}

/// The condition of a filter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FilterOperator {
    /// The column has the requested value.
    Equals(&'static str),
    /// The column has one of the requested values.
    AnyOf(&'static str),
    /// Rows of a table relate the record to all requested records.
    AllOf(Relation),
    /// A row of a table relates the record to the requested record.
    RelatedTo(Relation),
    /// The timestamp in the column is within the requested range.
    Timestamps(&'static str),
    /// The day in the column is within the requested range.
    Days(&'static str),
    /// The column has a value, or has none.
    IsSet(&'static str),
    /// The text in the column equals the requested locale of the platform.
    PlatformLocale(&'static str),
    /// The point in the column is within the requested bounding box.
    BoundingBox(&'static str),
    /// The column has the id in the path of the request: `/projects/{project_id}/phases`.
    Within {
        /// The column.
        column: &'static str,
        /// The resource that it refers to.
        resource: &'static str,
    },
    /// The full-text search of the database finds all requested words in the record and ranks the records.
    Search,
    /// The word index finds all requested words in these fields.
    Contains(&'static [SearchedField]),
}

impl FilterOperator {
    /// Whether the condition reads this column of the filtered records.
    pub fn reads(self, column: &str) -> bool {
        match self {
            Self::Equals(read)
            | Self::AnyOf(read)
            | Self::Timestamps(read)
            | Self::Days(read)
            | Self::IsSet(read)
            | Self::PlatformLocale(read)
            | Self::BoundingBox(read)
            | Self::Within { column: read, .. } => read == column,
            Self::AllOf(relation) | Self::RelatedTo(relation) => relation.unless == Some(column),
            Self::Search | Self::Contains(_) => false,
        }
    }
}

/// A localised field whose words can be searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SearchedField {
    /// The field.
    pub name: &'static str,
    /// The meaning of its texts.
    pub format: TextFormat,
}

/// The format of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextFormat {
    /// Plain text.
    Plain,
    /// HTML, whose tags are not searched.
    Html,
}

/// The plain text of a localised field.
pub const fn plain(name: &'static str) -> SearchedField {
    SearchedField { name, format: TextFormat::Plain }
}

/// The visible text of a localised field that contains HTML.
pub const fn html(name: &'static str) -> SearchedField {
    SearchedField { name, format: TextFormat::Html }
}

/// A many-to-many relation that a filter uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Relation {
    /// The table of pairs.
    pub table: &'static str,
    /// Its column with the id of the filtered record.
    pub own: &'static str,
    /// Its column with the id of the related record.
    pub other: &'static str,
    /// The resource of the related records.
    pub resource: &'static str,
    /// A boolean column of the filtered record. If it is true, the record matches all values.
    pub unless: Option<&'static str>,
}

/// Only records whose column `name` has the requested value.
pub const fn equals(name: &'static str, doc: &'static str) -> Filter {
    Filter { name, doc, operator: FilterOperator::Equals(name) }
}

/// Only records whose `column` has one of the requested values.
pub const fn any_of(name: &'static str, column: &'static str, doc: &'static str) -> Filter {
    Filter { name, doc, operator: FilterOperator::AnyOf(column) }
}

/// Only records that are related to all requested records.
pub const fn all_of(name: &'static str, relation: Relation, doc: &'static str) -> Filter {
    Filter { name, doc, operator: FilterOperator::AllOf(relation) }
}

/// Only records that a row of a table relates to the requested record.
pub const fn related_to(name: &'static str, relation: Relation, doc: &'static str) -> Filter {
    Filter { name, doc, operator: FilterOperator::RelatedTo(relation) }
}

/// Only records whose `column` has the requested value.
pub const fn equals_in(name: &'static str, column: &'static str, doc: &'static str) -> Filter {
    Filter { name, doc, operator: FilterOperator::Equals(column) }
}

/// Only records whose timestamp in the column `name` is within the requested range.
pub const fn timestamps(name: &'static str, doc: &'static str) -> Filter {
    Filter { name, doc, operator: FilterOperator::Timestamps(name) }
}

/// Only records whose `column` has a value (`true`), or has none (`false`).
pub const fn is_set(name: &'static str, column: &'static str, doc: &'static str) -> Filter {
    Filter { name, doc, operator: FilterOperator::IsSet(column) }
}

/// Only records whose `column` contains the requested locale of the platform.
pub const fn platform_locale(name: &'static str, column: &'static str, doc: &'static str) -> Filter {
    Filter { name, doc, operator: FilterOperator::PlatformLocale(column) }
}

/// Only records whose point in `column` is within the requested bounding box.
pub const fn bounding_box(name: &'static str, column: &'static str, doc: &'static str) -> Filter {
    Filter { name, doc, operator: FilterOperator::BoundingBox(column) }
}

/// Only records whose day in the column `name` is within the requested range.
pub const fn days(name: &'static str, doc: &'static str) -> Filter {
    Filter { name, doc, operator: FilterOperator::Days(name) }
}

/// Only records that belong to one record of `resource`, in a list under the path of that record.
pub const fn within(name: &'static str, resource: &'static str, doc: &'static str) -> Filter {
    Filter { name, doc, operator: FilterOperator::Within { column: name, resource } }
}

/// Only records whose fields contain all requested words, in the order of the list.
pub const fn contains(name: &'static str, fields: &'static [SearchedField], doc: &'static str) -> Filter {
    Filter { name, doc, operator: FilterOperator::Contains(fields) }
}

/// Only records that contain all requested words, best match first.
pub const fn search(name: &'static str, doc: &'static str) -> Filter {
    Filter { name, doc, operator: FilterOperator::Search }
}
