//! The page cache of the operating system: reading files into it, and evicting them from it.

use std::fs::File;
use std::io;
use std::path::PathBuf;

use rustix::fs::{Advice, fadvise};

/// Reads files completely, so that they are cached.
pub fn warm(files: &[PathBuf]) {
    for file in files {
        io::copy(&mut File::open(file).unwrap(), &mut io::sink()).unwrap();
    }
}

/// Evicts files from the page cache, except for pages that a process has mapped.
pub fn evict(files: &[PathBuf]) {
    for file in files {
        let file = File::open(file).unwrap();
        // Modified pages remain in the cache until they are written.
        file.sync_all().unwrap();
        fadvise(&file, 0, None, Advice::DontNeed).unwrap();
    }
}

/// The bytes that this process caused to be read from storage so far.
pub fn bytes_read() -> u64 {
    let figures = std::fs::read_to_string("/proc/self/io").unwrap();
    let line = figures.lines().find_map(|line| line.strip_prefix("read_bytes: ")).unwrap();
    line.parse().unwrap()
}
