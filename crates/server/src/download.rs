//! `GET /files/{id}`: the bytes of a file, for whoever has a signed address.

use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::State;
use axum::response::{IntoResponse, Redirect, Response};
use folkmoot_files::addresses::{AddressError, Parameters};
use folkmoot_store::files::Download;
use http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use super::parameters;
use super::path_id::PathId;
use super::platform_cache::HolderStatus;
use super::preconditions::{enabled_platform, holder_status, require_current_data};
use super::problem::Problem;
use super::problem_table::{INVALID_SIGNATURE, RANGE_NOT_SATISFIABLE};
use super::records::not_found;
use super::state::AppState;
use crate::settings::S3Downloads;

/// What RFC 5987 lets stand as it is.
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');
/// How long an address works that leads to the storage.
const REDIRECTED: Duration = Duration::from_mins(1);

/// Answers the bytes, or a part of them, as something to save and never to show.
pub async fn download(
    State(server): State<Arc<AppState>>,
    PathId(id): PathId,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    require_current_data(&server).await?;
    enabled_platform(&server)?;
    let refused = |detail: &str| Problem::new(&INVALID_SIGNATURE, detail);
    let changed = || refused("The URL of the file was changed.");
    let id = parameters::uuid(&id).ok_or_else(changed)?;
    let parameters = uri.query().and_then(Parameters::read).ok_or_else(changed)?;
    let (holder, left) = server.addresses.check(id, &parameters).map_err(|error| match error {
        AddressError::Changed => changed(),
        AddressError::Expired => refused("The URL has expired."),
    })?;
    match holder_status(&server, holder).await? {
        HolderStatus::Valid => {}
        HolderStatus::ClientRevoked => {
            return Err(refused("The client that the URL was issued to was revoked."));
        }
        HolderStatus::Superseded => return Err(refused("An administrator revoked the URL.")),
        HolderStatus::Unknown => return Err(refused("The client that the URL was issued to is not known.")),
    }
    let file = server.store.download(id).await?.ok_or_else(|| not_found(&id.to_string()))?;
    if server.settings.s3_downloads == S3Downloads::Redirect
        && let Some(address) = redirection(&server, &file).await?
    {
        return Ok(([(header::CACHE_CONTROL, "no-store")], Redirect::temporary(&address)).into_response());
    }
    let mut response = answer(&server, &file, &method, &headers).await?;
    let told = response.headers_mut();
    told.insert(header::CACHE_CONTROL, header_value(&format!("private, max-age={left}"))?);
    told.insert(header::ETAG, header_value(&etag(&file))?);
    told.insert(header::ACCEPT_RANGES, HeaderValue::from_static("bytes"));
    told.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    told.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static("default-src 'none'; sandbox"));
    told.insert(header::CONTENT_DISPOSITION, header_value(&disposition(&file.name))?);
    Ok(response)
}

async fn answer(
    server: &AppState,
    file: &Download,
    method: &Method,
    headers: &HeaderMap,
) -> Result<Response, Problem> {
    let size = u64::try_from(file.content.size).unwrap_or(0);
    let etag = etag(file);
    let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    if text(header::IF_NONE_MATCH).is_some_and(|known| matches(known, &etag)) {
        return Ok(StatusCode::NOT_MODIFIED.into_response());
    }
    let same = text(header::IF_RANGE).is_none_or(|known| known == etag);
    let (status, range) = match text(header::RANGE).filter(|_| same).and_then(|range| asked(range, size)) {
        None => (StatusCode::OK, 0..size),
        Some(range) if !range.is_empty() => (StatusCode::PARTIAL_CONTENT, range),
        Some(_) => {
            let detail = format!("The file has {size} bytes.");
            return Err(Problem::new(&RANGE_NOT_SATISFIABLE, detail)
                .with_header(header::CONTENT_RANGE, header_value(&format!("bytes */{size}"))?));
        }
    };
    let body = if *method == Method::HEAD || range.is_empty() {
        Body::empty()
    } else {
        Body::from_stream(server.shelf.blobs.read(file.content.blob, range.clone()).await?)
    };
    let mut response = (status, body).into_response();
    let told = response.headers_mut();
    told.insert(header::CONTENT_TYPE, header_value(&file.content.mime_type)?);
    told.insert(header::CONTENT_LENGTH, (range.end - range.start).into());
    if status == StatusCode::PARTIAL_CONTENT {
        let shown = format!("bytes {}-{}/{size}", range.start, range.end - 1);
        told.insert(header::CONTENT_RANGE, header_value(&shown)?);
    }
    Ok(response)
}

async fn redirection(server: &AppState, file: &Download) -> Result<Option<String>, Problem> {
    let content = &file.content;
    let disposition = disposition(&file.name);
    Ok(server.shelf.blobs.address(content.blob, &disposition, &content.mime_type, REDIRECTED).await?)
}

fn etag(file: &Download) -> String {
    format!("\"{}\"", file.content.sha256)
}

fn matches(known: &str, etag: &str) -> bool {
    known.split(',').map(str::trim).any(|one| one == "*" || one.trim_start_matches("W/") == etag)
}

/// The one range that is asked for, empty where the file has no such bytes. What is no range, or more than one,
/// counts as not asked.
fn asked(header: &str, size: u64) -> Option<Range<u64>> {
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

/// `attachment` with the name in every script, and an approximation in ASCII for old programs.
fn disposition(name: &str) -> String {
    let name = safe_name(name);
    let plain = |letter: char| (' '..='~').contains(&letter) && !matches!(letter, '"' | '\\' | '%');
    let ascii: String = name.chars().map(|letter| if plain(letter) { letter } else { '_' }).collect();
    format!("attachment; filename=\"{ascii}\"; filename*=UTF-8''{}", utf8_percent_encode(&name, PLAIN))
}

/// A name under which a program can save the file without leaving its folder, and which looks like what it is: without
/// folders, control characters and characters that change the direction of text.
fn safe_name(name: &str) -> String {
    let parts = name.split(['/', '\\']).map(|part| {
        let part: String =
            part.chars().filter(|letter| !letter.is_control() && !is_bidi_control(*letter)).collect();
        part.trim().to_owned()
    });
    let parts: Vec<String> = parts.filter(|part| !part.chars().all(|letter| letter == '.')).collect();
    if parts.is_empty() { "file".to_owned() } else { parts.join("_") }
}

/// The characters with the Unicode property `Bidi_Control`.
fn is_bidi_control(letter: char) -> bool {
    matches!(letter, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

fn header_value(text: &str) -> Result<HeaderValue, Problem> {
    HeaderValue::from_str(text).map_err(Problem::internal)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read_as_http_says() {
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
            assert_eq!(asked(header, 10), expected, "{header}");
        }
    }

    #[test]
    fn names_survive_in_any_script() {
        assert_eq!(
            disposition("a \"b\" %ü.pdf"),
            "attachment; filename=\"a _b_ __.pdf\"; filename*=UTF-8''a%20%22b%22%20%25%C3%BC.pdf"
        );
    }

    #[test]
    fn names_are_safe_to_save() {
        for (name, expected) in [
            ("minutes.txt", "minutes.txt"),
            ("../../../etc/passwd.txt", "etc_passwd.txt"),
            ("/tmp/x.txt", "tmp_x.txt"),
            ("..\\..\\x.txt", "x.txt"),
            ("C:\\x.txt", "C:_x.txt"),
            ("a/./b/..\\c.txt", "a_b_c.txt"),
            ("a..b.txt", "a..b.txt"),
            (".\u{202e}./x.txt", "x.txt"),
            (" / .. /x.txt", "x.txt"),
            ("invoice\u{202e}fdp.txt", "invoicefdp.txt"),
            ("\u{2066}a\u{2069}\u{200e}\u{200f}\u{61c}.txt", "a.txt"),
            ("a\r\nb\0\u{85}.txt", "ab.txt"),
            ("../..", "file"),
            ("", "file"),
        ] {
            assert_eq!(safe_name(name), expected, "{name:?}");
        }
    }
}
