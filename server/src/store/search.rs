//! Searches in the texts of records.

use std::sync::Arc;

use super::{Store, StoreError, changes};
use crate::resource::Resource;

/// Records that a search found, on one state of the database.
#[derive(Debug, Clone)]
pub struct Ranked {
    /// The rows' keys, each with how well it matches; better is smaller.
    pub rows: Vec<(i64, f64)>,
    /// The newest change of the resource in that state.
    pub sequence: i64,
}

impl Store {
    /// The records in whose texts every word is found, or the beginning of a longer one.
    pub async fn search(
        self: &Arc<Self>,
        resource: &'static Resource,
        words: &str,
    ) -> Result<Ranked, StoreError> {
        let words = words.to_owned();
        self.answer(move |_, connection| {
            let sequence = changes::newest_of(connection, resource.names.plural)?;
            let rows = (connection.dialect().search)(connection, resource.names.plural, &words)?;
            Ok(Ranked { rows, sequence })
        })
        .await
    }
}
