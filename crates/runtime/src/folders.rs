//! Folders that are still there after a loss of power.

use std::fs::{DirBuilder, File};
use std::io;
use std::os::unix::fs::DirBuilderExt as _;
use std::path::Path;

use rustix::fs::{Access, StatVfsMountFlags};

/// Creates a folder and its parents with this mode, unless they exist. Their names are stored durably: syncing what is in a
/// folder does not store the name of the folder itself.
pub fn create(folder: &Path, mode: u32) -> io::Result<()> {
    let is_missing = |path: &&Path| !path.as_os_str().is_empty() && !path.exists();
    let created: Vec<&Path> = folder.ancestors().take_while(is_missing).collect();
    DirBuilder::new().recursive(true).mode(mode).create(folder)?;
    created.into_iter().try_for_each(|folder| sync(parent(folder)))
}

/// Stores durably which names are in a folder.
pub fn sync(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

/// The folder of a path; the working directory if the path is only a name.
pub fn parent(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Whether the process may create files in a folder.
pub fn is_writable(folder: &Path) -> bool {
    rustix::fs::access(folder, Access::WRITE_OK | Access::EXEC_OK).is_ok() && !is_read_only(folder)
}

/// Whether a folder is in a file system that is mounted read-only.
pub fn is_read_only(folder: &Path) -> bool {
    rustix::fs::statvfs(folder).is_ok_and(|space| space.f_flag.contains(StatVfsMountFlags::RDONLY))
}
