//! The contents of files: downloads those that the platform does not have yet.

use std::fs::File;
use std::io::{BufWriter, Write as _};

use folkmoot_files::content_type::Inspection;
use folkmoot_model::resources::FILES;
use folkmoot_store::Store;
use uuid::Uuid;

use crate::error::MirrorError;
use crate::http::{Failure, incomplete};
use crate::record::Record;
use crate::source::Context;

/// Downloads the contents of staged files. A file whose size, media type and `updated_at` are the stored ones has the stored
/// content. Returns a warning for each file that is skipped.
pub fn download(context: &Context<'_>, store: &Store) -> Result<Vec<String>, MirrorError> {
    let mut warnings = Vec::new();
    let files = context.staging.bodies_without(FILES, "file_contents")?;
    if !files.is_empty() {
        context.progress.begin("contents of files");
    }
    for (id, body) in files {
        let record = Record::parse(&body).map_err(MirrorError::Unknown)?;
        if record.raw("_partial").is_some() || is_stored(store, id, &record)? {
            context.staging.put_content(id, None, false)?;
            continue;
        }
        let name = record.text("name").unwrap_or_default();
        match fetch(context, id, &record, &name)? {
            Content::Stored => context.staging.put_content(id, Some(&id.to_string()), false)?,
            Content::Gone => context.staging.put_content(id, None, true)?,
            Content::Rejected => {
                warnings.push(format!("skipped the file {id}: content of a type that is not accepted"));
                context.staging.put_content(id, None, true)?;
            }
        }
        context.progress.advance(1);
    }
    Ok(warnings)
}

fn is_stored(store: &Store, id: Uuid, record: &Record<'_>) -> Result<bool, MirrorError> {
    let Some((size, mime_type, updated_at)) = store.files().content_of(id)? else { return Ok(false) };
    let timestamp = record.text("updated_at").and_then(|text| text.parse::<jiff::Timestamp>().ok());
    Ok(record.raw("size") == Some(size.to_string().as_str())
        && record.text("mime_type").as_deref() == Some(mime_type.as_str())
        && timestamp.is_some_and(|timestamp| timestamp.as_millisecond() == updated_at))
}

/// The result of a download.
enum Content {
    Stored,
    /// The file was deleted meanwhile.
    Gone,
    /// Its type is not accepted.
    Rejected,
}

/// Downloads a content. The URL in the list may have expired; then the record is read again.
fn fetch(context: &Context<'_>, id: Uuid, record: &Record<'_>, name: &str) -> Result<Content, MirrorError> {
    let listed = record.text("url").unwrap_or_default();
    match fetch_url(context, id, &listed, name) {
        Err(MirrorError::Refused { status: 400..=499, .. }) => {}
        done => return done,
    }
    let item = match context.session.json(&format!("/files/{id}")) {
        Err(MirrorError::Refused { status: 404, .. }) => return Ok(Content::Gone),
        item => item?,
    };
    let url = item.pointer("/file/url").and_then(serde_json::Value::as_str).unwrap_or_default();
    fetch_url(context, id, url, name)
}

fn fetch_url(context: &Context<'_>, id: Uuid, url: &str, name: &str) -> Result<Content, MirrorError> {
    let http = &context.session.http;
    let path = context.staging.files().join(id.to_string());
    // The URL is signed; a token would only reach another host.
    http.retry(&|| Ok(()), &mut || {
        let mut response = http.send(url, |client| client.get(url)).map_err(expired)?;
        let expected = response.content_length();
        let mut inspection = Inspection::default();
        let mut file = BufWriter::new(File::create(&path).map_err(MirrorError::from)?);
        let mut size = 0;
        while let Some(part) = http.next_part(url, &mut response)? {
            let part = part.as_ref();
            size += part.len() as u64;
            inspection.take(part);
            file.write_all(part).map_err(MirrorError::from)?;
        }
        file.flush().map_err(MirrorError::from)?;
        if expected.is_some_and(|expected| expected != size) {
            return Err(incomplete(url, format!("{size} bytes instead of {}", expected.unwrap_or(0))));
        }
        Ok(if inspection.media_type(name).is_ok() { Content::Stored } else { Content::Rejected })
    })
}

/// An expired URL cannot be renewed with another token.
fn expired(failure: Failure) -> Failure {
    match failure {
        Failure::Unauthorized(error) => Failure::Permanent(error),
        other => other,
    }
}
