//! What a resource is: its names, fields, filters and calls, as data.
//!
//! Each file in [`crate::resources`] declares one [`Resource`]. Routes, SQL, JSON, the `OpenAPI` document,
//! import checks and error texts are made from these declarations and from nothing else.

pub mod columns;
mod declaring;
pub mod facets;
mod field;
mod filter;

pub use declaring::{
    PUBLICATION_STATUSES, address, boolean, count, created_at, date, foreign_id, geo_point, id, integer,
    localised, multiloc, object, objects, one_of, point, reactable, reference, text, timestamp, updated_at,
};
pub use field::{Content, Counted, Default, Derived, Enumeration, Field, Kind, ObjectValues, Source, THIS};
pub use filter::{Filter, Relation, Test, all_of, any_of, days, equals, search, within};

/// A kind of record that the public API answers.
#[derive(Debug)]
pub struct Resource {
    /// Names in addresses, answers and files.
    pub names: Names,
    /// One sentence for the reference.
    pub doc: &'static str,
    /// Fields in answer order; those that are not answered stand last.
    pub fields: &'static [Field],
    /// Filters of the list, beside `created_at` and `updated_at`.
    pub filters: &'static [Filter],
    /// The calls that exist.
    pub calls: Calls,
    /// A boolean column that must be true for a record to be answered at all.
    pub only_where: Option<&'static str>,
    /// Sets of fields of which no two records may have the same values; nulls are a value here.
    pub unique: &'static [&'static [&'static str]],
}

/// The names of a resource.
#[derive(Debug, Clone, Copy)]
pub struct Names {
    /// Path segment, import file and database table: `ideas`.
    pub plural: &'static str,
    /// `idea`.
    pub singular: &'static str,
    /// Root key of a list, where it is not the plural.
    pub list_key: &'static str,
    /// Root key of an item, where it is not the singular.
    pub item_key: &'static str,
    /// `type` in `/deleted` and in `deleted_items.ndjson`; empty where records have no id.
    pub deleted_type: &'static str,
}

/// Names whose root keys are the plural and the singular.
pub const fn names(plural: &'static str, singular: &'static str, deleted_type: &'static str) -> Names {
    Names { plural, singular, list_key: plural, item_key: singular, deleted_type }
}

/// The calls of a resource.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Calls {
    /// `GET /plural`.
    pub list: bool,
    /// `GET /plural/{id}`.
    pub item: bool,
    /// `GET /plural/deleted`.
    pub deleted: bool,
}

/// List, item and deleted: what every resource with an id has.
pub const ALL_CALLS: Calls = Calls { list: true, item: true, deleted: true };
/// A list alone: what join tables have.
pub const LIST_ONLY: Calls = Calls { list: true, item: false, deleted: false };
/// Not answered by a call of its own.
pub const NO_CALLS: Calls = Calls { list: false, item: false, deleted: false };
