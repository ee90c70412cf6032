//! The file of the list indexes: a file that differs from what was written is never used.
//!
//! An input is a program of edits of a valid file; see `edits::edited`.

use std::fs;
use std::sync::LazyLock;

use folkmoot_index::IndexFile;
use tempfile::TempDir;

use super::Target;
use crate::edits::edited;
use crate::platform::{api, folder};

pub const TARGET: Target =
    Target { name: "index_files", run, dictionary: &["\0\0\0\0\0", "\u{2}", "\u{1}"], max_bytes: 60 };

/// The caches are not used.
const CACHE_BYTES: u64 = 0;

struct Fixture {
    folder: TempDir,
    file: IndexFile,
    content: Vec<u8>,
}

static FIXTURE: LazyLock<Fixture> = LazyLock::new(|| {
    let folder = folder();
    let file = IndexFile::in_folder(folder.path());
    let state = &api().state.api.records;
    assert!(file.save(&state.indexes, &state.store).unwrap(), "the file is not saved");
    let content = fs::read(path(&folder)).unwrap();
    assert!(file.load(&state.store, CACHE_BYTES).is_ok(), "the file is not read");
    Fixture { folder, file, content }
});

fn path(folder: &TempDir) -> std::path::PathBuf {
    folder.path().join("list-indexes")
}

fn run(input: &[u8]) {
    let Fixture { folder, file, content } = &*FIXTURE;
    let changed = edited(content, input);
    fs::write(path(folder), &changed).unwrap();
    let is_used = file.load(&api().state.api.records.store, CACHE_BYTES).is_ok();
    assert!(!is_used || changed == *content, "a changed file is used");
}
