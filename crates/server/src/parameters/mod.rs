//! What is asked for behind the `?` of an address.

pub mod dates;
mod given;
pub mod known;
mod values;

pub use given::Given;
use given::Values;
pub use known::Call;
use known::{DEFAULT_PAGE_NUMBER, DEFAULT_PAGE_SIZE, Kind, MAXIMUM_PAGE_SIZE, Parameter};
pub use values::uuid;

use super::pages::PageRequest;
use super::problem::Problem;
use folkmoot_index::facet_place;
use folkmoot_index::query::{Condition, Query};
use folkmoot_model::resource::facets::{relations, value_of_day, value_of_word};
use folkmoot_model::resource::{Filter, Resource, Test};
use folkmoot_model::resources::DELETED_ITEMS;
use folkmoot_store::platform::Platform;

/// What a list is asked for.
pub struct ListRequest {
    /// The page.
    pub page: PageRequest,
    /// The filters as the server understood them, for the header `Applied-Filters`.
    pub applied: String,
}

/// Reads the parameters of a list, or of a list of deleted records.
pub fn list(
    call: Call,
    resource: &'static Resource,
    given: &Given,
    platform: &Platform,
) -> Result<ListRequest, Problem> {
    let known = known::parameters(call, resource);
    let values = given.sort_out(&known)?;
    let mut request = ListRequest {
        page: PageRequest {
            query: Query::default(),
            search: None,
            number: DEFAULT_PAGE_NUMBER as usize,
            size: DEFAULT_PAGE_SIZE as usize,
            locale: 0,
        },
        applied: String::new(),
    };
    let mut applied = Vec::new();
    for parameter in &known {
        let Some(values) = values.of(parameter) else { continue };
        if let Some(told) = request.take(resource, parameter, values, platform)? {
            applied.push(format!("{}={told}", parameter.name));
        }
    }
    request.applied = if applied.is_empty() { "none".to_owned() } else { applied.join("; ") };
    Ok(request)
}

/// Reads the parameters of a single record: the place of the locale among the platform's.
pub fn item(resource: &'static Resource, given: &Given, platform: &Platform) -> Result<usize, Problem> {
    let known = known::parameters(Call::Item, resource);
    let values = given.sort_out(&known)?;
    let locale = known.iter().find(|parameter| parameter.kind == Kind::Locale);
    locale
        .and_then(|parameter| values.of(parameter))
        .map_or(Ok(0), |given| values::locale("locale", &given[0], platform))
}

/// Refuses every parameter, for a call that takes none.
pub fn nothing(call: Call, resource: &'static Resource, given: &Given) -> Result<(), Problem> {
    given.sort_out(&known::parameters(call, resource)).map(|_| ())
}

/// Refuses every parameter, for a call without a resource.
pub fn none(given: &Given) -> Result<(), Problem> {
    given.sort_out(&[]).map(|_| ())
}

/// The resource under whose records the list also stands.
pub fn parents(resource: &Resource) -> Option<&'static str> {
    within_filter(resource).map(|(_, parents)| parents)
}

/// The resource of the parent, and the condition that a record is one of this parent's.
pub fn within(resource: &Resource, parent: &str) -> Option<(&'static str, Condition)> {
    let (column, parents) = within_filter(resource)?;
    let (facet, _) = facet_place(resource, column)?;
    let value = uuid(parent)?.as_u128();
    Some((parents, Condition::Any { facet, values: vec![value] }))
}

/// The condition that a tombstone is one of this resource's.
pub fn deleted_of(resource: &Resource) -> Option<Condition> {
    let (facet, _) = facet_place(DELETED_ITEMS, "type")?;
    Some(Condition::Any { facet, values: vec![value_of_word(resource.names.deleted_type)] })
}

fn within_filter(resource: &Resource) -> Option<(&'static str, &'static str)> {
    resource.filters.iter().find_map(|filter| match filter.test {
        Test::Within { column, resource } => Some((column, resource)),
        _ => None,
    })
}

impl ListRequest {
    /// Takes one parameter; what it did to the selection is told, as the server understood it.
    fn take(
        &mut self,
        resource: &'static Resource,
        parameter: &Parameter,
        given: &Values,
        platform: &Platform,
    ) -> Result<Option<String>, Problem> {
        let (name, first) = (parameter.name, given[0].as_str());
        let query = &mut self.page.query;
        match parameter.kind {
            Kind::Locale => self.page.locale = values::locale(name, first, platform)?,
            Kind::PageSize => self.page.size = values::page_size(name, first, MAXIMUM_PAGE_SIZE as usize)?,
            Kind::PageNumber => self.page.number = values::page_number(name, first)?,
            Kind::Moments => {
                let moments = dates::moments(name, first)?;
                if name == resource.change_column() {
                    query.changed = moments;
                } else {
                    query.order = moments;
                }
                return Ok(Some(dates::describe(&moments)));
            }
            Kind::Days => {
                let (first_day, last_day) = dates::days(name, first)?;
                query.conditions.extend(days_condition(resource, name, first_day, last_day));
                return Ok(Some(dates::describe_days(first_day, last_day)));
            }
            Kind::Id(_) | Kind::Ids(_) => {
                let ids = given.iter().map(|id| values::id(name, id)).collect::<Result<Vec<_>, _>>()?;
                let told = ids.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
                query.conditions.extend(condition(
                    resource,
                    name,
                    ids.iter().map(uuid::Uuid::as_u128).collect(),
                ));
                return Ok(Some(told));
            }
            Kind::Word(words) | Kind::Words(words) => {
                let chosen = given
                    .iter()
                    .map(|word| values::word(name, word, words))
                    .collect::<Result<Vec<_>, _>>()?;
                query.conditions.extend(condition(
                    resource,
                    name,
                    chosen.iter().map(|word| value_of_word(word)).collect(),
                ));
                return Ok(Some(chosen.join(",")));
            }
            Kind::Search => {
                self.page.search = Some(first.to_owned());
                return Ok(Some(form_urlencoded::byte_serialize(first.as_bytes()).collect()));
            }
        }
        Ok(None)
    }
}

fn filter<'a>(resource: &'a Resource, name: &str) -> Option<&'a Filter> {
    let asked = |filter: &&Filter| filter.name == name && !matches!(filter.test, Test::Within { .. });
    resource.filters.iter().find(asked)
}

fn condition(resource: &Resource, name: &str, mut values: Vec<u128>) -> Option<Condition> {
    values.sort_unstable();
    values.dedup();
    match filter(resource, name)?.test {
        Test::Equals(column) | Test::AnyOf(column) => {
            Some(Condition::Any { facet: facet_place(resource, column)?.0, values })
        }
        Test::AllOf(relation) => {
            let unless =
                relation.unless.and_then(|column| facet_place(resource, column)).map(|(facet, _)| facet);
            let place = relations(resource).iter().position(|known| *known == relation)?;
            Some(Condition::All { relation: place, values, unless })
        }
        Test::Days(_) | Test::Search | Test::Within { .. } => None,
    }
}

fn days_condition(
    resource: &Resource,
    name: &str,
    first: Option<jiff::civil::Date>,
    last: Option<jiff::civil::Date>,
) -> Option<Condition> {
    let Test::Days(column) = filter(resource, name)?.test else { return None };
    let day = |date: jiff::civil::Date| value_of_day(&date.to_string());
    // The greatest value stands for "no day", which no filter of days selects.
    let (first, last) = (first.map_or(0, day), last.map_or(u128::MAX - 1, day));
    Some(Condition::Days { facet: facet_place(resource, column)?.0, first, last })
}
