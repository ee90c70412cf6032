//! `GET /api/v2/exports`: the exports that the client may read.

use std::sync::Arc;

use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use folkmoot_export::platform_fingerprint;
use folkmoot_model::timestamp::timestamp;
use folkmoot_store::Store;
use folkmoot_store::exports::{StoredExport, StoredFile};
use http::{HeaderValue, Uri, header};
use serde_json::{Value, json};

use super::readers;
use super::state::ExportDownloads;
use crate::caller::Caller;
use crate::changes::cursor::ChangesCursor;
use crate::media_types::JSON;
use crate::parameters::declarations::{
    DEFAULT_PAGE_NUMBER, DEFAULT_PAGE_SIZE, EXPORTS_PARAMETERS, MAX_PAGE_SIZE, ParameterType,
};
use crate::parameters::{QueryParameters, values};
use crate::problem::Problem;
use crate::sealed_cursor::CursorKeys;
use crate::usage::RecordCount;

/// Responses contain signed URLs.
const CACHE_CONTROL: HeaderValue = HeaderValue::from_static("private, no-store");

/// `GET /exports`
pub async fn list(
    State(state): State<Arc<ExportDownloads>>,
    caller: Caller,
    uri: Uri,
) -> Result<Response, Problem> {
    let (size, number) = page(&uri)?;
    let exports = state.store.run_ranking(|store: &Store| store.exports().all()).await?;
    let is_readable = |export: &&StoredExport| {
        readers::may_list(export, caller.holder.client, &caller.scope, &state.access)
    };
    let readable: Vec<&StoredExport> = exports.iter().filter(is_readable).collect();
    let shown = readable.chunks(size).nth(number - 1).unwrap_or_default();
    let exports: Vec<Value> =
        shown.iter().map(|export| export_json(export, &state.cursors, &caller)).collect::<Result<_, _>>()?;
    let count = exports.len();
    let meta = json!({ "current_page": number, "total_pages": readable.len().div_ceil(size) });
    let body = json!({ "exports": exports, "meta": meta }).to_string();
    let headers = [(header::CONTENT_TYPE, JSON), (header::CACHE_CONTROL, CACHE_CONTROL)];
    let mut response = (headers, body).into_response();
    response.extensions_mut().insert(RecordCount(count));
    Ok(response)
}

/// The size and the number of the page.
fn page(uri: &Uri) -> Result<(usize, usize), Problem> {
    let given = QueryParameters::parse(uri)?.values(EXPORTS_PARAMETERS)?;
    let mut page = (DEFAULT_PAGE_SIZE as usize, DEFAULT_PAGE_NUMBER as usize);
    for (parameter, texts) in EXPORTS_PARAMETERS.iter().zip(&given) {
        let Some(text) = texts.first() else { continue };
        match parameter.value_type {
            ParameterType::PageSize => {
                page.0 = values::page_size(parameter.name, text, MAX_PAGE_SIZE as usize)?;
            }
            _ => page.1 = values::page_number(parameter.name, text)?,
        }
    }
    Ok(page)
}

fn export_json(export: &StoredExport, cursors: &CursorKeys, caller: &Caller) -> Result<Value, Problem> {
    let is_current = export.content == platform_fingerprint(&caller.platform.platform);
    let changes = ChangesCursor::after(export.version).seal_of_export(is_current, cursors, caller)?;
    let file = |file: &StoredFile| {
        json!({
            "name": file.name,
            "resource": file.resource,
            "format": file.format,
            "rows": file.rows,
            "size": file.size,
            "sha256": file.sha256,
            "url": caller.export_url(file.blob),
        })
    };
    Ok(json!({
        "id": export.id,
        "created_at": timestamp(export.started_at),
        "access": export.access.name(),
        "resources": export.resources,
        "changes": changes,
        "files": export.files.iter().map(file).collect::<Value>(),
    }))
}
