//! Texts in the requested locale and their fallbacks.

use serde_json::{Value, json};

use crate::support::Data;
use crate::support::fixture::{Platform, record, resource};

fn titles(maps: &[Value], locale: &str) -> Vec<Value> {
    let mut platform = Platform::empty();
    for (number, map) in maps.iter().enumerate() {
        let mut area = record(resource("areas"), number, &format!("2025-01-01T00:00:{number:02}.000Z"));
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
fn a_text_without_a_visible_character_or_media_counts_as_empty() {
    let empty = [
        "",
        " ",
        "\u{a0}",
        "<p></p>",
        "<p><br></p>",
        "<p>&nbsp;</p>",
        "\u{200b}",
        "<p> &#8203;</p><!-- x -->",
    ];
    let mut maps: Vec<Value> = empty.iter().map(|text| json!({ "nl-BE": text, "en": "e" })).collect();
    maps.extend(
        ["<p>.</p>", "<p><img src=\"https://example.org/a.png\"></p>"]
            .map(|text| json!({ "nl-BE": text, "en": "e" })),
    );
    maps.push(json!({ "nl-BE": "<p></p>", "en": " ", "de": "d" }));
    maps.push(json!({ "nl-BE": "<p></p>", "en": " " }));
    let mut expected = vec![json!("e"); empty.len()];
    expected.extend([maps[8]["nl-BE"].clone(), maps[9]["nl-BE"].clone(), json!("d"), json!("")]);
    assert_eq!(titles(&maps, "?locale=nl-BE"), expected);
}

#[test]
fn the_case_of_keys_does_not_matter_and_the_first_locale_that_fits_wins() {
    let mut platform = Platform::empty();
    let locales = ["fr-FR", "fr-BE", "en", "en-GB", "sr-Latn", "sr", "kl-GL", "zh-Hant-TW"];
    platform.about["locales"] = json!(locales);
    let mut area = record(resource("areas"), 0, "2025-01-01T00:00:00.000Z");
    area["title_multiloc"] = json!({
        "de": "Kachel", "fr-FR": "grande", "FR-be": "petite", "EN": "big", "en-gb": "large", "SR-LATN": "veliki", "sr": "велики",
        "KL-gl": "angisooq", "zh-hant-tw": "大"
    });
    platform.add("areas", area);
    let data = Data::with(&platform);
    let caller = data.serve();
    for (locale, expected) in [
        ("fr-BE", "petite"),
        ("fr-be", "petite"),
        ("fr", "grande"),
        ("FR", "grande"),
        ("en", "big"),
        ("EN-gb", "large"),
        ("sr-Latn", "veliki"),
        ("sr-latn", "veliki"),
        ("sr", "велики"),
        ("kl", "angisooq"),
        ("zh", "大"),
        ("ZH-hant", "大"),
    ] {
        assert_eq!(
            caller.get(&format!("/areas?locale={locale}")).ok()["areas"][0]["title"],
            expected,
            "{locale}"
        );
    }
    for locale in ["e", "fr-B", "sr-Cyrl", "nl"] {
        let problem = caller.get(&format!("/areas?locale={locale}"));
        assert_eq!(problem.problem(), "invalid-parameter-value-enum", "{locale}");
        assert_eq!(problem.json()["allowed_values"], json!(locales));
    }
    let map = caller.get("/areas").ok()["areas"][0]["title_multiloc"].clone();
    let keys: Vec<&str> = map.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(keys, ["de", "fr-FR", "fr-BE", "en", "en-GB", "sr-Latn", "sr", "kl-GL", "zh-Hant-TW"]);
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
