//! Another Folkmoot platform as a source: complete lists at first, then its changes.
//!
//! The position in the feed of changes is read before the lists, and the changes since then are applied to
//! the records, so that all staged records are of one time.

mod changes;
mod document;
mod lists;
mod relations;

use std::collections::BTreeMap;

use folkmoot_model::resource::Resource;
use folkmoot_model::resources::{DELETED_ITEMS, FILES, RESOURCES};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::error::MirrorError;
use crate::record::{Record, localised_fields};
use crate::session::Session;
use crate::source::{Context, Extent, ReadRound, Source};
use crate::staging::StagingPosition;
use document::{Document, readable};

/// How often the areas and projects that change during a round are read again.
const MAX_REPETITIONS: usize = 5;

/// A Folkmoot platform.
#[derive(Debug)]
pub struct Folkmoot {
    document: Document,
    /// The resources that the client may read.
    readable: Vec<&'static str>,
    scope: String,
}

/// The state from which a round continues.
#[derive(Debug, Default, Serialize, Deserialize)]
struct FeedProgress {
    /// The cursor of changes.
    after: String,
    locales: Vec<String>,
    /// The access level and permissions with which the records were read.
    scope: String,
    /// The tag of each list of tombstones.
    deleted: BTreeMap<String, String>,
    /// The files that the latest round skipped because their content was unavailable.
    #[serde(default)]
    unavailable_files: Vec<Uuid>,
}

impl Folkmoot {
    /// The source of a session with this scope.
    pub fn open(session: &Session, scope: &str, accept_partial: bool) -> Result<Self, MirrorError> {
        let (readable, lack) = readable(scope);
        if let Some(lack) = lack.filter(|_| !accept_partial) {
            return Err(MirrorError::Partial(lack));
        }
        Ok(Self { document: Document::read(session)?, readable, scope: scope.to_owned() })
    }

    /// The resources that the client may read.
    fn resources(&self) -> impl Iterator<Item = &'static Resource> {
        RESOURCES.iter().copied().filter(|resource| self.readable.contains(&resource.names.plural))
    }

    /// The resources that are read in every locale.
    fn localised(&self) -> impl Iterator<Item = &'static Resource> {
        self.resources().filter(|resource| localised_fields(resource).next().is_some())
    }

    fn is_partial(&self) -> bool {
        readable(&self.scope).1.is_some()
    }

    fn read_all(&self, context: &Context<'_>) -> Result<ReadRound, MirrorError> {
        let after = self.start_cursor(context)?;
        for resource in self.resources() {
            self.walk(context, resource, 0)?;
        }
        for locale in 1..self.document.locales.len() {
            for resource in self.localised() {
                self.walk(context, resource, locale)?;
            }
        }
        context.staging.set_value(relations::STALE, "1")?;
        let progress = self.finish(context, &after, &BTreeMap::new())?;
        let mut complete: Vec<&str> = self.resources().map(|resource| resource.names.plural).collect();
        complete.push(DELETED_ITEMS.names.plural);
        Ok(self.round(Extent::Full, complete, progress))
    }

    fn read_changes(&self, context: &Context<'_>, previous: &FeedProgress) -> Result<ReadRound, MirrorError> {
        for file in &previous.unavailable_files {
            stage_file(context, *file)?;
        }
        let progress = self.finish(context, &previous.after, &previous.deleted)?;
        Ok(self.round(Extent::Changes, Vec::new(), progress))
    }

    fn round(&self, extent: Extent, complete: Vec<&'static str>, progress: String) -> ReadRound {
        let holds_back = !self.document.has_changes || self.is_partial();
        ReadRound { extent, complete, holds_back, progress }
    }

    /// Reads tombstones and the changes since `after`, and what changes do not contain. Returns the progress.
    fn finish(
        &self,
        context: &Context<'_>,
        after: &str,
        tags: &BTreeMap<String, String>,
    ) -> Result<String, MirrorError> {
        // Tombstones come first, so that the changes contain each of these deletions.
        let deleted = self.read_tombstones(context, tags)?;
        let mut next = self.apply_changes(context, after, 0)?;
        for _ in 0..MAX_REPETITIONS {
            let has_read_areas = self.read_areas(context)?;
            let has_read_files = self.locate(context)?;
            if !has_read_areas && !has_read_files {
                break;
            }
            next = self.apply_changes(context, after, 0)?;
        }
        for locale in 1..self.document.locales.len() {
            self.apply_changes(context, after, locale)?;
        }
        let locales = self.document.locales.clone();
        let progress = FeedProgress {
            after: next,
            locales,
            scope: self.scope.clone(),
            deleted,
            unavailable_files: Vec::new(),
        };
        serde_json::to_string(&progress).map_err(|error| MirrorError::Unknown(error.to_string()))
    }
}

impl Source for Folkmoot {
    fn locales(&self) -> &[String] {
        &self.document.locales
    }

    fn read(&self, context: &Context<'_>, previous: Option<&str>) -> Result<ReadRound, MirrorError> {
        let previous: Option<FeedProgress> = previous.and_then(|text| serde_json::from_str(text).ok());
        let previous = previous.filter(|previous| {
            self.document.has_changes
                && !previous.after.is_empty()
                && previous.locales == self.document.locales
                && previous.scope == self.scope
        });
        let has_begun_again = context.staging.value(EXPIRED)?.is_some();
        let read = match previous.filter(|_| !has_begun_again) {
            Some(previous) => self.read_changes(context, &previous),
            None => self.read_all(context),
        };
        match read {
            Err(MirrorError::Expired) => {
                tracing::info!(
                    "the source no longer has the changes since the latest round; reading everything"
                );
                context.staging.clear()?;
                context.staging.set_value(EXPIRED, "1")?;
                self.read_all(context)
            }
            read => read,
        }
    }

    /// The next round reads all records, also records that were left out: changes do not contain records that
    /// referred to them. Records that refer to data that the client may not read would be left out again.
    fn progress_after_left_out(&self, progress: &str, invalid: bool) -> String {
        if self.is_partial() && !invalid {
            return progress.to_owned();
        }
        let parsed: Result<FeedProgress, _> = serde_json::from_str(progress);
        let again = parsed.map(|progress| FeedProgress { after: String::new(), ..progress });
        again.ok().and_then(|again| serde_json::to_string(&again).ok()).unwrap_or_else(|| progress.to_owned())
    }

    /// The next round reads these files again, because changes do not contain them.
    fn progress_after_unavailable(&self, progress: &str, files: &[Uuid]) -> String {
        let parsed: Result<FeedProgress, _> = serde_json::from_str(progress);
        let again = parsed.map(|progress| FeedProgress { unavailable_files: files.to_vec(), ..progress });
        again.ok().and_then(|again| serde_json::to_string(&again).ok()).unwrap_or_else(|| progress.to_owned())
    }

    fn locate_files(&self, context: &Context<'_>) -> Result<(), MirrorError> {
        self.locate(context).map(drop)
    }
}

/// Stages the record of a file, unless it was deleted meanwhile.
fn stage_file(context: &Context<'_>, id: Uuid) -> Result<(), MirrorError> {
    let parse = &mut |text: &str| {
        let file = Record::parse(text)?.raw("file").map(str::to_owned);
        file.ok_or_else(|| "a response without a file".to_owned())
    };
    match context.session.read(&format!("/files/{id}"), parse) {
        Err(MirrorError::Refused { status: 404, .. }) => Ok(()),
        file => context.staging.put(FILES, id.as_bytes(), &file?, StagingPosition::Last).map(drop),
    }
}

/// The value of a round that reads everything because the changes since the latest round have expired.
const EXPIRED: &str = "expired";
