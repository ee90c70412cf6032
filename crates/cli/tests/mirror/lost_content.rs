//! A mirror of a platform that has lost the content of a file.

use serde_json::{Value, json};

use crate::mirror::equality::{assert_equal, assert_lists_equal};
use crate::mirror::world::{LOCALES, Source, round, serve};
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

#[track_caller]
fn assert_one_file_is_skipped(report: &Value) {
    let warnings = report["warnings"].as_array().unwrap();
    assert_eq!(warnings.len(), 1, "{report}");
    assert!(warnings[0].as_str().unwrap().starts_with("skipped the file"), "{report}");
}
