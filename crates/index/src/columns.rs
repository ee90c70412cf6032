//! The columns of a resource that its list index contains, and their positions there.

use folkmoot_model::resource::facets::{Facet, facets, relations};
use folkmoot_model::resource::{Relation, Resource};

/// The facets and relations of a resource. Conditions of a query name them by position.
#[derive(Debug, Clone)]
pub struct IndexColumns {
    /// Columns of the resource's own table.
    pub facets: Vec<Facet>,
    /// Many-to-many relations.
    pub relations: Vec<Relation>,
}

impl IndexColumns {
    /// The columns that the resource's filters compare.
    pub fn of(resource: &Resource) -> Self {
        Self { facets: facets(resource), relations: relations(resource) }
    }

    /// The position of a facet; `None` if no filter compares the column.
    pub fn facet(&self, column: &str) -> Option<usize> {
        self.facets.iter().position(|facet| facet.column == column)
    }

    /// The position of a relation; `None` if no filter uses it.
    pub fn relation(&self, relation: &Relation) -> Option<usize> {
        self.relations.iter().position(|other| other == relation)
    }
}
