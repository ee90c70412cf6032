//! The storage of files: a folder, or a bucket of S3-compatible storage.

use std::fmt::Display;
use std::io;
use std::path::Path;
use std::time::Duration;

use folkmoot_files::blobs::{self, StorageLocation};
use futures_util::StreamExt as _;

use crate::{Report, Setup, folder};

const STORAGE: &str = "file-storage";
/// The timeout of a request to the storage.
const TIMEOUT: Duration = Duration::from_secs(15);

/// Checks the storage. Nothing is written to it.
pub fn check(setup: &Setup<'_>, report: &mut Report) {
    match setup.settings.file_storage() {
        StorageLocation::Directory(path) => check_folder(setup, &path, report),
        location @ StorageLocation::S3(_) => check_bucket(&location, report),
    }
}

fn check_folder(setup: &Setup<'_>, path: &Path, report: &mut Report) {
    let shown = path.display();
    match path.metadata() {
        Ok(metadata) if !metadata.is_dir() => {
            report.problem(STORAGE, format!("{shown} is not a folder"), "set `file-storage` to a folder");
        }
        Ok(_) if !folder::is_writable(path) => report.problem(
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
        Err(error) if error.kind() == io::ErrorKind::NotFound && setup.settings.file_storage.is_none() => {
            report.ok(STORAGE, "the folder does not exist yet; the server creates it");
        }
        Err(error) => report.problem(
            STORAGE,
            format!("{shown} cannot be opened: {error}"),
            "mount the file system of the folder, or set `file-storage`",
        ),
    }
}

fn check_bucket(location: &StorageLocation, report: &mut Report) {
    let listed = async {
        let storage = blobs::open(location).map_err(|error| describe(&error))?;
        match tokio::time::timeout(TIMEOUT, storage.list().next()).await {
            Ok(Some(Err(error))) => Err(describe(&error)),
            Ok(Some(Ok(_)) | None) => Ok(()),
            Err(_) => Err(format!("no response within {} s", TIMEOUT.as_secs())),
        }
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    match runtime.map_err(|error| error.to_string()).and_then(|runtime| runtime.block_on(listed)) {
        Ok(()) => report.ok(STORAGE, "the bucket can be listed; this command writes nothing to it"),
        Err(error) => report.problem(
            STORAGE,
            format!("the bucket cannot be listed: {error}"),
            "check `file-storage`, `s3-endpoint`, `s3-region` and the access key, and its rights to list, read, write and delete",
        ),
    }
}

/// The first line of an error. The rest is the response of the storage.
fn describe(error: &dyn Display) -> String {
    error.to_string().lines().next().unwrap_or_default().to_owned()
}
