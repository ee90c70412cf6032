use crate::import::scenario::ImportScenario;

#[test]
fn the_first_import_needs_a_platform() {
    let scenario = ImportScenario::new();
    scenario.only("areas.ndjson", &[r#""id":"$1","title":"N""#]);
    assert_eq!(
        scenario.errors(),
        [
            "platform.json: expected the name, address and locales of the platform, because none are stored yet, found no such file"
        ]
    );
    scenario.put(
        "platform.json",
        r#"{"name":"Town","address":"https://town.example/","locales":["nl-BE"],"colour":1}"#,
    );
    assert_eq!(scenario.import().warnings, ["ignored unknown field 'colour' in platform.json"]);
    assert_eq!(scenario.rows("SELECT url, public_api_enabled FROM platform"), ["https://town.example|0"]);
    assert_eq!(scenario.rows("SELECT title_multiloc FROM areas"), [r#"{"nl-BE":"N"}"#]);
    std::fs::remove_file(scenario.path("platform.json")).unwrap();
    scenario.import();
    scenario.store().platform().set_public_api_enabled(true, |_| Ok(())).unwrap();
    scenario.put(
        "platform.json",
        r##"{"name":"City","address":"http://city.example","locales":["en"],"default_colour":"#a1B2c3"}"##,
    );
    assert!(scenario.import().platform_changed);
    assert_eq!(scenario.rows("SELECT name, public_api_enabled FROM platform"), ["City|1"]);
}

#[test]
fn each_invalid_field_of_the_platform_is_reported() {
    let scenario = ImportScenario::new();
    scenario.put(
        "platform.json",
        r#"{"name":" ","address":"town.example","locales":[],"default_colour":"red","time_zone":"Mars"}"#,
    );
    let errors = scenario.errors();
    assert_eq!(errors.len(), 5, "{errors:?}");
    assert!(errors[0].starts_with("platform.json: address: expected an absolute URL such as"), "{errors:?}");
    for locales in [r#"["en","EN"]"#, r#"["en","nl-BE","nl-be"]"#, r#"["en",5]"#, r#"["en","english"]"#] {
        scenario.put(
            "platform.json",
            &format!(r#"{{"name":"Town","address":"https://town.example","locales":{locales}}}"#),
        );
        let expected = "platform.json: locales: expected a list of different locale codes such as en or nl-BE, in which case does \
             not matter, with the default first, found ";
        assert_eq!(scenario.errors(), [format!("{expected}{locales}")]);
    }
    scenario.put("platform.json", "{");
    assert_eq!(scenario.errors().len(), 1);
}
