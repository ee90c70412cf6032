//! Sets of resources.

use crate::resource::Resource;
use crate::resources::RESOURCES;

/// A set of resources: a bit for each, in the order of [`RESOURCES`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ResourceSet(u64);

impl ResourceSet {
    /// Every resource.
    pub const ALL: Self = Self(u64::MAX);

    /// The set with these bits. Bits beyond those of the resources have no meaning.
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// The resources with these plural names; all if `None`.
    pub fn named(plurals: Option<&[&str]>) -> Self {
        let Some(plurals) = plurals else { return Self::ALL };
        let bit = |(position, resource): (usize, &&Resource)| {
            u64::from(plurals.contains(&resource.names.plural)) << position
        };
        Self(RESOURCES.iter().enumerate().map(bit).sum())
    }

    /// Whether the set contains a resource.
    pub fn contains(self, resource: &Resource) -> bool {
        let position = RESOURCES.iter().position(|other| other.names.plural == resource.names.plural);
        position.is_some_and(|position| self.0 >> position & 1 == 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::resources::{DELETED_ITEMS, FILES, USERS};

    #[test]
    fn a_set_contains_the_named_resources() {
        let files = ResourceSet::named(Some(&["files"]));
        assert!(files.contains(FILES) && !files.contains(USERS));
        assert!(RESOURCES.iter().all(|resource| ResourceSet::named(None).contains(resource)));
        assert!(!ResourceSet::ALL.contains(DELETED_ITEMS), "no client reads it by its own name");
    }
}
