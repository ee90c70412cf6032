//! A round of a mirror: reads the source into the staging database, and imports that in one transaction.

use std::cell::RefCell;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use folkmoot_database::executor::Executor;
use folkmoot_database::import_transaction::ImportTransaction;
use folkmoot_import::mirror::{EachRow, Mirrored};
use folkmoot_import::{BlobStaging, LeftOut, LeftOutReason, Mode, Options, Progress, Summary};
use folkmoot_model::resource::Resource;
use folkmoot_model::resources::RESOURCES;
use folkmoot_store::mirror::{MirrorRun, MirrorState, set_state};
use folkmoot_store::{Store, StoreError};
use jiff::{SignedDuration, Timestamp};
use reqwest::Url;
use serde_json::Value;
use tokio::runtime::Handle;
use tokio::sync::watch;

use crate::contents;
use crate::destinations::Destinations;
use crate::error::MirrorError;
use crate::folkmoot::Folkmoot;
use crate::http::Http;
use crate::missing;
use crate::record::Record;
use crate::session::{Credentials, Session, api_url};
use crate::source::{Context, Extent, ReadRound, Source};
use crate::staging::{PlatformRecord, StagedRound, Staging};
use crate::transport::{Direct, Transport, system_lookup};
use crate::vendor::Vendor;

/// The greatest number of characters of the error of a run that are stored.
const MAX_ERROR_CHARACTERS: usize = 500;

/// The data to mirror, and how.
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
    /// The hosts, or hosts and ports, that contents of files may come from besides the source.
    pub content_hosts: Vec<String>,
    /// The greatest size of the content of a file, in bytes.
    pub max_content_bytes: u64,
}

/// A mirror of one platform.
pub struct Mirror {
    /// The data to mirror.
    pub options: MirrorOptions,
    /// The platform that receives the records.
    pub store: Arc<Store>,
    /// The data directory.
    pub data: PathBuf,
    /// Runs requests.
    pub runtime: Handle,
    /// Becomes true when the mirror is to stop.
    pub stop: watch::Receiver<bool>,
    /// Sends requests in place of connections to the source.
    pub transport: Option<Arc<dyn Transport>>,
}

/// The parts of the program that a round needs.
pub struct RoundTools<'a> {
    /// Receives the progress.
    pub progress: &'a dyn Progress,
    /// Opens the staging area of the import's blobs.
    pub blobs: &'a dyn Fn() -> Result<BlobStaging, MirrorError>,
    /// The current time.
    pub clock: fn() -> Timestamp,
}

/// The result of a round.
#[derive(Debug)]
pub struct RoundReport {
    /// The URL of the API of the source.
    pub source: String,
    /// Which records were read.
    pub extent: Extent,
    /// The result of the import.
    pub summary: Summary,
    /// The number of requests.
    pub requests: u64,
    /// The duration in seconds.
    pub seconds: f64,
}

impl Mirror {
    /// Runs one round. The records of the platform change together, or not at all. Stores whether it failed.
    pub fn round(&self, tools: &RoundTools<'_>) -> Result<RoundReport, MirrorError> {
        let done = self.run(tools);
        if let Err(error) = &done
            && error.concerns_the_platform()
            && let Ok(api) = api_url(&self.options.url)
        {
            let now = (tools.clock)().as_millisecond();
            let text: String = error.to_string().chars().take(MAX_ERROR_CHARACTERS).collect();
            if let Err(error) = self.store.mirror().store_failure(&api, now, &text) {
                tracing::warn!(%error, "failed to store that the round failed");
            }
        }
        done
    }

    fn run(&self, tools: &RoundTools<'_>) -> Result<RoundReport, MirrorError> {
        let started = Instant::now();
        let staging = Staging::open(&self.data)?;
        let api = api_url(&self.options.url)?;
        let state = self.known_state(&api)?;
        let session = Session::open(self.http(&api)?, &self.options.url, self.options.credentials.clone())?;
        let source = self.source(&session, tools)?;
        let previous = state.as_ref().map(|state| state.progress.as_str());
        begin(&staging, &api, previous.unwrap_or_default(), source.locales())?;
        let context = Context { session: &session, staging: &staging, progress: tools.progress };
        let mut read = source.read(&context, previous)?;
        if read.extent == Extent::Full && read.holds_back {
            missing::retain_existing(&context, &self.store, &read)?;
        }
        let skipped = contents::download(&context, &self.store, self.options.max_content_bytes)?;
        read.progress = source.progress_after_unavailable(&read.progress, &skipped.unavailable);
        session.http.check_stop()?;
        let imported = self.import(tools, &staging, &*source, &session, &read);
        // The staged records would fail again, although the source may have corrected them.
        if imported.as_ref().is_err_and(|error| !error.is_interruption()) {
            staging.clear()?;
        }
        let mut summary = imported?;
        summary.warnings.extend(skipped.warnings);
        staging.clear()?;
        let (requests, seconds) = (session.http.requests(), started.elapsed().as_secs_f64());
        Ok(RoundReport { source: api, extent: read.extent, summary, requests, seconds })
    }

    fn http(&self, api: &str) -> Result<Http, MirrorError> {
        let destinations = Arc::new(Destinations::new(api, self.options.content_hosts.clone())?);
        let transport = match &self.transport {
            Some(transport) => Arc::clone(transport),
            None => Arc::new(Direct::new(Arc::clone(&destinations), system_lookup)?),
        };
        let (runtime, stop) = (self.runtime.clone(), self.stop.clone());
        Ok(Http::new(runtime, stop, self.options.requests_per_minute, destinations, transport))
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
            None => Box::new(Vendor::open(session, locales.clone(), *full_every, (tools.clock)())?),
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
        let now = (tools.clock)();
        let completed_at = now.as_millisecond();
        let store = |executor: &dyn Executor, summary: &Summary| {
            let LeftOut { count, reasons } = &summary.left_out;
            let progress = match count {
                0 => read.progress.clone(),
                count => source.progress_after_left_out(&read.progress, *count > summary.held_back),
            };
            let state = MirrorState { source: session.api.clone(), progress, completed_at };
            let run = MirrorRun {
                source: session.api.clone(),
                ended_at: completed_at,
                error: None,
                left_out: i64::try_from(*count).unwrap_or(i64::MAX),
                reasons: reasons.iter().map(LeftOutReason::json).collect::<Value>().to_string(),
            };
            set_state(executor, &state, &run)
        };
        if read.extent == Extent::Changes && read.complete.is_empty() && staging.is_empty()? {
            let summary = Summary::default();
            self.store.mirror().write(|executor| store(executor, &summary))?;
            return Ok(summary);
        }
        let platform = self.platform(staging, source, session)?;
        let round = staging.round(platform)?;
        let blobs = (tools.blobs)()?;
        // The locales of a mirror are those of its source.
        let mode = Mode { remove_locales: true, ..Mode::default() };
        let options = Options { mode, now, progress: tools.progress, blobs: &blobs };
        let left_out = RefCell::new(staging.left_out()?);
        let mirrored = MirroredRound { round: &round, read, left_out, also: &store };
        Ok(folkmoot_import::mirror::import(&self.store, &round, &mirrored, &options)?)
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

/// The URL of the platform: the URL of a project's or an idea's page, without its path.
fn platform_url(staging: &Staging) -> Result<Option<String>, MirrorError> {
    for resource in RESOURCES.iter().filter(|resource| matches!(resource.names.plural, "projects" | "ideas"))
    {
        let url = |record: &Record<'_>| {
            let (href, slug) = (record.text("href")?, record.text("slug")?);
            let url = href.strip_suffix(&format!("/{}/{slug}", resource.names.plural))?;
            is_platform_url(url).then(|| url.to_owned())
        };
        if let Some(url) = staging.find(resource, url)? {
            return Ok(Some(url));
        }
    }
    Ok(None)
}

/// Whether the URL can be the URL of a platform.
fn is_platform_url(url: &str) -> bool {
    let is_valid = |parsed: Url| matches!(parsed.scheme(), "http" | "https") && parsed.has_host();
    !url.contains(['?', '#', '@']) && url.is_ascii() && Url::parse(url).is_ok_and(is_valid)
}

/// A staged round as the importer sees it.
struct MirroredRound<'a> {
    round: &'a StagedRound,
    read: &'a ReadRound,
    left_out: RefCell<LeftOut>,
    also: &'a dyn Fn(&dyn Executor, &Summary) -> Result<(), StoreError>,
}

impl Mirrored for MirroredRound<'_> {
    fn is_complete(&self, plural: &str) -> bool {
        self.read.complete.contains(&plural)
    }

    fn removed_rows(&self, resource: &Resource, each: &mut EachRow<'_>) -> Result<(), StoreError> {
        self.round.removed_rows(resource, each)
    }

    fn left_out(&self) -> LeftOut {
        self.left_out.take()
    }

    fn also(&self, transaction: &ImportTransaction<'_>, summary: &Summary) -> Result<(), StoreError> {
        (self.also)(transaction.executor(), summary)
    }
}
