//! `folkmoot copy`

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use aws_lc_rs::digest::{Context, SHA256};
use folkmoot_files::blobs::{self, BlobError, BlobStorage};
use folkmoot_import::Progress as _;
use folkmoot_server::settings::Settings;
use folkmoot_server::signing_keys;
use folkmoot_store::Store;
use folkmoot_store::copy::{self, Observer};
use folkmoot_store::files::BlobMetadata;
use futures_util::TryStreamExt as _;
use jiff::Timestamp;
use uuid::Uuid;

use super::Failure;
use super::import::Bar;

/// For this long bytes without a record are safe from a server's sweep: longer than a copy takes.
const LONGEST_COPY_MILLISECONDS: i64 = 7 * 24 * 3_600_000;

/// One of the two platforms.
pub struct Side {
    settings: Settings,
    store: Arc<Store>,
    blobs: BlobStorage,
}

impl Side {
    /// The platform at a place, which is a data folder or the address of a PostgreSQL database.
    pub fn new(settings: &Settings, place: &str, storage: Option<String>) -> Result<Self, Failure> {
        let address = place.starts_with("postgres://") || place.starts_with("postgresql://");
        let settings = Settings {
            database_url: address.then(|| place.to_owned()),
            replica_url: Vec::new(),
            data: if address { settings.data.clone() } else { PathBuf::from(place) },
            file_storage: storage.or_else(|| settings.file_storage.clone().filter(|_| address)),
            ..settings.clone()
        };
        let store = Arc::new(Store::open(&settings.database())?);
        let blobs = blobs::open(&settings.file_storage())?;
        Ok(Self { settings, store, blobs })
    }
}

/// Copies everything, and compares both sides at the end.
pub fn run(from: &Side, to: &Side, now: Timestamp, out: &mut dyn Write) -> Result<(), Failure> {
    if to.store.platform().read()?.is_some() {
        return Err(folkmoot_store::StoreError::NotEmpty.into());
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let bar = Bar::start();
    bar.begin("files");
    let contents: Vec<BlobMetadata> =
        from.store.files().all_blobs()?.into_iter().filter_map(|(_, content)| content).collect();
    for content in &contents {
        to.store.blobs().begin_copy(content.id, now.as_millisecond() + LONGEST_COPY_MILLISECONDS)?;
        let same = runtime.block_on(copy_bytes(&from.blobs, &to.blobs, content))?;
        if !same {
            let blob = content.id;
            return Err(Failure::new(format!(
                "the blob {blob} differs from the uploaded file; restore it from a backup; no records were copied"
            )));
        }
    }
    let rows = copy::copy(&from.store, &to.store, &bar)?;
    to.store.blobs().forget(&contents.iter().map(|content| content.id).collect::<Vec<Uuid>>())?;
    bar.begin("signing keys");
    let keys = signing_keys::open(&from.settings, &from.store, now)?;
    signing_keys::open(&to.settings, &to.store, now)?.import_from(&keys, now)?;
    bar.begin("comparing");
    compare(from, to)?;
    bar.finish();
    Ok(writeln!(out, "copied and verified {rows} rows and {} files", contents.len())?)
}

/// Copies bytes; whether they are those that were uploaded.
async fn copy_bytes(from: &BlobStorage, to: &BlobStorage, content: &BlobMetadata) -> Result<bool, BlobError> {
    let mut hash = Context::new(&SHA256);
    let mut writer = to.write(content.id).await?;
    let size = u64::try_from(content.size).unwrap_or(0);
    if size > 0 {
        let mut stream = from.read(content.id, 0..size).await?;
        while let Some(part) = stream.try_next().await? {
            hash.update(&part);
            writer.write(&part).await?;
        }
    }
    if hex::encode(hash.finish()) == content.sha256 {
        writer.finish().await?;
        return Ok(true);
    }
    writer.abort().await?;
    Ok(false)
}

/// Every table must have as many rows on both sides, and every content its bytes.
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
