use folkmoot_import::Mode;

use crate::import::scenario::{ImportScenario, records};

const REMOVES_DUTCH: &str = r#"{"name":"Town","address":"https://town.example","locales":["en","de-AT"]}"#;

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
        r##"{"name":"City","address":"http://city.example","locales":["en","nl-BE"],"default_colour":"#a1B2c3"}"##,
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

#[test]
fn an_import_removes_a_locale_only_if_it_may() {
    let scenario = ImportScenario::new();
    let texts = [
        r#""id":"$1","title_multiloc":{"en":"A","nl-BE":"B"}"#,
        r#""id":"$2","title_multiloc":{"en":"A","nl-BE":""},"description":"\"nl-BE\":\"B""#,
        r#""id":"$3","title_multiloc":{"en":"A"},"description_multiloc":{"nl-BE":"B"}"#,
    ];
    scenario.put("areas.ndjson", &records(&texts));
    scenario.put("topics.ndjson", &records(&[r#""id":"$4","title_multiloc":{"nl-BE":"B"}"#]));
    scenario.import();
    scenario.put("platform.json", REMOVES_DUTCH);
    scenario.put("areas.ndjson", "{}\n");
    let errors = scenario.errors();
    assert_eq!(
        errors[0],
        "platform.json: locales: expected all locales of the platform, also nl-BE (3 records have texts in it); removing one \
         makes all cursors of /changes invalid and needs --remove-locales, in the admin API remove_locales=true, found en, de-AT"
    );
    assert!(
        errors.iter().any(|error| error.starts_with("areas.ndjson:1: id: expected a UUID")),
        "{errors:?}"
    );
    std::fs::remove_file(scenario.path("areas.ndjson")).unwrap();
    let before = scenario.dump();
    let mode = Mode { dry_run: true, remove_locales: true };
    let previewed = scenario.try_import_as(mode).unwrap();
    assert_eq!(
        previewed.warnings,
        [
            "the import removes locales of the platform: nl-BE (3 records have texts in it), which makes all cursors of /changes \
             invalid, so that clients read everything again",
            "the platform does not have the locale 'nl-BE' of texts in topics.ndjson, only en, de-AT: line 1"
        ]
    );
    assert!(previewed.to_string().contains("platform would be stored\ndry run"), "{previewed}");
    assert_eq!(before, scenario.dump());
    let done = scenario.try_import_as(Mode { remove_locales: true, ..Mode::default() }).unwrap();
    assert_eq!(done.warnings, previewed.warnings);
    assert_eq!(scenario.rows("SELECT locales FROM platform"), [r#"["en","de-AT"]"#]);
    assert!(scenario.import().warnings.len() == 1, "the locale is removed only once");
}

#[test]
fn the_command_removes_a_locale_only_with_its_option() {
    let scenario = ImportScenario::new();
    scenario.import();
    scenario.put("platform.json", REMOVES_DUTCH);
    let folder = scenario.folder.path().to_str().unwrap();
    for dry_run in [&["import", folder][..], &["import", folder, "--dry-run"]] {
        let output = scenario.program(dry_run).output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), output.stdout.is_empty()), (Some(1), true), "{stderr}");
        assert!(stderr.contains("also nl-BE (no record has texts in it)"), "{stderr}");
    }
    let output = scenario.program(&["import", folder, "--remove-locales"]).output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0), "{stderr}");
    assert!(stderr.contains("warning: the import removes locales of the platform: nl-BE"), "{stderr}");
    assert_eq!(scenario.rows("SELECT locales FROM platform"), [r#"["en","de-AT"]"#]);
}

#[test]
fn a_change_that_makes_cursors_invalid_is_a_warning() {
    let scenario = ImportScenario::new();
    assert!(scenario.import().warnings.is_empty());
    for (address, locales, field) in [
        ("https://town.example", r#"["nl-BE","en"]"#, "locales"),
        ("https://town.example", r#"["nl-BE","en","fr-BE"]"#, "locales"),
        ("https://city.example", r#"["nl-BE","en","fr-BE"]"#, "address"),
    ] {
        let platform = format!(r#"{{"name":"Town","address":"{address}","locales":{locales}}}"#);
        scenario.put("platform.json", &platform);
        let warning = format!(
            "the import changes the {field} of the platform, which makes all cursors of /changes invalid, so that clients read \
             everything again"
        );
        assert_eq!(scenario.import().warnings, [warning]);
        assert!(scenario.import().warnings.is_empty());
    }
}

#[test]
fn texts_in_a_locale_that_the_platform_lacks_are_a_warning() {
    let scenario = ImportScenario::new();
    let lines = [
        r#""id":"$1","title_multiloc":{"en":"A","NL-be":"B"}"#,
        r#""id":"$2","title_multiloc":{"nl":"A","fr":"C"},"description_multiloc":{"nl":"B"}"#,
        r#""id":"$3","title_multiloc":{"nl":"A"}"#,
    ];
    scenario.put("areas.ndjson", &records(&lines));
    assert_eq!(
        scenario.import().warnings,
        [
            "the platform does not have the locale 'fr' of texts in areas.ndjson, only en, nl-BE: line 2",
            "the platform does not have the locale 'nl' of texts in areas.ndjson, only en, nl-BE: 2 lines, first at line 2",
        ]
    );
}
