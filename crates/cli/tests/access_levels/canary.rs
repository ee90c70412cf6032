//! Recognisable values: what a level must not show contains a marker that is searched in everything the server sends.

use jiff::Timestamp;

use crate::access_levels::rules::Level;
use crate::support::fixture;

/// In every text about a person.
pub const PERSONAL: &str = "canary";
/// In the ids of people.
pub const PERSON: &str = "ca9a51e5-0000";
/// In the exact timestamps of records about people.
pub const EXACT_TIME: &str = ":37:13";
/// In the times at which ideas were assigned to members of staff.
pub const STAFF_TIME: &str = ":41:59";
/// The version, with the group that it is in, of ids that contain the time of their record. Other ids are of other versions.
pub const TIMED_ID: &str = "-7ca9-";
/// In texts of records that a visitor does not see.
pub const NOT_PUBLIC: &str = "backroom";
/// In the ids of records that a visitor does not see.
pub const NOT_PUBLIC_ID: &str = "5ec7e700";
/// In the ids of ballots of running votes.
pub const BALLOT: &str = "ba110700";
/// In exact coordinates.
pub const COORDINATES: &str = "519173";
/// In numbers of votes of running votes.
pub const VOTES: &str = "91733";

/// What responses to clients below `full` must not contain; `#` is any character. Ids and numbers have a neighbour that
/// random ids do not have.
const PRIVATE: &[&str] = &[
    PERSONAL,
    PERSON,
    "ca9a51e50000",
    EXACT_TIME,
    "ba110700-",
    ":91733",
    "=91733",
    STAFF_TIME,
    "\"assignee_id\":\"",
    "\"assigned_at\":\"",
    "\"uploader_id\":\"",
];
/// What responses at `public` must not contain either.
const HIDDEN: &[&str] = &[NOT_PUBLIC, "5ec7e700-", ".#519173", TIMED_ID];
/// The resources whose records have ids that contain their time: their timestamps are cut to the day at all levels below `full`.
const TIMED: &[&str] = &[
    "baskets",
    "basket_ideas",
    "email_campaign_deliveries",
    "event_attendances",
    "reactions",
    "volunteering_volunteers",
];
/// The number of different exact timestamps.
const TIMES: usize = 24;
/// How long a test takes at most, in seconds.
const LONGEST_TEST: i64 = 900;

/// The markers in the text that this level must not see.
pub fn leaks(level: Level, text: &str) -> Vec<&'static str> {
    let markers = match level {
        Level::Full => Vec::new(),
        Level::Pseudonymous | Level::Anonymous => PRIVATE.to_vec(),
        Level::Public => [PRIVATE, HIDDEN].concat(),
    };
    let text = without_present(text.to_lowercase(), Timestamp::now());
    let mut found: Vec<&str> = markers.into_iter().filter(|marker| contains(&text, marker)).collect();
    if level < Level::Full && shows_time(&text) {
        found.push("a time in another form");
    }
    found
}

/// The text without the present, where its time of day is a marker: responses contain when they were made. No record is of the present day,
/// so that the date tells the present from what is hidden.
fn without_present(text: String, now: Timestamp) -> String {
    let now = now.as_second();
    [EXACT_TIME, STAFF_TIME].into_iter().fold(text, |text, marker| {
        let of_hour = marker[1..].split(':').fold(0, |sum, part| sum * 60 + part.parse::<i64>().unwrap());
        let since = (now - of_hour).rem_euclid(3_600);
        let present = Timestamp::from_second(now - since).unwrap();
        let forms = ["%Y-%m-%dT%H:%M:%S", "%d %b %Y %H:%M:%S"];
        let forms = forms.map(|form| present.strftime(form).to_string().to_lowercase());
        if since > LONGEST_TEST { text } else { forms.iter().fold(text, |text, form| text.replace(form, "")) }
    })
}

#[test]
fn the_present_is_not_taken_for_a_marker() {
    let now: Timestamp = "2026-12-02T00:42:30Z".parse().unwrap();
    let remains = |text: &str, now| without_present(text.to_lowercase(), now).contains(STAFF_TIME);
    assert!(!remains("at 2026-12-02T00:41:59.123Z", now));
    assert!(!remains("date: Wed, 02 Dec 2026 00:41:59 GMT", now));
    assert!(remains("at 2026-12-02T00:41:59Z", now + jiff::SignedDuration::from_secs(LONGEST_TEST)));
    assert!(remains("at 2025-04-03T00:41:59.250Z", now));
    assert!(remains("at 00:41:59", now));
}

/// Whether the text contains an exact timestamp as a number of seconds or milliseconds, or in an id of no record.
fn shows_time(text: &str) -> bool {
    let forms = (0..TIMES).flat_map(|number| {
        let milliseconds = milliseconds(number);
        let bytes = hexadecimal(milliseconds);
        [(milliseconds / 1_000).to_string(), bytes.clone(), format!("{}-{}", &bytes[..8], &bytes[8..])]
    });
    // All of them begin alike.
    let is_possible = text.contains("1741") || text.contains("0195");
    is_possible && forms.into_iter().any(|form| has_outside_of_ids(text, &form))
}

/// Whether the text contains this form of a time, except in an id of a record that contains its own time.
fn has_outside_of_ids(text: &str, form: &str) -> bool {
    let is_id = |rest: &str| rest.starts_with(TIMED_ID);
    text.match_indices(form).any(|(start, _)| !text.get(start + 13..).is_some_and(is_id))
}

fn milliseconds(number: usize) -> i64 {
    exact(number).parse::<Timestamp>().unwrap().as_millisecond()
}

/// The twelve digits with which an id of version 7 begins.
fn hexadecimal(milliseconds: i64) -> String {
    format!("{milliseconds:012x}")
}

/// Whether the text contains the marker, in which `#` is any character.
pub fn contains(text: &str, marker: &str) -> bool {
    match marker.split_once('#') {
        None => text.contains(marker),
        Some((before, after)) => text.match_indices(after).any(|(start, _)| {
            text[..start]
                .chars()
                .next_back()
                .is_some_and(|last| text[..start - last.len_utf8()].ends_with(before))
        }),
    }
}

/// The id of the n-th person.
pub fn person(number: usize) -> String {
    format!("{PERSON}-4000-8000-{number:012x}")
}

/// The id of the n-th record of a resource that is public, as far as its resource can be.
pub fn id(plural: &str, number: usize) -> String {
    fixture::id(plural, number)
}

/// The id of the n-th record of a resource that is not public. It contains the time of the record if that is cut.
pub fn hidden(plural: &str, number: usize) -> String {
    if TIMED.contains(&plural) {
        let time = hexadecimal(milliseconds(number));
        return format!("{}-{}{TIMED_ID}{}", &time[..8], &time[8..], &id(plural, number)[19..]);
    }
    format!("{NOT_PUBLIC_ID}{}", &id(plural, number)[8..])
}

/// The id of the n-th ballot of a running vote.
pub fn ballot(plural: &str, number: usize) -> String {
    format!("{BALLOT}{}", &id(plural, number)[8..])
}

/// The exact timestamp of a record about people: one of a few days, so that several records share a day.
pub fn exact(number: usize) -> String {
    format!("2025-03-{:02}T{:02}{EXACT_TIME}.737Z", 10 + number % 4, (number * 7) % 24)
}

/// The timestamp of a public record.
pub fn timestamp(number: usize) -> String {
    format!("2025-03-{:02}T{:02}:{:02}:30.250Z", 10 + number % 6, (number * 5) % 24, number % 30)
}
