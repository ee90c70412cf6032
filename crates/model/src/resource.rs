//! Resources as data: their names, fields, filters and operations.
//!
//! Each file in [`crate::resources`] declares one [`Resource`]. Routes, SQL, JSON, the `OpenAPI` document,
//! import checks and error texts are generated from these declarations only.

pub mod columns;
mod declaring;
pub mod facets;
mod field;
mod filter;
mod outline;
mod privacy;
mod visibility;

pub use declaring::{
    PUBLICATION_STATUSES, VOTING_STATES, boolean, count, created_at, date, foreign_id, geo_point, id,
    integer, localised, multiloc, object, objects, one_of, person, point, reactable, reference, text,
    timestamp, updated_at, url,
};
pub use field::{
    Content, Counted, DefaultValue, Derived, Enumeration, Field, FieldType, Members, ObjectValues,
    PLATFORM_DAY, PersonLink, SecretParts, Source, THIS,
};
pub use filter::{
    Filter, FilterOperator, Relation, SearchedField, TextFormat, all_of, any_of, bounding_box, contains,
    days, equals, equals_in, html, is_set, plain, platform_locale, related_to, search, timestamps, within,
};
pub use outline::{Outline, Page, Time};
pub use privacy::{PersonKind, PersonReference, Privacy, RecordsWhere, UnstatedField};
pub use visibility::{PublicRecords, Voting};

/// A kind of record that the public API returns.
#[derive(Debug)]
pub struct Resource {
    /// Its names in URLs, responses and import files.
    pub names: Names,
    /// What a record is, in one sentence for the reference.
    pub doc: &'static str,
    /// What its list returns, for the reference.
    pub list_doc: &'static str,
    /// Its fields in the order of responses, followed by the fields that responses do not contain.
    pub fields: &'static [Field],
    /// Filters of the list, in addition to `created_at` and `updated_at`.
    pub filters: &'static [Filter],
    /// Columns of numbers or timestamps that the list can be sorted by, in addition to `created_at` and `updated_at`.
    pub sorts: &'static [&'static str],
    /// The operations that exist.
    pub calls: Calls,
    /// A boolean column. If it is false, the API does not return the record.
    pub only_where: Option<&'static str>,
    /// Which records a visitor without an account sees on the platform.
    pub public: PublicRecords,
    /// The votes that the records belong to; `None` if they belong to none.
    pub voting: Option<Voting>,
    /// What of a record maps, calendars and feeds show; `None` if they show none.
    pub outline: Option<Outline>,
    /// The condition, as SQL over the alias [`THIS`], under which all timestamps of a record are cut to the day below the
    /// access level `full`; `None` if they never are.
    pub timestamps_cut_where: Option<&'static str>,
    /// Sets of fields in which no two records may have the same values. Null counts as a value.
    pub unique: &'static [&'static [&'static str]],
}

/// The names of a resource.
#[derive(Debug, Clone, Copy)]
pub struct Names {
    /// Path segment, import file and database table: `ideas`.
    pub plural: &'static str,
    /// `idea`.
    pub singular: &'static str,
    /// Root key of a list, usually the plural.
    pub list_key: &'static str,
    /// Root key of an item, usually the singular.
    pub item_key: &'static str,
    /// `type` in `/deleted` and in `deleted_items.ndjson`; blank if records have no id.
    pub deleted_type: &'static str,
}

/// Names whose root keys are the plural and the singular.
pub const fn names(plural: &'static str, singular: &'static str, deleted_type: &'static str) -> Names {
    Names { plural, singular, list_key: plural, item_key: singular, deleted_type }
}

/// The read operations of a resource.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Calls {
    /// `GET /plural`.
    pub list: bool,
    /// `GET /plural/{id}`.
    pub item: bool,
    /// `GET /plural/deleted`.
    pub deleted: bool,
}

/// List, item and deleted records: the operations of every resource with an id.
pub const ALL_CALLS: Calls = Calls { list: true, item: true, deleted: true };
/// Only a list: the operation of join tables.
pub const LIST_ONLY: Calls = Calls { list: true, item: false, deleted: false };
/// No operations.
pub const NO_CALLS: Calls = Calls { list: false, item: false, deleted: false };
