//! A file system that is quickly full.

#![allow(dead_code, reason = "each test uses a part")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

/// A mounted file system of 2 MB. Dropping it unmounts it.
pub struct SmallDisk(TempDir);

impl SmallDisk {
    /// Mounts it, which needs root.
    pub fn mount() -> Self {
        let disk = tempfile::tempdir().unwrap();
        let arguments = ["-t", "tmpfs", "-o", "size=2m", "tmpfs"];
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
