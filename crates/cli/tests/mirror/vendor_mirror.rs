//! A mirror of a platform of the vendor.

use serde_json::{Value, json};

use crate::mirror::equality::assert_lists_equal;
use crate::mirror::vendor::{Records, Vendor};
use crate::mirror::world::{LOCALES, Source, round, serve};
use crate::support::Data;

#[test]
fn a_mirror_copies_a_vendor_platform_despite_its_quirks_and_faults() {
    let (source, mirror) = (Source::demo(), Data::new());
    let vendor = Vendor::serve(Records::of(&source.caller, &LOCALES));
    let client = ("client".to_owned(), "secret".to_owned());
    let host = source.url().trim_start_matches("http://");
    let locales = ["--locales", "en,nl-BE,fr-BE", "--content-hosts", host];
    let first = round(&mirror, &vendor.url, &client, &locales);
    assert_eq!((&first["read"], &first["held_back"]), (&json!("everything"), &json!(0)));
    let copy = serve(&mirror);
    assert_lists_equal(&source.caller, &copy, &LOCALES, &[]);

    // A change with a date is found at once; a counter and a deletion without a tombstone when everything is read again.
    let (mut changed, mut liked, mut gone) = (String::new(), String::new(), String::new());
    vendor.change(|records| {
        for locale in LOCALES {
            let ideas = records.lists.get_mut(&("ideas".to_owned(), locale.to_owned())).unwrap();
            ideas[0]["body"] = json!(format!("New text in {locale}"));
            ideas[0]["updated_at"] = json!(jiff::Timestamp::now().to_string());
            ideas[1]["likes_count"] = json!(4711);
            ideas[1]["updated_at"] = json!("2020-01-01T00:00:00.000Z");
            let volunteers = ("volunteering_volunteers".to_owned(), locale.to_owned());
            let removed = records.lists.get_mut(&volunteers).unwrap().remove(0);
            let id = |record: &Value| record["id"].as_str().unwrap().to_owned();
            gone = id(&removed);
            let ideas = &records.lists[&("ideas".to_owned(), locale.to_owned())];
            (changed, liked) = (id(&ideas[0]), id(&ideas[1]));
        }
    });
    let second = round(&mirror, &vendor.url, &client, &locales);
    assert_eq!(second["read"], "changes");
    copy.server.wait_for_changes();
    for locale in LOCALES {
        let idea = copy.get(&format!("/ideas/{changed}?locale={locale}")).ok();
        assert_eq!(idea["idea"]["body"], format!("New text in {locale}"));
    }
    assert_eq!(copy.get(&format!("/volunteering_volunteers/{gone}")).status, 200);

    mirror.change_database("UPDATE mirror SET progress = '{}'");
    let third = round(&mirror, &vendor.url, &client, &locales);
    assert_eq!(third["read"], "everything");
    copy.server.wait_for_changes();
    assert_eq!(copy.get(&format!("/ideas/{liked}")).ok()["idea"]["likes_count"], 4711);
    assert_eq!(copy.get(&format!("/volunteering_volunteers/{gone}")).status, 404);
    assert_lists_equal(
        &source.caller,
        &copy,
        &LOCALES,
        &["ideas", "volunteering_volunteers", "volunteering_causes"],
    );
}
