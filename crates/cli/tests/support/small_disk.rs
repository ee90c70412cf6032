//! A file system that is quickly full.

#![allow(dead_code, reason = "each test uses a part")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

/// A mounted file system of some megabytes. Dropping it unmounts it.
pub struct SmallDisk(TempDir);

impl SmallDisk {
    /// Mounts one of 2 MB, which needs root.
    pub fn mount() -> Self {
        Self::of_megabytes(2)
    }

    /// Mounts one of this size, which needs root.
    pub fn of_megabytes(megabytes: u32) -> Self {
        let disk = tempfile::tempdir().unwrap();
        let arguments = ["-t", "tmpfs", "-o", &format!("size={megabytes}m"), "tmpfs"];
        let mounted = Command::new("mount").args(arguments).arg(disk.path()).status();
        let mounted = mounted.is_ok_and(|status| status.success());
        assert!(mounted, "this test mounts a file system: run it as root");
        Self(disk)
    }

    /// Its root folder.
    pub fn path(&self) -> &Path {
        self.0.path()
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(self.0.path()).status();
    }
}
