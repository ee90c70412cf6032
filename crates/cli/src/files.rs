//! `folkmoot files`

use std::collections::HashMap;
use std::io::Write;

use folkmoot_files::blobs::{self, BlobError, BlobStorage, StoredBlob};
use folkmoot_server::serve::DataLock;
use folkmoot_settings::Settings;
use folkmoot_store::Store;
use folkmoot_store::files::BlobMetadata;
use futures_util::TryStreamExt as _;
use uuid::Uuid;

use super::{Failure, FilesCommand};

/// Compares the records of files with the stored blobs and prints every difference.
pub fn run(command: FilesCommand, settings: &Settings, out: &mut dyn Write) -> Result<(), Failure> {
    let FilesCommand::Check { read } = command;
    let store = Store::open_existing(&settings.database())?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let blobs = blobs::open(&settings.file_storage())?;
    // A running server may be receiving or deleting a blob, so orphaned blobs are reported only if none is running.
    let is_exclusive = settings.database_url.is_none() && DataLock::acquire(&settings.data).is_ok();
    let records = store.files().all_blobs()?;
    let found: Vec<StoredBlob> = runtime.block_on(blobs.list().try_collect())?;
    let mut unreferenced: HashMap<Uuid, u64> =
        found.into_iter().map(|found| (found.blob, found.size)).collect();
    let mut differences = 0;
    for (file, content) in &records {
        let Some(content) = content else {
            writeln!(out, "file {file}: no content was ever stored")?;
            differences += 1;
            continue;
        };
        let size = unreferenced.remove(&content.id);
        if let Some(difference) = runtime.block_on(compare(&blobs, content, size, read))? {
            writeln!(out, "file {file}: {difference} (blob {})", content.id)?;
            differences += 1;
        }
    }
    for (blob, size) in unreferenced.into_iter().filter(|_| is_exclusive) {
        writeln!(out, "blob {blob}: orphaned, {size} bytes")?;
        differences += 1;
    }
    match differences {
        0 => Ok(writeln!(out, "verified {} files", records.len())?),
        _ => Err(Failure::new(format!("{differences} differences between database and file storage"))),
    }
}

/// Compares a blob with its record. Returns a description of the difference; `None` if they agree.
async fn compare(
    blobs: &BlobStorage,
    content: &BlobMetadata,
    size: Option<u64>,
    read: bool,
) -> Result<Option<String>, BlobError> {
    let expected = u64::try_from(content.size).unwrap_or(0);
    match size {
        None => Ok(Some("content is missing".to_owned())),
        Some(size) if size != expected => Ok(Some(format!("expected {expected} bytes, found {size}"))),
        Some(_) if !read => Ok(None),
        Some(_) => {
            let read: Result<(), BlobError> =
                blobs.read_verified(content).await?.try_for_each(|_| std::future::ready(Ok(()))).await;
            match read {
                Ok(()) => Ok(None),
                Err(BlobError::Changed(_)) => Ok(Some("content differs from the uploaded file".to_owned())),
                Err(error) => Err(error),
            }
        }
    }
}
