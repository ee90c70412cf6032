//! What requests need to know about a resource, computed once at start: the parameters of its calls, with every filter
//! resolved to positions in the list index.

use std::sync::Arc;

use folkmoot_index::IndexColumns;
use folkmoot_index::list_access::ListAccess;
use folkmoot_index::query::{Condition, NumberRange, Sort, SortBy};
use folkmoot_model::resource::facets::{NumberType, enum_value_hash};
use folkmoot_model::resource::{FilterOperator, Resource, Source};
use folkmoot_model::resources::{DELETED_ITEMS, FILES, RESOURCES};
use uuid::Uuid;

use super::parameters::declarations::{
    DEFAULT_FEATURES, DEFAULT_PAGE_SIZE, DeclarationError, Parameter, deletion_list_parameters, facet,
    feature_parameters, list_parameters, sort_columns,
};
use super::parameters::unknown_name;
use super::problem::Problem;

/// The plans of all resources.
#[derive(Debug)]
pub struct ResourcePlans {
    plans: Vec<Arc<ResourcePlan>>,
    /// The resource that clients can write.
    pub files: Arc<ResourcePlan>,
}

/// The calls of a resource.
#[derive(Debug)]
pub struct ResourcePlan {
    /// The resource.
    pub resource: &'static Resource,
    /// `GET /<plural>`
    pub list: Option<Arc<ListPlan>>,
    /// `GET /<parents>/{id}/<plural>`
    pub nested_list: Option<Arc<NestedListPlan>>,
    /// `GET /<plural>/deleted`
    pub deletions: Option<Arc<ListPlan>>,
    /// The records with a point, as features; `None` if records have none.
    pub features: Option<Arc<ListPlan>>,
    /// Whether records contain download URLs, which are issued to one client.
    pub has_download_urls: bool,
}

/// A list of records.
#[derive(Debug)]
pub struct ListPlan {
    /// The resource whose records the list contains.
    pub resource: &'static Resource,
    /// The path of the list, unless it is nested.
    pub path: String,
    /// The parameters, in the order of the reference.
    pub parameters: Vec<Parameter>,
    /// The number of records on a page if the request does not set it.
    pub page_size: usize,
    /// A condition on all records of the list, in addition to the filters of the request.
    pub condition: Option<Condition>,
    /// The condition that a record has a point; `None` if no record of the list has one.
    pub has_point: Option<Condition>,
    /// Whether records contain download URLs, which are issued to one client.
    pub has_download_urls: bool,
    /// What access levels change of the list.
    pub access: ListAccess,
    /// The orders in which the list can be requested, by the value of the parameter `sort`.
    sorts: Vec<(String, Sort)>,
}

/// A list of the records of one parent.
#[derive(Debug)]
pub struct NestedListPlan {
    /// The list of the records of all parents.
    pub list: Arc<ListPlan>,
    /// The parent's resource.
    pub parent: &'static Resource,
    /// The position of the facet with the parent's id.
    facet: usize,
}

impl ResourcePlans {
    /// The plans of all resources. Fails if the declaration of a filter is invalid.
    pub fn build() -> Result<Self, DeclarationError> {
        let plans = RESOURCES.iter().map(|resource| ResourcePlan::build(resource).map(Arc::new));
        let plans = plans.collect::<Result<Vec<_>, _>>()?;
        Ok(Self { plans, files: Arc::new(ResourcePlan::build(FILES)?) })
    }

    /// The list of a resource; `None` if it has none.
    pub fn list(&self, resource: &Resource) -> Option<&Arc<ListPlan>> {
        let plan = self.plans.iter().find(|plan| plan.resource.names.plural == resource.names.plural)?;
        plan.list.as_ref()
    }

    /// Every plan, in the order of [`RESOURCES`].
    pub fn all(&self) -> impl Iterator<Item = &Arc<ResourcePlan>> {
        self.plans.iter()
    }
}

impl ResourcePlan {
    /// The plan of a resource.
    pub fn build(resource: &'static Resource) -> Result<Self, DeclarationError> {
        let has_download_urls =
            resource.fields.iter().any(|field| matches!(field.source, Source::DownloadUrl));
        let parameters = list_parameters(resource)?;
        let list = Arc::new(ListPlan {
            resource,
            path: format!("/{}", resource.names.plural),
            parameters,
            page_size: DEFAULT_PAGE_SIZE as usize,
            condition: None,
            has_point: has_point(resource),
            has_download_urls,
            access: ListAccess::new(resource, resource),
            sorts: sorts(resource)?,
        });
        Ok(Self {
            resource,
            nested_list: NestedListPlan::build(&list)?.map(Arc::new),
            list: resource.calls.list.then_some(list),
            deletions: resource.calls.deleted.then(|| ListPlan::of_deletions(resource)).transpose()?,
            features: has_point(resource)
                .map(|points| ListPlan::of_features(resource, points))
                .transpose()?,
            has_download_urls,
        })
    }
}

impl ListPlan {
    /// The order that a value of the parameter `sort` names.
    pub fn sort(&self, name: &str, value: &str) -> Result<Sort, Problem> {
        let found = self.sorts.iter().find(|(sort, _)| sort == value).map(|(_, sort)| *sort);
        found.ok_or_else(|| unknown_name(name, value, self.sorts.iter().map(|(sort, _)| sort.as_str())))
    }

    /// The records of a resource that have a point, in the order of their creation.
    fn of_features(resource: &'static Resource, points: Condition) -> Result<Arc<Self>, DeclarationError> {
        Ok(Arc::new(Self {
            resource,
            path: format!("/ogc/collections/{}/items", resource.names.plural),
            parameters: feature_parameters(resource)?,
            page_size: DEFAULT_FEATURES as usize,
            condition: Some(points.clone()),
            has_point: Some(points),
            has_download_urls: false,
            access: ListAccess::new(resource, resource),
            sorts: Vec::new(),
        }))
    }

    /// The list of a resource's deleted records.
    fn of_deletions(resource: &'static Resource) -> Result<Arc<Self>, DeclarationError> {
        let facet = facet(DELETED_ITEMS, &IndexColumns::new(DELETED_ITEMS), "type", "type")?;
        let values = vec![enum_value_hash(resource.names.deleted_type)];
        Ok(Arc::new(Self {
            resource: DELETED_ITEMS,
            path: format!("/{}/deleted", resource.names.plural),
            parameters: deletion_list_parameters(),
            page_size: DEFAULT_PAGE_SIZE as usize,
            condition: Some(Condition::AnyOf { facet, values }),
            has_point: None,
            has_download_urls: false,
            access: ListAccess::new(DELETED_ITEMS, resource),
            sorts: Vec::new(),
        }))
    }
}

/// The condition that a record has a point: its longitude is any number.
fn has_point(resource: &Resource) -> Option<Condition> {
    let number = IndexColumns::new(resource).number(resource.point()?.name, NumberType::Longitude)?;
    Some(Condition::Range { number, range: NumberRange::default() })
}

/// The orders in which a list can be requested, by the value of the parameter `sort`.
fn sorts(resource: &Resource) -> Result<Vec<(String, Sort)>, DeclarationError> {
    let columns = IndexColumns::new(resource);
    let mut sorts = Vec::new();
    for name in sort_columns(resource.sorts) {
        let by = if name == resource.order_column() {
            SortBy::Timestamp
        } else {
            let unknown = DeclarationError::UnknownColumn {
                resource: resource.names.plural,
                filter: "sort",
                column: name,
            };
            let number = resource.field(name).and_then(|_| columns.number(name, NumberType::Integer));
            SortBy::Number(number.ok_or(unknown)?)
        };
        sorts.push((name.to_owned(), Sort { by, is_ascending: true }));
        sorts.push((format!("-{name}"), Sort { by, is_ascending: false }));
    }
    Ok(sorts)
}

impl NestedListPlan {
    /// The nested list of a resource; `None` if it has none.
    fn build(list: &Arc<ListPlan>) -> Result<Option<Self>, DeclarationError> {
        let resource = list.resource;
        let nested = resource.filters.iter().find_map(|filter| match filter.operator {
            FilterOperator::Within { column, resource: parent } => Some((filter.name, column, parent)),
            _ => None,
        });
        let Some((filter, column, parent)) = nested else { return Ok(None) };
        let facet = facet(resource, &IndexColumns::new(resource), filter, column)?;
        let found = RESOURCES.iter().find(|other| other.names.plural == parent);
        let unknown = DeclarationError::UnknownParent { resource: resource.names.plural, parent };
        Ok(Some(Self { list: Arc::clone(list), parent: found.ok_or(unknown)?, facet }))
    }

    /// The path of the list of this parent's records.
    pub fn path(&self, parent: Uuid) -> String {
        format!("/{}/{parent}{}", self.parent.names.plural, self.list.path)
    }

    /// The condition that a record belongs to this parent.
    pub fn condition(&self, parent: Uuid) -> Condition {
        Condition::AnyOf { facet: self.facet, values: vec![parent.as_u128()] }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_filter_of_every_resource_is_a_parameter() {
        for plan in ResourcePlans::build().unwrap().all() {
            let names: BTreeSet<_> =
                plan.list.iter().flat_map(|list| &list.parameters).map(|parameter| parameter.name).collect();
            let filters = plan
                .resource
                .filters
                .iter()
                .filter(|filter| !matches!(filter.operator, FilterOperator::Within { .. }));
            for filter in filters {
                assert!(names.contains(filter.name), "{}", filter.name);
            }
        }
    }

    #[test]
    fn no_list_has_two_parameters_with_one_name() {
        for plan in ResourcePlans::build().unwrap().all() {
            for list in plan.list.iter().chain(&plan.deletions) {
                let names: BTreeSet<_> = list.parameters.iter().map(|parameter| parameter.name).collect();
                assert_eq!(names.len(), list.parameters.len(), "{}", plan.resource.names.plural);
            }
        }
    }
}
