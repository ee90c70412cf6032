//! Space that stays free on disks for small writes, such as the revocation of a client, the deletion of a file or the erasure of
//! a person. Large writes stop before they use it.

use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

/// The reserve of a disk if none is set, and the fraction of the disk that it is at most.
const DEFAULT_BYTES: u64 = 512_000_000;
const DEFAULT_DIVISOR: u64 = 50;
const MEGABYTE: u64 = 1_000_000;

/// The reserve of the disks of some folders.
#[derive(Debug, Clone, Default)]
pub struct DiskReserve {
    megabytes: Option<u64>,
    folders: Vec<PathBuf>,
}

/// A disk has no space beyond its reserve.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "the disk of {} has {} MB free, but {} MB are needed, of which {} MB stay reserved (disk-reserve-megabytes); free space and try \
     again",
    folder.display(), free / MEGABYTE, needed.div_ceil(MEGABYTE), reserve.div_ceil(MEGABYTE)
)]
pub struct NoSpace {
    /// A folder on the disk.
    pub folder: PathBuf,
    /// Its free bytes.
    pub free: u64,
    /// The bytes that a write needs, including the reserve.
    pub needed: u64,
    /// The bytes of the reserve.
    pub reserve: u64,
}

impl DiskReserve {
    /// A reserve on the disks of these folders; 0 megabytes are none. By default, 512 MB or 2 % of the disk, whichever is
    /// less.
    pub fn new(megabytes: Option<u64>, folders: Vec<PathBuf>) -> Self {
        Self { megabytes, folders }
    }

    /// The reserve of a disk of this size, in bytes.
    pub fn bytes(&self, size: u64) -> u64 {
        self.megabytes
            .map_or_else(|| DEFAULT_BYTES.min(size / DEFAULT_DIVISOR), |megabytes| megabytes * MEGABYTE)
    }

    /// The part of the reserve on the disk of a folder, which writes to that folder use.
    #[must_use]
    pub fn on_disk_of(mut self, folder: &Path) -> Self {
        let existing = folder
            .ancestors()
            .find_map(|folder| device(folder).or_else(|| device(&Path::new(".").join(folder))));
        self.folders.retain(|reserved| existing.is_none() || device(reserved) == existing);
        self
    }

    /// Fails if a write of this many bytes would use the reserve. Folders that do not exist yet are left out.
    pub fn check(&self, bytes: u64) -> Result<(), NoSpace> {
        if self.megabytes == Some(0) {
            return Ok(());
        }
        for folder in &self.folders {
            let Ok(space) = rustix::fs::statvfs(folder) else { continue };
            let (free, size) = (space.f_bavail * space.f_frsize, space.f_blocks * space.f_frsize);
            let reserve = self.bytes(size);
            let needed = reserve.saturating_add(bytes);
            if free < needed {
                return Err(NoSpace { folder: folder.clone(), free, needed, reserve });
            }
        }
        Ok(())
    }
}

fn device(folder: &Path) -> Option<u64> {
    std::fs::metadata(folder).ok().map(|metadata| metadata.dev())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reserve_is_the_setting_or_the_smaller_of_both_defaults() {
        let reserve = |megabytes| DiskReserve::new(megabytes, vec![PathBuf::from("/")]);
        assert_eq!(reserve(None).bytes(1_000_000_000), 20_000_000);
        assert_eq!(reserve(None).bytes(1_000_000_000_000), 512_000_000);
        assert_eq!(reserve(Some(7)).bytes(1_000_000_000), 7_000_000);
        assert_eq!(reserve(Some(0)).check(u64::MAX), Ok(()));
        let refused = reserve(Some(1)).check(u64::MAX).err().map(|error| error.to_string());
        assert!(
            refused.is_some_and(|text| text.contains("MB free") && text.contains("disk-reserve-megabytes"))
        );
    }
}
