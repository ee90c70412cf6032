//! Reloads that change nothing, or not everything.

use reqwest::Method;

use crate::reload::Reloading;
use crate::support::fixture::Platform;
use crate::support::{Data, server_log};

const FAILED: &str = "failed to reload the settings; continuing with the previous ones";

#[test]
fn an_invalid_file_changes_nothing_and_the_reason_is_logged() {
    let running = Reloading::start(&Platform::empty(), "client-requests-per-minute = 7");
    let token = running.token();
    let policy = || {
        let request = running.server.request(Method::GET, "/api/v2/areas").bearer_auth(&token).send();
        request.header("ratelimit-policy").to_owned()
    };
    let refusals = [
        ("client-requests-per-minute = 9\nmaximum-streams = 'many'", "expected an integer from 1 to 1000000"),
        ("client-requests-per-minute = 9\nmaximum-stream = 3", "did you mean maximum-streams?"),
        ("client-requests-per-minute = 9\nmaximum-streams 3", "settings.toml:2 is not valid TOML"),
        ("client-requests-per-minute = 9\nkeys-secret = 'canary-too-short'", "at least 32 characters"),
    ];
    for (number, (settings, reason)) in refusals.iter().enumerate() {
        running.reload(settings, "failed");
        let line = running.log.wait_for_each(FAILED, number + 1);
        let error = line["error"].as_str().unwrap();
        assert!(error.contains(reason), "{error}");
        assert_eq!(policy(), "\"requests\";q=7;w=60", "{settings}");
    }
    std::fs::remove_file(&running.file).unwrap();
    running.reload_unchanged("failed");
    let line = running.log.wait_for_each(FAILED, refusals.len() + 1);
    assert!(line["error"].as_str().unwrap().contains("failed to read the settings file"), "{line}");
    assert_eq!(policy(), "\"requests\";q=7;w=60");
    assert!(!running.log.text().contains("canary-too-short"));
    running.reload("client-requests-per-minute = 9", "applied");
    assert_eq!(policy(), "\"requests\";q=9;w=60");
}

#[test]
fn settings_that_need_a_restart_are_named() {
    let running = Reloading::start(&Platform::empty(), "token-issuer = 'before'");
    let settings = "token-issuer = 'after'\nprovider.name = 'X'\nmaximum-streams = 3";
    running.reload(settings, "applied");
    let applied = running.log.wait_for("reloaded the settings");
    assert_eq!(applied["changed"], "maximum-streams");
    let pending = running.log.wait_for("some changed settings take effect after a restart");
    assert_eq!(
        (&pending["settings"], &pending["level"]),
        (&"token-issuer,provider-name".into(), &"WARN".into())
    );
    let claims = running.token().split('.').nth(1).unwrap().to_owned();
    let claims = base64::Engine::decode(&base64::prelude::BASE64_URL_SAFE_NO_PAD, claims).unwrap();
    assert!(String::from_utf8(claims).unwrap().contains("\"iss\":\"before\""));
}

#[test]
fn a_reload_is_logged_at_every_level() {
    let running = Reloading::start(&Platform::empty(), "log-level = 'warn'\nmaximum-streams = 2");
    running.reload("log-level = 'error'\nmaximum-streams = 3", "applied");
    assert_eq!(running.log.wait_for("reloaded the settings")["changed"], "maximum-streams,log-level");
    running.reload("log-level = 'error'\nmaximum-streams = 4", "applied");
    assert_eq!(running.log.wait_for_each("reloaded the settings", 2)["changed"], "maximum-streams");
    assert_eq!(running.log.messages(), ["reloaded the settings", "reloaded the settings"]);
}

#[test]
fn flags_and_the_environment_still_take_precedence() {
    let data = Data::with(&Platform::empty());
    let file = data.path().join("folkmoot.toml");
    std::fs::write(&file, "maximum-streams = 1").unwrap();
    // The file is found in the current folder.
    let mut command = server_log::serve(&data, &["--maximum-streams", "2"]);
    let (server, log) = server_log::start(command.env("FOLKMOOT_KEEP_ALIVE_SECONDS", "70"));
    let running = Reloading { data, file, server, log };
    running.reload("maximum-streams = 3\nkeep-alive-seconds = 9\nheader-timeout-seconds = 9", "applied");
    assert_eq!(running.log.wait_for("reloaded the settings")["changed"], "header-timeout-seconds");
}
