//! `GET /admin/api/data`: what the database contains.

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::State;
use folkmoot_index::IndexSize;
use folkmoot_model::resource::Resource;
use folkmoot_model::resources::RESOURCES;
use folkmoot_model::timestamp::timestamp;
use folkmoot_store::{Store, StoreError};
use serde_json::{Value, json};

use super::administrator::Administrator;
use super::json::Json;
use super::operation::{Content, Operation};
use super::parameters::Parameters;
use super::routes::AdminRoutes;
use super::schema;
use crate::problem::Problem;
use crate::state::AppState;

static READ: Operation = Operation::read(
    "/data",
    "getData",
    "Data",
    "Get the number of records by resource, and sizes",
    Content::Json(response_schema),
);

/// The endpoint.
pub fn routes() -> AdminRoutes {
    AdminRoutes::default().route(&READ, read)
}

fn response_schema() -> Value {
    let resource = schema::object([
        ("resource", schema::text()),
        ("records", schema::count()),
        ("newest_change", schema::nullable(&schema::timestamp())),
        ("index_bytes", schema::count()),
    ]);
    schema::object([
        ("resources", schema::list(&resource)),
        ("database_bytes", schema::count()),
        ("files", schema::object([("count", schema::count()), ("bytes", schema::count())])),
    ])
}

async fn read(_: Administrator, State(state): State<Arc<AppState>>, _: Parameters) -> Result<Json, Problem> {
    let indexes = Arc::clone(&state.indexes);
    let read = move |store: &Store| {
        let sizes: HashMap<&str, IndexSize> = indexes.sizes().collect();
        Ok::<_, StoreError>((store.sizes()?, sizes))
    };
    let (sizes, indexes) = state.store.run_administration(read).await?;
    let resource = |resource: &&Resource| {
        let plural = resource.names.plural;
        let index = indexes.get(plural);
        json!({
            "resource": plural,
            "records": index.map_or(0, |index| index.records),
            "newest_change": sizes.newest_changes.get(plural).copied().map(timestamp),
            "index_bytes": index.map_or(0, |index| index.bytes),
        })
    };
    Ok(Json(json!({
        "resources": RESOURCES.iter().map(resource).collect::<Value>(),
        "database_bytes": sizes.database_bytes,
        "files": { "count": sizes.files, "bytes": sizes.file_bytes },
    })))
}
