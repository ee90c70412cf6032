#![allow(clippy::unwrap_used, missing_docs)]
use std::path::Path;
use std::sync::Arc;

use folkmoot_administration::command_line_actor;
use folkmoot_files::blobs::{self, StorageLocation};
use folkmoot_import::blob_sink::MeasuringSink;
use folkmoot_import::{ImportDirectory, Options, Silent, Summary, import};
use folkmoot_people::Rights;
use folkmoot_store::{DatabaseLocation, Store};
use jiff::Timestamp;

const P: &str = "7f0c1f1e-5a0f-4d5e-9d57-5a1a8f1d0001";
fn write(dir: &Path) {
    let c = "\"created_at\":\"2025-03-18T08:15:30.250Z\"";
    let f = |n: &str, t: String| std::fs::write(dir.join(n), t).unwrap();
    f("platform.json", r#"{"name":"T","address":"https://t.example","locales":["en"]}"#.into());
    f("users.ndjson", format!(r#"{{"id":"{P}",{c},"email":"Canary@mailbox.example","first_name":"Firstcanary","slug":"canary-slug"}}
{{"id":"7f0c1f1e-5a0f-4d5e-9d57-5a1a8f1d0002",{c},"email":"b@c.example"}}"#));
    f("projects.ndjson", format!(r#"{{"id":"7f0c1f1e-5a0f-4d5e-9d57-5a1a8f1d0003",{c},"slug":"p","title":"x"}}"#));
    f("phases.ndjson", format!(r#"{{"id":"7f0c1f1e-5a0f-4d5e-9d57-5a1a8f1d0004",{c},"title":"x","description":"y","participation_method":"voting","project_id":"7f0c1f1e-5a0f-4d5e-9d57-5a1a8f1d0003","start_at":"2025-01-01"}}"#));
    f("ideas.ndjson", format!(r#"{{"id":"7f0c1f1e-5a0f-4d5e-9d57-5a1a8f1d0005",{c},"title":"canarytitle","body":"<p>canarybody</p>","author_id":"{P}","project_id":"7f0c1f1e-5a0f-4d5e-9d57-5a1a8f1d0003"}}"#));
    f("baskets.ndjson", format!(r#"{{"id":"7f0c1f1e-5a0f-4d5e-9d57-5a1a8f1d0006",{c},"user_id":"{P}","phase_id":"7f0c1f1e-5a0f-4d5e-9d57-5a1a8f1d0004","submitted_at":"2025-03-18T08:15:30.250Z"}}"#));
    f("basket_ideas.ndjson", format!(r#"{{"id":"7f0c1f1e-5a0f-4d5e-9d57-5a1a8f1d0007",{c},"basket_id":"7f0c1f1e-5a0f-4d5e-9d57-5a1a8f1d0006","idea_id":"7f0c1f1e-5a0f-4d5e-9d57-5a1a8f1d0005","votes":1}}"#));
    f("email_campaigns.ndjson", format!(r#"{{"id":"7f0c1f1e-5a0f-4d5e-9d57-5a1a8f1d0008",{c},"sender":"author","subject":"x","reply_to":"canary@mailbox.example"}}"#));
}

fn run(store: &Store, dir: &Path) -> Summary {
    let now = Timestamp::now();
    let options = Options { dry_run: false, now, today: now.to_zoned(jiff::tz::TimeZone::UTC).date(), progress: &Silent, blobs: &MeasuringSink };
    import(store, &ImportDirectory::open(dir).unwrap(), &options).unwrap()
}

#[test]
fn core() {
    let dir = tempfile::tempdir().unwrap();
    let (data, files) = (dir.path().join("data"), dir.path().join("in"));
    std::fs::create_dir(&files).unwrap();
    write(&files);
    let store = Arc::new(Store::open(&DatabaseLocation::Directory(data.clone())).unwrap());
    run(&store, &files);
    std::fs::copy(data.join("folkmoot.sqlite"), dir.path().join("old.sqlite")).unwrap();
    let rights = Rights::new(Arc::clone(&store), blobs::open(&StorageLocation::Directory(data.join("files"))).unwrap(), &data);
    let (actor, now) = (command_line_actor(), Timestamp::now());
    let today = now.to_zoned(jiff::tz::TimeZone::UTC).date();
    let found = rights.find("CANARY", &actor, now).unwrap();
    println!("{found:?}");
    let person = rights.identify("canary@mailbox.example").unwrap().id;
    let file = std::fs::File::create(dir.path().join("x.zip")).unwrap();
    println!("{:?}", rights.export(person, &file, &actor, now).unwrap());
    println!("{:?}", rights.erase(person, true, &actor, now, today).unwrap());
    println!("{:?}", std::fs::read_dir(dir.path()).unwrap().map(|e| e.unwrap().file_name()).collect::<Vec<_>>());
    for name in ["folkmoot.sqlite", "folkmoot.sqlite-wal", "folkmoot.sqlite-shm"] {
        let content = std::fs::read(data.join(name)).unwrap_or_default();
        for needle in ["anary@mailbox.example", "Firstcanary", "canary-slug", "canarytitle", "canarybody"] {
            let n = content.windows(needle.len()).filter(|w| *w == needle.as_bytes()).count();
            println!("{name} {} {needle} {n}", content.len());
        }
    }
    println!("{:?}", run(&store, &files).warnings);
    println!("{:?}", rights.identify(P).unwrap_err().to_string());
    drop(rights);
    drop(store);
    std::fs::copy(dir.path().join("old.sqlite"), data.join("folkmoot.sqlite")).unwrap();
    let store = Arc::new(Store::open(&DatabaseLocation::Directory(data.clone())).unwrap());
    let rights = Rights::new(Arc::clone(&store), blobs::open(&StorageLocation::Directory(data.join("files"))).unwrap(), &data);
    println!("before {:?}", rights.identify(P).map(|p| p.id).map_err(|e| e.to_string()));
    println!("again {}", rights.reconcile(now, today).unwrap());
    println!("after {:?}", rights.identify(P).map(|p| p.id).map_err(|e| e.to_string()));
}
