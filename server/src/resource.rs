//! What a resource is: its names, fields, filters and calls, as data.
//!
//! Each file in [`crate::resources`] declares one [`Resource`]. Routes, SQL, JSON, the `OpenAPI` document,
//! import checks and error texts are made from these declarations and from nothing else.

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

/// A field of a record.
#[derive(Debug, Clone, Copy)]
pub struct Field {
    /// Its key in answers and import files.
    pub name: &'static str,
    /// One sentence for the reference.
    pub doc: &'static str,
    /// What values it takes.
    pub kind: Kind,
    /// Where its value comes from.
    pub source: Source,
    /// Whether it may be null.
    pub nullable: bool,
    /// Whether it tells something of a person.
    pub personal: bool,
    /// Whether answers show it.
    pub answered: bool,
    /// What an import that does not give it means.
    pub default: Default,
    /// A field whose value the record that this one refers to must share.
    pub shares: Option<&'static str>,
    /// An example, as JSON text; empty: an example made from the kind.
    pub example: &'static str,
}

/// The kind of a field's values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The record's own UUID.
    Id,
    /// The UUID of a record of the named resource.
    Reference(&'static str),
    /// The UUID of an idea or a comment, told apart by the named field.
    Reactable(&'static str),
    /// A UUID that need not be known here.
    ForeignId,
    /// Text.
    Text,
    /// An absolute address.
    Address,
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// A whole number of at least this.
    Integer(i64),
    /// True or false.
    Boolean,
    /// A moment, RFC 3339 in UTC with three fraction digits; stored as milliseconds since 1970.
    Timestamp,
    /// A day, `YYYY-MM-DD`.
    Date,
    /// Text in the chosen locale, from the stored map `<name>_multiloc`.
    Localised,
    /// The whole stored map of the named localised field: locale code to text.
    Multiloc(&'static str),
    /// Text of the form `POINT (longitude latitude)`.
    Point,
    /// A `GeoJSON` Point.
    GeoPoint,
    /// Any JSON object.
    Object,
    /// A list of JSON objects.
    Objects,
}

/// Where a field's value comes from.
#[derive(Debug, Clone, Copy)]
pub enum Source {
    /// A column that an import or an upload fills.
    Stored,
    /// A column that is counted unless the import gives it.
    Counted(Counted),
    /// A column computed when a record, or one it depends on, is written.
    Derived(Derived),
    /// Read with the record from another one, by this SQL over the alias `this`, out of the named table.
    Joined {
        /// The table that the value stands in.
        table: &'static str,
        /// A scalar SQL expression.
        sql: &'static str,
    },
    /// The platform's address, this path and the record's `slug`; null without a slug.
    PlatformAddress(&'static str),
    /// A signed address of the file's bytes.
    DownloadAddress,
    /// A column told from the file's bytes, never by a record.
    Content(Content),
}

/// What is told from a file's bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Content {
    /// How many there are.
    Size,
    /// Their type.
    MimeType,
}

/// A counter: how many records, by SQL over the alias `this`.
#[derive(Debug, Clone, Copy)]
pub struct Counted {
    /// A scalar SQL expression, never null.
    pub sql: &'static str,
    /// The table that is counted.
    pub table: &'static str,
    /// Its column that holds the value of `own_column`.
    pub column: &'static str,
    /// The column of the counting record that the counted ones name.
    pub own_column: &'static str,
}

/// A derived column.
#[derive(Debug, Clone, Copy)]
pub struct Derived {
    /// A scalar SQL expression over the alias `this`, in terms of both databases.
    pub sql: &'static str,
    /// The tables it reads beside its own.
    pub tables: &'static [&'static str],
    /// Whether an import may give the value (the SQL then decides by `this.<name>`).
    pub may_be_given: bool,
}

/// What an import that leaves a field out means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Default {
    /// Null where the field may be null, else an error.
    None,
    /// This JSON text.
    Json(&'static str),
    /// The value of another field of the same record.
    SameAs(&'static str),
    /// The moment of the import.
    Now,
    /// The platform's default locale.
    PlatformLocale,
}

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

const fn field(name: &'static str, kind: Kind, doc: &'static str) -> Field {
    Field {
        name,
        doc,
        kind,
        source: Source::Stored,
        nullable: false,
        personal: false,
        answered: true,
        default: Default::None,
        shares: None,
        example: "",
    }
}

/// The record's id.
pub const fn id() -> Field {
    field("id", Kind::Id, "The record's id.")
}

/// When the record was made.
pub const fn created_at() -> Field {
    field("created_at", Kind::Timestamp, "When the record was made.")
}

/// When the record last changed; where an import does not tell, when it was made.
pub const fn updated_at() -> Field {
    let mut field = field("updated_at", Kind::Timestamp, "When the record last changed.");
    field.default = Default::SameAs("created_at");
    field.example = "\"2025-03-18T08:15:30.250Z\"";
    field
}

/// A reference to a record of another resource.
pub const fn reference(name: &'static str, resource: &'static str, doc: &'static str) -> Field {
    field(name, Kind::Reference(resource), doc)
}

/// An id that need not be known here.
pub const fn foreign_id(name: &'static str, doc: &'static str) -> Field {
    field(name, Kind::ForeignId, doc)
}

/// The id of an idea or a comment, told apart by the field `by`.
pub const fn reactable(name: &'static str, by: &'static str, doc: &'static str) -> Field {
    field(name, Kind::Reactable(by), doc)
}

/// Plain text.
pub const fn text(name: &'static str, doc: &'static str) -> Field {
    field(name, Kind::Text, doc)
}

/// An absolute address.
pub const fn address(name: &'static str, source: Source, doc: &'static str) -> Field {
    let mut field = field(name, Kind::Address, doc);
    field.source = source;
    field
}

/// One of a fixed set of words.
pub const fn one_of(name: &'static str, values: &'static [&'static str], doc: &'static str) -> Field {
    field(name, Kind::OneOf(values), doc)
}

/// A whole number of at least `minimum`.
pub const fn integer(name: &'static str, minimum: i64, doc: &'static str) -> Field {
    field(name, Kind::Integer(minimum), doc)
}

/// True or false; false where an import does not tell.
pub const fn boolean(name: &'static str, doc: &'static str) -> Field {
    let mut field = field(name, Kind::Boolean, doc);
    field.default = Default::Json("false");
    field
}

/// A moment.
pub const fn timestamp(name: &'static str, doc: &'static str) -> Field {
    field(name, Kind::Timestamp, doc)
}

/// A day.
pub const fn date(name: &'static str, doc: &'static str) -> Field {
    field(name, Kind::Date, doc)
}

/// Text in the chosen locale, stored as a map of all locales.
pub const fn localised(name: &'static str, doc: &'static str) -> Field {
    field(name, Kind::Localised, doc)
}

/// The whole map of the localised field `of`.
pub const fn multiloc(name: &'static str, of: &'static str) -> Field {
    field(name, Kind::Multiloc(of), "The text in every locale it has been written in.")
}

/// A place, `POINT (longitude latitude)`.
pub const fn point(name: &'static str, doc: &'static str) -> Field {
    field(name, Kind::Point, doc)
}

/// A `GeoJSON` Point.
pub const fn geo_point(name: &'static str, doc: &'static str) -> Field {
    field(name, Kind::GeoPoint, doc)
}

/// Any JSON object; empty where an import does not tell.
pub const fn object(name: &'static str, doc: &'static str) -> Field {
    let mut field = field(name, Kind::Object, doc);
    field.default = Default::Json("{}");
    field
}

/// A list of JSON objects; empty where an import does not tell.
pub const fn objects(name: &'static str, doc: &'static str) -> Field {
    let mut field = field(name, Kind::Objects, doc);
    field.default = Default::Json("[]");
    field
}

/// How many rows of `table` name this record's id in `column`, as `sql` counts them.
pub const fn count(
    name: &'static str,
    table: &'static str,
    column: &'static str,
    sql: &'static str,
    doc: &'static str,
) -> Field {
    let mut field = field(name, Kind::Integer(0), doc);
    field.source = Source::Counted(Counted { sql, table, column, own_column: "id" });
    field
}

impl Field {
    /// The field may be null.
    #[must_use]
    pub const fn nullable(mut self) -> Self {
        self.nullable = true;
        self
    }

    /// The field tells something of a person.
    #[must_use]
    pub const fn personal(mut self) -> Self {
        self.personal = true;
        self
    }

    /// The field is stored and imported, never answered.
    #[must_use]
    pub const fn hidden(mut self) -> Self {
        self.answered = false;
        self
    }

    /// An example, as JSON text.
    #[must_use]
    pub const fn example(mut self, json: &'static str) -> Self {
        self.example = json;
        self
    }

    /// What an import that leaves the field out means, as JSON text.
    #[must_use]
    pub const fn default(mut self, json: &'static str) -> Self {
        self.default = Default::Json(json);
        self
    }

    /// Left out, an import means this.
    #[must_use]
    pub const fn defaults_to(mut self, default: Default) -> Self {
        self.default = default;
        self
    }

    /// The field is computed by `sql`, which reads `tables`; an import's value is ignored.
    #[must_use]
    pub const fn derived(mut self, tables: &'static [&'static str], sql: &'static str) -> Self {
        self.source = Source::Derived(Derived { sql, tables, may_be_given: false });
        self
    }

    /// The field is computed by `sql`, which reads `tables` and may use the import's value.
    #[must_use]
    pub const fn derived_or_given(mut self, tables: &'static [&'static str], sql: &'static str) -> Self {
        self.source = Source::Derived(Derived { sql, tables, may_be_given: true });
        self
    }

    /// The field is told from the file's bytes; an import's value is ignored.
    #[must_use]
    pub const fn told_by(mut self, content: Content) -> Self {
        self.source = Source::Content(content);
        self
    }

    /// The record referred to must have the same value of this field.
    #[must_use]
    pub const fn shares(mut self, field: &'static str) -> Self {
        self.shares = Some(field);
        self
    }

    /// The field is read from a record of `table` by `sql`.
    #[must_use]
    pub const fn joined(mut self, table: &'static str, sql: &'static str) -> Self {
        self.source = Source::Joined { table, sql };
        self
    }

    /// The counted rows name this column instead of the id.
    #[must_use]
    pub const fn by(mut self, own_column: &'static str) -> Self {
        if let Source::Counted(mut counted) = self.source {
            counted.own_column = own_column;
            self.source = Source::Counted(counted);
        }
        self
    }
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

/// Words for whether a project or folder is shown.
pub const PUBLICATION_STATUSES: &[&str] = &["draft", "published", "archived"];
