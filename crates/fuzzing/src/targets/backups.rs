//! Backups: one whose files were changed is not restored.
//!
//! An input is a digit for a file of the backup, and a program of edits of it; see `edits::edited`. The last file is the
//! manifest.

use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use folkmoot_authentication::keys::{KeyDirectory, Keys};
use folkmoot_backup::{BackupFolder, BackupKey, Manifest, Target as RestoreTarget, restore};
use folkmoot_files::blobs;
use folkmoot_store::Store;
use folkmoot_store::copy::Observer;
use jiff::Timestamp;
use tempfile::TempDir;

use super::Target;
use crate::edits::edited;
use crate::input::digit;
use crate::platform::{fill, folder, settings};

pub const TARGET: Target = Target {
    name: "backups",
    run,
    dictionary: &["\u{0}\0\0\0", "\u{1}\0\0\0", "\u{2}\0\0\0", "\u{4}\0\0\0", "\u{5}\0\0\0"],
    max_bytes: 60,
};

/// The number of ideas of the platform.
const IDEAS: u64 = 2;
const MANIFEST: &str = "backup.json";

struct Silent;

impl Observer for Silent {
    fn copying(&self, _: &str) {}

    fn copied(&self, _: u64) {}
}

/// A backup in a folder that each run changes.
struct Fixture {
    _folder: TempDir,
    backup: PathBuf,
    key: BackupKey,
    /// The path and the content of each file; the manifest is the last.
    files: Vec<(PathBuf, Vec<u8>)>,
    running: Mutex<()>,
}

static FIXTURE: LazyLock<Fixture> = LazyLock::new(|| {
    let (data, folder) = (folder(), folder());
    let settings = settings(data.path());
    let store = Arc::new(Store::open(&settings.database()).unwrap());
    fill(&store, &settings, IDEAS);
    let now = Timestamp::now();
    let platform = folkmoot_backup::Platform {
        store,
        blobs: blobs::open(&settings.file_storage()).unwrap(),
        keys: Arc::new(Keys::open(KeyDirectory(data.path().join("keys")), now).unwrap()),
        data: data.path().to_owned(),
        reserve: settings.disk_reserve(),
    };
    let key = BackupKey::derive("a secret of more than 32 characters").unwrap();
    let backups = BackupFolder::open(&folder.path().join("backups")).unwrap();
    let created = folkmoot_backup::create(&platform, &backups, Some(&key), now, &Silent).unwrap();
    let paths = created.manifest.files.iter().map(|file| created.path.join(&file.path));
    let paths = paths.chain([created.path.join(MANIFEST)]);
    let files = paths.map(|path| (path.clone(), fs::read(path).unwrap())).collect();
    Fixture { _folder: folder, backup: created.path, key, files, running: Mutex::default() }
});

fn run(input: &[u8]) {
    let Fixture { backup, key, files, running, .. } = &*FIXTURE;
    let _running = running.lock().unwrap_or_else(PoisonError::into_inner);
    let (number, program) = digit(input);
    let (path, content) = &files[number % files.len()];
    let changed = edited(content, program);
    fs::write(path, &changed).unwrap();
    let target = folder();
    let settings = settings(target.path());
    let open_keys = |_: &Arc<Store>| unreachable!("the keys of an embedded database are files");
    let result = restore(
        backup,
        Some(key),
        &RestoreTarget {
            database: settings.database(),
            blobs: blobs::open(&settings.file_storage()).unwrap(),
            data: target.path().to_owned(),
            open_keys: &open_keys,
        },
        Timestamp::now(),
        &Silent,
    );
    let manifest = Manifest::read(backup);
    fs::write(path, content).unwrap();
    if !path.ends_with(MANIFEST) {
        assert_eq!(result.is_ok(), changed == *content, "{}", path.display());
    } else if result.is_ok() {
        assert!(manifest.is_ok(), "restored without a manifest");
    }
}
