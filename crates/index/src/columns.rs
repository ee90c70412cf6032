//! The columns of a resource that its list index contains, and their positions there.

use folkmoot_model::resource::facets::{Facet, FacetType, Number, NumberType, facets, numbers, relations};
use folkmoot_model::resource::{Relation, Resource};
use folkmoot_store::records::Columns;

use super::chunk_rows::Widths;

/// The facets, numbers and relations of a resource. Queries name them by position.
#[derive(Debug, Clone)]
pub struct IndexColumns {
    /// Columns of the resource's own table that filters compare for equality.
    pub facets: Vec<Facet>,
    /// Numbers in the resource's own table that filters compare with a range or that lists are sorted by. The first is
    /// the timestamp of the last change.
    pub numbers: Vec<Number>,
    /// Many-to-many relations.
    pub relations: Vec<Relation>,
    /// Whether records have an id, by which they can be selected.
    pub has_ids: bool,
}

impl IndexColumns {
    /// The columns that the resource's filters and sort orders need.
    pub fn new(resource: &Resource) -> Self {
        Self {
            facets: facets(resource),
            numbers: numbers(resource),
            relations: relations(resource),
            has_ids: resource.has_id(),
        }
    }

    /// The position of a facet; `None` if no filter compares the column for equality.
    pub fn facet(&self, column: &str) -> Option<usize> {
        self.facets.iter().position(|facet| facet.column == column && facet.kind != FacetType::IsSet)
    }

    /// The position of the facet that states whether the column has a value; `None` if no filter compares that.
    pub fn is_set(&self, column: &str) -> Option<usize> {
        self.facets.iter().position(|facet| facet.column == column && facet.kind == FacetType::IsSet)
    }

    /// The position of a number; `None` if neither a filter nor a sort order needs it.
    pub fn number(&self, column: &str, kind: NumberType) -> Option<usize> {
        self.numbers.iter().position(|number| (number.column, number.kind) == (column, kind))
    }

    /// The position of a relation; `None` if no filter uses it.
    pub fn relation(&self, relation: &Relation) -> Option<usize> {
        self.relations.iter().position(|other| other == relation)
    }

    /// The numbers of columns.
    pub fn widths(&self) -> Widths {
        Widths { facets: self.facets.len(), numbers: self.numbers.len(), relations: self.relations.len() }
    }

    /// The columns that the entries of the records contain.
    pub fn of_entries(&self) -> Columns<'_> {
        Columns { facets: &self.facets, numbers: &self.numbers }
    }
}
