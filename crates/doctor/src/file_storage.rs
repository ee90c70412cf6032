//! The storage of files: a folder, or a bucket of S3-compatible storage, and whether it has the contents of all files.

use std::collections::{HashMap, HashSet};
use std::fmt::Display;
use std::io;
use std::path::Path;
use std::time::Duration;

use folkmoot_files::blobs::{self, StorageLocation, StoredBlob};
use folkmoot_runtime::folders;
use folkmoot_store::files::BlobMetadata;
use folkmoot_store::inspection::Inspection;
use futures_util::StreamExt as _;

use crate::{Report, Setup, database};

const STORAGE: &str = "file-storage";
const CONTENTS: &str = "file-contents";
/// The timeout of a request to the storage.
const TIMEOUT: Duration = Duration::from_secs(15);

/// Checks the storage, and that it has the contents to which the database refers. Nothing is written to it.
pub fn check(setup: &Setup<'_>, database: Option<&Inspection>, report: &mut Report) {
    let contents = match database.map(Inspection::file_contents).transpose() {
        Ok(contents) => contents.unwrap_or_default(),
        Err(error) => return report.problem(STORAGE, error.to_string(), database::remedy(&error)),
    };
    let location = setup.settings.file_storage();
    let exists = match &location {
        StorageLocation::Directory(path) => {
            check_folder(setup, path, contents.len(), report);
            path.is_dir()
        }
        StorageLocation::S3(_) => check_bucket(&location, report),
    };
    if let Some(database) = database.filter(|_| exists) {
        check_contents(&location, database, &contents, report);
    }
}

/// Checks that the storage has each content, with the size that the database states.
fn check_contents(
    location: &StorageLocation,
    database: &Inspection,
    contents: &[BlobMetadata],
    report: &mut Report,
) {
    let stored = match list(location, usize::MAX) {
        Ok(stored) => stored,
        Err(error) => {
            let found = format!("the contents of files cannot be listed: {error}");
            return report.problem(CONTENTS, found, "check the rights to list, and run the command again");
        }
    };
    let sizes: HashMap<_, _> = stored.iter().map(|stored| (stored.blob, stored.size)).collect();
    let is_missing =
        |content: &&BlobMetadata| sizes.get(&content.id).copied() != u64::try_from(content.size).ok();
    let missing: HashSet<_> = contents.iter().filter(is_missing).map(|content| content.id).collect();
    // Files that were deleted since the first reading are not lost.
    let latest = if missing.is_empty() { Ok(Vec::new()) } else { database.file_contents() };
    match latest.map(|latest| latest.iter().filter(|content| missing.contains(&content.id)).count()) {
        Ok(0) => report.ok(CONTENTS, format!("the file storage has {} contents of files", contents.len())),
        Ok(lost) => report.problem(
            CONTENTS,
            format!("{lost} of {} contents of files are missing or have another size", contents.len()),
            "run `folkmoot files check`, which lists them, and copy them from a backup",
        ),
        Err(error) => report.problem(CONTENTS, error.to_string(), database::remedy(&error)),
    }
}

fn check_folder(setup: &Setup<'_>, path: &Path, contents: usize, report: &mut Report) {
    let shown = path.display();
    match path.metadata() {
        Ok(metadata) if !metadata.is_dir() => {
            report.problem(STORAGE, format!("{shown} is not a folder"), "set `file-storage` to a folder");
        }
        Ok(_) if !folders::is_writable(path) => report.problem(
            STORAGE,
            format!("{shown} is not writable for this user"),
            format!("give it to the user of the server: `chown -R USER {shown}`"),
        ),
        Ok(_) if setup.settings.database_url.is_some() && setup.settings.file_storage.is_none() => report
            .warning(
                STORAGE,
                format!("files are stored in {shown}, which other servers of the same database do not have"),
                "set `file-storage` to storage that all servers share; a single server does not need it",
            ),
        Ok(_) => report.ok(STORAGE, format!("{shown} is writable")),
        Err(error)
            if error.kind() == io::ErrorKind::NotFound
                && setup.settings.file_storage.is_none()
                && contents == 0 =>
        {
            report.ok(STORAGE, "the folder does not exist yet; the server creates it");
        }
        Err(error) => report.problem(
            STORAGE,
            format!("{shown}, where the contents of {contents} files are stored, cannot be opened: {error}"),
            "mount the file system of the folder, set `file-storage`, or restore the folder from a backup",
        ),
    }
}

/// Whether the bucket can be listed.
fn check_bucket(location: &StorageLocation, report: &mut Report) -> bool {
    let listed = list(location, 1);
    match &listed {
        Ok(_) => report.ok(STORAGE, "the bucket can be listed; this command writes nothing to it"),
        Err(error) => report.problem(
            STORAGE,
            format!("the bucket cannot be listed: {error}"),
            "check `file-storage`, `s3-endpoint`, `s3-region` and the access key, and its rights to list, read, write and delete",
        ),
    }
    listed.is_ok()
}

/// The first blobs of the storage, up to `limit`.
fn list(location: &StorageLocation, limit: usize) -> Result<Vec<StoredBlob>, String> {
    let listed = async {
        let storage = blobs::open(location).map_err(|error| describe(&error))?;
        let (mut blobs, mut stored) = (storage.list().take(limit), Vec::new());
        while let Some(blob) = tokio::time::timeout(TIMEOUT, blobs.next())
            .await
            .map_err(|_| format!("no response within {} s", TIMEOUT.as_secs()))?
        {
            stored.push(blob.map_err(|error| describe(&error))?);
        }
        Ok(stored)
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.map_err(|error| error.to_string())?.block_on(listed)
}

/// The first line of an error. The rest is the response of the storage.
fn describe(error: &dyn Display) -> String {
    error.to_string().lines().next().unwrap_or_default().to_owned()
}
