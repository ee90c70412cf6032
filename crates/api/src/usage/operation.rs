//! The operations that usage is counted by.

use std::sync::LazyLock;

use folkmoot_ballots::polis::File;
use folkmoot_model::resource::{FilterOperator, Resource};
use folkmoot_model::resources::{FILES, PHASES, PROJECTS, RESOURCES};

use crate::naming;

/// An operation of the public API. An extension of the requests of its route.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Operation(u16);

/// An operation's id, and the resource that it concerns; `changes`, `exports` or `platform` if it concerns several.
struct Named {
    id: String,
    resource: &'static str,
}

/// Downloads are not part of the document, because their URLs are opaque.
const DOWNLOAD: &str = "downloadFile";
const DOWNLOAD_EXPORT: &str = "downloadExport";

/// Every operation; the position is the number of an [`Operation`].
static OPERATIONS: LazyLock<Vec<Named>> = LazyLock::new(|| {
    let mut operations = Vec::new();
    for resource in RESOURCES {
        let plural = resource.names.plural;
        let mut add = |id| operations.push(Named { id, resource: plural });
        let calls = resource.calls;
        let known = [
            (calls.list, naming::list_operation(resource)),
            (calls.deleted, naming::deleted_operation(resource)),
            (calls.item, naming::item_operation(resource)),
        ];
        known.into_iter().filter(|(exists, _)| *exists).for_each(|(_, id)| add(id));
        if let Some(parent) = parent(resource) {
            add(naming::nested_list_operation(parent, resource));
        }
    }
    let files =
        [naming::UPLOAD_FILE, naming::CHANGE_FILE, naming::REPLACE_FILE, naming::DELETE_FILE, DOWNLOAD];
    let file = |id: &str| Named { id: id.to_owned(), resource: FILES.names.plural };
    operations.extend(files.map(file));
    operations.push(Named { id: naming::LIST_CHANGES.to_owned(), resource: "changes" });
    operations.push(Named { id: naming::GET_PLATFORM.to_owned(), resource: "platform" });
    operations.push(Named { id: naming::GET_PABULIB.to_owned(), resource: PHASES.names.plural });
    let polis = File::ALL.map(naming::polis_operation);
    operations.extend(polis.map(|id| Named { id, resource: PROJECTS.names.plural }));
    let exports = [naming::LIST_EXPORTS, DOWNLOAD_EXPORT];
    operations.extend(exports.map(|id| Named { id: id.to_owned(), resource: "exports" }));
    operations
});

impl Operation {
    /// `GET /<plural>`
    pub fn list(resource: &Resource) -> Self {
        Self::named(&naming::list_operation(resource))
    }

    /// `GET /<plural>/deleted`
    pub fn deleted(resource: &Resource) -> Self {
        Self::named(&naming::deleted_operation(resource))
    }

    /// `GET /<plural>/{id}`
    pub fn item(resource: &Resource) -> Self {
        Self::named(&naming::item_operation(resource))
    }

    /// `GET /<parents>/{id}/<plural>`
    pub fn nested_list(parent: &Resource, resource: &Resource) -> Self {
        Self::named(&naming::nested_list_operation(parent, resource))
    }

    /// `POST /files`
    pub fn upload() -> Self {
        Self::named(naming::UPLOAD_FILE)
    }

    /// `PATCH /files/{id}`
    pub fn change() -> Self {
        Self::named(naming::CHANGE_FILE)
    }

    /// `PUT /files/{id}`
    pub fn replace() -> Self {
        Self::named(naming::REPLACE_FILE)
    }

    /// `DELETE /files/{id}`
    pub fn delete() -> Self {
        Self::named(naming::DELETE_FILE)
    }

    /// `GET /changes`
    pub fn changes() -> Self {
        Self::named(naming::LIST_CHANGES)
    }

    /// `GET /platform`
    pub fn platform() -> Self {
        Self::named(naming::GET_PLATFORM)
    }

    /// `GET /phases/{id}/pabulib`
    pub fn pabulib() -> Self {
        Self::named(naming::GET_PABULIB)
    }

    /// `GET /projects/{id}/polis/<file>`
    pub fn polis(file: File) -> Self {
        Self::named(&naming::polis_operation(file))
    }

    /// `GET /exports`
    pub fn exports() -> Self {
        Self::named(naming::LIST_EXPORTS)
    }

    /// `GET /files/exports/{id}`, outside the public API
    pub fn download_export() -> Self {
        Self::named(DOWNLOAD_EXPORT)
    }

    /// `GET /files/{id}`, outside the public API
    pub fn download() -> Self {
        Self::named(DOWNLOAD)
    }

    /// Its `operationId`.
    pub fn id(self) -> &'static str {
        OPERATIONS.get(usize::from(self.0)).map_or("", |operation| operation.id.as_str())
    }

    /// The operation with this id. An unknown id gets a number without an operation.
    fn named(id: &str) -> Self {
        let position = OPERATIONS.iter().position(|operation| operation.id == id);
        Self(position.and_then(|position| u16::try_from(position).ok()).unwrap_or(u16::MAX))
    }
}

/// The plural of the resource that an operation concerns; `None` if this release has no such operation.
pub fn resource_of(operation: &str) -> Option<&'static str> {
    OPERATIONS.iter().find(|known| known.id == operation).map(|known| known.resource)
}

fn parent(resource: &Resource) -> Option<&'static Resource> {
    let parent = resource.filters.iter().find_map(|filter| match filter.operator {
        FilterOperator::Within { resource, .. } => Some(resource),
        _ => None,
    })?;
    RESOURCES.iter().find(|known| known.names.plural == parent).copied()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn operations_have_different_ids() {
        let ids: BTreeSet<_> = OPERATIONS.iter().map(|operation| &operation.id).collect();
        assert_eq!(ids.len(), OPERATIONS.len());
        assert_eq!(Operation::upload().id(), "uploadFile");
    }
}
