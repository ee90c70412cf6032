//! A round of a mirror: reads the source into the staging database, and imports that in one transaction.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use folkmoot_import::mirror::{EachRow, Mirrored};
use folkmoot_import::{BlobStaging, Options, Progress, Summary};
use folkmoot_model::resource::Resource;
use folkmoot_model::resources::RESOURCES;
use folkmoot_store::access::VoteResults;
use folkmoot_store::import_transaction::ImportTransaction;
use folkmoot_store::mirror::{MirrorState, set_state};
use folkmoot_store::{Store, StoreError};
use jiff::{SignedDuration, Zoned};
use tokio::runtime::Handle;
use tokio::sync::watch;

use crate::contents;
use crate::error::MirrorError;
use crate::folkmoot::Folkmoot;
use crate::http::Http;
use crate::missing;
use crate::session::{Credentials, Session, api_url};
use crate::source::{Context, Extent, ReadRound, Source};
use crate::staging::{PlatformRecord, StagedRound, Staging};
use crate::vendor::Vendor;

/// What to mirror, and how.
#[derive(Debug, Clone)]
pub struct MirrorOptions {
    /// The URL of the source or of its API.
    pub url: String,
    /// The client of the source.
    pub credentials: Credentials,
    /// Whether the client may have less than full access.
    pub accept_partial: bool,
    /// Whether records that are not from the source are deleted.
    pub replace: bool,
    /// The greatest number of requests a minute.
    pub requests_per_minute: Option<u32>,
    /// The locales of a source that does not list them; the first is the default.
    pub locales: Vec<String>,
    /// How often all records of a source without a feed of changes are read.
    pub full_every: SignedDuration,
}

/// A mirror of one platform.
pub struct Mirror {
    /// What to mirror.
    pub options: MirrorOptions,
    /// The platform that receives the records.
    pub store: Arc<Store>,
    /// The data directory.
    pub data: PathBuf,
    /// Runs requests.
    pub runtime: Handle,
    /// Becomes true when the mirror is to stop.
    pub stop: watch::Receiver<bool>,
}

/// What a round needs of the program.
pub struct RoundTools<'a> {
    /// Receives the progress.
    pub progress: &'a dyn Progress,
    /// Opens the staging area of the import's blobs.
    pub blobs: &'a dyn Fn() -> Result<BlobStaging, MirrorError>,
    /// The time in the time zone of the platform.
    pub now: Zoned,
    /// When levels below `full` see ballots.
    pub vote_results: VoteResults,
}

/// What a round did.
#[derive(Debug)]
pub struct RoundReport {
    /// The URL of the API of the source.
    pub source: String,
    /// Which records were read.
    pub extent: Extent,
    /// What the import did.
    pub summary: Summary,
    /// The number of requests.
    pub requests: u64,
    /// The duration in seconds.
    pub seconds: f64,
}

impl Mirror {
    /// Runs one round. The records of the platform change together, or not at all.
    pub fn round(&self, tools: &RoundTools<'_>) -> Result<RoundReport, MirrorError> {
        let started = Instant::now();
        let staging = Staging::open(&self.data)?;
        let api = api_url(&self.options.url)?;
        let state = self.known_state(&api)?;
        let http = Http::new(self.runtime.clone(), self.stop.clone(), self.options.requests_per_minute)?;
        let session = Session::open(http, &self.options.url, self.options.credentials.clone())?;
        let source = self.source(&session, tools)?;
        let previous = state.as_ref().map(|state| state.progress.as_str());
        begin(&staging, &api, previous.unwrap_or_default(), source.locales())?;
        let context = Context { session: &session, staging: &staging, progress: tools.progress };
        let mut read = source.read(&context, previous)?;
        if read.extent == Extent::Full && read.holds_back {
            missing::retain_existing(&context, &self.store, &read)?;
        }
        let skipped = contents::download(&context, &self.store)?;
        read.progress = source.progress_after_unavailable(&read.progress, &skipped.unavailable);
        session.http.check_stop()?;
        let mut summary = self.import(tools, &staging, &*source, &session, &read)?;
        summary.warnings.extend(skipped.warnings);
        staging.clear()?;
        let (requests, seconds) = (session.http.requests(), started.elapsed().as_secs_f64());
        Ok(RoundReport { source: api, extent: read.extent, summary, requests, seconds })
    }

    /// The state of the mirror of this source; an error if the platform has records of its own or of another source.
    fn known_state(&self, api: &str) -> Result<Option<MirrorState>, MirrorError> {
        let state = self.store.mirror().state()?;
        match state {
            Some(state) if state.source == api => Ok(Some(state)),
            _ if self.options.replace => Ok(None),
            None if self.store.platform().read_since(0)?.is_none() => Ok(None),
            _ => Err(MirrorError::NotEmpty(api.to_owned())),
        }
    }

    fn source(&self, session: &Session, tools: &RoundTools<'_>) -> Result<Box<dyn Source>, MirrorError> {
        let MirrorOptions { accept_partial, locales, full_every, .. } = &self.options;
        Ok(match &session.scope {
            Some(scope) => Box::new(Folkmoot::open(session, scope, *accept_partial)?),
            None => Box::new(Vendor::open(session, locales.clone(), *full_every, tools.now.timestamp())?),
        })
    }

    fn import(
        &self,
        tools: &RoundTools<'_>,
        staging: &Staging,
        source: &dyn Source,
        session: &Session,
        read: &ReadRound,
    ) -> Result<Summary, MirrorError> {
        let completed_at = tools.now.timestamp().as_millisecond();
        let state = |progress: String| MirrorState { source: session.api.clone(), progress, completed_at };
        if read.extent == Extent::Changes && read.complete.is_empty() && staging.is_empty()? {
            self.store.mirror().set_state(&state(read.progress.clone()))?;
            return Ok(Summary::default());
        }
        let platform = self.platform(staging, source, session)?;
        let round = staging.round(platform)?;
        let blobs = (tools.blobs)()?;
        let options = Options {
            dry_run: false,
            now: tools.now.timestamp(),
            today: tools.now.date(),
            vote_results: tools.vote_results,
            progress: tools.progress,
            blobs: &blobs,
        };
        let also = |transaction: &ImportTransaction<'_>| {
            set_state(transaction.executor(), &state(read.progress.clone()))
        };
        let mirrored = MirroredRound { round: &round, read, also: &also };
        let summary = folkmoot_import::mirror::import(&self.store, &round, &mirrored, &options)?;
        if summary.held_back > 0 {
            let progress = source.progress_after_held_back(&read.progress);
            self.store.mirror().set_state(&state(progress))?;
        }
        Ok(summary)
    }

    /// The platform of the source. Its name is not in the API: a stored one is retained.
    fn platform(
        &self,
        staging: &Staging,
        source: &dyn Source,
        session: &Session,
    ) -> Result<PlatformRecord, MirrorError> {
        let stored = self.store.platform().read_since(0)?.filter(|_| !self.options.replace);
        let url = match platform_url(staging)? {
            Some(url) => url,
            None => stored.as_ref().map_or_else(|| session.root().to_owned(), |stored| stored.url.clone()),
        };
        let host = url.split("//").nth(1).and_then(|rest| rest.split(['/', ':']).next()).unwrap_or(&url);
        Ok(PlatformRecord {
            name: stored.as_ref().map_or_else(|| host.to_owned(), |stored| stored.name.clone()),
            locales: source.locales().to_vec(),
            colour: stored.and_then(|stored| stored.default_colour),
            url,
        })
    }
}

/// Begins a round, or continues the one that is staged if it continues from the same state.
fn begin(staging: &Staging, api: &str, previous: &str, locales: &[String]) -> Result<(), MirrorError> {
    const ROUND: &str = "round";
    let round = format!("{api} {} {previous}", locales.join(","));
    if staging.value(ROUND)?.as_ref() == Some(&round) {
        tracing::info!("continuing an interrupted round");
        return Ok(());
    }
    staging.clear()?;
    staging.set_value(ROUND, &round)
}

/// The URL of the platform: that of a project's or an idea's page, without its path.
fn platform_url(staging: &Staging) -> Result<Option<String>, MirrorError> {
    for (plural, path) in [("projects", "/projects/"), ("ideas", "/ideas/")] {
        let Some(resource) = RESOURCES.iter().find(|resource| resource.names.plural == plural) else {
            continue;
        };
        if let Some((href, slug)) = staging.first_text(resource, "href")?
            && let Some(url) = href.strip_suffix(&format!("{path}{slug}"))
        {
            return Ok(Some(url.to_owned()));
        }
    }
    Ok(None)
}

/// A staged round as the importer sees it.
struct MirroredRound<'a> {
    round: &'a StagedRound,
    read: &'a ReadRound,
    also: &'a dyn Fn(&ImportTransaction<'_>) -> Result<(), StoreError>,
}

impl Mirrored for MirroredRound<'_> {
    fn is_complete(&self, plural: &str) -> bool {
        self.read.complete.contains(&plural)
    }

    fn removed_rows(&self, resource: &Resource, each: &mut EachRow<'_>) -> Result<(), StoreError> {
        self.round.removed_rows(resource, each)
    }

    fn holds_back(&self) -> bool {
        self.read.holds_back
    }

    fn also(&self, transaction: &ImportTransaction<'_>) -> Result<(), StoreError> {
        (self.also)(transaction)
    }
}
