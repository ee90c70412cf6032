//! A mirror of a platform of the vendor with odd records: they are left out, and nothing else.

use std::collections::BTreeMap;
use std::process::Output;

use folkmoot_model::resource::Resource;
use folkmoot_model::resources::RESOURCES;
use serde_json::{Value, json};

use crate::mirror::equality::assert_lists_equal;
use crate::mirror::odd_values::{CANARY, add_odd_copies, make_newest_invalid, make_too_long};
use crate::mirror::vendor::{Records, Vendor};
use crate::mirror::world::{LOCALES, Source, command, fail_imports, mend_imports, report, serve};
use crate::support::{Caller, Data, eventually};

/// A mirror of a fake.
struct Mirror<'a> {
    data: Data,
    source: &'a Source,
    vendor: &'a Vendor,
    locales: &'a [&'a str],
}

impl<'a> Mirror<'a> {
    fn new(source: &'a Source, vendor: &'a Vendor, locales: &'a [&'a str]) -> Self {
        Self { data: Data::new(), source, vendor, locales }
    }

    fn run(&self) -> Output {
        let host = self.source.url().trim_start_matches("http://");
        let locales = self.locales.join(",");
        let arguments = ["--json", "--locales", &locales, "--content-hosts", host];
        let client = ("client".to_owned(), "secret".to_owned());
        command(&self.data, &self.vendor.url, &client, &arguments).output().unwrap()
    }

    /// The report of a round, which succeeds and shows no value of a record.
    #[track_caller]
    fn round(&self) -> Value {
        let output = self.run();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(!errors.contains(CANARY), "{errors}");
        let report = report(&output);
        assert!(!report.to_string().contains(CANARY), "{report}");
        report
    }
}

/// The records of a list by their ids.
fn by_id(caller: &Caller, resource: &Resource) -> BTreeMap<String, Value> {
    let records = caller.crawl(&format!("/{}", resource.names.plural), resource.names.list_key, 24);
    let id = |record: &Value| record["id"].as_str().map_or_else(|| record.to_string(), str::to_owned);
    let without_url = |mut record: Value| {
        record.as_object_mut().unwrap().remove("url");
        record
    };
    records.into_iter().map(|record| (id(&record), without_url(record))).collect()
}

/// Fails unless a mirror has the records of its source, and returns the number of its further records.
#[track_caller]
fn count_further(source: &Caller, copy: &Caller) -> u64 {
    let mut further = 0;
    for resource in RESOURCES {
        let (expected, mut found) = (by_id(source, resource), by_id(copy, resource));
        for (id, record) in expected {
            assert_eq!(found.remove(&id), Some(record), "{} {id}", resource.names.plural);
        }
        further += found.len() as u64;
    }
    further
}

fn left_out(report: &Value) -> u64 {
    report["left_out"]["records"].as_u64().unwrap()
}

#[test]
fn a_mirror_leaves_out_odd_records_and_nothing_else() {
    let source = Source::demo();
    let locales = ["en"];
    let mut records = Records::of(&source.caller, &locales);
    let added = add_odd_copies(&mut records, &locales);
    let vendor = Vendor::without_faults(records);
    let mirror = Mirror::new(&source, &vendor, &locales);
    let first = mirror.round();
    let copy = serve(&mirror.data);
    let warnings = first["warnings"].as_array().unwrap().iter();
    let skipped =
        warnings.filter(|warning| warning.as_str().unwrap().starts_with("skipped the file")).count();
    let arrived = count_further(&source.caller, &copy);
    assert_eq!(arrived + left_out(&first) + skipped as u64, added, "{first}");
    let reasons = first["left_out"]["reasons"].as_array().unwrap();
    assert_eq!(reasons.len(), 100);
    assert!(reasons.iter().all(|reason| reason["reason"].as_str().unwrap().starts_with("expected")));

    // A record that is stored stays as it is while the source returns it with an error.
    vendor.change(|records| make_newest_invalid(records, &locales));
    vendor.change(|records| make_too_long(records, &locales));
    let second = mirror.round();
    assert_eq!(second["read"], "everything");
    assert!(left_out(&second) >= left_out(&first) + RESOURCES.len() as u64, "{second}");
    copy.server.wait_for_changes();
    assert_eq!(count_further(&source.caller, &copy), arrived);
}

#[test]
fn what_refers_to_a_record_that_was_left_out_arrives_when_the_source_has_mended_it() {
    let source = Source::demo();
    let records = Records::of(&source.caller, &LOCALES);
    let vendor = Vendor::without_faults(records.clone());
    vendor.change(|records| make_newest_invalid(records, &LOCALES));
    let mirror = Mirror::new(&source, &vendor, &LOCALES);
    let first = mirror.round();
    assert!(left_out(&first) > RESOURCES.len() as u64, "{first}");
    assert!(first["held_back"].as_u64().unwrap() > 0, "{first}");
    let copy = serve(&mirror.data);
    let idea = &records.lists[&("ideas".to_owned(), "en".to_owned())][0]["id"];
    assert_eq!(copy.get(&format!("/ideas/{}", idea.as_str().unwrap())).status, 404);

    let doctor = String::from_utf8(mirror.data.run(&["doctor", "--json"]).stdout).unwrap();
    assert!(doctor.contains(&format!("left out {} records", left_out(&first))), "{doctor}");
    assert!(!doctor.contains(CANARY), "{doctor}");
    eventually("the metric is not known", || {
        copy.server.metric("folkmoot_mirror_left_out_records") == left_out(&first)
    });

    vendor.change(|current| *current = records);
    let second = mirror.round();
    assert_eq!((&second["read"], left_out(&second)), (&json!("everything"), 0));
    copy.server.wait_for_changes();
    assert_lists_equal(&source.caller, &copy, &LOCALES, &[]);
    assert_eq!(mirror.round()["read"], "changes");
}

#[test]
fn a_round_whose_import_failed_reads_the_source_again() {
    let source = Source::demo();
    let vendor = Vendor::without_faults(Records::of(&source.caller, &["en"]));
    let mirror = Mirror::new(&source, &vendor, &["en"]);
    if !mirror.data.is_embedded() {
        return;
    }
    mirror.round();
    fail_imports(&mirror.data);
    assert!(!mirror.run().status.success());
    let doctor = String::from_utf8(mirror.data.run(&["doctor", "--json"]).stdout).unwrap();
    assert!(doctor.contains("the last run failed"), "{doctor}");
    mend_imports(&mirror.data);
    let mut changed = Value::Null;
    vendor.change(|records| {
        let ideas = records.lists.get_mut(&("ideas".to_owned(), "en".to_owned())).unwrap();
        ideas[0]["title"] = json!("Mended");
        ideas[0]["updated_at"] = json!(jiff::Timestamp::now().to_string());
        changed = ideas[0]["id"].clone();
    });
    mirror.round();
    let copy = serve(&mirror.data);
    let idea = copy.get(&format!("/ideas/{}?locale=en", changed.as_str().unwrap())).ok();
    assert_eq!(idea["idea"]["title"], "Mended");
}
