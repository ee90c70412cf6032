//! The data folder: owner, permissions, free space.

use std::fs::{self, Metadata};
use std::io;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use folkmoot_runtime::folders::{is_read_only, is_writable};

use crate::{Report, Setup};

const FOLDER: &str = "data-folder";
const SPACE: &str = "disk-space";
/// Free space below which the server is about to fail.
const SCARCE_BYTES: u64 = 256_000_000;
/// Free space below which an import, a backup or an erasure may fail.
const LITTLE_BYTES: u64 = 2_000_000_000;
/// The depth to which files are searched that others can read.
const DEPTH: usize = 2;

/// Checks the data folder.
pub fn check(setup: &Setup<'_>, report: &mut Report) {
    let folder = setup.settings.data.as_path();
    let metadata = match fs::metadata(folder) {
        Ok(metadata) => metadata,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return check_parent(folder, report),
        Err(error) => {
            let found = format!("the data folder {} cannot be opened: {error}", folder.display());
            return report.problem(FOLDER, found, "give the user of the server access to its parent folders");
        }
    };
    if !metadata.is_dir() {
        let found = format!("{} is not a folder", folder.display());
        return report.problem(FOLDER, found, "set `data` to a folder");
    }
    check_spool(setup, report);
    check_access(folder, &metadata, report);
    check_readers(folder, report);
    check_space(folder, setup, report);
}

/// Checks the folder into which streams of slow clients are written.
fn check_spool(setup: &Setup<'_>, report: &mut Report) {
    let Some(spool) = &setup.settings.stream_spool else { return };
    if is_writable(spool) {
        return report.ok("stream-spool", format!("{} is writable", spool.display()));
    }
    report.problem(
        "stream-spool",
        format!(
            "{} is not a folder that this user may write to, so that every stream fails",
            spool.display()
        ),
        "create the folder for the user of the server, or correct `stream-spool`",
    );
}

/// Checks whether the folder can be created, which does not exist yet.
fn check_parent(folder: &Path, report: &mut Report) {
    let absolute = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    let parent = absolute.ancestors().skip(1).find(|parent| parent.exists());
    let path = folder.display();
    match parent.filter(|parent| is_writable(parent)) {
        Some(_) => report.ok(FOLDER, format!("{path} does not exist; the first command creates it")),
        None => report.problem(
            FOLDER,
            format!("the data folder {path} does not exist and cannot be created by this user"),
            format!("run `sudo install -d -o USER -m 700 {path}` with the user of the server, or set `data`"),
        ),
    }
}

fn check_access(folder: &Path, metadata: &Metadata, report: &mut Report) {
    let path = folder.display();
    let (owner, user) = (metadata.uid(), rustix::process::geteuid().as_raw());
    if is_read_only(folder) {
        let found = format!("the file system of {path} is read-only");
        return report.problem(FOLDER, found, "mount it writable, or set `data` to another folder");
    }
    if owner != user && user != 0 {
        return report.problem(
            FOLDER,
            format!("{path} belongs to the user {owner}, but this command runs as user {user}"),
            "run this command as the user of the server, such as `sudo -u folkmoot folkmoot doctor`",
        );
    }
    if !is_writable(folder) {
        let found = format!("{path} is not writable for this user");
        return report.problem(FOLDER, found, format!("run `chmod u+rwx {path}` as its owner"));
    }
    if metadata.mode() & 0o077 != 0 {
        return report.problem(
            FOLDER,
            format!(
                "other users can enter {path} (mode {:o}), which contains personal data",
                metadata.mode() & 0o777
            ),
            format!("run `chmod 700 {path}`"),
        );
    }
    report.ok(FOLDER, format!("{path} belongs to this user alone"));
}

/// Searches files that other users could read if they could enter the folder, such as the files of an earlier version.
fn check_readers(folder: &Path, report: &mut Report) {
    let mut open = Vec::new();
    collect_open(folder, DEPTH, &mut open);
    let Some(first) = open.first() else {
        return report.ok("file-permissions", "no file of the data folder is readable by other users");
    };
    report.problem(
        "file-permissions",
        format!(
            "{} files or folders are accessible for other users, such as {}",
            open.len(),
            first.display()
        ),
        format!("run `chmod -R go= {}`", folder.display()),
    );
}

fn collect_open(folder: &Path, depth: usize, open: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let Ok(metadata) = entry.metadata() else { continue };
        if metadata.is_symlink() {
            continue;
        }
        if metadata.mode() & 0o077 != 0 {
            open.push(entry.path());
        }
        if metadata.is_dir() && depth > 1 {
            collect_open(&entry.path(), depth - 1, open);
        }
    }
}

fn check_space(folder: &Path, setup: &Setup<'_>, report: &mut Report) {
    let Ok(space) = rustix::fs::statvfs(folder) else { return };
    let (free, total) = (space.f_bavail * space.f_frsize, space.f_blocks * space.f_frsize);
    let found = format!("{} of {} are free in {}", size(free), size(total), folder.display());
    let remedy = "delete files, or move the data folder to a larger disk; imports, backups and erasures need free space";
    if let Err(error) = setup.settings.disk_reserve().check(0) {
        let remedy = "free space; until then, uploads, imports, mirrors, exports and backups are refused";
        report.problem(SPACE, error.to_string(), remedy);
    } else if free < SCARCE_BYTES {
        report.problem(SPACE, found, remedy);
    } else if free < LITTLE_BYTES || free < total / 20 {
        report.warning(SPACE, found, remedy);
    } else if space.f_files > 0 && space.f_favail < space.f_files / 50 {
        let found = format!("the file system of {} has {} inodes left", folder.display(), space.f_favail);
        report.warning(SPACE, found, "delete files, or use a file system with more inodes");
    } else {
        report.ok(SPACE, found);
    }
}

/// A number of bytes for people.
#[allow(clippy::cast_precision_loss, reason = "the number is rounded")]
pub fn size(bytes: u64) -> String {
    match bytes {
        0..1_000_000 => format!("{:.1} kB", bytes as f64 / 1e3),
        1_000_000..1_000_000_000 => format!("{:.1} MB", bytes as f64 / 1e6),
        _ => format!("{:.1} GB", bytes as f64 / 1e9),
    }
}
