use std::fs;

use folkmoot_model::access::AccessLevel;
use folkmoot_store::changes::Version;
use jiff::Timestamp;
use tempfile::tempdir;

use super::super::{ExportReport, ExportedFile};
use super::*;

fn report(names: &[&str]) -> ExportReport {
    let file = |name: &&str| ExportedFile {
        name: (*name).to_owned(),
        resource: None,
        format: None,
        rows: 0,
        size_bytes: 0,
        sha256: String::new(),
    };
    ExportReport {
        version: Version::default(),
        exported_at: Timestamp::UNIX_EPOCH,
        level: AccessLevel::Full,
        client: None,
        locale: "en".to_owned(),
        resources: Vec::new(),
        files: names.iter().map(file).collect(),
    }
}

fn write(sink: &FolderSink, names: &[&str]) {
    for name in names {
        let mut file = sink.create(name).unwrap();
        let checksums: String =
            names.iter().fold(String::new(), |lines, name| lines + "hash  " + name + "\n");
        file.write_all(checksums.as_bytes()).unwrap();
        file.finish().unwrap();
    }
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<_> = entries.map(|it| it.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_later_export_replaces_an_earlier_one() {
    let folder = tempdir().unwrap();
    for exported in
        [["SHA256SUMS", "datapackage.json", "ideas.csv"], ["SHA256SUMS", "areas.csv", "datapackage.json"]]
    {
        let sink = FolderSink::open(folder.path(), false).unwrap();
        write(&sink, &exported);
        sink.commit(&report(&exported)).unwrap();
        assert_eq!(names(folder.path()), exported);
    }
}

#[test]
fn an_export_that_fails_leaves_nothing() {
    let parent = tempdir().unwrap();
    let folder = parent.path().join("new");
    let sink = FolderSink::open(&folder, false).unwrap();
    write(&sink, &["ideas.csv"]);
    drop(sink);
    assert!(!folder.exists());
}

#[test]
fn an_interrupted_export_is_discarded_by_the_next() {
    let folder = tempdir().unwrap();
    let work = folder.path().join(WORK_FOLDER);
    fs::create_dir(&work).unwrap();
    fs::write(work.join("ideas.csv"), "half").unwrap();
    let sink = FolderSink::open(folder.path(), false).unwrap();
    assert_eq!(names(&work), [LOCK]);
    drop(sink);
    assert_eq!(names(folder.path()), [""; 0]);
}

#[test]
fn other_files_are_not_touched() {
    let folder = tempdir().unwrap();
    fs::write(folder.path().join("thesis.docx"), "text").unwrap();
    let error = FolderSink::open(folder.path(), false).unwrap_err();
    assert!(error.to_string().contains("thesis.docx"), "{error}");
    let sink = FolderSink::open(folder.path(), true).unwrap();
    write(&sink, &["datapackage.json"]);
    sink.commit(&report(&["datapackage.json"])).unwrap();
    assert_eq!(names(folder.path()), ["datapackage.json", "thesis.docx"]);
}

#[test]
fn files_with_checksums_that_are_not_an_export_are_not_touched() {
    let folder = tempdir().unwrap();
    fs::write(folder.path().join("thesis.docx"), "text").unwrap();
    fs::write(folder.path().join("SHA256SUMS"), "hash  thesis.docx\n").unwrap();
    let error = FolderSink::open(folder.path(), false).unwrap_err();
    assert!(matches!(error, FolderError::NotEmpty { .. }), "{error}");
    let sink = FolderSink::open(folder.path(), true).unwrap();
    write(&sink, &["datapackage.json"]);
    sink.commit(&report(&["datapackage.json"])).unwrap();
    assert_eq!(names(folder.path()), ["SHA256SUMS", "datapackage.json", "thesis.docx"]);
}

#[test]
fn only_one_export_writes_to_a_folder() {
    let folder = tempdir().unwrap();
    let _first = FolderSink::open(folder.path(), false).unwrap();
    assert!(matches!(FolderSink::open(folder.path(), false), Err(FolderError::Busy(_))));
}
