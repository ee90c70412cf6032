//! How each access level sees each field, derived from the declarations of the resources.

use super::AccessLevel;
use crate::resource::{
    Field, FieldType, PersonKind, PersonReference, Privacy, PublicRecords, RecordsWhere, Resource,
};
use crate::resources::RESOURCES;

/// How an access level sees a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Treatment {
    /// The value.
    Shown,
    /// A pseudonym of the client, in place of the id of the person.
    Pseudonym(PersonReference),
    /// This instead of any value, in the given records, or in all if `None`.
    Withheld(Replacement, Option<RecordsWhere>),
    /// The day of the timestamp, in the records for which the resource's
    /// [`timestamps_cut_where`](Resource::timestamps_cut_where) is true.
    TruncatedToDay,
    /// Coordinates with the number of decimals that the platform sets for level `public`.
    Rounded,
    /// Only the entries whose keys the platform allows to be shared.
    AllowedKeysOnly,
    /// The value without the secret votes, and null while the votes of the record are secret.
    WithheldWhileVoting,
    /// This counter instead, which counts only public records.
    PublicCounter(&'static str),
    /// The id of a record of this resource, and null where the level does not see that record.
    PublicReference(&'static str),
}

/// The value in responses in place of a withheld value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Replacement {
    /// `null`
    Null,
    /// `{}`, in place of maps.
    EmptyObject,
    /// `[]`, in place of lists.
    EmptyList,
}

impl Replacement {
    /// The JSON.
    pub const fn json(self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::EmptyObject => "{}",
            Self::EmptyList => "[]",
        }
    }

    const fn new(kind: FieldType) -> Self {
        match kind {
            FieldType::Object | FieldType::Multiloc(_) => Self::EmptyObject,
            FieldType::Objects => Self::EmptyList,
            _ => Self::Null,
        }
    }
}

impl Treatment {
    /// Its name in the admin API and in the `OpenAPI` document.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Shown => "shown",
            Self::Pseudonym(_) => "pseudonym",
            Self::Withheld(..) => "withheld",
            Self::TruncatedToDay => "truncated-to-day",
            Self::Rounded => "rounded",
            Self::AllowedKeysOnly => "allowed-keys-only",
            Self::WithheldWhileVoting => "withheld-while-voting",
            Self::PublicCounter(_) => "public-records",
            Self::PublicReference(_) => "public-record",
        }
    }

    /// Whether it can replace a value by null.
    pub const fn can_be_null(self) -> bool {
        matches!(self, Self::Withheld(Replacement::Null, _) | Self::WithheldWhileVoting)
    }
}

/// How a level sees a field of a resource, in the records that it sees. All representations of records follow
/// from this function: responses of the API, the `OpenAPI` document, the reference and the preview of the
/// console.
pub fn treatment(level: AccessLevel, resource: &Resource, field: &Field) -> Treatment {
    if matches!(level, AccessLevel::Full) {
        return Treatment::Shown;
    }
    match field.privacy {
        Privacy::Personal => Treatment::Withheld(Replacement::new(field.kind), None),
        Privacy::Answers => Treatment::AllowedKeysOnly,
        Privacy::Person(PersonReference::Always(PersonKind::Staff)) => {
            Treatment::Withheld(Replacement::Null, None)
        }
        Privacy::Person(reference) if matches!(level, AccessLevel::Pseudonymous) => {
            Treatment::Pseudonym(reference)
        }
        Privacy::Person(reference) => Treatment::Withheld(Replacement::Null, reference.records()),
        Privacy::NotPersonal if field.is_vote_result => Treatment::WithheldWhileVoting,
        Privacy::NotPersonal
            if matches!(level, AccessLevel::Public)
                && let Some(counter) = field.public_counter =>
        {
            Treatment::PublicCounter(counter)
        }
        Privacy::NotPersonal
            if matches!(level, AccessLevel::Public)
                && let Some(target) = hideable_target(field) =>
        {
            Treatment::PublicReference(target)
        }
        Privacy::NotPersonal => match (field.kind, resource.timestamps_cut_where) {
            (FieldType::Timestamp, Some(_)) => Treatment::TruncatedToDay,
            (FieldType::Point | FieldType::GeoPoint, _) if matches!(level, AccessLevel::Public) => {
                Treatment::Rounded
            }
            _ => Treatment::Shown,
        },
    }
}

/// The resource of the record that a field may refer to and that the level `public` may not see.
fn hideable_target(field: &Field) -> Option<&'static str> {
    let FieldType::Reference(plural) = field.kind else { return None };
    let target = RESOURCES.iter().find(|target| target.names.plural == plural)?;
    (field.nullable && matches!(target.public, PublicRecords::Where(_))).then_some(plural)
}

/// How a level observes a column of a resource's table. An import that changes nothing that a level observes
/// changes nothing for it, not even a tag.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Observed {
    /// Nothing.
    Nothing,
    /// Every change.
    Value,
    /// Changes of the day, in records whose timestamps are cut.
    Day,
    /// Changes of the part that [`Treatment::Rounded`] or [`Treatment::AllowedKeysOnly`] shows.
    Part(Treatment),
    /// Changes from or to a record of this resource of which this column is true. The level sees no others.
    Reference(&'static str, &'static str),
}

/// How a level observes a column: it shows the value, or the value decides how other fields are shown.
pub fn observed(level: AccessLevel, resource: &Resource, column: &str) -> Observed {
    let Some(field) = resource.fields.iter().find(|field| field.column_name() == column) else {
        return Observed::Nothing;
    };
    if !sees_records(level, resource) {
        return Observed::Nothing;
    }
    if field.is_returned {
        return match treatment(level, resource, field) {
            Treatment::Withheld(_, None) | Treatment::PublicCounter(_) => Observed::Nothing,
            Treatment::TruncatedToDay => Observed::Day,
            part @ (Treatment::Rounded | Treatment::AllowedKeysOnly) => Observed::Part(part),
            Treatment::PublicReference(target) => {
                public_column(target).map_or(Observed::Value, |public| Observed::Reference(target, public))
            }
            _ => Observed::Value,
        };
    }
    if [resource.order_column(), resource.change_column()].contains(&column) {
        // Lists sort and filter by them although no record shows them.
        let is_cut = level < AccessLevel::Full && resource.timestamps_cut_where.is_some();
        return if is_cut { Observed::Day } else { Observed::Value };
    }
    if decides(level, resource, column) { Observed::Value } else { Observed::Nothing }
}

/// The column that is true of the public records of a resource.
fn public_column(plural: &str) -> Option<&'static str> {
    let resource = RESOURCES.iter().find(|resource| resource.names.plural == plural)?;
    if let PublicRecords::Where(public) = resource.public { Some(public) } else { None }
}

/// Whether a column that is never returned decides which records, values or pages a level sees.
fn decides(level: AccessLevel, resource: &Resource, column: &str) -> bool {
    let is_name = |character: char| character.is_ascii_alphanumeric() || matches!(character, '_' | '.');
    let reads = |sql: &str| {
        sql.split(|character| !is_name(character)).any(|word| word.strip_prefix("this.") == Some(column))
    };
    let is_filtered = resource.filters.iter().any(|filter| filter.operator.reads(column));
    let is_kind = resource.fields.iter().any(|field| match field.privacy {
        Privacy::Person(PersonReference::Either(either)) => {
            either.iter().any(|(records, _)| records.column == column)
        }
        _ => false,
    });
    let is_public = matches!(resource.public, PublicRecords::Where(public) if public == column);
    let (hides_records, is_state) =
        resource.voting.map_or((false, false), |voting| (voting.hides_records, reads(voting.state)));
    // An entry of the change feed about a new record names the first reasons to hide it. Every level must get
    // the change of a reason; otherwise a reader that gets both changes at once would miss the record.
    let is_reason = is_public
        || resource.only_where == Some(column)
        || resource.timestamps_cut_where.is_some_and(reads)
        || hides_records && is_state;
    let is_public_counter = resource.fields.iter().any(|field| field.public_counter == Some(column));
    is_filtered
        || is_reason
        || level < AccessLevel::Full && is_state
        || level == AccessLevel::Pseudonymous && is_kind
        || level == AccessLevel::Public && is_public_counter
}

/// Whether a level sees any record of a resource.
pub fn sees_records(level: AccessLevel, resource: &Resource) -> bool {
    match level {
        AccessLevel::Full | AccessLevel::Pseudonymous => true,
        AccessLevel::Anonymous => !are_people(resource),
        AccessLevel::Public => !are_people(resource) && resource.public != PublicRecords::None,
    }
}

/// Whether a field is null in some records that a level sees, although it is never null at level `full`. The id of a record
/// never is, because levels that do not see the id of a person do not see the person.
pub fn can_be_withheld(level: AccessLevel, resource: &Resource, field: &Field) -> bool {
    sees_records(level, resource)
        && field.kind != FieldType::Id
        && treatment(level, resource, field).can_be_null()
}

/// Whether the records of a resource are people, which no level below `pseudonymous` sees.
pub fn are_people(resource: &Resource) -> bool {
    let identifies = |field: &Field| matches!(field.privacy, Privacy::Person(PersonReference::Always(_)));
    resource.field("id").is_some_and(identifies)
}

/// Whether a level sees pseudonyms in the records of a resource, so that they differ by client.
pub fn has_pseudonyms(level: AccessLevel, resource: &Resource) -> bool {
    resource
        .fields
        .iter()
        .filter(|field| field.is_returned)
        .any(|field| matches!(treatment(level, resource, field), Treatment::Pseudonym(_)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::resource::PersonKind;
    use crate::resources::all_resources;

    fn of(level: AccessLevel, resource: &str, field: &str) -> Treatment {
        let resource = all_resources().find(|it| it.names.plural == resource).unwrap();
        treatment(level, resource, resource.field(field).unwrap())
    }

    #[test]
    fn full_access_sees_every_field() {
        for resource in all_resources() {
            for field in resource.fields {
                assert_eq!(treatment(AccessLevel::Full, resource, field), Treatment::Shown);
            }
        }
    }

    #[test]
    fn personal_data_is_withheld_below_full() {
        use AccessLevel::{Anonymous, Pseudonymous, Public};
        for level in [Pseudonymous, Anonymous, Public] {
            for field in ["email", "slug", "first_name", "last_name", "bio"] {
                assert_eq!(of(level, "users", field), Treatment::Withheld(Replacement::Null, None));
            }
            assert_eq!(of(level, "users", "roles"), Treatment::Withheld(Replacement::EmptyList, None));
            assert_eq!(of(level, "users", "custom_field_values"), Treatment::AllowedKeysOnly);
            assert_eq!(of(level, "ideas", "custom_field_values"), Treatment::AllowedKeysOnly);
            assert_eq!(of(level, "baskets", "submitted_at"), Treatment::TruncatedToDay);
            assert_eq!(of(level, "ideas", "published_at"), Treatment::TruncatedToDay);
            assert_eq!(of(level, "phases", "votes_count"), Treatment::WithheldWhileVoting);
            assert_eq!(of(level, "comments", "created_at"), Treatment::Shown);
        }
    }

    #[test]
    fn references_to_people_are_pseudonyms_or_withheld() {
        let always = |kind| Treatment::Pseudonym(PersonReference::Always(kind));
        let pseudonymous = |resource, field| of(AccessLevel::Pseudonymous, resource, field);
        assert_eq!(pseudonymous("comments", "author_id"), always(PersonKind::PublicAuthorship));
        for (resource, field) in [
            ("users", "id"),
            ("baskets", "user_id"),
            ("basket_ideas", "user_id"),
            ("reactions", "user_id"),
            ("event_attendances", "attendee_id"),
            ("volunteering_volunteers", "user_id"),
            ("email_campaign_deliveries", "user_id"),
        ] {
            assert_eq!(pseudonymous(resource, field), always(PersonKind::Other), "{resource}.{field}");
            for level in [AccessLevel::Anonymous, AccessLevel::Public] {
                let expected = Treatment::Withheld(Replacement::Null, None);
                assert_eq!(of(level, resource, field), expected, "{resource}.{field}");
            }
        }
        for (resource, field) in
            [("ideas", "assignee_id"), ("ideas", "assigned_at"), ("files", "uploader_id")]
        {
            assert_eq!(pseudonymous(resource, field), Treatment::Withheld(Replacement::Null, None));
        }
        let Treatment::Pseudonym(author) = pseudonymous("ideas", "author_id") else {
            panic!("authors of ideas are not pseudonyms")
        };
        assert_eq!(author.kind(true), Some(PersonKind::Other));
        assert_eq!(author.kind(false), Some(PersonKind::PublicAuthorship));
    }

    #[test]
    fn every_reference_to_a_user_is_a_reference_to_a_person() {
        for resource in all_resources() {
            for field in resource.fields {
                let is_user =
                    matches!(field.kind, FieldType::Reference("users") | FieldType::ForeignId("users"));
                assert!(
                    !is_user || matches!(field.privacy, Privacy::Person(_)),
                    "{}.{}",
                    resource.names.plural,
                    field.name
                );
            }
        }
    }

    #[test]
    fn coordinates_are_rounded_at_public_only() {
        for (resource, field) in
            [("ideas", "location_point"), ("events", "location_point"), ("projects", "map_center_geojson")]
        {
            assert_eq!(of(AccessLevel::Public, resource, field), Treatment::Rounded);
            assert_eq!(of(AccessLevel::Anonymous, resource, field), Treatment::Shown);
        }
    }

    #[test]
    fn a_level_sees_no_records_that_it_has_nothing_of() {
        let seen = |level| {
            let all = all_resources().filter(|resource| !sees_records(level, resource));
            all.map(|resource| resource.names.plural).collect::<Vec<_>>()
        };
        assert_eq!(seen(AccessLevel::Full), [""; 0]);
        assert_eq!(seen(AccessLevel::Pseudonymous), [""; 0]);
        assert_eq!(seen(AccessLevel::Anonymous), ["users"]);
        for plural in ["users", "baskets", "basket_ideas", "reactions", "email_campaigns"] {
            assert!(seen(AccessLevel::Public).contains(&plural), "{plural}");
        }
        for plural in ["ideas", "comments", "events", "phases", "projects"] {
            assert!(!seen(AccessLevel::Public).contains(&plural), "{plural}");
        }
    }

    #[test]
    fn fields_that_are_never_null_may_be_withheld_only_as_results_of_votes() {
        for resource in all_resources() {
            for field in resource.fields.iter().filter(|field| field.is_returned && !field.nullable) {
                let is_withheld =
                    AccessLevel::ALL.iter().any(|level| can_be_withheld(*level, resource, field));
                assert_eq!(is_withheld, field.is_vote_result, "{}.{}", resource.names.plural, field.name);
            }
        }
    }

    #[test]
    fn the_level_public_counts_public_records_and_refers_to_no_other() {
        assert_eq!(
            of(AccessLevel::Public, "projects", "ideas_count"),
            Treatment::PublicCounter("public_ideas_count")
        );
        assert_eq!(of(AccessLevel::Anonymous, "projects", "ideas_count"), Treatment::Shown);
        assert_eq!(
            of(AccessLevel::Public, "projects", "folder_id"),
            Treatment::PublicReference("project_folders")
        );
        assert_eq!(of(AccessLevel::Public, "comments", "parent_id"), Treatment::PublicReference("comments"));
        assert_eq!(of(AccessLevel::Public, "comments", "idea_id"), Treatment::Shown);
    }

    #[test]
    fn levels_observe_what_they_see_and_what_decides_that() {
        use AccessLevel::{Anonymous, Full, Pseudonymous, Public};
        let observing = |plural: &str, column: &str| {
            let resource = all_resources().find(|it| it.names.plural == plural).unwrap();
            let levels = AccessLevel::ALL.into_iter();
            levels.filter(|level| observed(*level, resource, column) != Observed::Nothing).collect::<Vec<_>>()
        };
        assert_eq!(observing("ideas", "assignee_id"), [Full]);
        assert_eq!(observing("ideas", "assigned_at"), [Full]);
        assert_eq!(observing("ideas", "author_id"), [Full, Pseudonymous]);
        assert_eq!(observing("ideas", "title_multiloc"), AccessLevel::ALL);
        assert_eq!(observing("ideas", "authorship"), [Pseudonymous]);
        assert_eq!(observing("ideas", "running_votes_count"), [Pseudonymous, Anonymous, Public]);
        assert_eq!(observing("ideas", "running_ballots_count"), [] as [AccessLevel; 0]);
        assert_eq!(observing("projects", "all_areas"), AccessLevel::ALL);
        assert_eq!(observing("projects", "ideas_count"), [Full, Pseudonymous, Anonymous]);
        assert_eq!(observing("projects", "public_ideas_count"), [Public]);
        assert_eq!(observing("users", "email"), [Full]);
        assert_eq!(observing("users", "custom_field_values"), [Full, Pseudonymous]);
        // Reasons to hide a record.
        assert_eq!(observing("ideas", "is_public"), AccessLevel::ALL);
        assert_eq!(observing("idea_phases", "is_survey"), [Full, Pseudonymous, Anonymous]);
        assert_eq!(observing("baskets", "voting"), [Full, Pseudonymous, Anonymous]);
        assert_eq!(observing("email_campaigns", "manual"), [Full, Pseudonymous, Anonymous]);
        assert_eq!(observing("idea_phases", "published"), [] as [AccessLevel; 0]);
    }

    #[test]
    fn only_users_are_people() {
        let people: Vec<_> = all_resources().filter(|it| are_people(it)).map(|it| it.names.plural).collect();
        assert_eq!(people, ["users"]);
    }
}
