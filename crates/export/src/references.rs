//! References between exported tables.

use folkmoot_model::access::{AccessLevel, Treatment, are_people, treatment};
use folkmoot_model::resource::{
    Field, FieldType, PersonKind, PersonReference, Privacy, PublicRecords, Resource, Source,
};
use folkmoot_model::resources::RESOURCES;

use super::table::Table;

/// A column that contains ids of another exported table, as both show them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Reference {
    pub(super) column: &'static str,
    pub(super) target: &'static Resource,
    /// Whether the export contains every record that the column refers to.
    pub(super) is_complete: bool,
}

/// The references of a table to the exported resources.
pub(super) fn references(
    table: &Table,
    level: AccessLevel,
    exported: &[&'static Resource],
) -> Vec<Reference> {
    let references = table.columns.iter().filter_map(|column| {
        let (plural, can_be_foreign) = match column.field.kind {
            FieldType::Reference(plural) => (plural, false),
            FieldType::ForeignId(plural) => (plural, true),
            _ => return None,
        };
        let target = RESOURCES.iter().copied().find(|target| target.names.plural == plural)?;
        let is_exported = exported.iter().any(|resource| std::ptr::eq(*resource, target));
        let is_joined = is_exported && (!are_people(target) || shows_same_ids(level, column.field));
        is_joined.then(|| Reference {
            column: column.name(),
            target,
            is_complete: !can_be_foreign && is_complete(table.resource, column.field, target, level),
        })
    });
    references.collect()
}

/// Whether a level sees the ids of people in a field as it sees the ids of their own records.
fn shows_same_ids(level: AccessLevel, field: &Field) -> bool {
    match (level, field.privacy) {
        (AccessLevel::Full, _) => true,
        (AccessLevel::Pseudonymous, Privacy::Person(PersonReference::Always(kind))) => {
            kind == PersonKind::Other
        }
        _ => false,
    }
}

/// Whether a level that sees a record of `resource` sees the record that it refers to, for all records.
fn is_complete(resource: &Resource, field: &Field, target: &Resource, level: AccessLevel) -> bool {
    if target.only_where.is_some() {
        return false;
    }
    let hides_ballots = |resource: &Resource| resource.voting.is_some_and(|voting| voting.hides_records);
    match level {
        AccessLevel::Full => true,
        _ if hides_ballots(target) => false,
        AccessLevel::Pseudonymous | AccessLevel::Anonymous => true,
        AccessLevel::Public if is_null_unless_public(resource, field) => true,
        AccessLevel::Public => match target.public {
            PublicRecords::All => true,
            PublicRecords::None => false,
            PublicRecords::Where(column) => is_public_with(resource, field, target, column),
        },
    }
}

/// Whether a level that sees public records sees null in place of the id of another record.
fn is_null_unless_public(resource: &Resource, field: &Field) -> bool {
    matches!(treatment(AccessLevel::Public, resource, field), Treatment::PublicReference(_))
}

/// Whether records are public only if the record that a field refers to is, by the declaration of the resource.
fn is_public_with(resource: &Resource, field: &Field, target: &Resource, column: &str) -> bool {
    let PublicRecords::Where(own) = resource.public else { return false };
    let table = target.names.plural;
    let condition = format!("(SELECT {table}.{column} FROM {table} WHERE {table}.id = this.{})", field.name);
    match resource.field(own).map(|field| field.source) {
        Some(Source::Derived(derived)) => derived.sql.contains(&condition) && !derived.sql.contains(" OR "),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use folkmoot_model::access::ResourceSet;
    use folkmoot_store::access::AccessView;

    use super::super::visible_resources;
    use super::*;

    fn of(plural: &str, level: AccessLevel) -> Vec<(&'static str, bool)> {
        let access = AccessView::without_client(level, ResourceSet::ALL, Arc::default());
        let exported = visible_resources(&access);
        let resource = exported.iter().find(|it| it.names.plural == plural).unwrap();
        let table = Table::new(resource, level);
        references(&table, level, &exported).iter().map(|it| (it.column, it.is_complete)).collect()
    }

    #[test]
    fn references_to_people_join_only_pseudonyms_of_the_same_kind() {
        use AccessLevel::{Anonymous, Full, Pseudonymous};
        assert!(of("ideas", Full).contains(&("author_id", true)));
        assert!(of("comments", Full).contains(&("author_id", true)));
        let columns = |plural, level| of(plural, level).into_iter().map(|it| it.0).collect::<Vec<_>>();
        assert!(!columns("ideas", Pseudonymous).contains(&"author_id"));
        assert!(!columns("comments", Pseudonymous).contains(&"author_id"));
        assert!(!columns("ideas", Pseudonymous).contains(&"assignee_id"));
        assert!(columns("baskets", Pseudonymous).contains(&"user_id"));
        assert!(!columns("baskets", Anonymous).contains(&"user_id"));
    }

    #[test]
    fn references_to_records_that_may_be_hidden_are_incomplete() {
        use AccessLevel::{Full, Pseudonymous, Public};
        assert!(of("basket_ideas", Full).contains(&("basket_id", true)));
        assert!(of("basket_ideas", Pseudonymous).contains(&("basket_id", false)));
        assert!(of("email_campaign_deliveries", Full).contains(&("email_campaign_id", false)));
        assert!(of("ideas", Public).contains(&("project_id", true)));
        assert!(of("ideas", Public).contains(&("creation_phase_id", true)));
        assert!(of("comments", Public).contains(&("idea_id", true)));
        assert!(of("comments", Public).contains(&("parent_id", true)));
    }
}
