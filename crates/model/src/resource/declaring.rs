//! Functions with which a resource's file declares its fields.

use super::field::{
    Content, Counted, DefaultValue, Derived, Enumeration, Field, FieldType, Members, ObjectValues,
    PersonLink, SecretParts, Source,
};
use super::privacy::{PersonKind, PersonReference, Privacy, UnstatedField};

/// The publication statuses of projects and folders.
pub const PUBLICATION_STATUSES: &[(&str, &str)] = &[
    ("draft", "Not visible to the public yet"),
    ("published", "Visible on the platform"),
    ("archived", "Finished, but still visible on the platform"),
];

/// The states of the votes that a record belongs to.
pub const VOTING_STATES: &[(&str, &str)] = &[
    ("none", "The record belongs to no vote"),
    ("running", "At least one of the votes has not ended"),
    ("ended", "All of the votes have ended"),
];

/// A field that is not personal data.
const fn field(name: &'static str, kind: FieldType, doc: &'static str) -> Field {
    Field {
        name,
        doc,
        kind,
        source: Source::Stored,
        nullable: false,
        privacy: Privacy::NotPersonal,
        is_vote_result: false,
        secret_parts: None,
        public_counter: None,
        is_returned: true,
        default: DefaultValue::None,
        shares: None,
        cleared_where: None,
        person: PersonLink::None,
        object_values: ObjectValues::Any,
        members: Members::Any,
        example: "",
    }
}

/// A field of a type whose values may be personal data.
const fn unstated(name: &'static str, kind: FieldType, doc: &'static str) -> UnstatedField {
    UnstatedField(field(name, kind, doc))
}

/// The record's id.
pub const fn id() -> Field {
    field("id", FieldType::Id, "Unique identifier of the record.")
}

/// When the record was created.
pub const fn created_at() -> Field {
    field("created_at", FieldType::Timestamp, "When the record was created.")
}

/// When the record was last changed. If an import omits it, it equals `created_at`.
pub const fn updated_at() -> Field {
    let mut field = field(
        "updated_at",
        FieldType::Timestamp,
        "When the record was last changed. Changes to counters and other derived fields do not count.",
    );
    field.default = DefaultValue::SameAs("created_at");
    field
}

/// The resource whose records are people.
const PEOPLE: &str = "users";

/// A reference to a record of another resource.
///
/// # Panics
/// If the other records are people, which is an error at compile time: [`person`] declares such a reference.
pub const fn reference(name: &'static str, resource: &'static str, doc: &'static str) -> Field {
    assert!(!is_people(resource), "a reference to a person is declared by person()");
    field(name, FieldType::Reference(resource), doc)
}

/// A reference to a person, of the same kind in all records unless [`Field::identifies`] states otherwise.
pub const fn person(name: &'static str, kind: PersonKind, doc: &'static str) -> Field {
    field(name, FieldType::Reference(PEOPLE), doc).identifies(PersonReference::Always(kind))
}

const fn is_people(resource: &str) -> bool {
    let (resource, people) = (resource.as_bytes(), PEOPLE.as_bytes());
    let mut position = 0;
    while position < people.len() && position < resource.len() && people[position] == resource[position] {
        position += 1;
    }
    position == people.len() && position == resource.len()
}

/// The id of a record of another resource, which does not have to be a record of this platform.
///
/// # Panics
/// If the other records are people, which is an error at compile time: [`person`] declares such a reference.
pub const fn foreign_id(name: &'static str, resource: &'static str, doc: &'static str) -> Field {
    assert!(!is_people(resource), "a reference to a person is declared by person()");
    field(name, FieldType::ForeignId(resource), doc)
}

/// The id of an idea or a comment. The field `by` contains the type.
pub const fn reactable(name: &'static str, by: &'static str, doc: &'static str) -> Field {
    field(name, FieldType::Reactable(by), doc)
}

/// Plain text.
pub const fn text(name: &'static str, doc: &'static str) -> UnstatedField {
    unstated(name, FieldType::Text, doc)
}

/// An absolute URL.
pub const fn url(name: &'static str, source: Source, doc: &'static str) -> UnstatedField {
    let mut field = field(name, FieldType::Url, doc);
    field.source = source;
    UnstatedField(field)
}

/// One of a fixed set of values, each declared with its meaning.
pub const fn one_of(
    name: &'static str,
    values: &'static [(&'static str, &'static str)],
    doc: &'static str,
) -> Field {
    field(name, FieldType::OneOf(Enumeration::new(values)), doc)
}

/// An integer that is at least `minimum`.
pub const fn integer(name: &'static str, minimum: i64, doc: &'static str) -> Field {
    field(name, FieldType::Integer(minimum), doc)
}

/// True or false. If an import omits it, it is false.
pub const fn boolean(name: &'static str, doc: &'static str) -> Field {
    let mut field = field(name, FieldType::Boolean, doc);
    field.default = DefaultValue::Json("false");
    field
}

/// A timestamp.
pub const fn timestamp(name: &'static str, doc: &'static str) -> Field {
    field(name, FieldType::Timestamp, doc)
}

/// A day.
pub const fn date(name: &'static str, doc: &'static str) -> Field {
    field(name, FieldType::Date, doc)
}

/// Text in the requested locale, stored as a map of all locales.
pub const fn localised(name: &'static str, doc: &'static str) -> UnstatedField {
    unstated(name, FieldType::Localised, doc)
}

/// All translations of the localised field `of`, keyed by locale.
pub const fn multiloc(name: &'static str, of: &'static str) -> UnstatedField {
    let field = field(name, FieldType::Multiloc(of), "All translations, keyed by locale code.");
    UnstatedField(field.keyed_by("locale", "The text in this locale."))
}

/// A position in the form `POINT (longitude latitude)`, in degrees.
pub const fn point(name: &'static str, doc: &'static str) -> UnstatedField {
    unstated(name, FieldType::Point, doc)
}

/// A `GeoJSON` Point.
pub const fn geo_point(name: &'static str, doc: &'static str) -> UnstatedField {
    unstated(name, FieldType::GeoPoint, doc)
}

/// Any JSON object. If an import omits it, it is empty.
pub const fn object(name: &'static str, doc: &'static str) -> UnstatedField {
    let mut field = field(name, FieldType::Object, doc);
    field.default = DefaultValue::Json("{}");
    UnstatedField(field)
}

/// A list of JSON objects. If an import omits it, it is empty.
pub const fn objects(name: &'static str, doc: &'static str) -> UnstatedField {
    let mut field = field(name, FieldType::Objects, doc);
    field.default = DefaultValue::Json("[]");
    UnstatedField(field)
}

/// The number of rows of `table` that have this record's id in `column` and for which the SQL expression `only` is true.
pub const fn count(
    name: &'static str,
    table: &'static str,
    column: &'static str,
    only: &'static str,
    doc: &'static str,
) -> Field {
    let mut field = field(name, FieldType::Integer(0), doc);
    field.source =
        Source::Counted(Counted { only, table, column, own_column: "id", shared: None, sum_of: None });
    field
}

impl Field {
    /// The field is the result of a vote.
    #[must_use]
    pub const fn vote_result(mut self) -> Self {
        self.is_vote_result = true;
        self
    }

    /// Levels below `full` see the result without these parts of it while they are secret.
    #[must_use]
    pub const fn without(mut self, running: &'static str, ended: &'static str) -> Self {
        self.secret_parts = Some(SecretParts { running, ended });
        self
    }

    /// The level `public` sees this counter instead, which counts only public records.
    #[must_use]
    pub const fn of_public(mut self, counter: &'static str) -> Self {
        self.public_counter = Some(counter);
        self
    }

    /// A record that has this value of the derived field never gets another one.
    #[must_use]
    pub const fn permanently(mut self, value: &'static str) -> Self {
        if let Source::Derived(mut derived) = self.source {
            derived.permanent = Some(value);
            self.source = Source::Derived(derived);
        }
        self
    }

    /// The field is personal data of staff. Levels below `full` see no value of it.
    #[must_use]
    pub const fn personal(mut self) -> Self {
        self.privacy = Privacy::Personal;
        self
    }

    /// The field may be null.
    #[must_use]
    pub const fn nullable(mut self) -> Self {
        self.nullable = true;
        self
    }

    /// The field is stored and imported, but never returned.
    #[must_use]
    pub const fn hidden(mut self) -> Self {
        self.is_returned = false;
        self
    }

    /// An example, as JSON text, for a field without a value in the example record of its resource.
    #[must_use]
    pub const fn example(mut self, json: &'static str) -> Self {
        self.example = json;
        self
    }

    /// The value if an import omits the field, as JSON text.
    #[must_use]
    pub const fn default(mut self, json: &'static str) -> Self {
        self.default = DefaultValue::Json(json);
        self
    }

    /// The value if an import omits the field.
    #[must_use]
    pub const fn defaults_to(mut self, default: DefaultValue) -> Self {
        self.default = default;
        self
    }

    /// An import that omits the field changes nothing in a stored record, even if the line is the complete record. For fields
    /// that decide who sees a record: their default, meant for new records, would publish a hidden one.
    #[must_use]
    pub const fn retained(mut self) -> Self {
        if let DefaultValue::Json(json) = self.default {
            self.default = DefaultValue::NewRecord(json);
        }
        self
    }

    /// `sql`, which reads `tables`, computes the field. A value in an import is ignored.
    #[must_use]
    pub const fn derived(mut self, tables: &'static [&'static str], sql: &'static str) -> Self {
        self.source =
            Source::Derived(Derived { sql, tables, also: None, may_be_given: false, permanent: None });
        self
    }

    /// `sql`, which reads `tables` and may use the value in an import, computes the field.
    #[must_use]
    pub const fn derived_or_given(mut self, tables: &'static [&'static str], sql: &'static str) -> Self {
        self.source =
            Source::Derived(Derived { sql, tables, also: None, may_be_given: true, permanent: None });
        self
    }

    /// The derived field also reads the rows of `table` that have the same value in `column`.
    #[must_use]
    pub const fn also_from(mut self, table: &'static str, column: &'static str) -> Self {
        if let Source::Derived(mut derived) = self.source {
            derived.also = Some((table, column));
            self.source = Source::Derived(derived);
        }
        self
    }

    /// The field is determined from the content of the file. A value in an import is ignored.
    #[must_use]
    pub const fn determined_by(mut self, content: Content) -> Self {
        self.source = Source::Content(content);
        self
    }

    /// The referenced record must have the same value in `field`.
    #[must_use]
    pub const fn shares(mut self, field: &'static str) -> Self {
        self.shares = Some(field);
        self
    }

    /// The field is empty in every record whose `field` has the value `word`. An import clears it there.
    #[must_use]
    pub const fn cleared_where(mut self, field: &'static str, word: &'static str) -> Self {
        self.cleared_where = Some((field, word));
        self
    }

    /// The person in the field `reference` wrote this one. The erasure of that person clears it if texts are erased, too.
    #[must_use]
    pub const fn written_by(mut self, reference: &'static str) -> Self {
        self.person = PersonLink::WrittenBy(reference);
        self
    }

    /// The text is an email address. A record with the address of a person concerns that person.
    #[must_use]
    pub const fn email_address(mut self) -> Self {
        self.person = PersonLink::EmailAddress;
        self
    }

    /// The values of the objects are absolute http or https URLs.
    #[must_use]
    pub const fn urls(mut self) -> Self {
        self.object_values = ObjectValues::Urls;
        self
    }

    /// The keys of the objects are data: a `key`, and the meaning of its value.
    #[must_use]
    pub const fn keyed_by(mut self, key: &'static str, doc: &'static str) -> Self {
        self.members = Members::Keyed { key, doc };
        self
    }

    /// The objects have these members with text values, each with its meaning, and possibly others.
    #[must_use]
    pub const fn with_texts(mut self, members: &'static [(&'static str, &'static str)]) -> Self {
        self.members = Members::Texts(members);
        self
    }

    /// The field is read from `column` of the record of `table` whose id is in the field `reference`.
    #[must_use]
    pub const fn joined(
        mut self,
        table: &'static str,
        reference: &'static str,
        column: &'static str,
    ) -> Self {
        self.source = Source::Joined { table, reference, column };
        self
    }

    /// The counted rows refer to this column instead of the id.
    #[must_use]
    pub const fn by(mut self, own_column: &'static str) -> Self {
        if let Source::Counted(mut counted) = self.source {
            counted.own_column = own_column;
            self.source = Source::Counted(counted);
        }
        self
    }

    /// The counted rows must also have the same value in this column.
    #[must_use]
    pub const fn sharing(mut self, column: &'static str) -> Self {
        if let Source::Counted(mut counted) = self.source {
            counted.shared = Some(column);
            self.source = Source::Counted(counted);
        }
        self
    }

    /// The field is the sum of this column over the counted rows, instead of their number.
    #[must_use]
    pub const fn sum_of(mut self, column: &'static str) -> Self {
        if let Source::Counted(mut counted) = self.source {
            counted.sum_of = Some(column);
            self.source = Source::Counted(counted);
        }
        self
    }
}
