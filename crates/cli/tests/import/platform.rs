use crate::place::Place;

#[test]
fn a_platform_is_needed_once() {
    let place = Place::new();
    place.only("areas.ndjson", &[r#""id":"$1","title":"N""#]);
    assert_eq!(
        place.wrong(),
        [
            "platform.json: expected the name, address and locales of the platform, because none are stored yet, found no such file"
        ]
    );
    place.put(
        "platform.json",
        r#"{"name":"Town","address":"https://town.example/","locales":["nl-BE"],"colour":1}"#,
    );
    assert_eq!(place.import().warnings, ["ignored unknown field 'colour' in platform.json"]);
    assert_eq!(place.rows("SELECT address, public_api_enabled FROM platform"), ["https://town.example|0"]);
    assert_eq!(place.rows("SELECT title_multiloc FROM areas"), [r#"{"nl-BE":"N"}"#]);
    std::fs::remove_file(place.path("platform.json")).unwrap();
    place.import();
    place.store().set_public_api_enabled(true).unwrap();
    place.put(
        "platform.json",
        r##"{"name":"City","address":"http://city.example","locales":["en"],"default_colour":"#a1B2c3"}"##,
    );
    assert!(place.import().platform_changed);
    assert_eq!(place.rows("SELECT name, public_api_enabled FROM platform"), ["City|1"]);
}

#[test]
fn each_wrong_field_of_the_platform_is_told() {
    let place = Place::new();
    place
        .put("platform.json", r#"{"name":" ","address":"town.example","locales":[],"default_colour":"red"}"#);
    let wrong = place.wrong();
    assert_eq!(wrong.len(), 4, "{wrong:?}");
    assert!(wrong[0].starts_with("platform.json: address: expected an absolute URL such as"), "{wrong:?}");
    place.put("platform.json", "{");
    assert_eq!(place.wrong().len(), 1);
}
