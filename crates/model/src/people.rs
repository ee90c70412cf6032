//! The records that concern a person, derived from the declarations: records that refer to the person, and
//! records with an email address of the person.

use crate::resource::{Field, FieldType, PersonLink, Resource, Source};
use crate::resources::{RESOURCES, USERS};

/// A column through which records concern people.
#[derive(Debug, Clone, Copy)]
pub struct PersonColumn {
    /// The resource of the records.
    pub resource: &'static Resource,
    /// The field of the column.
    pub field: &'static Field,
}

/// Every column through which records of other resources concern people. Each can be null, so that an erasure clears it.
pub fn person_columns() -> impl Iterator<Item = PersonColumn> {
    RESOURCES.iter().flat_map(|resource| columns_of(resource))
}

/// The columns through which the records of a resource concern people.
pub fn columns_of(resource: &'static Resource) -> impl Iterator<Item = PersonColumn> {
    let is_other = !std::ptr::eq(resource, USERS);
    let concerns = move |field: &&Field| is_other && (is_reference(field) || is_email_address(field));
    resource.stored().filter(concerns).map(move |field| PersonColumn { resource, field })
}

/// The fields that a person in the field `reference` wrote.
pub fn written_by(resource: &'static Resource, reference: &'static str) -> Vec<&'static Field> {
    resource.stored().filter(|field| field.person == PersonLink::WrittenBy(reference)).collect()
}

impl PersonColumn {
    /// Whether the column contains the id of a person, rather than an email address.
    pub fn is_reference(&self) -> bool {
        is_reference(self.field)
    }

    /// Whether imports give the column; otherwise it is derived from other records.
    pub fn is_given(&self) -> bool {
        matches!(self.field.source, Source::Stored)
    }

    /// The SQL condition that the row `alias` refers to one of the people whose ids `people` selects. The column is a reference:
    /// email addresses are compared in the program, because the databases compare texts differently.
    pub fn condition(&self, alias: &str, people: &str) -> String {
        let refers = format!("{alias}.{} IN ({people})", self.field.name);
        // A derived column need not have an index: its records are found through the columns from which it is
        // derived.
        match self.derived_through() {
            Some((reference, target)) => {
                let table = target.names.plural;
                let references = columns_of(target).filter(Self::is_reference);
                let concerned = any_of(references.map(|column| column.condition(table, people)));
                format!(
                    "({refers} AND {alias}.{reference} IN (SELECT {table}.id FROM {table} WHERE {concerned}))"
                )
            }
            None => refers,
        }
    }

    /// The reference to the record from which the column is derived, and the resource of that record.
    fn derived_through(&self) -> Option<(&'static str, &'static Resource)> {
        let Source::Derived(derived) = self.field.source else { return None };
        self.resource.stored().find_map(|field| {
            let FieldType::Reference(plural) = field.kind else { return None };
            let target = RESOURCES.iter().find(|target| target.names.plural == plural)?;
            let is_source = derived.tables.contains(&plural) && columns_of(target).next().is_some();
            is_source.then_some((field.name, *target))
        })
    }
}

/// The fields of people that are email addresses.
pub fn address_fields() -> impl Iterator<Item = &'static Field> {
    USERS.stored().filter(|field| is_email_address(field))
}

fn is_reference(field: &Field) -> bool {
    field.kind == FieldType::Reference(USERS.names.plural)
}

fn is_email_address(field: &Field) -> bool {
    field.person == PersonLink::EmailAddress
}

/// The SQL condition that one of these is true.
pub fn any_of(conditions: impl Iterator<Item = String>) -> String {
    let conditions: Vec<String> = conditions.collect();
    format!("({})", conditions.join(" OR "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_column_that_concerns_a_person_can_be_cleared() {
        let fixed: Vec<_> = person_columns()
            .filter(|column| !column.field.nullable)
            .map(|column| (column.resource.names.plural, column.field.name))
            .collect();
        assert!(fixed.is_empty(), "an erasure cannot clear {fixed:?}");
    }

    #[test]
    fn every_written_field_names_a_reference_to_a_person() {
        for resource in RESOURCES {
            for field in resource.fields {
                let PersonLink::WrittenBy(reference) = field.person else { continue };
                assert!(
                    columns_of(resource)
                        .any(|column| column.field.name == reference && column.is_reference()),
                    "{} {}",
                    resource.names.plural,
                    field.name
                );
            }
        }
    }

    #[test]
    fn a_derived_column_is_found_through_the_records_that_it_is_derived_from() {
        let condition = person_columns()
            .find(|column| column.resource.names.plural == "basket_ideas")
            .map(|column| column.condition("this", "?1"));
        let expected = "(this.user_id IN (?1) AND this.basket_id IN (SELECT baskets.id FROM baskets WHERE (baskets.user_id IN (?1))))";
        assert_eq!(condition.as_deref(), Some(expected));
    }
}
