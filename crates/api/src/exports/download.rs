//! `GET /files/exports/{id}`: a file of an export, for clients with a signed URL.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::response::{IntoResponse as _, Redirect, Response};
use folkmoot_export::Format;
use folkmoot_files::download_urls::Parameters;
use folkmoot_model::resources::RESOURCES;
use folkmoot_settings::S3Downloads;
use folkmoot_store::Store;
use folkmoot_store::exports::StoredFile;
use folkmoot_store::files::{BlobMetadata, Download};
use http::{HeaderMap, Method, Uri, header};

use super::readers;
use super::state::ExportDownloads;
use crate::caller::{Authenticated, NoteSlot};
use crate::files::download::{ContentRequest, SignedUrl, content, presigned_url, rejected, require_signed};
use crate::path_id::PathId;
use crate::problem::Problem;
use crate::records::not_found;
use crate::scope::Scope;
use crate::usage::{Operation, ReadResources, RecordCount};

/// Returns the content, or a range of it, while the client may read the export.
pub async fn download(
    State(state): State<Arc<ExportDownloads>>,
    PathId(id): PathId,
    Extension(notes): Extension<NoteSlot>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let check = |file, parameters: &Parameters| state.download_urls.check_export(file, parameters);
    let SignedUrl { id: file, holder, remaining } =
        require_signed(&state.platform, (&id, &uri), check, "List the exports again.").await?;
    let operation = Operation::download_export();
    let _ = notes.0.authenticated.set(Authenticated {
        client: holder.client,
        operation,
        remaining: None,
        shared_seconds: None,
    });
    let exports = state.store.run_ranking(|store: &Store| store.exports().all()).await?;
    let found = exports.iter().find_map(|export| {
        export.files.iter().find(|stored| stored.blob == file).map(|stored| (export, stored))
    });
    let (export, stored) = found.ok_or_else(|| not_found(&id))?;
    let clients = state.platform.cache.clients();
    let may_download = |scope: Scope| readers::may_download(export, holder.client, &scope, &state.access);
    if !clients.get(&holder.client).map(Scope::of_client).is_some_and(may_download) {
        return Err(rejected(
            "The client that the download URL was issued to may no longer read the export.",
        ));
    }
    let file = stored_file(stored);
    let blobs = state.files.blobs();
    if state.s3_downloads == S3Downloads::Redirect
        && let Some(url) = presigned_url(blobs, &file).await?
    {
        let redirect = ([(header::CACHE_CONTROL, "no-store")], Redirect::temporary(&url)).into_response();
        return Ok(with_records(redirect, stored));
    }
    let response =
        content(&ContentRequest { blobs, method: &method, headers: &headers }, &file, remaining).await?;
    // Of a file that is downloaded in parts, the records are counted with the first part.
    let range = response.headers().get(header::CONTENT_RANGE);
    let is_later_part = range.is_some_and(|range| !range.as_bytes().starts_with(b"bytes 0-"));
    Ok(if is_later_part { response } else { with_records(response, stored) })
}

/// The response with the records of a file, which usage counts.
fn with_records(mut response: Response, file: &StoredFile) -> Response {
    if response.status().is_success() || response.status().is_redirection() {
        let resource = |(resource, records): &(String, i64)| {
            if *records == 0 {
                return None;
            }
            let known = RESOURCES.iter().find(|known| known.names.plural == resource)?;
            Some((known.names.plural, *records))
        };
        let reads: Vec<_> = file.contents.iter().filter_map(resource).collect();
        response.extensions_mut().insert(RecordCount(
            reads.iter().map(|(_, records)| usize::try_from(*records).unwrap_or(0)).sum(),
        ));
        response.extensions_mut().insert(ReadResources(reads));
    }
    response
}

/// A file of an export, as it is downloaded.
pub fn stored_file(file: &StoredFile) -> Download {
    let format = file.format.as_deref().and_then(Format::parse);
    let extension = file.name.rsplit_once('.').map_or("", |(_, extension)| extension);
    let mime_type = match (format, extension) {
        (Some(format), _) => format.media_type(),
        (None, "json") => "application/json",
        (None, "md") => "text/markdown",
        (None, _) => "text/plain",
    };

    Download {
        name: file.name.clone(),
        blob: BlobMetadata {
            id: file.blob,
            sha256: file.sha256.clone(),
            size: file.size,
            mime_type: mime_type.to_owned(),
        },
    }
}
