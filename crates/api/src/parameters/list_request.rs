//! The parameters of a list, as a query of the list index.

use folkmoot_index::query::{Condition, NumberRange, Query, Sort, SortBy};
use folkmoot_index::{PageRange, PageStart};
use folkmoot_model::resource::facets::{enum_value_hash, number_of_day};
use folkmoot_store::formats::csv;
use folkmoot_store::platform::Platform;
use http::HeaderName;
use jiff::civil::Date;
use uuid::Uuid;

use super::super::formats::Format;
use super::super::plan::ListPlan;
use super::super::problem::Problem;
use super::access::ParameterAccess;
use super::declarations::{
    DEFAULT_PAGE_NUMBER, MAX_FEATURES, MAX_PAGE_SIZE, Parameter, ParameterType, TimestampFilter, ValueFilter,
};
use super::query_string::QueryParameters;
use super::resume_after::ResumeAfter;
use super::{dates, values};
use folkmoot_store::formats::Projection;

/// Describes the filters as the server interpreted them.
pub const APPLIED_FILTERS: HeaderName = HeaderName::from_static("applied-filters");

/// The parameters of a list.
#[derive(Debug)]
pub struct ListRequest {
    /// Selects the records of the list.
    pub query: Query,
    /// The order of the list; `None` if the request does not set it.
    pub sort: Option<Sort>,
    /// Text for a full-text search.
    pub search: Option<Search>,
    /// The requested page.
    pub page: PageRange,
    /// The first parameter that selects a page, with its value.
    pub page_parameter: Option<(&'static str, String)>,
    /// The requested format; `None` if the request does not set it.
    pub format: Option<Format>,
    /// The variant of CSV.
    pub csv: csv::Dialect,
    /// The first parameter that selects a variant of CSV, with its value.
    pub csv_parameter: Option<(&'static str, String)>,
    /// The position after which a stream is resumed.
    pub resume_after: Option<ResumeAfter>,
    /// The cursor of a scan. The list then has an order: that of the creation.
    pub cursor: Option<String>,
    /// The requested fields; `None` for all.
    pub fields: Option<Projection>,
    /// The index of the locale among the platform's locales.
    pub locale: usize,
    /// The filters as the server interpreted them, for the header `Applied-Filters`.
    pub applied_filters: String,
    /// The same with the values of each filter in ascending order: equal for requests with equal filters.
    pub filters: String,
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
    /// Reads the declared parameters; refuses others, malformed values, and those that reveal what the request may not read.
    pub fn read(
        plan: &ListPlan,
        query: &QueryParameters,
        platform: &Platform,
        access: &ParameterAccess,
    ) -> Result<Self, Problem> {
        let mut request = Self {
            query: Query::default(),
            sort: None,
            search: None,
            page: PageRange { start: PageStart::Number(DEFAULT_PAGE_NUMBER as usize), size: plan.page_size },
            cursor: None,
            page_parameter: None,
            format: None,
            csv: csv::Dialect::default(),
            csv_parameter: None,
            resume_after: None,
            fields: None,
            locale: 0,
            applied_filters: String::new(),
            filters: String::new(),
        };
        let values = query.values(&plan.parameters)?;
        let given = plan.parameters.iter().zip(&values).filter(|(_, values)| !values.is_empty());
        for (parameter, values) in given.clone() {
            access.require(parameter, &values[0])?;
            request.read_parameter(plan, parameter, values, platform)?;
            if parameter.value_type.selects_page() {
                request.page_parameter.get_or_insert_with(|| (parameter.name, values[0].clone()));
            }
            if parameter.value_type.selects_csv() {
                request.csv_parameter.get_or_insert_with(|| (parameter.name, values[0].clone()));
            }
        }
        if request.cursor.is_some() {
            let mut given = given;
            given.try_for_each(|(parameter, values)| request.require_scannable(parameter, &values[0]))?;
            request.sort.get_or_insert_default();
        }
        if request.applied_filters.is_empty() {
            "none".clone_into(&mut request.applied_filters);
        }
        Ok(request)
    }

    fn read_parameter(
        &mut self,
        plan: &ListPlan,
        parameter: &Parameter,
        values: &[String],
        platform: &Platform,
    ) -> Result<(), Problem> {
        let (name, first) = (parameter.name, values[0].as_str());
        match parameter.value_type {
            ParameterType::Locale => self.locale = values::locale(name, first, platform)?,
            ParameterType::PageSize => {
                self.page.size = values::page_size(name, first, MAX_PAGE_SIZE as usize)?;
            }
            ParameterType::Limit => {
                self.page.size = values::page_size(name, first, MAX_FEATURES as usize)?;
            }
            ParameterType::Cursor => self.cursor = Some(first.to_owned()),
            ParameterType::PageNumber => {
                self.page.start = PageStart::Number(values::page_number(name, first)?);
            }
            ParameterType::Format => self.format = Some(Format::parse(name, first)?),
            ParameterType::ByteOrderMark => self.csv.has_byte_order_mark = values::flag(name, first)?,
            ParameterType::Delimiter => self.csv.delimiter = values::delimiter(name, first)?,
            ParameterType::ResumeAfter => self.resume_after = Some(ResumeAfter::parse(name, first)?),
            ParameterType::Fields(fields) => {
                self.fields = Some(Projection::new(&values::fields(name, values, fields)?));
            }
            ParameterType::Sort(_) => self.sort = Some(plan.sort(name, first)?),
            ParameterType::RecordIds { .. } => {
                let ids = self.read_ids(name, values)?;
                self.query.conditions.push(Condition::Ids(sorted(ids)));
            }
            ParameterType::Timestamps(filter) => {
                let range = dates::timestamps(name, first)?;
                match filter {
                    TimestampFilter::SortedAt => self.query.sorted_at = range,
                    TimestampFilter::Number(number) => {
                        self.query.conditions.push(Condition::Range { number, range });
                    }
                }
                self.add_applied(name, &dates::describe(&range));
            }
            ParameterType::Interval { begin, end } => self.read_interval(name, first, begin, end)?,
            ParameterType::Days { number } => {
                let (first_day, last_day) = dates::days(name, first)?;
                self.query
                    .conditions
                    .push(Condition::Range { number, range: day_range(first_day, last_day) });
                self.add_applied(name, &dates::describe_days(first_day, last_day));
            }
            ParameterType::Ids { filter, .. } => {
                let ids = self.read_ids(name, values)?;
                self.query.conditions.push(condition(filter, ids));
            }
            ParameterType::Enum { enumeration, filter, .. } => {
                let chosen =
                    values.iter().map(|word| values::enumerated(name, word, enumeration).map(str::to_owned));
                let chosen = chosen.collect::<Result<Vec<_>, _>>()?;
                let hashes = chosen.iter().map(|word| enum_value_hash(word)).collect();
                self.query.conditions.push(condition(filter, hashes));
                self.add_applied_values(name, chosen);
            }
            ParameterType::Flag { facet } => {
                let flag = values::flag(name, first)?;
                self.query.conditions.push(Condition::AnyOf { facet, values: vec![u128::from(flag)] });
                self.add_applied(name, first);
            }
            ParameterType::PlatformLocale { facet } => {
                let locale = &platform.locales[values::locale(name, first, platform)?];
                self.query.conditions.push(Condition::AnyOf { facet, values: vec![enum_value_hash(locale)] });
                self.add_applied(name, locale);
            }
            ParameterType::BoundingBox { longitude, latitude, has_heights } => {
                let bounds = values::bounding_box(name, first, has_heights)?;
                self.query.conditions.push(Condition::BoundingBox {
                    longitude,
                    latitude,
                    bounds,
                    decimals: None,
                });
                self.add_applied(name, first);
            }
            ParameterType::Search | ParameterType::Contains => {
                let is_ranked = matches!(parameter.value_type, ParameterType::Search);
                self.search = Some(if is_ranked { Search::Ranked } else { Search::Listed }(first.to_owned()));
                let encoded: String = form_urlencoded::byte_serialize(first.as_bytes()).collect();
                self.add_applied(name, &encoded);
            }
            // No list has them.
            ParameterType::ChangesCursor
            | ParameterType::Changes
            | ParameterType::Resources
            | ParameterType::Seconds
            | ParameterType::Text
            | ParameterType::Amount
            | ParameterType::Name(_) => {}
        }
        Ok(())
    }

    /// Selects the records whose time, from the one number to the other, intersects an interval.
    fn read_interval(
        &mut self,
        name: &str,
        value: &str,
        begin: usize,
        end: Option<usize>,
    ) -> Result<(), Problem> {
        let range = dates::interval(name, value)?;
        let conditions = match end {
            None => vec![Condition::Range { number: begin, range }],
            Some(end) => vec![
                Condition::Range { number: begin, range: NumberRange { from: None, ..range } },
                Condition::Range { number: end, range: NumberRange { until: None, ..range } },
            ],
        };
        self.query.conditions.extend(conditions);
        self.add_applied(name, &dates::describe(&range));
        Ok(())
    }

    fn read_ids(&mut self, name: &str, values: &[String]) -> Result<Vec<u128>, Problem> {
        let ids = values.iter().map(|id| values::id(name, id)).collect::<Result<Vec<_>, _>>()?;
        self.add_applied_values(name, ids.iter().map(Uuid::to_string).collect());
        Ok(ids.iter().map(Uuid::as_u128).collect())
    }

    /// Fails if a scan cannot have this parameter with this first value.
    fn require_scannable(&self, parameter: &Parameter, value: &str) -> Result<(), Problem> {
        let has_other_order = || self.sort.is_some_and(|sort| sort.by != SortBy::Timestamp);
        match parameter.value_type {
            ParameterType::PageNumber => {
                let expected = "no page number together with 'cursor', which determines the page";
                Err(Problem::invalid_parameter(parameter.name, value, expected))
            }
            ParameterType::Sort(_) if has_other_order() => {
                let orders = ["created_at", "-created_at"];
                Err(Problem::not_one_of(parameter.name, value, orders)
                    .with_hint("Lists with 'cursor' have no other order."))
            }
            _ => Ok(()),
        }
    }

    fn add_applied(&mut self, name: &str, interpretation: &str) {
        self.add_applied_values(name, vec![interpretation.to_owned()]);
    }

    fn add_applied_values(&mut self, name: &str, mut values: Vec<String>) {
        let add = |filters: &mut String, values: &[String]| {
            if !filters.is_empty() {
                filters.push_str("; ");
            }
            filters.extend([name, "=", &values.join(",")]);
        };
        add(&mut self.applied_filters, &values);
        values.sort_unstable();
        add(&mut self.filters, &values);
    }
}

/// Distinct values in ascending order, so that equal queries share what is cached for them.
fn sorted(mut values: Vec<u128>) -> Vec<u128> {
    values.sort_unstable();
    values.dedup();
    values
}

/// The condition of a filter.
fn condition(filter: ValueFilter, values: Vec<u128>) -> Condition {
    let values = sorted(values);
    match filter {
        ValueFilter::AnyOf { facet } => Condition::AnyOf { facet, values },
        ValueFilter::AllOf { relation, unless } => Condition::AllOf { relation, values, unless },
    }
}

fn day_range(first: Option<Date>, last: Option<Date>) -> NumberRange {
    let number = |date: Date| number_of_day(&date.to_string());
    NumberRange { from: first.map(number), until: last.map(|last| number(last) + 1) }
}
