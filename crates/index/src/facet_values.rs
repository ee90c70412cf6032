//! The values of one facet in one chunk.

use borsh::{BorshDeserialize, BorshSerialize};

use super::dictionary::NULL;
use super::postings::Postings;
use super::row_set::RowSet;

/// The value of each row, in the smaller of two forms.
#[derive(Debug, Clone, BorshSerialize, BorshDeserialize)]
pub enum FacetValues {
    /// The rows of each value.
    Postings(Postings),
    /// The value of each row, if most rows have different values.
    Column(Box<[u32]>),
}

impl FacetValues {
    /// The values of the rows.
    pub fn new(values: &[u32]) -> Self {
        let pairs = values.iter().zip(0_u16..).map(|(value, row)| (*value, row)).collect();
        let postings = Postings::build(pairs);
        if postings.bytes() <= size_of_val(values) {
            Self::Postings(postings)
        } else {
            Self::Column(values.into())
        }
    }

    /// The number of rows with this value.
    pub fn count(&self, value: u32) -> usize {
        match self {
            Self::Postings(postings) => postings.count(value),
            Self::Column(values) => values.iter().filter(|other| **other == value).count(),
        }
    }

    /// Whether the row has this value.
    pub fn contains(&self, value: u32, row: u16) -> bool {
        match self {
            Self::Postings(postings) => postings.contains(value, row),
            Self::Column(values) => values.get(usize::from(row)) == Some(&value),
        }
    }

    /// Adds the rows with a value to a set.
    pub fn add_to(&self, set: &mut RowSet, value: u32) {
        match self {
            Self::Postings(postings) => postings.add_to(set, value),
            Self::Column(values) => set.insert_where(values, value),
        }
    }

    /// The value of each row.
    pub fn values(&self, rows: usize) -> Vec<u32> {
        match self {
            Self::Postings(postings) => {
                let mut values = vec![NULL; rows];
                postings.pairs().into_iter().for_each(|(value, row)| values[usize::from(row)] = value);
                values
            }
            Self::Column(values) => values.to_vec(),
        }
    }

    /// The values that rows have; some may be named more than once.
    pub fn used_values(&self) -> &[u32] {
        match self {
            Self::Postings(postings) => postings.distinct_values(),
            Self::Column(values) => values,
        }
    }

    /// The memory used, in bytes.
    pub fn bytes(&self) -> usize {
        let values = match self {
            Self::Postings(postings) => postings.bytes(),
            Self::Column(values) => size_of_val(&**values),
        };
        size_of::<Self>() + values
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn both_forms_have_the_same_rows(values in proptest::collection::vec(0_u32..200, 0..128), value in 0_u32..200) {
            let column = FacetValues::Column(values.clone().into());
            let postings = FacetValues::Postings(Postings::build(values.iter().zip(0_u16..).map(|(value, row)| (*value, row)).collect()));
            let rows: Vec<u16> = values.iter().zip(0_u16..).filter(|(other, _)| **other == value).map(|(_, row)| row).collect();
            for form in [&column, &postings] {
                let mut set = RowSet::EMPTY;
                form.add_to(&mut set, value);
                prop_assert_eq!(set.iter().collect::<Vec<_>>(), rows.clone());
                prop_assert_eq!(form.count(value), rows.len());
                prop_assert!(rows.iter().all(|row| form.contains(value, *row)));
                prop_assert_eq!(form.values(values.len()), values.clone());
            }
            prop_assert!(FacetValues::new(&values).bytes() <= column.bytes().min(postings.bytes()));
        }
    }
}
