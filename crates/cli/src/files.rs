//! `folkmoot files`

use std::collections::HashMap;
use std::io::Write;

use aws_lc_rs::digest::{Context, SHA256};
use folkmoot_files::blobs::{self, BlobError, BlobStorage, StoredBlob};
use folkmoot_server::serve::DataLock;
use folkmoot_server::settings::Settings;
use folkmoot_store::Store;
use folkmoot_store::files::BlobMetadata;
use futures_util::TryStreamExt as _;
use uuid::Uuid;

use super::{Failure, FilesCommand};

/// Compares records and bytes.
pub fn run(command: FilesCommand, settings: &Settings, out: &mut dyn Write) -> Result<(), Failure> {
    let FilesCommand::Check { read } = command;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let blobs = blobs::open(&settings.file_storage())?;
    // What a running server is taking in, or has just removed, is no difference.
    let alone = settings.database_url.is_none() && DataLock::acquire(&settings.data).is_ok();
    let store = Store::open(&settings.database())?;
    let records = store.files().all_blobs()?;
    let found: Vec<StoredBlob> = runtime.block_on(blobs.list().try_collect())?;
    let mut unclaimed: HashMap<Uuid, u64> = found.into_iter().map(|found| (found.blob, found.size)).collect();
    let mut differences = 0;
    for (file, content) in &records {
        let Some(content) = content else {
            writeln!(out, "file {file}: no content was ever stored")?;
            differences += 1;
            continue;
        };
        let size = unclaimed.remove(&content.id);
        if let Some(difference) = runtime.block_on(compare(&blobs, content, size, read))? {
            writeln!(out, "file {file}: {difference} (blob {})", content.id)?;
            differences += 1;
        }
    }
    for (blob, size) in unclaimed.into_iter().filter(|_| alone) {
        writeln!(out, "blob {blob}: orphaned, {size} bytes")?;
        differences += 1;
    }
    match differences {
        0 => Ok(writeln!(out, "verified {} files", records.len())?),
        _ => Err(Failure::new(format!("{differences} differences between database and file storage"))),
    }
}

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
        Some(_) if !read || expected == 0 => Ok(None),
        Some(_) => {
            let mut hash = Context::new(&SHA256);
            let mut stream = blobs.read(content.id, 0..expected).await?;
            while let Some(part) = stream.try_next().await? {
                hash.update(&part);
            }
            let same = hex::encode(hash.finish()) == content.sha256;
            Ok((!same).then(|| "content differs from the uploaded file".to_owned()))
        }
    }
}
