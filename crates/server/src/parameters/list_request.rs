//! The parameters of a list, as a query of the list index.

use folkmoot_index::query::{Condition, Query};
use folkmoot_model::resource::facets::{value_of_day, value_of_word};
use folkmoot_store::platform::Platform;
use jiff::civil::Date;
use uuid::Uuid;

use super::super::problem::Problem;
use super::declarations::{
    DEFAULT_PAGE_NUMBER, DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, Parameter, ParameterType, TimestampFilter,
    ValueFilter,
};
use super::query_string::QueryParameters;
use super::{dates, values};

/// The parameters of a list.
#[derive(Debug)]
pub struct ListRequest {
    /// Selects the records of the list.
    pub query: Query,
    /// Text for a full-text search.
    pub search: Option<Search>,
    /// The page number, from 1.
    pub page_number: usize,
    /// The maximum number of records on a page.
    pub page_size: usize,
    /// The index of the locale among the platform's locales.
    pub locale: usize,
    /// The filters as the server interpreted them, for the header `Applied-Filters`.
    pub applied_filters: String,
}

/// Text for a full-text search, and the order of the matches.
#[derive(Debug)]
pub enum Search {
    /// Best match first.
    Ranked(String),
    /// In the order of the list.
    Listed(String),
}

impl ListRequest {
    /// Reads the declared parameters; refuses others and malformed values.
    pub fn read(
        declared: &[Parameter],
        query: &QueryParameters,
        platform: &Platform,
    ) -> Result<Self, Problem> {
        let mut request = Self {
            query: Query::default(),
            search: None,
            page_number: DEFAULT_PAGE_NUMBER as usize,
            page_size: DEFAULT_PAGE_SIZE as usize,
            locale: 0,
            applied_filters: String::new(),
        };
        let values = query.values(declared)?;
        for (parameter, values) in declared.iter().zip(&values).filter(|(_, values)| !values.is_empty()) {
            request.read_parameter(parameter, values, platform)?;
        }
        if request.applied_filters.is_empty() {
            "none".clone_into(&mut request.applied_filters);
        }
        Ok(request)
    }

    fn read_parameter(
        &mut self,
        parameter: &Parameter,
        values: &[String],
        platform: &Platform,
    ) -> Result<(), Problem> {
        let (name, first) = (parameter.name, values[0].as_str());
        match parameter.value_type {
            ParameterType::Locale => self.locale = values::locale(name, first, platform)?,
            ParameterType::PageSize => {
                self.page_size = values::page_size(name, first, MAX_PAGE_SIZE as usize)?;
            }
            ParameterType::PageNumber => self.page_number = values::page_number(name, first)?,
            ParameterType::Timestamps(filter) => {
                let range = dates::timestamps(name, first)?;
                match filter {
                    TimestampFilter::SortedAt => self.query.sorted_at = range,
                    TimestampFilter::UpdatedAt => self.query.updated_at = range,
                }
                self.add_applied(name, &dates::describe(&range));
            }
            ParameterType::Days { facet } => {
                let (first_day, last_day) = dates::days(name, first)?;
                self.query.conditions.push(day_range(facet, first_day, last_day));
                self.add_applied(name, &dates::describe_days(first_day, last_day));
            }
            ParameterType::Ids { filter, .. } => {
                let ids = values.iter().map(|id| values::id(name, id)).collect::<Result<Vec<_>, _>>()?;
                self.query.conditions.push(condition(filter, ids.iter().map(Uuid::as_u128).collect()));
                self.add_applied(name, &ids.iter().map(Uuid::to_string).collect::<Vec<_>>().join(","));
            }
            ParameterType::Words { words, filter, .. } => {
                let chosen = values.iter().map(|word| values::word(name, word, words));
                let chosen = chosen.collect::<Result<Vec<_>, _>>()?;
                let hashes = chosen.iter().map(|word| value_of_word(word)).collect();
                self.query.conditions.push(condition(filter, hashes));
                self.add_applied(name, &chosen.join(","));
            }
            ParameterType::Search | ParameterType::Contains => {
                let is_ranked = matches!(parameter.value_type, ParameterType::Search);
                self.search = Some(if is_ranked { Search::Ranked } else { Search::Listed }(first.to_owned()));
                let encoded: String = form_urlencoded::byte_serialize(first.as_bytes()).collect();
                self.add_applied(name, &encoded);
            }
        }
        Ok(())
    }

    fn add_applied(&mut self, name: &str, interpretation: &str) {
        if !self.applied_filters.is_empty() {
            self.applied_filters.push_str("; ");
        }
        self.applied_filters.extend([name, "=", interpretation]);
    }
}

/// The condition of a filter. Sorted and distinct values make equal queries share their cached counts.
fn condition(filter: ValueFilter, mut values: Vec<u128>) -> Condition {
    values.sort_unstable();
    values.dedup();
    match filter {
        ValueFilter::AnyOf { facet } => Condition::AnyOf { facet, values },
        ValueFilter::AllOf { relation, unless } => Condition::AllOf { relation, values, unless },
    }
}

fn day_range(facet: usize, first: Option<Date>, last: Option<Date>) -> Condition {
    let value = |date: Date| value_of_day(&date.to_string());
    // The maximum is the value of null, which no range contains.
    Condition::DayRange { facet, first: first.map_or(0, value), last: last.map_or(u128::MAX - 1, value) }
}
