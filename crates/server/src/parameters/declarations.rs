//! Which parameters each call takes, as data: requests are checked against it and the `OpenAPI` document is made
//! from it.

use folkmoot_model::resource::{self, Filter, Resource, Test};

/// How many records a page has where the request does not say.
pub const DEFAULT_PAGE_SIZE: u32 = 12;
/// How many records a page has at most. More may be asked for and counts as this.
pub const MAXIMUM_PAGE_SIZE: u32 = 24;
/// The page where the request does not say.
pub const DEFAULT_PAGE_NUMBER: u32 = 1;
/// The largest page number that is understood.
pub const MAXIMUM_PAGE_NUMBER: u32 = 1 << 31;

/// What is done with a resource.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Call {
    /// `GET` of a list.
    List,
    /// `GET` of one record.
    Item,
    /// `GET` of the list of deleted records.
    Deleted,
    /// `POST`, `PATCH` or `PUT`, which answer the record.
    Write,
    /// `DELETE`.
    Remove,
}

/// A parameter of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// One sentence for the reference.
    pub doc: &'static str,
    /// What values it takes.
    pub kind: Kind,
}

/// What values a parameter takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A locale of the platform, or the beginning of one.
    Locale,
    /// From 1.
    PageSize,
    /// From 1 to [`MAXIMUM_PAGE_NUMBER`].
    PageNumber,
    /// A day or a range of days in the form `YYYY-DD-MM`, or of moments.
    Moments,
    /// A day or a range of days in the form `YYYY-MM-DD`.
    Days,
    /// The id of a record of the named resource.
    Id(&'static str),
    /// Ids of records of the named resource.
    Ids(&'static str),
    /// One of these words.
    Word(&'static [&'static str]),
    /// Some of these words.
    Words(&'static [&'static str]),
    /// Words to look for.
    Search,
}

impl Kind {
    /// Whether several values can be given.
    pub fn takes_several(self) -> bool {
        matches!(self, Self::Ids(_) | Self::Words(_))
    }
}

const LOCALE: Parameter = Parameter {
    name: "locale",
    doc: "The locale of the texts in the answer; the platform's default locale where it is left out.",
    kind: Kind::Locale,
};
const PAGE_SIZE: Parameter =
    Parameter { name: "page_size", doc: "How many records a page has.", kind: Kind::PageSize };
const PAGE_NUMBER: Parameter =
    Parameter { name: "page_number", doc: "Which page to answer, from 1.", kind: Kind::PageNumber };
const CREATED_AT: Parameter = Parameter {
    name: "created_at",
    doc: "Only records made on this day or in this range of days.",
    kind: Kind::Moments,
};
const UPDATED_AT: Parameter = Parameter {
    name: "updated_at",
    doc: "Only records last changed on this day or in this range of days.",
    kind: Kind::Moments,
};
const DELETED_AT: Parameter = Parameter {
    name: "deleted_at",
    doc: "Only records deleted on this day or in this range of days.",
    kind: Kind::Moments,
};

/// The parameters of a call, in the order of the reference.
pub fn parameters(call: Call, resource: &Resource) -> Vec<Parameter> {
    match call {
        Call::List => [LOCALE, PAGE_SIZE, PAGE_NUMBER, CREATED_AT, UPDATED_AT]
            .into_iter()
            .chain(resource.filters.iter().filter_map(|filter| of_filter(resource, filter)))
            .collect(),
        Call::Deleted => vec![LOCALE, PAGE_SIZE, PAGE_NUMBER, DELETED_AT],
        Call::Item | Call::Write => vec![LOCALE],
        Call::Remove => Vec::new(),
    }
}

/// The parameter that a filter is asked for by; none where it compares a field that no parameter can name.
fn of_filter(resource: &Resource, filter: &Filter) -> Option<Parameter> {
    let kind = match filter.test {
        Test::Equals(column) => match resource.field(column)?.kind {
            resource::Kind::Reference(other) => Kind::Id(other),
            resource::Kind::OneOf(words) => Kind::Word(words),
            _ => return None,
        },
        Test::AnyOf(column) => match resource.field(column)?.kind {
            resource::Kind::Reference(other) => Kind::Ids(other),
            resource::Kind::OneOf(words) => Kind::Words(words),
            _ => return None,
        },
        Test::AllOf(relation) => Kind::Ids(relation.resource),
        Test::Days(_) => Kind::Days,
        Test::Search => Kind::Search,
        Test::Within { .. } => return None,
    };
    Some(Parameter { name: filter.name, doc: filter.doc, kind })
}

#[cfg(test)]
mod tests {
    use super::*;
    use folkmoot_model::resources::RESOURCES;

    #[test]
    fn every_filter_of_every_resource_is_a_parameter() {
        for resource in RESOURCES {
            let known = parameters(Call::List, resource);
            let asked = resource.filters.iter().filter(|filter| !matches!(filter.test, Test::Within { .. }));
            for filter in asked {
                assert!(known.iter().any(|parameter| parameter.name == filter.name), "{}", filter.name);
            }
        }
    }

    #[test]
    fn no_call_takes_a_parameter_twice() {
        for resource in RESOURCES {
            for call in [Call::List, Call::Item, Call::Deleted, Call::Write, Call::Remove] {
                let mut names: Vec<_> = parameters(call, resource).iter().map(|known| known.name).collect();
                let given = names.len();
                names.sort_unstable();
                names.dedup();
                assert_eq!(names.len(), given, "{call:?} of {}", resource.names.plural);
            }
        }
    }
}
