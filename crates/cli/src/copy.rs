//! `folkmoot copy`

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use folkmoot_files::blobs::{self, BlobError, BlobStorage};
use folkmoot_import::Progress as _;
use folkmoot_jobs::people;
use folkmoot_jobs::signing_keys;
use folkmoot_runtime::terminal;
use folkmoot_server::serve::{DataLock, ServeError};
use folkmoot_settings::Settings;
use folkmoot_store::copy::{self, Observer};
use folkmoot_store::files::BlobMetadata;
use folkmoot_store::{DatabaseLocation, Store, StoreError};
use futures_util::TryStreamExt as _;
use jiff::Timestamp;

use super::Failure;
use super::import::Bar;

/// Time for which servers do not delete copied blobs that have no record yet. A copy takes less.
const MAX_COPY_MILLISECONDS: i64 = 7 * 24 * 3_600_000;
/// How much older than this program a connection must be to be that of another one.
const OWN_CONNECTION_MILLISECONDS: i64 = 1000;

/// The source or the target of a copy.
pub struct Side {
    settings: Settings,
    store: Arc<Store>,
    blobs: BlobStorage,
}

impl Side {
    /// Opens the platform at a location, which must exist: a data folder or the URL of a PostgreSQL database; without a location,
    /// the platform of the settings.
    pub fn source(
        settings: &Settings,
        location: Option<String>,
        storage: Option<String>,
    ) -> Result<Self, Failure> {
        Self::open(settings, location, storage, Store::open_existing)
    }

    /// Like [`Self::source`], but creates an empty platform if there is none.
    pub fn target(
        settings: &Settings,
        location: Option<String>,
        storage: Option<String>,
    ) -> Result<Self, Failure> {
        Self::open(settings, location, storage, Store::open)
    }

    fn open(
        settings: &Settings,
        location: Option<String>,
        storage: Option<String>,
        open: fn(&DatabaseLocation) -> Result<Store, StoreError>,
    ) -> Result<Self, Failure> {
        let is_postgres =
            |location: &String| location.starts_with("postgres://") || location.starts_with("postgresql://");
        let mut settings = Settings { replica_url: Vec::new(), ..settings.clone() };
        match location {
            None => {}
            Some(url) if is_postgres(&url) => settings.database_url = Some(url),
            Some(folder) => {
                settings = Settings {
                    database_url: None,
                    data: PathBuf::from(folder),
                    file_storage: None,
                    ..settings
                };
            }
        }
        settings.file_storage = storage.or(settings.file_storage);
        let store = Arc::new(open(&settings.database())?);
        let blobs = blobs::open(&settings.file_storage())?;
        Ok(Self { settings, store, blobs })
    }
}

/// Copies blobs, records and signing keys, and compares the row counts of source and target.
pub fn run(from: &Side, to: &Side, now: Timestamp, out: &mut dyn Write) -> Result<(), Failure> {
    let _lock = lock_source(from, now)?;
    let source_clock = from.store.clock().read(now.as_millisecond())?;
    source_clock.require_time_zone(from.settings.time_zone.as_deref())?;
    if to.store.platform().read()?.is_some() {
        return Err(StoreError::NotEmpty.into());
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let bar = Bar::start();
    bar.begin("files");
    let contents: Vec<BlobMetadata> =
        from.store.files().all_blobs()?.into_iter().filter_map(|(_, content)| content).collect();
    for content in &contents {
        to.store.blobs().begin_copy(content.id, now.as_millisecond() + MAX_COPY_MILLISECONDS)?;
        match runtime.block_on(copy_blob(&from.blobs, &to.blobs, content)) {
            Err(BlobError::Changed(blob)) => {
                return Err(Failure::new(format!(
                    "the blob {blob} differs from the uploaded file; restore it from a backup; no records were copied"
                )));
            }
            copied => copied?,
        }
    }
    // Before the records: a target with keys alone is still empty, so that an interrupted copy can be repeated.
    bar.begin("signing keys");
    let keys = signing_keys::open(&from.settings, &from.store, now)?;
    signing_keys::open(&to.settings, &to.store, now)?.import_from(&keys, now)?;
    let rows = copy::copy(&from.store, &to.store, &bar)?;
    bar.begin("comparing");
    compare(from, to)?;
    people::open(&to.settings, &to.store)?.reconcile(now)?;
    bar.finish();
    Ok(writeln!(out, "copied and verified {rows} rows and {} files", contents.len())?)
}

/// Locks the source against servers, or warns that one seems to run. The program started at `now`.
fn lock_source(from: &Side, now: Timestamp) -> Result<Option<DataLock>, Failure> {
    if from.settings.database_url.is_none() {
        return match DataLock::acquire(&from.settings.data) {
            Err(ServeError::Served(_)) => {
                warn("a server is running on the data folder of the source");
                Ok(None)
            }
            lock => Ok(Some(lock?)),
        };
    }
    let age = Timestamp::now().as_millisecond() - now.as_millisecond() + OWN_CONNECTION_MILLISECONDS;
    if copy::other_connections(&from.store, age)? > 0 {
        warn("another program is connected to the database of the source, perhaps a server");
    }
    Ok(None)
}

fn warn(user: &str) {
    let _ = writeln!(
        terminal::stderr(),
        "warning: {user}; what it stores from now on is not copied: stop it, and copy again into an empty target"
    );
}

/// Copies a blob, or nothing if its checksum differs from that of the uploaded file.
async fn copy_blob(from: &BlobStorage, to: &BlobStorage, content: &BlobMetadata) -> Result<(), BlobError> {
    // A copy that was killed may have begun it.
    to.delete_incomplete(content.id).await?;
    let mut writer = to.write(content.id).await?;
    let mut chunks = from.read_verified(content).await?;
    loop {
        match chunks.try_next().await {
            Ok(Some(chunk)) => writer.write(&chunk).await?,
            Ok(None) => return writer.finish().await,
            Err(error) => {
                writer.abort().await?;
                return Err(error);
            }
        }
    }
}

/// Fails if a table of the target does not have as many rows as that of the source.
fn compare(from: &Side, to: &Side) -> Result<(), Failure> {
    let (source, target) = (copy::row_counts(&from.store)?, copy::row_counts(&to.store)?);
    let mut differing = source.iter().zip(&target).filter(|(source, target)| source != target);
    match differing.next() {
        None => Ok(()),
        Some(((table, source), (_, target))) => Err(Failure::new(format!(
            "the table {table} has {source} rows in the source but {target} in the target; stop the servers of the source and copy again"
        ))),
    }
}

impl Observer for Bar {
    fn copying(&self, table: &str) {
        self.begin(table);
    }

    fn copied(&self, rows: u64) {
        self.advance(rows);
    }
}
