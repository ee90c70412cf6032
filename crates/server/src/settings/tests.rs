#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fs;
use std::path::Path;

use super::*;

/// Resolves settings given by flags, by environment variables and by the text of a settings file.
fn resolve(
    flags: &[(&str, &str)],
    variables: &[(&str, &str)],
    file: &str,
) -> Result<Settings, SettingsError> {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(DEFAULT_FILE), file).unwrap();
    let environment = |name: &str| {
        variables.iter().find(|(variable, _)| *variable == name).map(|(_, value)| OsString::from(value))
    };
    Settings::resolve(&Sources {
        flags: flags.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect(),
        environment: &environment,
        file: File::find(None, folder.path())?,
    })
}

fn complaint(flags: &[(&str, &str)], variables: &[(&str, &str)], file: &str) -> String {
    resolve(flags, variables, file).unwrap_err().to_string()
}

#[test]
fn defaults_stand_where_nothing_is_given() {
    let settings = resolve(&[], &[], "").unwrap();
    assert_eq!(settings.listen, "127.0.0.1:8080".parse().unwrap());
    assert_eq!(settings.data, Path::new("./data"));
    assert_eq!((settings.database_url, settings.portal, settings.public_url), (None, None, None));
    assert_eq!(settings.log_format, LogFormat::Text);
    assert_eq!(settings.trusted_proxies, []);
    assert_eq!(settings.upload_limit_megabytes, 100);
}

#[test]
fn a_flag_goes_before_the_environment_and_that_before_the_file() {
    let (flag, variable, file) =
        (("cache-megabytes", "1"), ("FOLKMOOT_CACHE_MEGABYTES", "2"), "cache-megabytes = 3");
    assert_eq!(resolve(&[flag], &[variable], file).unwrap().cache_megabytes, 1);
    assert_eq!(resolve(&[], &[variable], file).unwrap().cache_megabytes, 2);
    assert_eq!(resolve(&[], &[], file).unwrap().cache_megabytes, 3);
    assert_eq!(resolve(&[], &[("FOLKMOOT_CACHE_MEGABYTES", "")], file).unwrap().cache_megabytes, 3);
}

#[test]
fn every_setting_can_be_given_in_each_place() {
    for setting in SETTINGS {
        let (name, variable) = (setting.name(), setting.environment());
        let file = format!("{name} = {:?}", setting.default);
        assert!(resolve(&[(&name, setting.default)], &[], "").is_ok(), "{name}");
        assert!(resolve(&[], &[(&variable, setting.default)], "").is_ok(), "{name}");
        assert!(resolve(&[], &[], &file).is_ok(), "{name}");
    }
}

#[test]
fn a_bad_value_is_told_with_its_setting_its_place_and_what_was_expected() {
    assert_eq!(
        complaint(&[("listen", "8080")], &[], ""),
        "invalid value \"8080\" for the flag --listen; \
         expected an IP address and a port, such as 127.0.0.1:8080 or [::1]:8080"
    );
    assert_eq!(
        complaint(&[], &[("FOLKMOOT_LOG_FORMAT", "xml")], ""),
        "invalid value \"xml\" for the environment variable FOLKMOOT_LOG_FORMAT; \
         expected text or json"
    );
    let told = complaint(&[], &[], "upload-limit-megabytes = -1");
    assert!(told.starts_with("invalid value \"-1\" for the key upload-limit-megabytes of "), "{told}");
    assert!(told.ends_with("expected an integer from 1 to 1000000"), "{told}");
}

#[test]
fn a_secret_is_never_shown() {
    let told = complaint(&[("database-url", "mysql://me:hunter2@db")], &[], "");
    assert!(told.contains("not shown") && !told.contains("hunter2"), "{told}");
    let settings = resolve(&[("database-url", "postgres://me:hunter2@db")], &[], "").unwrap();
    assert_eq!(settings.database_url.as_deref(), Some("postgres://me:hunter2@db"));
    assert!(!format!("{settings:?}").contains("hunter2"));
    let told = complaint(&[], &[], "database-url = 'postgres://me:hunter2@db");
    assert!(told.contains("folkmoot.toml:1 is not valid TOML") && !told.contains("hunter2"), "{told}");
}

#[test]
fn the_file_accepts_one_spelling_and_names_the_nearest() {
    let told = complaint(&[], &[], "public_ulr = 'https://example.org'");
    assert!(told.starts_with("unknown setting public_ulr in "), "{told}");
    assert!(told.ends_with("did you mean public-url?"), "{told}");
    let told = complaint(&[], &[], "[data]\nfolder = 'x'");
    assert!(told.contains("is a TOML table"), "{told}");
}

#[test]
fn the_file_takes_numbers_texts_and_lists() {
    let file = "cache-megabytes = 5\nupload-limit-megabytes = '6'\ntrusted-proxies = ['10.0.0.0/8', '::1']";
    let settings = resolve(&[], &[], file).unwrap();
    assert_eq!((settings.cache_megabytes, settings.upload_limit_megabytes), (5, 6));
    assert_eq!(settings.trusted_proxies, ["10.0.0.0/8".parse().unwrap(), "::1".parse().unwrap()]);
}

#[test]
fn a_file_that_was_named_has_to_be_there() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("missing.toml");
    let told = File::find(Some(&missing), folder.path()).unwrap_err().to_string();
    assert!(
        told.starts_with("failed to read the settings file ") && told.contains("missing.toml: "),
        "{told}"
    );
    assert_eq!(File::find(None, folder.path()).unwrap().values, BTreeMap::new());
}

#[test]
fn a_public_url_is_absolute_and_loses_its_slash() {
    let read = |text: &str| resolve(&[("public-url", text)], &[], "").map(|settings| settings.public_url);
    assert_eq!(read("https://example.org/").unwrap().as_deref(), Some("https://example.org"));
    assert_eq!(read("http://localhost:8080").unwrap().as_deref(), Some("http://localhost:8080"));
    for text in [
        "example.org",
        "/api",
        "ftp://example.org",
        "https://",
        "https://a.org/?q",
        "https://a.org/#x",
        "https://me@a.org",
    ] {
        assert!(read(text).is_err(), "{text}");
    }
}

#[test]
fn a_log_level_has_to_name_levels() {
    let read = |text: &str| resolve(&[("log-level", text)], &[], "");
    for text in ["info", "WARN", "off", "info,folkmoot_import=debug", "debug,hyper=warn"] {
        assert!(read(text).is_ok(), "{text}");
    }
    for text in ["", "inof", "info,folkmoot", "info,,", "folkmoot=loud", "3=="] {
        assert!(read(text).is_err(), "{text}");
    }
}

#[test]
fn numbers_stay_within_their_bounds() {
    let read = |name: &str, text: &str| resolve(&[(name, text)], &[], "").is_ok();
    assert!(read("cache-megabytes", "0") && read("cache-megabytes", "1000000"));
    assert!(!read("cache-megabytes", "1000001") && !read("cache-megabytes", "1.5"));
    assert!(!read("request-timeout-seconds", "0"));
}

#[test]
fn the_reference_names_every_setting_once() {
    let reference = reference();
    let names: BTreeSet<_> = reference.iter().map(|entry| entry.name.clone()).collect();
    assert_eq!(names.len(), SETTINGS.len());
    let entry =
        serde_json::to_value(reference.iter().find(|entry| entry.name == "public-url").unwrap()).unwrap();
    assert_eq!(entry["flag"], "--public-url URL");
    assert_eq!(entry["environment"], "FOLKMOOT_PUBLIC_URL");
    assert_eq!(entry["key"], "public-url");
    assert_eq!(entry["default"], serde_json::Value::Null);
    for entry in &reference {
        assert!(entry.doc.ends_with('.') && !entry.doc.contains("  "), "{}", entry.doc);
    }
}
