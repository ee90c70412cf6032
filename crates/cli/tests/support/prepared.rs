//! Data that is prepared once in a run of the tests; each test begins with a copy.

#![allow(dead_code, reason = "each test uses a part")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{Data, copy_directory};

/// A copy of the data that `prepare` returns, which no program uses, and what it returns beside it. The first test of a run
/// that asks for this name prepares it, others wait meanwhile.
pub fn prepared<T: Serialize + DeserializeOwned>(
    name: &str,
    prepare: impl FnOnce() -> (Data, T),
) -> (Data, T) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("prepared").join(name);
    fs::create_dir_all(&folder).unwrap();
    let [lock, run, files, value] = ["lock", "run", "files", "value.json"].map(|part| folder.join(part));
    // The end of the test releases it, too.
    let lock = fs::File::create(lock).unwrap();
    lock.lock().unwrap();
    if fs::read_to_string(&run).ok() != Some(this_run()) {
        let _ = fs::remove_file(&run);
        let _ = fs::remove_dir_all(&files);
        let (data, prepared) = prepare();
        copy_directory(data.path(), &files);
        if let Some(database) = &data.database {
            database.store_as(&template(name));
        }
        fs::write(value.clone(), serde_json::to_vec(&prepared).unwrap()).unwrap();
        fs::write(run, this_run()).unwrap();
    }
    let data = Data::copy_of(&template(name), &files);
    (data, serde_json::from_slice(&fs::read(value).unwrap()).unwrap())
}

/// What distinguishes this run of the tests from others. Its tests are processes of their own, or threads of one.
fn this_run() -> String {
    std::env::var("NEXTEST_RUN_ID").unwrap_or_else(|_| std::process::id().to_string())
}

/// The name of the PostgreSQL database that the copies are made of.
fn template(name: &str) -> String {
    format!("prepared_{}", name.replace('-', "_"))
}
