//! No clock and no time zone of a single process ends a vote: ballots stay secret until the day ends for the platform.

use jiff::{SignedDuration, Timestamp, ZonedDateTime};
use serde_json::{Value, json};

use crate::access_levels::fixture_projects::phase;
use crate::access_levels::rules::Level;
use crate::access_levels::site::{Client, Site};
use crate::support::day::begin_within_a_day;
use crate::support::fixture::Platform;
use crate::support::{Data, admin, eventually, text};

/// The seconds of a day.
const DAY: i64 = 86_400;
/// A clock that is wrong by half a year.
const WRONG: i64 = 185 * DAY;
/// A clock that is wrong by less than what the platform believes.
const SOON: i64 = DAY * 3 / 2;

/// The platform with a vote whose last day this is.
fn platform(last_day: &impl ToString) -> Platform {
    let mut platform = super::platform();
    let phases = platform.records.get_mut("phases").unwrap();
    let vote = phases.iter_mut().find(|record| record["id"] == phase(2)).unwrap();
    vote["end_at"] = json!(last_day.to_string());
    platform
}

/// The day in UTC after this number of days.
fn day_after(days: i64) -> String {
    (Timestamp::now() + SignedDuration::from_hours(24 * days)).to_string()[..10].to_owned()
}

/// The number of ballots of the vote that a client below the level `full` reads.
fn ballots(site: &Site) -> usize {
    let client = site.client(Level::Pseudonymous);
    // An earlier token may be from another time.
    let client = Client { token: site.token(&client.id, &client.secret), ..client.clone() };
    site.crawl(&client, &format!("/baskets?phase_id={}", phase(2)), "baskets").len()
}

/// The next time at which it is 19:30 in summer and 18:30 in winter in Los Angeles, and the next day in UTC.
fn evening() -> ZonedDateTime {
    let now = Timestamp::now().to_zoned_datetime(jiff::tz::TimeZone::UTC);
    let today = now.date().at(2, 30, 0, 0).in_tz("UTC").unwrap();
    let evening = if now < today { today } else { today.tomorrow().unwrap() };
    evening.in_tz("America/Los_Angeles").unwrap()
}

/// The seconds until this time.
pub fn seconds_until(time: &ZonedDateTime) -> i64 {
    time.timestamp().duration_since(Timestamp::now()).as_secs()
}

/// Starts the server again with this clock.
fn restart(site: &mut Site, clock: i64) {
    site.data.set_clock(clock);
    site.restart(&[]);
}

/// The state of a check of `folkmoot doctor`, with all texts.
fn diagnosis(data: &Data, arguments: &[&str], check: &str) -> (String, String) {
    let output = data.run(&[&["doctor", "--json"], arguments].concat());
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let checks = report["checks"].as_array().unwrap();
    let found = checks.iter().find(|found| found["check"] == check).unwrap();
    (found["state"].as_str().unwrap().to_owned(), found.to_string())
}

#[test]
fn an_evening_west_of_greenwich_ends_no_vote() {
    let (evening, data) = (evening(), Data::new());
    let mut platform = platform(&evening.date());
    platform.about["time_zone"] = json!("america/los_angeles");
    data.set_clock(seconds_until(&evening));
    let mut site = Site::of(data.filled(&platform), &[]);
    assert_eq!(ballots(&site), 0);
    site.import(&super::platform());
    site.import(&platform);
    assert_eq!(ballots(&site), 0);
    let midnight = evening.tomorrow().unwrap().start_of_day().unwrap();
    restart(&mut site, seconds_until(&midnight) + 1);
    eventually("the vote does not end at midnight", || ballots(&site) > 0);
}

#[test]
fn an_import_without_the_setting_of_the_server_ends_no_vote() {
    let (evening, data) = (evening(), Data::new());
    data.set_clock(seconds_until(&evening));
    drop(data.serve_with(&["--time-zone", "America/Los_Angeles"]));
    let site = Site::of(data.filled(&platform(&evening.date())), &[]);
    assert_eq!(ballots(&site), 0);
    site.import(&platform(&evening.date()));
    assert_eq!(ballots(&site), 0);
    let zone = "SELECT time_zone FROM platform_clock";
    assert_eq!(site.data.table(zone), [[Some("America/Los_Angeles".to_owned())]]);
}

#[test]
fn a_process_with_another_time_zone_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let mut platform = platform(&"2099-12-31");
    platform.about["time_zone"] = json!("Europe/Brussels");
    std::fs::create_dir(path("records")).unwrap();
    platform.write(&folder.path().join("records"));
    let data = Data::with(&platform);
    assert!(data.run(&["backup", &path("backups")]).status.success());
    let (records, copy) = (path("records"), Data::new());
    let (from, to) = (data.location(), copy.location());
    let commands: &[&[&str]] = &[
        &["serve", "--listen", "127.0.0.1:0"],
        &["import", &records],
        &["import", &records, "--dry-run"],
        &["demo"],
        &["mirror", "http://127.0.0.1:1", "--client-id", "a", "--client-secret", "b"],
        &["people", "find", "a"],
        &["people", "erase", "a"],
        &["backup", &path("backups")],
        &["copy", "--from", &from, "--to", &to],
    ];
    for command in commands {
        let output = data.run(&[command, &["--time-zone", "Asia/Tokyo"][..]].concat());
        let stderr = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{command:?}: {stderr}");
        for expected in ["Asia/Tokyo", "Europe/Brussels", "platform.json"] {
            assert!(stderr.contains(expected), "{command:?}: {stderr}");
        }
    }
    for zone in ["Europe/Brussels", ""] {
        let output = data.run(&["import", &records, "--time-zone", zone]);
        assert!(output.status.success(), "{}", text(&output.stderr));
    }
    assert_eq!(diagnosis(&data, &["--time-zone", "Asia/Tokyo"], "time-zone").0, "problem");
    assert_eq!(diagnosis(&data, &[], "time-zone").0, "ok");
    // A restored platform has its time zone, too.
    let restored = Data::without_schema();
    let output = restored.run(&["restore", &path("backups"), "--time-zone", "Asia/Tokyo"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("Europe/Brussels"), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("restored and verified"), "{}", text(&output.stdout));
}

#[test]
fn a_server_follows_the_time_zone_that_is_imported() {
    let (evening, data) = (evening(), Data::new());
    data.set_clock(seconds_until(&evening));
    let mut platform = platform(&evening.date());
    platform.about["time_zone"] = json!("America/Los_Angeles");
    let site = Site::of(data.filled(&platform), &["--time-zone", "America/Los_Angeles"]);
    assert_eq!(ballots(&site), 0);
    platform.about["time_zone"] = json!("Europe/Brussels");
    site.import(&platform);
    assert!(ballots(&site) > 0);
    site.log.wait_for("continuing with the time zone of the platform");
    platform.about.as_object_mut().unwrap().remove("time_zone");
    site.import(&platform);
    assert!(ballots(&site) > 0);
}

#[test]
fn an_import_with_a_wrong_clock_ends_no_vote() {
    let mut site = Site::new(&platform(&day_after(21)), &[]);
    let vote = platform(&day_after(20));
    site.data.set_clock(WRONG);
    site.import(&vote);
    assert_eq!(ballots(&site), 0);
    restart(&mut site, WRONG);
    site.log.wait_for(
        "the clock is more than two days ahead of the newest time that the platform recorded; no vote ends until `folkmoot access \
         confirm-clock` confirms it",
    );
    assert_eq!(ballots(&site), 0);
    restart(&mut site, 0);
    assert_eq!(ballots(&site), 0);
}

#[test]
fn a_day_that_began_too_early_is_taken_back() {
    begin_within_a_day();
    let vote = platform(&day_after(0));
    let mut site = Site::new(&vote, &[]);
    restart(&mut site, SOON);
    eventually("the vote does not end", || ballots(&site) > 0);
    site.server.kill();
    let stored = diagnosis(&site.data, &[], "day");
    site.data.set_clock(0);
    assert_eq!(
        (stored.0.as_str(), diagnosis(&site.data, &[], "day").0.as_str()),
        ("ok", "problem"),
        "{}",
        stored.1
    );
    site.restart(&[]);
    assert_eq!(ballots(&site), 0);
    // Beside a running server, whose clock is right.
    site.data.set_clock(SOON);
    site.data.import(&platform(&day_after(0)));
    site.log.wait_for("updated the state of votes");
    site.wait();
    assert_eq!(ballots(&site), 0);
    // Without a server, by an import.
    site.server.kill();
    site.data.import(&vote);
    let states = "SELECT voting FROM phases WHERE end_at = (SELECT MAX(day) FROM platform_day)";
    site.data.set_clock(0);
    site.data.import(&vote);
    assert_eq!(site.data.table(states), [[Some("running".to_owned())]]);
}

#[test]
fn a_clock_after_three_days_needs_a_confirmation() {
    let mut site = Site::new(&platform(&day_after(1)), &[]);
    let (_, key) = admin::admin_key(&site.data, "administrator");
    restart(&mut site, 3 * DAY);
    assert_eq!(ballots(&site), 0);
    let (state, found) = diagnosis(&site.data, &[], "platform-clock");
    assert!(state == "problem" && found.contains("folkmoot access confirm-clock"), "{found}");
    let warnings = |site: &Site| {
        let admin = admin::Admin::sign_in(&site.server, &key);
        admin.get(&site.server, "/overview").ok()["warnings"].to_string().contains("clock-not-believed")
    };
    assert!(warnings(&site));
    assert_eq!(site.server.metric("folkmoot_clock_believed"), 0);
    let output = site.data.run(&["access", "confirm-clock"]);
    let printed = text(&output.stdout);
    assert!(printed.starts_with("recorded 20") && printed.ends_with(" in UTC\n"), "{printed}");
    eventually("the vote does not end", || ballots(&site) > 0);
    assert!(!warnings(&site));
    assert_eq!(diagnosis(&site.data, &[], "platform-clock").0, "ok");
    let audit = text(&site.data.run(&["audit", "--json"]).stdout);
    assert!(audit.contains("access.confirm-clock"), "{audit}");
    // The time can be confirmed backwards, too: the recorded time is then no longer ahead.
    restart(&mut site, 0);
    assert_eq!(ballots(&site), 0);
    assert!(site.data.run(&["access", "confirm-clock"]).status.success());
    let recorded = site.data.table("SELECT believed_at FROM platform_clock");
    let recorded: i64 = recorded[0][0].as_ref().unwrap().parse().unwrap();
    assert!(recorded <= Timestamp::now().as_millisecond());
}

#[test]
fn the_clock_of_postgresql_confirms_that_of_a_server() {
    begin_within_a_day();
    let mut site = Site::new(&platform(&day_after(-1)), &[]);
    eventually("the vote does not end", || ballots(&site) > 0);
    site.server.kill();
    let (day, time) = (day_after(-10), Timestamp::now().as_millisecond() - 10 * DAY * 1_000);
    let time =
        if site.data.is_embedded() { time.to_string() } else { format!("to_timestamp({time} / 1000)") };
    site.data.change_database(&format!(
        "UPDATE platform_clock SET believed_at = {time}; UPDATE platform_day SET day = '{day}'"
    ));
    site.restart(&[]);
    if site.data.is_embedded() {
        site.log.wait_for("updated the state of votes");
        site.wait();
        assert_eq!(ballots(&site), 0);
    } else {
        eventually("the vote does not end", || ballots(&site) > 0);
    }
}

#[test]
fn a_server_records_the_time() {
    let data = Data::with(&platform(&"2099-12-31"));
    let earlier = Timestamp::now().as_millisecond() - 3_600_000;
    let time =
        if data.is_embedded() { earlier.to_string() } else { format!("to_timestamp({earlier} / 1000)") };
    data.change_database(&format!("UPDATE platform_clock SET believed_at = {time}"));
    let _server = data.serve_with(&[]);
    let recorded = || data.table("SELECT believed_at FROM platform_clock")[0][0].clone().unwrap();
    eventually("the time is not recorded", || recorded().parse::<i64>().unwrap() > earlier + 3_000_000);
}
