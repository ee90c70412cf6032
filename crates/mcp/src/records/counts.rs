//! The tool that counts records.

use folkmoot_api::counts::Groups;
use folkmoot_api::parameters::declarations::{CURSOR_START, MAX_PAGE_SIZE, Parameter, ParameterType};
use folkmoot_model::access::AccessLevel;
use serde_json::{Map, Value, json};

use super::super::arguments::{Arguments, Query};
use super::super::call::{Failure, refuse};
use super::super::schemas::ToolResource;
use super::Reader;
use super::length::MAX_RESULT;
use super::page::{next_cursor, records_of};

/// The maximum number of groups of a count.
const MAX_GROUPS: usize = 1_000;

impl Reader<'_> {
    /// The numbers of records of a list by the values of one or two of its filters.
    pub async fn count_records(&self, mut arguments: Arguments) -> Result<(String, Value), Failure> {
        let list = self.resource(&mut arguments)?;
        let by = arguments.take("by")?.unwrap_or_default();
        let by: Vec<&str> = by.split(',').map(str::trim).filter(|name| !name.is_empty()).collect();
        let filters: Vec<&str> = list.filters().map(|parameter| parameter.name).collect();
        let query = arguments.take_query(filters)?;
        arguments.finish()?;
        if by.len() > 2 {
            return refuse("Records can be counted by one or two filters at a time.");
        }
        let mut groups: Vec<Vec<(&str, String)>> = vec![Vec::new()];
        for name in &by {
            let values = self.values_of(list, name).await?;
            let combined = groups.iter().flat_map(|group| {
                values.iter().map(|value| group.iter().cloned().chain([(*name, value.clone())]).collect())
            });
            groups = combined.collect();
            if groups.len() > MAX_GROUPS {
                let detail = format!(
                    "That makes {} groups, and {MAX_GROUPS} is the limit. Count by one filter and set the other.",
                    groups.len()
                );
                return refuse(detail);
            }
        }
        let query_of = |group: &Vec<(&str, String)>| {
            group.iter().fold(Query::default(), |query, (name, value)| query.with(name, value)).text()
        };
        let queries = Groups(groups.iter().map(query_of).collect());
        let counted: Value =
            self.routes.count(self.caller, list.plural(), &query.text(), queries).await?.json()?;
        self.slot.note_records(0, None);
        let empty = Vec::new();
        let numbers = counted["counts"].as_array().unwrap_or(&empty);
        let rows = groups.iter().zip(numbers).filter(|(_, count)| **count != json!(0) || by.is_empty());
        let rows: Vec<Value> = rows
            .map(|(group, count)| {
                let mut row: Map<String, Value> =
                    group.iter().map(|(name, value)| ((*name).to_owned(), json!(value))).collect();
                row.insert("count".to_owned(), count.clone());
                row.into()
            })
            .collect();
        let result =
            json!({ "resource": list.plural(), "by": by, "counts": rows, "total": counted["total"] });
        if result.to_string().len() > MAX_RESULT {
            return refuse("There are too many groups for one result. Count by one filter.");
        }
        let hidden = if numbers.contains(&Value::Null) {
            " A count that is null is from one to four: so few people are not counted below the access level full."
        } else {
            ""
        };
        Ok((format!("{} groups of {}.{hidden}", rows.len(), list.plural()), result))
    }

    /// The values of a filter by which a list can be counted.
    async fn values_of(&self, list: &ToolResource, name: &str) -> Result<Vec<String>, Failure> {
        let facet = facets(list).find(|facet| facet.name == name);
        let Some(facet) = facet else {
            let accepted: Vec<&str> = facets(list).map(|facet| facet.name).collect();
            let detail = format!(
                "{} cannot be counted by '{name}'. Accepted are: {}.",
                list.plural(),
                if accepted.is_empty() { "none".to_owned() } else { accepted.join(", ") }
            );
            return refuse(detail);
        };
        match facet.value_type {
            ParameterType::Enum { enumeration, .. } => {
                Ok(enumeration.descriptions().iter().map(|(value, _)| (*value).to_owned()).collect())
            }
            ParameterType::Flag { .. } => Ok(["true", "false"].map(str::to_owned).to_vec()),
            ParameterType::PlatformLocale { .. } => {
                let body: Value = self.auxiliary("/platform", "").await?.json()?;
                let locales = body["platform"]["locales"].as_array().cloned().unwrap_or_default();
                Ok(locales.iter().filter_map(Value::as_str).map(str::to_owned).collect())
            }
            ParameterType::Ids { resource, .. } => self.ids_of(resource).await,
            _ => Ok(Vec::new()),
        }
    }

    /// The ids of all records of a resource that the client sees. Fails if there are more than a result may have groups.
    async fn ids_of(&self, plural: &str) -> Result<Vec<String>, Failure> {
        let list_key = self.find(plural).map_or(plural, |list| list.resource.names.list_key);
        let (mut ids, mut cursor) = (Vec::new(), Some(CURSOR_START.to_owned()));
        while let Some(position) = cursor {
            let query = Query::default().with("fields", "id").with("page_size", MAX_PAGE_SIZE);
            let reply = self.auxiliary(&format!("/{plural}"), &query.with("cursor", position).text()).await?;
            let records = records_of(&reply, list_key)?;
            let found = records.iter().filter_map(|record| record["id"].as_str().map(str::to_owned));
            ids.extend(found);
            if ids.len() > MAX_GROUPS {
                let detail = format!("There are more than {MAX_GROUPS} {plural}, too many to count by.");
                return refuse(detail);
            }
            cursor = next_cursor(&reply);
        }
        Ok(ids)
    }
}

/// The filters by whose values records are counted: those with few values, none of which is a person.
pub fn facets(list: &ToolResource) -> impl Iterator<Item = &Parameter> {
    list.filters().filter(|parameter| match parameter.value_type {
        ParameterType::Enum { .. } | ParameterType::Flag { .. } | ParameterType::PlatformLocale { .. } => {
            true
        }
        ParameterType::Ids { required, .. } => required == AccessLevel::Public,
        _ => false,
    })
}
