//! Disks without space.

/// Tests that mount a file system.
mod requires_root {
    use std::fs::{self, Permissions};
    use std::os::unix::fs::PermissionsExt as _;
    use std::process::Command;

    use crate::doctor::Diagnosis;
    use crate::support::Data;
    use crate::support::small_disk::SmallDisk;

    #[test]
    fn little_space_and_a_read_only_disk_are_found() {
        let disk = SmallDisk::mount();
        let folder = disk.path().join("data");
        fs::create_dir(&folder).unwrap();
        fs::set_permissions(&folder, Permissions::from_mode(0o700)).unwrap();
        let data = Data::existing(&folder);
        Diagnosis::of(&data, &[]).assert("disk-space", "problem", &["MB are free", "larger disk"]);
        let remounted = Command::new("mount").args(["-o", "remount,ro"]).arg(disk.path()).status().unwrap();
        assert!(remounted.success());
        Diagnosis::of(&data, &[]).assert("data-folder", "problem", &["is read-only", "mount it writable"]);
    }
}
