//! The contents of files: downloads the contents that the platform does not have yet.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufWriter, Write as _};
use std::path::PathBuf;

use folkmoot_files::content_type::Inspection;
use folkmoot_model::resources::FILES;
use folkmoot_store::Store;
use reqwest::Response;
use reqwest::header::HeaderMap;
use uuid::Uuid;

use crate::body::Parts;
use crate::destinations::Purpose;
use crate::error::MirrorError;
use crate::http::{Failure, incomplete};
use crate::record::{Record, Unidentified};
use crate::source::Context;

/// The number of server errors after which the download from a URL is given up, also if the source requests another wait: a
/// content that the source has lost stays unavailable.
const MAX_SERVER_ERRORS: u32 = 3;

/// The number of files in sequence for whose contents no server responds after which the round fails: the file storage of the
/// source is unreachable.
const MAX_UNREACHABLE: u32 = 3;
/// The greatest number of skipped files that are named.
const MAX_NAMED: usize = 100;
/// The name of the value of the round with the stored files whose contents are unavailable, and a warning for each.
const UNAVAILABLE: &str = "unavailable_contents";

/// The files that are not imported with the content that the source lists.
#[derive(Debug, Default)]
pub struct SkippedFiles {
    /// A warning for each of them.
    pub warnings: Vec<String>,
    /// The files whose content the source could not return, which may succeed later.
    pub unavailable: Vec<Uuid>,
}

impl SkippedFiles {
    /// Adds a file whose content is unavailable.
    fn add(&mut self, id: Uuid, warning: String) {
        self.warnings.push(warning);
        self.unavailable.push(id);
    }
}

/// Downloads the contents of staged files. A file whose size, media type and `updated_at` are the stored ones has the stored
/// content. A file whose content is unavailable or larger than declared or than `max_bytes` is not imported; if it is stored, it
/// remains as it is.
pub fn download(context: &Context<'_>, store: &Store, max_bytes: u64) -> Result<SkippedFiles, MirrorError> {
    let mut skipped = SkippedFiles::default();
    let mut retained = retained(context)?;
    let mut unreachable = 0;
    // A client of another server of this software may have no access to projects.
    if context.session.scope.is_none() {
        leave_out_without_project(context, store)?;
    }
    let files = context.staging.bodies_without(FILES, "file_contents")?;
    if !files.is_empty() {
        context.progress.begin("contents of files");
    }
    for (id, body) in files {
        context.check()?;
        let record = Record::parse(&body).map_err(MirrorError::Unknown)?;
        let is_partial = record.raw("_partial").is_some();
        if let Some(warning) = retained.get(&id).filter(|_| is_partial) {
            skipped.add(id, warning.clone());
            continue;
        }
        if is_partial || is_stored(store, id, &record)? {
            context.staging.put_content(id, None, false)?;
            continue;
        }
        context.staging.check_space(max_bytes)?;
        let fetched = fetch(&Download::new(context, id, &record, max_bytes), &record)?;
        unreachable = if matches!(fetched, Content::Unreachable(_)) { unreachable + 1 } else { 0 };
        match fetched {
            Content::Stored => context.staging.put_content(id, Some(&id.to_string()), false)?,
            Content::Gone => context.staging.put_content(id, None, true)?,
            Content::Rejected => {
                let reason = "a type that is not accepted";
                skipped.warnings.push(format!("skipped the file {id} because of its 'content': {reason}"));
                context.staging.put_content(id, None, true)?;
            }
            Content::Unreachable(error) if unreachable == MAX_UNREACHABLE => return Err(error),
            Content::Unavailable(..) | Content::Unreachable(_) | Content::TooLarge(_) => {
                let warning = format!("skipped the file {id} because of its {}", fetched.reason());
                if store.files().content_of(id)?.is_some() {
                    retained.insert(id, warning.clone());
                }
                skipped.add(id, warning);
            }
        }
        context.progress.advance(1);
    }
    // First, because the staged record does not tell it afterwards, and the round may be interrupted before its import.
    context.staging.set_value(UNAVAILABLE, &serde_json::to_string(&retained).map_err(io::Error::from)?)?;
    for id in skipped.unavailable.iter().filter(|id| retained.contains_key(id)) {
        context.staging.retain(FILES, *id)?;
    }
    let count = skipped.warnings.len();
    if count > MAX_NAMED {
        skipped.warnings.truncate(MAX_NAMED);
        skipped.warnings.push(format!("skipped {count} files in all"));
    }
    Ok(skipped)
}

/// Leaves out the files whose project is unknown; a stored one remains as it is.
fn leave_out_without_project(context: &Context<'_>, store: &Store) -> Result<(), MirrorError> {
    for (id, body) in context.staging.bodies_without(FILES, "file_projects")? {
        if Record::parse(&body).is_ok_and(|record| record.raw("_partial").is_some()) {
            continue;
        }
        let reason = format!("expected the project of the file {id}, found nothing");
        let why = Unidentified { field: "project_id", reason };
        context.staging.leave_out("file_projects", &id.to_string(), Some(FILES.names.plural), &why)?;
        if store.files().content_of(id)?.is_some() {
            context.staging.retain(FILES, id)?;
        } else {
            context.staging.put_content(id, None, true)?;
        }
    }
    Ok(())
}

/// The stored files whose contents were unavailable before the round was interrupted.
fn retained(context: &Context<'_>) -> Result<BTreeMap<Uuid, String>, MirrorError> {
    let value = context.staging.value(UNAVAILABLE)?;
    Ok(value.and_then(|value| serde_json::from_str(&value).ok()).unwrap_or_default())
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
    /// It has more than these bytes.
    TooLarge(u64),
    /// The source has the file, and does not return its content, or its URL is refused.
    Unavailable(MirrorError),
    /// No server responded.
    Unreachable(MirrorError),
}

impl Content {
    /// The field of the record that prevents the download of its content, and the reason.
    fn reason(&self) -> String {
        match self {
            Self::TooLarge(max_bytes) => format!("'size': the content has more than {max_bytes} bytes"),
            Self::Unavailable(error) | Self::Unreachable(error) => format!("'url': {error}"),
            Self::Stored | Self::Gone | Self::Rejected => String::new(),
        }
    }
}

/// A content to download.
struct Download<'a> {
    context: &'a Context<'a>,
    id: Uuid,
    name: String,
    path: PathBuf,
    /// The declared size, or the limit of uploads.
    max_bytes: u64,
    /// Whether the declared size is above the limit of uploads.
    is_too_large: bool,
}

impl<'a> Download<'a> {
    fn new(context: &'a Context<'a>, id: Uuid, record: &Record<'_>, limit: u64) -> Self {
        let declared = record.raw("size").and_then(|size| size.parse().ok()).unwrap_or(limit);
        Self {
            context,
            id,
            name: record.text("name").unwrap_or_default(),
            path: context.staging.files().join(id.to_string()),
            max_bytes: limit.min(declared),
            is_too_large: declared > limit,
        }
    }

    /// Downloads from a URL. Nothing is stored unless the content is complete and within the limits.
    fn fetch_url(&self, url: &str) -> Result<Content, MirrorError> {
        let http = &self.context.session.http;
        let (mut server_errors, mut has_response) = (0, false);
        // The URL is signed; a token would only reach another host.
        let fetched = http.retry(&|| Ok(()), &mut || {
            let sent = http.send(Purpose::Content, url, &HeaderMap::new(), None);
            has_response |= !matches!(sent, Err(Failure::Temporary(MirrorError::Unreachable { .. }, _)));
            self.receive(url, sent.map_err(|failure| limited(failure, &mut server_errors))?)
        });
        if !matches!(fetched, Ok(Content::Stored)) {
            match std::fs::remove_file(&self.path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error.into()),
                _ => {}
            }
        }
        match fetched {
            Err(error @ MirrorError::Unreachable { .. }) if !has_response => Ok(Content::Unreachable(error)),
            Err(error @ MirrorError::Forbidden { .. }) => Ok(Content::Unavailable(error)),
            fetched => fetched,
        }
    }

    fn receive(&self, url: &str, response: Response) -> Result<Content, Failure> {
        let expected = response.content_length();
        if expected.is_some_and(|expected| expected > self.max_bytes) {
            return Ok(Content::TooLarge(self.max_bytes));
        }
        let mut inspection = Inspection::default();
        let mut file = BufWriter::new(File::create(&self.path).map_err(MirrorError::from)?);
        let mut parts = Parts::new(response);
        while let Some(part) = self.context.session.http.next_part(url, &mut parts)? {
            if parts.received_bytes() > self.max_bytes {
                return Ok(Content::TooLarge(self.max_bytes));
            }
            inspection.take(part.as_ref());
            file.write_all(part.as_ref()).map_err(MirrorError::from)?;
        }
        file.flush().map_err(MirrorError::from)?;
        let size = parts.received_bytes();
        if expected.is_some_and(|expected| expected != size) {
            return Err(incomplete(url, format!("{size} bytes instead of {}", expected.unwrap_or(0))));
        }
        Ok(if inspection.media_type(&self.name).is_ok() { Content::Stored } else { Content::Rejected })
    }
}

/// Downloads a content. The URL in the list may have expired, so the record is read again if the download fails. If that
/// request fails, too, the source is unavailable and the round fails.
fn fetch(download: &Download<'_>, record: &Record<'_>) -> Result<Content, MirrorError> {
    if download.is_too_large {
        return Ok(Content::TooLarge(download.max_bytes));
    }
    match download.fetch_url(&record.text("url").unwrap_or_default()) {
        Ok(Content::Unreachable(_)) | Err(MirrorError::Refused { .. } | MirrorError::Unreachable { .. }) => {}
        done => return done,
    }
    let find_url = &mut |text: &str| {
        let file = Record::parse(text)?.raw("file").unwrap_or_default();
        Ok(Record::parse(file).ok().and_then(|file| file.text("url")).unwrap_or_default())
    };
    let url = match download.context.session.read(&format!("/files/{}", download.id), find_url) {
        Err(MirrorError::Refused { status: 404, .. }) => return Ok(Content::Gone),
        url => url?,
    };
    match download.fetch_url(&url) {
        Err(error @ (MirrorError::Refused { .. } | MirrorError::Unreachable { .. })) => {
            Ok(Content::Unavailable(error))
        }
        done => done,
    }
}

/// A failure of a download: permanent if the URL has expired, because another token does not renew it, and after too many
/// server errors.
fn limited(failure: Failure, server_errors: &mut u32) -> Failure {
    match failure {
        Failure::Unauthorized(error) => Failure::Permanent(error),
        Failure::Temporary(error @ MirrorError::Refused { status: 500..=599, .. }, wait) => {
            *server_errors += 1;
            if *server_errors < MAX_SERVER_ERRORS {
                Failure::Temporary(error, wait)
            } else {
                Failure::Permanent(error)
            }
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use folkmoot_import::Silent;

    use super::*;
    use crate::staging::Staging;
    use crate::test_source::{Reply, TestSource};

    fn fetched(source: &TestSource) -> Result<Content, MirrorError> {
        let data = tempfile::tempdir().unwrap();
        let (session, staging) = (source.session(), Staging::open(data.path()).unwrap());
        let context = Context { session: &session, staging: &staging, progress: &Silent };
        let body = format!("{{\"url\":\"{}/content\"}}", source.url);
        let record = Record::parse(&body).unwrap();
        fetch(&Download::new(&context, Uuid::from_u128(1), &record, 1_000), &record)
    }

    #[test]
    fn a_content_that_the_source_has_lost_is_skipped() {
        let lost = TestSource::serve(|url, path| match path {
            "/content" => Some(Reply::new(503, "").header("retry-after: 0")),
            _ if path.starts_with("/api/v2/files/") => {
                Some(Reply::new(200, &format!("{{\"file\":{{\"url\":\"{url}/content\"}}}}")))
            }
            _ => None,
        });
        assert!(matches!(fetched(&lost), Ok(Content::Unavailable(_))));
    }

    #[test]
    fn a_round_fails_if_the_source_is_unavailable_during_a_download() {
        let unavailable = TestSource::serve(|_, path| match path {
            "/content" => Some(Reply::new(503, "").header("retry-after: 0")),
            _ if path.starts_with("/api/v2/files/") => Some(Reply::new(400, "")),
            _ => None,
        });
        assert!(matches!(fetched(&unavailable), Err(MirrorError::Refused { status: 400, .. })));
    }
}
