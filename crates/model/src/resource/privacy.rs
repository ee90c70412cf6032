//! How fields relate to people, and how access levels below `full` see them.
//!
//! These are only the declarations; [`crate::access::treatment`] derives what each level sees.

use super::field::Field;

/// The relation of a field to people.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Privacy {
    /// Nothing. Free text that people write for publication is not personal by declaration, although it may name people.
    NotPersonal,
    /// Personal data.
    Personal,
    /// Answers by question. Only answers to questions that the platform allows to be shared leave level
    /// `full`.
    Answers,
    /// The id of a person.
    Person(PersonReference),
}

/// The kinds of references to people. Each kind has pseudonyms of its own, so that what a person wrote under their name
/// cannot be tied to how they voted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PersonKind {
    /// Who wrote an idea or a comment, which the platform shows to everyone.
    PublicAuthorship,
    /// Everything else: accounts, ballots, survey responses, reactions, attendances, volunteers, deliveries.
    Other,
    /// An action of staff in public, such as uploading minutes. A pseudonym would tie their ballots to their
    /// names, so levels below `full` do not see who did it.
    Staff,
}

impl PersonKind {
    /// Its name, from which the keys of its pseudonyms are derived.
    pub const fn name(self) -> &'static str {
        match self {
            Self::PublicAuthorship => "public-authorship",
            Self::Other => "other",
            Self::Staff => "staff",
        }
    }
}

/// The records whose column has one of these values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RecordsWhere {
    /// A column of words.
    pub column: &'static str,
    /// The values.
    pub values: &'static [&'static str],
}

/// Of which kind a reference to a person is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PersonReference {
    /// Of this kind in every record.
    Always(PersonKind),
    /// Of this kind in these records. In others, the field does not refer to a person.
    Only(RecordsWhere, PersonKind),
    /// Of the kind beside the records of which it is one. In records that are none of these, levels below `full` see nobody.
    Either([(RecordsWhere, PersonKind); 2]),
}

impl PersonReference {
    /// The records in which the field refers to a person; `None` if it does in all.
    pub const fn records(self) -> Option<RecordsWhere> {
        match self {
            Self::Only(records, _) => Some(records),
            Self::Always(_) | Self::Either(..) => None,
        }
    }

    /// The kind in a record; `None` if the field does not refer to a person. `is_listed` is whether
    /// [`Self::Only`], or the first kind in [`Self::Either`], lists the record.
    pub const fn kind(self, is_listed: bool) -> Option<PersonKind> {
        match self {
            Self::Only(_, kind) | Self::Either([(_, kind), _]) if is_listed => Some(kind),
            Self::Always(kind) | Self::Either([_, (_, kind)]) => Some(kind),
            Self::Only(..) => None,
        }
    }
}

/// A field whose declaration does not yet state what it contains about people. It becomes a [`Field`] by one of its
/// methods, so that a resource with a new field does not compile without this statement:
///
/// ```compile_fail
/// use folkmoot_model::resource::{Field, text};
///
/// static FIELDS: &[Field] = &[text("phone", "Phone number.")];
/// ```
///
/// ```
/// use folkmoot_model::resource::{Field, text};
///
/// static FIELDS: &[Field] = &[text("phone", "Phone number.").personal().nullable()];
/// ```
#[derive(Debug, Clone, Copy)]
#[must_use]
pub struct UnstatedField(pub(super) Field);

impl UnstatedField {
    /// The field is not personal data.
    pub const fn not_personal(self) -> Field {
        self.states(Privacy::NotPersonal)
    }

    /// The field is personal data. Levels below `full` see no value of it.
    pub const fn personal(self) -> Field {
        self.states(Privacy::Personal)
    }

    /// The field contains people's answers by question; see [`Privacy::Answers`].
    pub const fn answers(self) -> Field {
        self.states(Privacy::Answers)
    }

    const fn states(mut self, privacy: Privacy) -> Field {
        self.0.privacy = privacy;
        self.0
    }
}

impl Field {
    /// The id identifies a person.
    #[must_use]
    pub const fn identifies(mut self, reference: PersonReference) -> Self {
        self.privacy = Privacy::Person(reference);
        self
    }

    /// Whether it is personal data, at least in some records.
    pub const fn is_personal(&self) -> bool {
        !matches!(self.privacy, Privacy::NotPersonal)
    }
}
