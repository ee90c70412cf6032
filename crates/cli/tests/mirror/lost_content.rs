//! A mirror of a platform that has lost the content of a file.

use reqwest::Method;
use serde_json::{Value, json};

use crate::mirror::equality::{assert_equal, assert_lists_equal};
use crate::mirror::world::{LOCALES, Source, command, fail_imports, mend_imports, round, serve};
use crate::support::files::names_in;
use crate::support::{Caller, Data};

#[test]
fn a_mirror_skips_a_file_whose_content_is_lost_and_reads_it_when_it_is_available_again() {
    let (source, mirror) = (Source::demo(), Data::new());
    let files = source.data.path().join("files");
    let blob = files.join(names_in(&files).pop_first().unwrap());
    let lost = source.data.path().join("lost");
    std::fs::rename(&blob, &lost).unwrap();

    let first = round(&mirror, source.url(), &source.client, &[]);
    assert_one_file_is_skipped(&first);
    let copy = serve(&mirror);
    assert_lists_equal(&source.caller, &copy, &LOCALES, &["files"]);
    let count = |caller: &Caller| caller.crawl("/files", "files", 24).len();
    assert_eq!(count(&copy) + 1, count(&source.caller));

    // It is requested again in each round until it is available.
    assert_one_file_is_skipped(&round(&mirror, source.url(), &source.client, &[]));
    std::fs::rename(&lost, &blob).unwrap();
    let third = round(&mirror, source.url(), &source.client, &[]);
    assert_eq!((&third["read"], &third["warnings"]), (&json!("changes"), &json!([])));
    copy.server.wait_for_changes();
    assert_equal(&source.caller, &copy, &LOCALES);
}

#[test]
fn a_changed_file_without_content_is_requested_again_after_a_failed_import() {
    let (source, mirror) = (Source::demo(), Data::new());
    if !mirror.is_embedded() {
        return;
    }
    round(&mirror, source.url(), &source.client, &[]);
    let files = source.data.path().join("files");
    let blob = files.join(names_in(&files).pop_first().unwrap());
    let lost = source.data.path().join("lost");
    std::fs::rename(&blob, &lost).unwrap();
    for file in source.caller.crawl("/files", "files", 24) {
        let path = format!("/files/{}", file["id"].as_str().unwrap());
        let body = json!({ "file": { "description_multiloc": { "en": "Changed" } } }).to_string();
        assert_eq!(source.caller.send(Method::PATCH, &path, body).status, 200);
    }

    fail_imports(&mirror);
    assert!(!command(&mirror, source.url(), &source.client, &[]).output().unwrap().status.success());
    mend_imports(&mirror);
    for _ in 0..2 {
        assert_one_file_is_skipped(&round(&mirror, source.url(), &source.client, &[]));
    }
    std::fs::rename(&lost, &blob).unwrap();
    let report = round(&mirror, source.url(), &source.client, &[]);
    assert_eq!(report["warnings"], json!([]));
    assert_equal(&source.caller, &serve(&mirror), &LOCALES);
}

#[track_caller]
fn assert_one_file_is_skipped(report: &Value) {
    let warnings = report["warnings"].as_array().unwrap();
    assert_eq!(warnings.len(), 1, "{report}");
    assert!(warnings[0].as_str().unwrap().starts_with("skipped the file"), "{report}");
}
