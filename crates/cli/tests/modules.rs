//! A file that is not a module of `main.rs` would not be compiled, and its tests would not run.

use std::collections::BTreeSet;
use std::path::Path;

#[test]
fn every_file_of_tests_is_a_module() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let files = std::fs::read_dir(&folder).unwrap().filter_map(|entry| {
        let path = entry.unwrap().path();
        let is_module =
            path.extension().is_some_and(|extension| extension == "rs") || path.join("mod.rs").exists();
        let name = path.file_stem()?.to_str()?.to_owned();
        (is_module && name != "main").then_some(name)
    });
    let declared = include_str!("main.rs").lines();
    let declared = declared.filter_map(|line| Some(line.strip_prefix("mod ")?.strip_suffix(';')?.to_owned()));
    assert_eq!(files.collect::<BTreeSet<_>>(), declared.collect());
}
