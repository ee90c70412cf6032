//! The kinds of personal data that a level reads, derived from the declarations of the resources.

use super::{AccessLevel, Treatment, sees_records, treatment};
use crate::resource::{Field, FieldType, PersonLink, Privacy, Resource};

/// A kind of personal data that administrators decide about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum PersonalData {
    /// Names of people and what they say of themselves.
    Names,
    /// Email addresses.
    EmailAddresses,
    /// Ballots and answers to questions.
    BallotsAndAnswers,
    /// Texts that people wrote, also those that the platform does not show to visitors.
    Texts,
}

impl PersonalData {
    /// Every kind.
    pub const ALL: [Self; 4] = [Self::Names, Self::EmailAddresses, Self::BallotsAndAnswers, Self::Texts];

    /// Its name in the admin API.
    pub fn name(self) -> &'static str {
        match self {
            Self::Names => "names",
            Self::EmailAddresses => "email-addresses",
            Self::BallotsAndAnswers => "ballots-and-answers",
            Self::Texts => "texts",
        }
    }

    /// The kinds that a level reads of a resource. What every visitor of the platform sees counts as none.
    pub fn of_resource(level: AccessLevel, resource: &Resource) -> Vec<Self> {
        if level == AccessLevel::Public || !sees_records(level, resource) {
            return Vec::new();
        }
        let hides_ballots = resource.voting.is_some_and(|voting| voting.hides_records);
        let is_shown = |field: &&Field| {
            field.is_returned && !matches!(treatment(level, resource, field), Treatment::Withheld(_, None))
        };
        let of_fields = resource.fields.iter().filter(is_shown).filter_map(Self::of_field);
        let mut kinds: Vec<Self> =
            of_fields.chain(hides_ballots.then_some(Self::BallotsAndAnswers)).collect();
        kinds.sort_unstable();
        kinds.dedup();
        kinds
    }

    fn of_field(field: &Field) -> Option<Self> {
        let is_text = matches!(field.kind, FieldType::Text | FieldType::Localised);
        match (field.person, field.privacy) {
            (PersonLink::EmailAddress, _) => Some(Self::EmailAddresses),
            (_, Privacy::Answers) => Some(Self::BallotsAndAnswers),
            (_, Privacy::Personal) if is_text => Some(Self::Names),
            (PersonLink::WrittenBy(_), _) if is_text => Some(Self::Texts),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::resources::RESOURCES;

    #[test]
    fn the_kinds_follow_from_the_declarations() {
        let kinds = |level| {
            let of = |resource: &&'static Resource| {
                let names = PersonalData::of_resource(level, resource).into_iter().map(PersonalData::name);
                let names = names.collect::<Vec<_>>().join(" ");
                (!names.is_empty()).then(|| format!("{}: {names}", resource.names.plural))
            };
            RESOURCES.iter().filter_map(of).collect::<Vec<_>>()
        };
        assert_eq!(
            kinds(AccessLevel::Full),
            [
                "users: names email-addresses ballots-and-answers",
                "ideas: ballots-and-answers texts",
                "comments: texts",
                "baskets: ballots-and-answers",
                "basket_ideas: ballots-and-answers",
                "email_campaigns: email-addresses",
            ]
        );
        assert!(kinds(AccessLevel::Pseudonymous).contains(&"users: ballots-and-answers".to_owned()));
        assert!(!kinds(AccessLevel::Anonymous).iter().any(|line| line.starts_with("users")));
        assert!(kinds(AccessLevel::Public).is_empty());
    }
}
