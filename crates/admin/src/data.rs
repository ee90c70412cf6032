//! `GET /admin/api/data`: what the database contains.

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::State;
use folkmoot_administration::json::UtcTimestamp;
use folkmoot_api::problem::Problem;
use folkmoot_index::{IndexSize, ListIndexes};
use folkmoot_model::resource::Resource;
use folkmoot_model::resources::RESOURCES;
use folkmoot_store::{Store, StoreError};
use schemars::JsonSchema;
use serde::Serialize;

use super::administrator::Administrator;
use super::endpoint::AdminEndpoint;
use super::json::Json;
use super::parameters::Parameters;
use super::routes::AdminRoutes;
use super::state::AdminState;

static READ: AdminEndpoint =
    AdminEndpoint::get("/data", "getData", "Data", "Get the number of records by resource, and sizes")
        .returns::<DataOverview>(200);

#[derive(Serialize, JsonSchema)]
struct DataOverview {
    resources: Vec<ResourceData>,
    database_bytes: i64,
    files: FileData,
}

#[derive(Serialize, JsonSchema)]
struct ResourceData {
    resource: &'static str,
    records: usize,
    newest_change: Option<UtcTimestamp>,
    index_bytes: usize,
}

#[derive(Serialize, JsonSchema)]
struct FileData {
    count: i64,
    bytes: i64,
}

/// The endpoint.
pub fn routes() -> AdminRoutes {
    AdminRoutes::default().route(&READ, read)
}

async fn read(
    _: Administrator,
    State(state): State<Arc<AdminState>>,
    State(indexes): State<Arc<ListIndexes>>,
    _: Parameters,
) -> Result<Json<DataOverview>, Problem> {
    let read = move |store: &Store| {
        let sizes: HashMap<&str, IndexSize> = indexes.sizes().collect();
        Ok::<_, StoreError>((store.sizes()?, sizes))
    };
    let (sizes, indexes) = state.store.run_administration(read).await?;
    let resource = |resource: &&Resource| {
        let plural = resource.names.plural;
        let index = indexes.get(plural);
        ResourceData {
            resource: plural,
            records: index.map_or(0, |index| index.records),
            newest_change: sizes.newest_changes.get(plural).copied().map(UtcTimestamp),
            index_bytes: index.map_or(0, |index| index.bytes),
        }
    };
    Ok(Json(DataOverview {
        resources: RESOURCES.iter().map(resource).collect(),
        database_bytes: sizes.database_bytes,
        files: FileData { count: sizes.files, bytes: sizes.file_bytes },
    }))
}
