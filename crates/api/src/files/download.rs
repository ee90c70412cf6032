//! `GET /files/{id}`: the content of a file, for clients with a signed URL.

use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::body::Body;
use axum::extract::State;
use axum::response::{IntoResponse, Redirect, Response};
use bytes::{Buf as _, BytesMut};
use folkmoot_authentication::platform_cache::HolderStatus;
use folkmoot_files::blobs::{BlobError, BlobStorage};
use folkmoot_files::download_urls::{DownloadUrlError, Parameters};
use folkmoot_files::file_name::safe_name;
use folkmoot_settings::S3Downloads;
use folkmoot_store::clients::Holder;
use folkmoot_store::files::{BlobMetadata, Download};
use futures_util::TryStreamExt as _;
use http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use uuid::Uuid;

use super::state::FileState;
use crate::caller::{Authenticated, NoteSlot};
use crate::parameters;
use crate::path_id::PathId;
use crate::preconditions::{PlatformState, enabled_platform, holder_status, require_current_data};
use crate::problem::Problem;
use crate::problem_table::{INVALID_SIGNATURE, RANGE_NOT_SATISFIABLE};
use crate::records::not_found;
use crate::scope::Scope;
use crate::security_headers::PUBLIC_RESOURCE;
use crate::usage::Operation;

/// Characters that RFC 5987 leaves unescaped (`attr-char`, those that file names commonly have).
const UNESCAPED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');
/// Lifetime of the presigned URL that clients are redirected to.
const REDIRECT_LIFETIME: Duration = Duration::from_mins(1);
/// The size up to which a content is compared with its checksum before the response begins.
const MAX_BUFFERED_BYTES: u64 = 256 * 1024;

/// Returns the content, or a range of it, as an attachment that browsers save and never display.
pub async fn download(
    State(state): State<Arc<FileState>>,
    PathId(id): PathId,
    Extension(notes): Extension<NoteSlot>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let check = |id, parameters: &Parameters| state.download_urls.check(id, parameters);
    let SignedUrl { id, holder, remaining } =
        require_signed(&state.platform, (&id, &uri), check, "Request the file's record again.").await?;
    require_file_reader(&state.platform, holder)?;
    let authenticated = Authenticated {
        client: holder.client,
        operation: Operation::download(),
        remaining: None,
        shared_seconds: None,
    };
    let _ = notes.0.authenticated.set(authenticated);
    let file = state.records.store.files().download(id).await?.ok_or_else(|| not_found(&id.to_string()))?;
    if state.s3_downloads == S3Downloads::Redirect
        && let Some(url) = presigned_url(&state.file_store.blobs, &file).await?
    {
        return Ok(([(header::CACHE_CONTROL, "no-store")], Redirect::temporary(&url)).into_response());
    }
    let request = ContentRequest { blobs: &state.file_store.blobs, method: &method, headers: &headers };
    let response = content(&request, &file, remaining).await;
    if response.is_err() && state.records.store.files().download(id).await?.is_none() {
        // Its content was deleted together with its record after that was read.
        return Err(not_found(&id.to_string()));
    }
    response
}

/// The storage of a file, and the request for it.
pub struct ContentRequest<'a> {
    /// The storage.
    pub blobs: &'a BlobStorage,
    /// The method of the request.
    pub method: &'a Method,
    /// The headers of the request.
    pub headers: &'a HeaderMap,
}

/// The content, or a range of it, as an attachment that may be cached for a number of seconds.
pub async fn content(
    request: &ContentRequest<'_>,
    file: &Download,
    remaining: i64,
) -> Result<Response, Problem> {
    let mut response = content_response(request, file).await?;
    let response_headers = response.headers_mut();
    response_headers.insert(header::CACHE_CONTROL, header_value(&format!("private, max-age={remaining}"))?);
    response_headers.insert(header::ETAG, header_value(&etag(file))?);
    response_headers.insert(header::ACCEPT_RANGES, HeaderValue::from_static("bytes"));
    let (name, value) = PUBLIC_RESOURCE;
    response_headers.insert(name, value);
    response_headers
        .insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static("default-src 'none'; sandbox"));
    response_headers.insert(header::CONTENT_DISPOSITION, header_value(&disposition(&file.name))?);
    Ok(response)
}

/// What the signature of a download URL proves.
pub struct SignedUrl {
    /// The file.
    pub id: Uuid,
    /// The client that the URL was issued to, which is active.
    pub holder: Holder,
    /// The seconds until the URL expires.
    pub remaining: i64,
}

/// Fails unless `check` accepts the signature of a URL for the file with this id, and the client that the URL was issued to is
/// active. `renewal` says how a client gets another URL.
pub async fn require_signed(
    platform: &PlatformState,
    (id, uri): (&str, &Uri),
    check: impl FnOnce(Uuid, &Parameters) -> Result<(Holder, i64), DownloadUrlError>,
    renewal: &str,
) -> Result<SignedUrl, Problem> {
    require_current_data(platform).await?;
    enabled_platform(platform)?;
    let changed = || rejected("The download URL was modified. Use it exactly as returned.");
    let id = parameters::uuid(id).ok_or_else(changed)?;
    let signed = uri.query().and_then(Parameters::read).ok_or_else(changed)?;
    let (holder, remaining) = check(id, &signed).map_err(|error| match error {
        DownloadUrlError::Changed => changed(),
        DownloadUrlError::Expired => rejected(&format!("The download URL has expired. {renewal}")),
    })?;
    match holder_status(platform, holder).await? {
        HolderStatus::Valid => Ok(SignedUrl { id, holder, remaining }),
        HolderStatus::Inactive(status) => {
            let status = status.name();
            Err(rejected(&format!("The client that the download URL was issued to is {status}.")))
        }
        HolderStatus::Superseded => {
            Err(rejected(&format!("An administrator revoked the download URL. {renewal}")))
        }
        HolderStatus::Unknown => Err(rejected("The client that the download URL was issued to is unknown.")),
    }
}

/// Fails unless the client may still read files.
fn require_file_reader(platform: &PlatformState, holder: Holder) -> Result<(), Problem> {
    let clients = platform.cache.clients();
    if clients.get(&holder.client).is_some_and(|client| Scope::of_client(client).includes_downloads()) {
        return Ok(());
    }
    Err(rejected("The client that the download URL was issued to may no longer read files."))
}

/// The problem that a URL is not accepted.
pub fn rejected(detail: &str) -> Problem {
    Problem::new(&INVALID_SIGNATURE, detail)
}

async fn content_response(request: &ContentRequest<'_>, file: &Download) -> Result<Response, Problem> {
    let ContentRequest { blobs, method, headers } = *request;
    let size = u64::try_from(file.blob.size).unwrap_or(0);
    let etag = etag(file);
    let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    if text(header::IF_NONE_MATCH).is_some_and(|header| matches(header, &etag)) {
        return Ok(StatusCode::NOT_MODIFIED.into_response());
    }
    let is_current = text(header::IF_RANGE).is_none_or(|validator| validator == etag);
    let (status, range) =
        match text(header::RANGE).filter(|_| is_current).and_then(|range| byte_range(range, size)) {
            None => (StatusCode::OK, 0..size),
            Some(range) if !range.is_empty() => (StatusCode::PARTIAL_CONTENT, range),
            Some(_) => {
                let detail = format!("The requested range is outside the file, which has {size} bytes.");
                return Err(Problem::new(&RANGE_NOT_SATISFIABLE, detail)
                    .with_header(header::CONTENT_RANGE, header_value(&format!("bytes */{size}"))?));
            }
        };
    let body = if *method == Method::HEAD || range.is_empty() {
        Body::empty()
    } else {
        match body(blobs, &file.blob, range.clone()).await {
            Ok(body) => body,
            // To request it again is of no use, so that the problem is not 503.
            Err(error) if blobs.is_lost(file.blob.id, size).await? => return Err(Problem::internal(error)),
            Err(error) => return Err(error.into()),
        }
    };
    let mut response = (status, body).into_response();
    let response_headers = response.headers_mut();
    response_headers.insert(header::CONTENT_TYPE, header_value(&file.blob.mime_type)?);
    response_headers.insert(header::CONTENT_LENGTH, (range.end - range.start).into());
    if status == StatusCode::PARTIAL_CONTENT {
        let content_range = format!("bytes {}-{}/{size}", range.start, range.end - 1);
        response_headers.insert(header::CONTENT_RANGE, header_value(&content_range)?);
    }
    Ok(response)
}

/// A range of a content. The last bytes of a content are sent only after all of it was compared with the checksum of its
/// record, so that no client gets a complete content that has changed, not even by continuing a download that ended early.
async fn body(blobs: &BlobStorage, blob: &BlobMetadata, range: Range<u64>) -> Result<Body, BlobError> {
    let size = u64::try_from(blob.size).unwrap_or(0);
    if size <= MAX_BUFFERED_BYTES {
        let mut chunks = blobs.read_verified(blob).await?;
        let mut content = BytesMut::new();
        while let Some(chunk) = chunks.try_next().await? {
            content.extend_from_slice(&chunk);
        }
        let [start, end] = [range.start, range.end].map(|index| usize::try_from(index).unwrap_or(usize::MAX));
        return Ok(Body::from(content.freeze().slice(start..end)));
    }
    if range.end < size {
        return Ok(Body::from_stream(blobs.read(blob.id, range).await?));
    }
    let mut before_range = range.start;
    let chunks = blobs.read_verified(blob).await?.map_ok(move |mut chunk| {
        let skipped = usize::try_from(before_range).unwrap_or(usize::MAX).min(chunk.len());
        before_range -= skipped as u64;
        chunk.advance(skipped);
        chunk
    });
    let chunks = chunks.try_filter(|chunk| std::future::ready(!chunk.is_empty()));
    Ok(Body::from_stream(chunks.inspect_err(|error| tracing::error!(%error, "aborted a download"))))
}

/// A URL of the storage to redirect to; `None` for a directory.
pub async fn presigned_url(blobs: &BlobStorage, file: &Download) -> Result<Option<String>, Problem> {
    let content = &file.blob;
    let disposition = disposition(&file.name);
    Ok(blobs.presigned_url(content.id, &disposition, &content.mime_type, REDIRECT_LIFETIME).await?)
}

fn etag(file: &Download) -> String {
    format!("\"{}\"", file.blob.sha256)
}

/// Whether an `If-None-Match` header contains an `ETag` (RFC 9110, section 13.1.2).
fn matches(header: &str, etag: &str) -> bool {
    header.split(',').map(str::trim).any(|one| one == "*" || one.trim_start_matches("W/") == etag)
}

/// The range of a `Range` header, empty if it is outside the file. `None` if the header is invalid or has several ranges,
/// because such a header is ignored (RFC 9110, section 14.2).
fn byte_range(header: &str, size: u64) -> Option<Range<u64>> {
    let (first, last) = header.strip_prefix("bytes=")?.trim().split_once('-')?;
    let number =
        |text: &str| text.parse::<u64>().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()));
    let range = match (first, last) {
        ("", last) => size.saturating_sub(number(last)?)..size,
        (first, "") => number(first)?..size,
        (first, last) => {
            let (first, last) = (number(first)?, number(last)?);
            if last < first {
                return None;
            }
            first..last.saturating_add(1).min(size)
        }
    };
    Some(range)
}

/// A `Content-Disposition` header that contains the complete name, and an approximation in ASCII for old clients.
fn disposition(name: &str) -> String {
    let name = safe_name(name);
    let is_plain = |letter: char| (' '..='~').contains(&letter) && !matches!(letter, '"' | '\\' | '%');
    let ascii: String = name.chars().map(|letter| if is_plain(letter) { letter } else { '_' }).collect();
    format!("attachment; filename=\"{ascii}\"; filename*=UTF-8''{}", utf8_percent_encode(&name, UNESCAPED))
}

fn header_value(text: &str) -> Result<HeaderValue, Problem> {
    HeaderValue::from_str(text).map_err(Problem::internal)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_parsed_as_in_rfc_9110() {
        for (header, expected) in [
            ("bytes=0-0", Some(0..1)),
            ("bytes=2-", Some(2..10)),
            ("bytes=-3", Some(7..10)),
            ("bytes=-30", Some(0..10)),
            ("bytes=5-99", Some(5..10)),
            ("bytes=10-", Some(10..10)),
            ("bytes=-0", Some(10..10)),
            ("bytes=5-4", None),
            ("bytes=0-1,3-4", None),
            ("bytes=+1-2", None),
            ("lines=1-2", None),
        ] {
            assert_eq!(byte_range(header, 10), expected, "{header}");
        }
    }

    #[test]
    fn names_are_preserved_in_every_script() {
        assert_eq!(
            disposition("a \"b\" %ü.pdf"),
            "attachment; filename=\"a _b_ __.pdf\"; filename*=UTF-8''a%20%22b%22%20%25%C3%BC.pdf"
        );
    }
}
