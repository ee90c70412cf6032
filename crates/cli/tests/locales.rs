//! Texts in the requested locale and their fallbacks.

use serde_json::{Value, json};

use crate::support::Data;
use crate::support::fixture::{Platform, record, resource};

fn titles(maps: &[Value], locale: &str) -> Vec<Value> {
    let mut platform = Platform::empty();
    for (number, map) in maps.iter().enumerate() {
        let mut area = record(resource("areas"), number, &format!("2025-01-01T00:00:0{number}.000Z"));
        area["description_multiloc"] = map.clone();
        platform.add("areas", area);
    }
    let data = Data::with(&platform);
    let caller = data.serve();
    let mut areas = caller.crawl(&format!("/areas{locale}"), "areas", 24);
    areas.reverse();
    for (area, map) in areas.iter().zip(maps) {
        assert_eq!(&area["description_multiloc"], map);
    }
    areas.iter().map(|area| area["description"].clone()).collect()
}

#[test]
fn a_text_falls_back_from_the_requested_to_the_default_locale_to_others() {
    let maps = [
        json!({ "fr-BE": "f", "nl-BE": "n", "en": "e" }),
        json!({ "fr-BE": "f", "nl-BE": "", "en": "e" }),
        json!({ "fr-BE": "f", "en": "" }),
        json!({ "de": "d" }),
        json!({ "en": "", "nl-BE": "" }),
        json!({}),
        json!({ "nl-BE": "\"quoted\" \\ and \n broken, with 🌳" }),
    ];
    assert_eq!(
        titles(&maps, ""),
        [json!("e"), json!("e"), json!("f"), json!("d"), json!(""), json!(""), maps[6]["nl-BE"].clone()]
    );
    for requested in ["?locale=nl-BE", "?locale=nl", "?locale=NL-be", "?locale=Nl"] {
        assert_eq!(
            titles(&maps, requested),
            [json!("n"), json!("e"), json!("f"), json!("d"), json!(""), json!(""), maps[6]["nl-BE"].clone()],
            "{requested}"
        );
    }
    assert_eq!(titles(&maps[..2], "?locale=fr-BE"), [json!("f"), json!("f")]);
}

#[test]
fn a_missing_optional_text_is_null() {
    let mut platform = Platform::empty();
    let mut user = record(resource("users"), 0, "2025-01-01T00:00:00.000Z");
    user["bio_multiloc"] = Value::Null;
    platform.add("users", user);
    let data = Data::with(&platform);
    assert_eq!(data.serve().get("/users").ok()["users"][0]["bio"], Value::Null);
}
