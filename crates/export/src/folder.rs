//! Exports in a folder of the file system.

use std::collections::BTreeSet;
use std::fs::{self, File, TryLockError};
use std::io::{self, BufWriter, Write};
use std::path::{Component, Path, PathBuf};

use folkmoot_runtime::folders;

use super::describe::{CHECKSUMS, DATA_PACKAGE};
use super::{ExportReport, ExportSink, PendingFile};

/// The folder of incomplete files in the folder of the export.
const WORK_FOLDER: &str = ".export-in-progress";
/// The file in it that the export locks.
const LOCK: &str = "lock";
/// The size of the buffer of a file that is written.
const BUFFER_BYTES: usize = 256 * 1024;
/// The permissions of the folder, within the limits of the process.
const FOLDER_MODE: u32 = 0o777;

/// Why a folder cannot be exported to.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// It contains files that are not part of an earlier export.
    #[error(
        "the folder {} contains '{file}', which is not part of an earlier export; choose another folder, or add --overwrite to \
         export beside it",
        path.display()
    )]
    NotEmpty {
        /// The folder.
        path: PathBuf,
        /// A file in it.
        file: String,
    },
    /// Another export writes to it.
    #[error("another export is writing to the folder {}", .0.display())]
    Busy(
        /// The folder.
        PathBuf,
    ),
    /// It cannot be read or written.
    #[error("failed to write to the folder {}: {cause}", path.display())]
    Io {
        /// The folder.
        path: PathBuf,
        /// Why.
        #[source]
        cause: io::Error,
    },
}

/// Writes an export to a folder. Its files appear there when [`Self::commit`] is called; an export that is
/// dropped before leaves nothing.
#[derive(Debug)]
pub struct FolderSink {
    folder: PathBuf,
    work: PathBuf,
    earlier: Vec<String>,
    is_new: bool,
    _lock: File,
}

impl FolderSink {
    /// Creates the folder, or opens one that is empty or contains an earlier export. If `overwrite` is set, it may contain other
    /// files, which remain.
    pub fn open(folder: &Path, overwrite: bool) -> Result<Self, FolderError> {
        let failed = |cause| FolderError::Io { path: folder.to_owned(), cause };
        let is_new = !folder.try_exists().map_err(failed)?;
        let earlier = if is_new { Vec::new() } else { earlier_files(folder).map_err(failed)? };
        if !is_new && !overwrite {
            refuse_other_files(folder, &earlier)?;
        }
        let work = folder.join(WORK_FOLDER);
        folders::create(&work, FOLDER_MODE).map_err(failed)?;
        let lock = File::create(work.join(LOCK)).map_err(failed)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(FolderError::Busy(folder.to_owned())),
            Err(TryLockError::Error(cause)) => return Err(failed(cause)),
        }
        let sink = Self { folder: folder.to_owned(), work, earlier, is_new, _lock: lock };
        sink.discard_incomplete().map_err(failed)?;
        Ok(sink)
    }

    /// Replaces the earlier export by this one.
    pub fn commit(self, report: &ExportReport) -> Result<(), FolderError> {
        let failed = |cause| FolderError::Io { path: self.folder.clone(), cause };
        self.replace(report).map_err(failed)
    }

    /// Replaces the files in an order that survives an interruption and a loss of power. Without the data
    /// package, the folder contains no complete export. The checksums name all other files at any time, so
    /// that the next export knows which ones it may replace.
    fn replace(&self, report: &ExportReport) -> io::Result<()> {
        remove_if_exists(&self.folder.join(DATA_PACKAGE))?;
        folders::sync(&self.folder)?;
        for name in self.earlier.iter().filter(|name| *name != CHECKSUMS) {
            remove_if_exists(&self.folder.join(name))?;
            for folder in Path::new(name).ancestors().skip(1).filter(|folder| *folder != Path::new("")) {
                // One that contains other files remains.
                let _ = fs::remove_dir(self.folder.join(folder));
            }
        }
        folders::sync(&self.folder)?;
        let names: Vec<&str> = report.files.iter().map(|file| file.name.as_str()).collect();
        let (last, names): (Vec<_>, Vec<_>) = names.into_iter().partition(|name| *name == DATA_PACKAGE);
        let (first, others): (Vec<_>, Vec<_>) = names.into_iter().partition(|name| *name == CHECKSUMS);
        for names in [first, others, last] {
            let mut changed = BTreeSet::from([self.folder.clone()]);
            for name in names {
                let target = self.folder.join(name);
                create_parent(&target)?;
                changed.extend(target.parent().map(Path::to_owned));
                fs::rename(self.work.join(name), target)?;
            }
            changed.iter().try_for_each(|folder| folders::sync(folder))?;
        }
        fs::remove_dir_all(&self.work)
    }

    /// Deletes the files that an interrupted export left.
    fn discard_incomplete(&self) -> io::Result<()> {
        for entry in fs::read_dir(&self.work)? {
            let entry = entry?;
            if entry.file_type()?.is_dir() {
                fs::remove_dir_all(entry.path())?;
            } else if entry.file_name() != LOCK {
                fs::remove_file(entry.path())?;
            }
        }
        Ok(())
    }
}

impl Drop for FolderSink {
    fn drop(&mut self) {
        // After a commit, neither exists or both are needed: only an empty folder is removed.
        let _ = fs::remove_dir_all(&self.work);
        if self.is_new {
            let _ = fs::remove_dir(&self.folder);
        }
    }
}

impl ExportSink for FolderSink {
    fn work_folder(&self) -> &Path {
        &self.work
    }

    fn create(&self, name: &str) -> io::Result<Box<dyn PendingFile>> {
        let path = self.work.join(name);
        create_parent(&path)?;
        let file = File::create(path)?;
        Ok(Box::new(FolderFile(BufWriter::with_capacity(BUFFER_BYTES, file))))
    }

    fn adopt(&self, name: &str, path: &Path) -> io::Result<()> {
        let target = self.work.join(name);
        if target != path {
            fs::rename(path, &target)?;
        }
        File::open(&target)?.sync_all()
    }
}

struct FolderFile(BufWriter<File>);

impl Write for FolderFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

impl PendingFile for FolderFile {
    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.0.flush()?;
        self.0.get_ref().sync_all()
    }
}

/// The names of the files of an earlier export in a folder.
fn earlier_files(folder: &Path) -> io::Result<Vec<String>> {
    let checksums = match fs::read_to_string(folder.join(CHECKSUMS)) {
        Ok(checksums) => checksums,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    let names = checksums.lines().filter_map(|line| line.split_once("  ")).map(|(_, name)| name);
    // Every export has a data package. Checksums without one belong to other files.
    if !names.clone().any(|name| name == DATA_PACKAGE) {
        return Ok(Vec::new());
    }
    let is_plain = |name: &&str| {
        let mut parts = Path::new(*name).components();
        !name.contains('\\') && parts.all(|part| matches!(part, Component::Normal(_)))
    };
    Ok(names.filter(is_plain).chain([CHECKSUMS]).map(str::to_owned).collect())
}

/// Refuses a folder with files other than these.
fn refuse_other_files(folder: &Path, known: &[String]) -> Result<(), FolderError> {
    let failed = |cause| FolderError::Io { path: folder.to_owned(), cause };
    for entry in fs::read_dir(folder).map_err(failed)? {
        let name = entry.map_err(failed)?.file_name();
        let is_known =
            name == WORK_FOLDER || known.iter().any(|known| known.split('/').next() == name.to_str());
        if !is_known {
            let file = name.to_string_lossy().into_owned();
            return Err(FolderError::NotEmpty { path: folder.to_owned(), file });
        }
    }
    Ok(())
}

/// Creates the folder of a file in an export.
fn create_parent(path: &Path) -> io::Result<()> {
    path.parent().map_or(Ok(()), |folder| folders::create(folder, FOLDER_MODE))
}

fn remove_if_exists(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests;
