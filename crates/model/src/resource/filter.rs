//! What a filter is, and how a resource's file declares one.

/// A filter of a list.
#[derive(Debug, Clone, Copy)]
pub struct Filter {
    /// The parameter's name.
    pub name: &'static str,
    /// One sentence for the reference.
    pub doc: &'static str,
    /// How it selects.
    pub test: Test,
}

/// How a filter selects records.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Test {
    /// The column has this one value.
    Equals(&'static str),
    /// The column has one of these values.
    AnyOf(&'static str),
    /// The record is related to all of these through rows of a table.
    AllOf(Relation),
    /// The column's day lies in a range.
    Days(&'static str),
    /// The column names the record that the call's address names: `/projects/{project_id}/phases`.
    Within {
        /// The column.
        column: &'static str,
        /// The resource that it refers to.
        resource: &'static str,
    },
    /// Words, found by the database's full-text search.
    Search,
}

/// A many-to-many relation that a filter asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Relation {
    /// The table of pairs.
    pub table: &'static str,
    /// Its column with the id of the filtered record.
    pub own: &'static str,
    /// Its column with the id that the filter names.
    pub other: &'static str,
    /// The resource that the filter's values name.
    pub resource: &'static str,
    /// A boolean column of the filtered record that makes it match whatever is asked.
    pub unless: Option<&'static str>,
}

/// Only records whose `column` has this value.
pub const fn equals(name: &'static str, doc: &'static str) -> Filter {
    Filter { name, doc, test: Test::Equals(name) }
}

/// Only records whose `column` has one of these values.
pub const fn any_of(name: &'static str, column: &'static str, doc: &'static str) -> Filter {
    Filter { name, doc, test: Test::AnyOf(column) }
}

/// Only records related to all of these.
pub const fn all_of(name: &'static str, relation: Relation, doc: &'static str) -> Filter {
    Filter { name, doc, test: Test::AllOf(relation) }
}

/// Only records whose day lies in a range.
pub const fn days(name: &'static str, doc: &'static str) -> Filter {
    Filter { name, doc, test: Test::Days(name) }
}

/// Only records of one `resource`, in a list of its own under the resource's address.
pub const fn within(name: &'static str, resource: &'static str, doc: &'static str) -> Filter {
    Filter { name, doc, test: Test::Within { column: name, resource } }
}

/// Only records in which every word is found.
pub const fn search(name: &'static str, doc: &'static str) -> Filter {
    Filter { name, doc, test: Test::Search }
}
