//! The database: records, platform, clients and the change feed.

pub mod changes;
pub mod clients;
pub mod columns;
mod dialect;
pub mod encode;
mod error;
pub mod files;
pub mod folder;
pub mod migrations;
pub mod moment;
pub mod platform;
mod queries;
pub mod records;
pub mod row;
mod schema;
pub mod session;
pub mod sqlite;
mod sqlite_import;
pub mod sqlite_search;

use std::collections::HashMap;
use std::path::Path;

pub use error::StoreError;
use queries::Queries;

use crate::resource::Resource;
use crate::resources::{DELETED_ITEMS, RESOURCES};
use sqlite::Sqlite;

/// The database of one platform.
#[derive(Debug)]
pub struct Store {
    /// The embedded database.
    pub sqlite: Sqlite,
    queries: HashMap<&'static str, Queries>,
}

impl Store {
    /// Opens the embedded database in a data folder and checks that its tables fit the declarations.
    pub fn open(folder: &Path) -> Result<Self, StoreError> {
        let sqlite = Sqlite::open(folder)?;
        sqlite.read(schema::check)?;
        let queries =
            all_resources().map(|resource| (resource.names.plural, Queries::of(resource))).collect();
        Ok(Self { sqlite, queries })
    }

    fn queries(&self, resource: &Resource) -> &Queries {
        &self.queries[resource.names.plural]
    }
}

/// Every resource that has a table, the tombstones included.
pub fn all_resources() -> impl Iterator<Item = &'static Resource> {
    RESOURCES.iter().copied().chain([DELETED_ITEMS])
}
