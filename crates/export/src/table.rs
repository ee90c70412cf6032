//! The columns of an exported resource: the fields that responses contain, as an access level sees them.

use folkmoot_model::access::{AccessLevel, Replacement, Treatment, treatment};
use folkmoot_model::resource::{Enumeration, Field, FieldType, Resource, Source};

/// An exported resource.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) resource: &'static Resource,
    pub(super) columns: Vec<Column>,
}

/// A column of an exported resource.
#[derive(Debug, Clone, Copy)]
pub(super) struct Column {
    pub(super) field: &'static Field,
    /// The position of the field in responses.
    pub(super) position: usize,
    pub(super) kind: ColumnType,
    treatment: Treatment,
}

/// The type of a column's values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ColumnType {
    /// A UUID in the usual form with hyphens.
    Uuid,
    Text,
    /// An absolute URL.
    Url,
    /// One of these texts.
    OneOf(Enumeration),
    Integer,
    Boolean,
    /// A timestamp in UTC.
    Timestamp,
    Date,
    /// A JSON object.
    Object,
    /// A JSON array.
    List,
}

impl ColumnType {
    fn new(kind: FieldType) -> Self {
        match kind {
            FieldType::Id | FieldType::Reference(_) | FieldType::Reactable(_) | FieldType::ForeignId(_) => {
                Self::Uuid
            }
            FieldType::Text | FieldType::Localised | FieldType::Point => Self::Text,
            FieldType::Url => Self::Url,
            FieldType::OneOf(values) => Self::OneOf(values),
            FieldType::Integer(_) => Self::Integer,
            FieldType::Boolean => Self::Boolean,
            FieldType::Timestamp => Self::Timestamp,
            FieldType::Date => Self::Date,
            FieldType::Multiloc(_) | FieldType::GeoPoint | FieldType::Object => Self::Object,
            FieldType::Objects => Self::List,
        }
    }

    /// Its name in descriptions for people.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Uuid => "UUID",
            Self::Text => "text",
            Self::Url => "URL",
            Self::OneOf(_) => "enumeration",
            Self::Integer => "integer",
            Self::Boolean => "boolean",
            Self::Timestamp => "timestamp (UTC)",
            Self::Date => "date",
            Self::Object => "JSON object",
            Self::List => "JSON array",
        }
    }
}

impl Table {
    /// The columns of a resource at a level. Download URLs are left out, because they work for a limited time and for one
    /// client only.
    pub(super) fn new(resource: &'static Resource, level: AccessLevel) -> Self {
        let returned = resource.fields.iter().filter(|field| field.is_returned).enumerate();
        let columns = returned
            .filter(|(_, field)| !matches!(field.source, Source::DownloadUrl))
            .map(|(position, field)| Column {
                field,
                position,
                kind: ColumnType::new(field.kind),
                treatment: treatment(level, resource, field),
            })
            .collect();
        Self { resource, columns }
    }

    /// The plural of the resource.
    pub(super) fn name(&self) -> &'static str {
        self.resource.names.plural
    }

    /// Whether every field that responses contain is a column.
    pub(super) fn has_all_fields(&self) -> bool {
        self.columns.len() == self.resource.fields.iter().filter(|field| field.is_returned).count()
    }

    /// The column of this name.
    pub(super) fn column(&self, name: &str) -> Option<&Column> {
        self.columns.iter().find(|column| column.name() == name)
    }

    /// The columns whose values identify a row: the id, or the columns that are unique together.
    pub(super) fn primary_key(&self) -> Vec<&'static str> {
        if self.resource.has_id() {
            return vec!["id"];
        }
        let is_complete = |name: &&str| self.column(name).is_some_and(|column| !column.can_be_null());
        let unique = self.resource.unique.iter().find(|names| names.iter().all(&is_complete));
        unique.map(|names| names.to_vec()).unwrap_or_default()
    }
}

impl Column {
    /// The name of the field.
    pub(super) fn name(&self) -> &'static str {
        self.field.name
    }

    /// Whether the level sees null in some records.
    pub(super) fn can_be_null(&self) -> bool {
        self.field.nullable || self.treatment.can_be_null()
    }

    /// The meaning of the field, and how the level sees it.
    pub(super) fn description(&self) -> String {
        match self.note() {
            None => self.field.doc.to_owned(),
            Some(note) => format!("{} {note}", self.field.doc),
        }
    }

    fn note(&self) -> Option<&'static str> {
        Some(match self.treatment {
            Treatment::Shown => return None,
            Treatment::Pseudonym(_) => "A pseudonym replaces the id of the person.",
            Treatment::Withheld(Replacement::Null, None) => "Withheld at this access level: always null.",
            Treatment::Withheld(_, None) => "Withheld at this access level: always empty.",
            Treatment::Withheld(_, Some(_)) => {
                "Withheld at this access level in records that identify a person."
            }
            Treatment::TruncatedToDay => "Cut to the day in records about one person.",
            Treatment::Rounded => "Rounded at this access level.",
            Treatment::AllowedKeysOnly => "Contains only what the platform allows to be shared.",
            Treatment::WithheldWhileVoting => "Null while the results of the vote are secret.",
            Treatment::PublicCounter(_) => "Counts only public records at this access level.",
            Treatment::PublicReference(_) => "Null at this access level if that record is not public.",
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use folkmoot_model::access::ResourceSet;
    use folkmoot_model::resources::RESOURCES;
    use folkmoot_store::access::AccessView;

    use super::*;

    fn table(plural: &str, level: AccessLevel) -> Table {
        Table::new(RESOURCES.iter().find(|it| it.names.plural == plural).unwrap(), level)
    }

    #[test]
    fn download_urls_are_not_exported() {
        let files = table("files", AccessLevel::Full);
        assert!(files.column("url").is_none() && !files.has_all_fields());
        assert!(table("ideas", AccessLevel::Full).has_all_fields());
    }

    #[test]
    fn every_table_has_a_primary_key() {
        for level in AccessLevel::ALL {
            let access = AccessView::without_client(level, ResourceSet::ALL, Arc::default());
            for resource in super::super::visible_resources(&access) {
                assert!(!Table::new(resource, level).primary_key().is_empty(), "{}", resource.names.plural);
            }
        }
    }

    #[test]
    fn descriptions_state_what_the_level_sees() {
        let at = |level| table("baskets", level).column("user_id").unwrap().description();
        assert!(!at(AccessLevel::Full).contains("pseudonym"));
        assert!(at(AccessLevel::Pseudonymous).ends_with("A pseudonym replaces the id of the person."));
        assert!(at(AccessLevel::Anonymous).ends_with("always null."));
    }
}
