//! Fields of records: their types, the sources of their values, and their default values.

use super::privacy::Privacy;

/// A field of a record.
#[derive(Debug, Clone, Copy)]
pub struct Field {
    /// Its key in responses and import files.
    pub name: &'static str,
    /// One sentence for the reference.
    pub doc: &'static str,
    /// The type of its values.
    pub kind: FieldType,
    /// Where its value comes from.
    pub source: Source,
    /// Whether it may be null.
    pub nullable: bool,
    /// Its relation to people.
    pub privacy: Privacy,
    /// Whether it is the result of a vote, which is withheld below the access level `full` while the vote runs.
    pub is_vote_result: bool,
    /// The columns with the parts of a vote's result that belong to running and to ended votes. Levels below
    /// `full` see the result without the secret parts.
    pub secret_parts: Option<SecretParts>,
    /// The counter of this record that counts only public records, which the level `public` sees instead of this one.
    pub public_counter: Option<&'static str>,
    /// Whether responses contain it.
    pub is_returned: bool,
    /// Its value if an import omits it.
    pub default: DefaultValue,
    /// A field in which the referenced record must have the same value.
    pub shares: Option<&'static str>,
    /// Another field, and the value of that field with which this field must be empty.
    pub cleared_where: Option<(&'static str, &'static str)>,
    /// How it concerns a person, other than by referring to one.
    pub person: PersonLink,
    /// The type of the values in its objects, if it is a list of objects.
    pub object_values: ObjectValues,
    /// The members of its objects, for the reference.
    pub members: Members,
    /// An example, as JSON text. Blank if the example record of the resource has a value.
    pub example: &'static str,
}

/// The columns with the parts of the result of a vote that may be secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SecretParts {
    /// The part of running votes.
    pub running: &'static str,
    /// The part of ended votes.
    pub ended: &'static str,
}

/// How a field concerns a person, other than by referring to one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PersonLink {
    /// Not at all.
    None,
    /// The person in this field wrote it. The erasure of that person clears it if texts are erased, too.
    WrittenBy(&'static str),
    /// It is an email address. A record with the address of a person concerns that person.
    EmailAddress,
}

/// The type of the values in a field's objects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ObjectValues {
    /// Any JSON.
    Any,
    /// Absolute http or https URLs.
    Urls,
}

/// The members of the objects in a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Members {
    /// Not declared.
    Any,
    /// All members have the same meaning; their keys are data.
    Keyed {
        /// The meaning of a key, in one word.
        key: &'static str,
        /// The meaning of a value, in one sentence.
        doc: &'static str,
    },
    /// These members with text values, each with its meaning, and possibly others.
    Texts(&'static [(&'static str, &'static str)]),
}

/// The type of a field's values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldType {
    /// The record's own UUID.
    Id,
    /// The UUID of a record of the named resource.
    Reference(&'static str),
    /// The UUID of an idea or a comment. The named field contains the type.
    Reactable(&'static str),
    /// The UUID of a record of the named resource, which does not have to be a record of this platform.
    ForeignId(&'static str),
    /// Text.
    Text,
    /// An absolute URL.
    Url,
    /// One of these values.
    OneOf(Enumeration),
    /// An integer that is at least this.
    Integer(i64),
    /// True or false.
    Boolean,
    /// A timestamp, RFC 3339 in UTC with three fraction digits; stored as milliseconds since 1970.
    Timestamp,
    /// A day, `YYYY-MM-DD`.
    Date,
    /// Text in the requested locale, from the stored map `<name>_multiloc`.
    Localised,
    /// All translations of the named localised field, as a map from locale code to text.
    Multiloc(&'static str),
    /// Text in the form `POINT (longitude latitude)`, in degrees.
    Point,
    /// A `GeoJSON` Point.
    GeoPoint,
    /// Any JSON object.
    Object,
    /// A list of JSON objects.
    Objects,
}

/// The values of an enumeration, each with its meaning in one line for the reference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Enumeration(&'static [(&'static str, &'static str)]);

impl Enumeration {
    /// An enumeration of `(value, meaning)` pairs.
    pub const fn new(values: &'static [(&'static str, &'static str)]) -> Self {
        Self(values)
    }

    /// The values with their meanings.
    pub const fn descriptions(self) -> &'static [(&'static str, &'static str)] {
        self.0
    }

    /// The values, in the order of their declaration.
    pub fn values(self) -> impl ExactSizeIterator<Item = &'static str> + Clone {
        self.0.iter().map(|(value, _)| *value)
    }

    /// The value that equals the text.
    pub fn find(self, text: &str) -> Option<&'static str> {
        self.values().find(|value| *value == text)
    }
}

/// Where a field's value comes from.
#[derive(Debug, Clone, Copy)]
pub enum Source {
    /// A column that an import or an upload fills.
    Stored,
    /// A column that is counted unless the import contains it.
    Counted(Counted),
    /// A column computed when a record, or one it depends on, is written.
    Derived(Derived),
    /// Read from another record, which this record refers to.
    Joined {
        /// The table of the other record.
        table: &'static str,
        /// The column of this record that contains the id of the other one.
        reference: &'static str,
        /// The column of the other record that contains the value.
        column: &'static str,
    },
    /// The platform's URL, this path and the record's `slug`, percent-encoded; null without a slug.
    PlatformAddress(&'static str),
    /// A signed URL of the file's content.
    DownloadUrl,
    /// A column determined from the file's content, never read from a record.
    Content(Content),
}

/// A property of a file's content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Content {
    /// Its size in bytes.
    Size,
    /// Its media type.
    MimeType,
}

/// A counter of the records of a table.
#[derive(Debug, Clone, Copy)]
pub struct Counted {
    /// The condition for a record to count, as SQL over its table.
    pub only: &'static str,
    /// The table of the counted records.
    pub table: &'static str,
    /// Its column that contains the value of `own_column`.
    pub column: &'static str,
    /// The column of this record that the counted records refer to.
    pub own_column: &'static str,
    /// Another column in which both must have the same value.
    pub shared: Option<&'static str>,
    /// The column of the counted records to sum; `None` to count the records.
    pub sum_of: Option<&'static str>,
}

/// The table of the current day in the time zone of the platform, on which the state of votes depends. It has one row, with
/// the column `day`.
pub const PLATFORM_DAY: &str = "platform_day";

/// The alias of the record for which the SQL of a [`Derived`] or [`Counted`] field is evaluated: `this.idea_id` is its
/// column `idea_id`. At start, each expression is prepared with this alias.
pub const THIS: &str = "this";

impl Counted {
    /// An aggregate over all records of the table, never null, so that one query can compute several counters.
    pub fn aggregate(&self) -> String {
        let Self { only, table, .. } = self;
        match self.sum_of {
            Some(column) => format!("COALESCE(SUM({table}.{column}) FILTER (WHERE {only}), 0)"),
            None => format!("COUNT(*) FILTER (WHERE {only})"),
        }
    }
}

/// A derived column.
#[derive(Debug, Clone, Copy)]
pub struct Derived {
    /// A scalar SQL expression over the alias [`THIS`], valid in both databases.
    pub sql: &'static str,
    /// The tables that it reads in addition to its own, of records that this one refers to.
    pub tables: &'static [&'static str],
    /// A table and a column: it also reads the rows that have the same value in this column.
    pub also: Option<(&'static str, &'static str)>,
    /// Whether an import may contain the value, which the SQL then reads as `this.<name>`.
    pub may_be_given: bool,
    /// A value that a stored record never loses. The SQL reads it as `this.<name>`, whatever the line of the record gives.
    pub permanent: Option<&'static str>,
}

/// The value of a field that an import omits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DefaultValue {
    /// Null if the field may be null, otherwise an error.
    None,
    /// This JSON text.
    Json(&'static str),
    /// This JSON text in a new record. A stored record retains its value, even if the line is the complete record.
    NewRecord(&'static str),
    /// The value of another field of the same record.
    SameAs(&'static str),
    /// The time of the import.
    Now,
    /// The platform's default locale.
    PlatformLocale,
}
