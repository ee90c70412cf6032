//! What a field is: its kind, where its value comes from, and what stands in where there is none.

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
    /// Another field and the word in it with which this field must be empty.
    pub cleared_where: Option<(&'static str, &'static str)>,
    /// What the values of its objects are, where it is a list of objects.
    pub object_values: ObjectValues,
    /// An example, as JSON text; empty: an example made from the kind.
    pub example: &'static str,
}

/// What the values in a field's objects are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ObjectValues {
    /// Any JSON.
    Any,
    /// Absolute http or https URLs.
    Urls,
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
    /// One of these values.
    OneOf(Enumeration),
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

    /// The value that is spelt exactly like the text.
    pub fn find(self, text: &str) -> Option<&'static str> {
        self.values().find(|value| *value == text)
    }
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
    /// Read with the record from another one, which it refers to.
    Joined {
        /// The table of the other one.
        table: &'static str,
        /// The column that holds its id.
        reference: &'static str,
        /// The column of the value there.
        column: &'static str,
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

/// A counter: how many records.
#[derive(Debug, Clone, Copy)]
pub struct Counted {
    /// Which records count, as SQL over their table.
    pub only: &'static str,
    /// The table that is counted.
    pub table: &'static str,
    /// Its column that holds the value of `own_column`.
    pub column: &'static str,
    /// The column of the counting record that the counted ones name.
    pub own_column: &'static str,
    /// Another column that both must share.
    pub shared: Option<&'static str>,
    /// The column of the counted records that is added up, where they are not counted.
    pub sum_of: Option<&'static str>,
}

/// The alias of the record for which the SQL of a [`Derived`] or [`Counted`] field is evaluated: `this.idea_id` is its
/// column `idea_id`. At start, each expression is prepared with this alias.
pub const THIS: &str = "this";

impl Counted {
    /// The aggregate over counted records, never null; further ones of the same table can stand beside it.
    pub fn aggregate(&self) -> String {
        let Self { only, table, .. } = self;
        match self.sum_of {
            Some(column) => format!("COALESCE(SUM({table}.{column}) FILTER (WHERE {only}), 0)"),
            None => format!("COUNT(*) FILTER (WHERE {only})"),
        }
    }

    /// The counter of the record [`THIS`], as a scalar expression.
    pub fn sql(&self) -> String {
        let Self { only, table, column, own_column, .. } = self;
        let aggregate = match self.sum_of {
            Some(column) => format!("COALESCE(SUM({table}.{column}), 0)"),
            None => "COUNT(*)".to_owned(),
        };
        let shared =
            self.shared.map_or_else(String::new, |shared| format!("AND {table}.{shared} = {THIS}.{shared}"));
        format!(
            "(SELECT {aggregate} FROM {table} WHERE {table}.{column} = {THIS}.{own_column} {shared} AND {only})"
        )
    }
}

/// A derived column.
#[derive(Debug, Clone, Copy)]
pub struct Derived {
    /// A scalar SQL expression over the alias [`THIS`], valid in both databases.
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
