#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fs;
use std::path::Path;

use folkmoot_store::access::AccessSettings;

use super::*;

/// Resolves settings from flags, environment variables and the text of a settings file.
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

fn error_message(flags: &[(&str, &str)], variables: &[(&str, &str)], file: &str) -> String {
    resolve(flags, variables, file).unwrap_err().to_string()
}

#[test]
fn settings_without_a_value_have_their_default() {
    let settings = resolve(&[], &[], "").unwrap();
    assert_eq!(settings.listen, "127.0.0.1:8080".parse().unwrap());
    assert_eq!(settings.data, Path::new("./data"));
    assert_eq!(
        (settings.database_url, settings.portal, settings.public_url),
        (None, PortalSource::Embedded, None)
    );
    assert_eq!(settings.log_format, LogFormat::Text);
    assert_eq!(settings.trusted_proxies, []);
    assert_eq!(settings.upload_limit_megabytes, 100);
}

#[test]
fn flags_override_the_environment_which_overrides_the_file() {
    let (flag, variable, file) =
        (("cache-megabytes", "1"), ("FOLKMOOT_CACHE_MEGABYTES", "2"), "cache-megabytes = 3");
    assert_eq!(resolve(&[flag], &[variable], file).unwrap().cache_megabytes, 1);
    assert_eq!(resolve(&[], &[variable], file).unwrap().cache_megabytes, 2);
    assert_eq!(resolve(&[], &[], file).unwrap().cache_megabytes, 3);
    assert_eq!(resolve(&[], &[("FOLKMOOT_CACHE_MEGABYTES", "")], file).unwrap().cache_megabytes, 3);
}

#[test]
fn every_setting_can_be_set_in_every_source() {
    for setting in SETTINGS {
        let (name, variable) = (setting.name(), setting.environment());
        let file = format!("{} = {:?}", setting.key(), setting.default);
        assert!(resolve(&[(&name, setting.default)], &[], "").is_ok(), "{name}");
        assert!(resolve(&[], &[(&variable, setting.default)], "").is_ok(), "{name}");
        assert!(resolve(&[], &[], &file).is_ok(), "{name}");
    }
}

#[test]
fn the_error_of_an_invalid_value_names_its_source_and_valid_values() {
    assert_eq!(
        error_message(&[("listen", "8080")], &[], ""),
        "invalid value \"8080\" for the flag --listen; \
         expected an IP address and a port, such as 127.0.0.1:8080 or [::1]:8080"
    );
    assert_eq!(
        error_message(&[], &[("FOLKMOOT_LOG_FORMAT", "xml")], ""),
        "invalid value \"xml\" for the environment variable FOLKMOOT_LOG_FORMAT; \
         expected text or json"
    );
    let message = error_message(&[], &[], "upload-limit-megabytes = -1");
    assert!(message.starts_with("invalid value \"-1\" for the key upload-limit-megabytes of "), "{message}");
    assert!(message.ends_with("expected an integer from 1 to 1000000"), "{message}");
}

#[test]
fn a_secret_is_never_printed() {
    let message = error_message(&[("database-url", "mysql://me:hunter2@db")], &[], "");
    assert!(message.contains("not shown") && !message.contains("hunter2"), "{message}");
    let settings = resolve(&[("database-url", "postgres://me:hunter2@db")], &[], "").unwrap();
    assert_eq!(settings.database_url.as_deref(), Some("postgres://me:hunter2@db"));
    assert!(!format!("{settings:?}").contains("hunter2"));
    let message = error_message(&[], &[], "database-url = 'postgres://me:hunter2@db");
    assert!(
        message.contains("folkmoot.toml:1 is not valid TOML") && !message.contains("hunter2"),
        "{message}"
    );
}

#[test]
fn the_error_of_an_unknown_key_suggests_the_nearest() {
    let message = error_message(&[], &[], "public_ulr = 'https://example.org'");
    assert!(message.starts_with("unknown setting public_ulr in "), "{message}");
    assert!(message.ends_with("did you mean public-url?"), "{message}");
    let message = error_message(&[], &[], "[data]\nfolder = 'x'");
    assert!(message.contains("is a TOML table"), "{message}");
}

#[test]
fn the_file_accepts_numbers_strings_and_lists() {
    let file = "cache-megabytes = 5\nupload-limit-megabytes = '6'\ntrusted-proxies = ['10.0.0.0/8', '::1']";
    let settings = resolve(&[], &[], file).unwrap();
    assert_eq!((settings.cache_megabytes, settings.upload_limit_megabytes), (5, 6));
    assert_eq!(settings.trusted_proxies, ["10.0.0.0/8".parse().unwrap(), "::1".parse().unwrap()]);
}

#[test]
fn a_settings_file_named_by_a_flag_must_exist() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("missing.toml");
    let message = File::find(Some(&missing), folder.path()).unwrap_err().to_string();
    assert!(
        message.starts_with("failed to read the settings file ") && message.contains("missing.toml: "),
        "{message}"
    );
    assert_eq!(File::find(None, folder.path()).unwrap().values, BTreeMap::new());
}

#[test]
fn a_public_url_is_the_root_of_a_host_and_its_trailing_slash_is_removed() {
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
        "https://a.org/docs",
        "https://a.org//docs/",
    ] {
        assert!(read(text).is_err(), "{text}");
    }
    for name in ["public-url", "portal-url", "admin-url"] {
        let error = resolve(&[(name, "https://a.org/docs")], &[], "").unwrap_err().to_string();
        assert!(error.contains(name) && error.contains("without a path"), "{error}");
    }
    assert!(resolve(&[("s3-endpoint", "https://a.org/storage")], &[], "").is_ok());
}

#[test]
fn content_hosts_are_hosts_with_or_without_a_port() {
    let read =
        |text: &str| resolve(&[("content-hosts", text)], &[], "").map(|settings| settings.content_hosts);
    let texts =
        "Files.Example.org, cdn.example.org:8443,a.org:443,a.org:80,[::0:1]:9000,127.1,bücher.example";
    let expected = [
        "files.example.org",
        "cdn.example.org:8443",
        "a.org:443",
        "a.org:80",
        "[::1]:9000",
        "127.0.0.1",
        "xn--bcher-kva.example",
    ];
    assert_eq!(read(texts).unwrap(), expected);
    for text in
        ["https://a.org", "a.org/", "a.org?x", "me@a.org", "a.org:99999", "a.org,,b.org", "a b", "*", ":80"]
    {
        assert!(read(text).is_err(), "{text}");
    }
}

#[test]
fn a_log_level_must_contain_valid_levels() {
    let read = |text: &str| resolve(&[("log-level", text)], &[], "");
    for text in ["info", "WARN", "off", "info,folkmoot_import=debug", "debug,hyper=warn"] {
        assert!(read(text).is_ok(), "{text}");
    }
    for text in ["", "inof", "info,folkmoot", "info,,", "folkmoot=loud", "3=="] {
        assert!(read(text).is_err(), "{text}");
    }
}

#[test]
fn numbers_out_of_range_are_rejected() {
    let read = |name: &str, text: &str| resolve(&[(name, text)], &[], "").is_ok();
    assert!(read("cache-megabytes", "0") && read("cache-megabytes", "1000000"));
    assert!(!read("cache-megabytes", "1000001") && !read("cache-megabytes", "1.5"));
    assert!(!read("request-timeout-seconds", "0"));
}

#[test]
fn the_reference_contains_every_setting_once() {
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

#[test]
fn the_provider_and_votes_for_research_are_tables_of_the_file() {
    let file = "[provider]\nname = 'Stad Gent'\ncopyright-year = 2027\nforum-url = ''\ntry-it = false";
    let settings = resolve(&[], &[], file).unwrap();
    assert_eq!((settings.provider_name.as_str(), settings.provider_copyright_year), ("Stad Gent", 2027));
    assert_eq!((settings.provider_forum_url, settings.provider_try_it), (None, false));
    let flag = resolve(&[("provider-name", "A")], &[("FOLKMOOT_PROVIDER_PRODUCT", "B")], file).unwrap();
    assert_eq!((flag.provider_name.as_str(), flag.provider_product.as_str()), ("A", "B"));
    let votes = resolve(&[], &[], "[pabulib]\nunit = 'Gent'\nrule = 'greedy'").unwrap().pabulib();
    assert_eq!((votes.unit.as_deref(), votes.rule), (Some("Gent"), Some("greedy")));
    let message = error_message(&[], &[], "[provider]\nnaem = 'x'");
    assert!(message.starts_with("unknown setting provider.naem in "), "{message}");
    assert!(message.ends_with("did you mean provider.name?"), "{message}");
}

#[test]
fn provider_values_that_could_break_pages_are_rejected() {
    for (name, text) in [
        ("provider-name", ""),
        ("provider-name", "a <b>"),
        ("provider-tagline", "two\nlines"),
        ("provider-company-url", "javascript:alert(1)"),
        ("provider-company-url", "www.example.org"),
        ("provider-accent-colour", "red"),
        ("provider-accent-colour", "#12345"),
        ("provider-primary-colour", "#ffe000"),
        ("provider-primary-colour-dark", "#14604f"),
        ("provider-announcement", "<script>"),
        ("provider-try-it", "maybe"),
    ] {
        let message = error_message(&[(name, text)], &[], "");
        assert!(message.contains("expected"), "{name} {text}: {message}");
    }
    assert_eq!(resolve(&[("provider-announcement", "off")], &[], "").unwrap().provider_announcement, None);
    let link = "https://example.org/a?b=c#d";
    let settings = resolve(&[("provider-social-url", link)], &[], "").unwrap();
    assert_eq!(settings.provider_social_url.as_deref(), Some(link));
}

#[test]
fn settings_of_access_levels_are_validated() {
    let settings = resolve(&[], &[], "").unwrap();
    assert_eq!(settings.record_access(), AccessSettings::default());
    assert_eq!(settings.time_zone, None);
    let flags = [
        ("vote-results", "never"),
        ("shareable-fields", "users.gender, ideas.age_group"),
        ("public-coordinate-decimals", "0"),
        ("time-zone", "europe/brussels"),
    ];
    let settings = resolve(&flags, &[], "").unwrap();
    let access = settings.record_access();
    assert_eq!((access.vote_results, access.coordinate_decimals), (VoteResults::Never, 0));
    assert_eq!(access.shareable.to_string(), "ideas.age_group,users.gender");
    assert_eq!(settings.time_zone.as_deref(), Some("Europe/Brussels"));
    for (name, value) in [
        ("vote-results", "sometimes"),
        ("shareable-fields", "gender"),
        ("public-coordinate-decimals", "8"),
        ("time-zone", "Europe/Atlantis"),
        ("time-zone", "CET-1CEST"),
    ] {
        assert!(resolve(&[(name, value)], &[], "").is_err(), "{name}={value}");
    }
}
