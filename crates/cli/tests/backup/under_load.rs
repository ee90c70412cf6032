//! Backups while clients upload and delete files.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use reqwest::Method;
use serde_json::{Value, json};

use crate::backup::Backups;
use crate::support::files::platform;
use crate::support::{Caller, Data, text};

/// What clients know of their files.
#[derive(Default)]
struct Known {
    /// Files with an acknowledged upload whose deletion was not requested.
    present: BTreeSet<String>,
    /// Files whose deletion was acknowledged.
    deleted: BTreeSet<String>,
}

#[test]
fn a_backup_contains_what_was_acknowledged_before_it_began_with_all_contents() {
    let data = Data::new().filled(&platform());
    let caller = data.serve();
    let known = Mutex::new(Known::default());
    for _ in 0..60 {
        upload(&caller, &known);
    }
    let (done, deletions) = (AtomicBool::new(false), AtomicUsize::new(0));
    let backups = Backups::new();
    let results = std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    upload(&caller, &known);
                    // The oldest file, which the backup copies first.
                    let oldest = known.lock().unwrap().present.pop_first();
                    let Some(id) = oldest else { continue };
                    assert_eq!(caller.call(&Method::DELETE, &format!("/files/{id}")).status, 204);
                    known.lock().unwrap().deleted.insert(id);
                    deletions.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
        let mut results = Vec::new();
        for _ in 0..3 {
            let (present, deleted) = {
                let known = known.lock().unwrap();
                (known.present.clone(), known.deleted.clone())
            };
            let output = backups.back_up(&data, &["--json"]);
            // A file that is present after the backup and was before was present all the time.
            let after = known.lock().unwrap().present.clone();
            let present: BTreeSet<String> = present.intersection(&after).cloned().collect();
            results.push((output, present, deleted));
        }
        done.store(true, Ordering::Relaxed);
        results
    });
    assert!(deletions.load(Ordering::Relaxed) > 10, "too few files were deleted during the backups");
    for (output, present, deleted) in results {
        assert!(output.status.success(), "{}", text(&output.stderr));
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(report["missing_contents"], json!([]));
        let target = Data::new();
        let restored = target.run(&["restore", report["folder"].as_str().unwrap()]);
        assert!(restored.status.success(), "{}", text(&restored.stderr));
        let check = target.run(&["files", "check", "--read"]);
        assert!(check.status.success(), "{}", text(&check.stdout));
        let files = target.serve().crawl("/files", "files", 24);
        let found: BTreeSet<String> =
            files.iter().map(|file| file["id"].as_str().unwrap().to_owned()).collect();
        assert!(present.is_subset(&found), "{:?}", present.difference(&found));
        assert!(deleted.is_disjoint(&found), "{:?}", deleted.intersection(&found));
    }
}

fn upload(caller: &Caller, known: &Mutex<Known>) {
    let file = caller.uploaded(&json!({}));
    known.lock().unwrap().present.insert(file["id"].as_str().unwrap().to_owned());
}
