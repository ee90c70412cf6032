//! Recognisable values: what a level must not show contains a marker that is searched in everything the server sends.

use crate::access_levels::rules::Level;
use crate::support::fixture;

/// In every text about a person.
pub const PERSONAL: &str = "canary";
/// In the ids of people.
pub const PERSON: &str = "ca9a51e5-0000";
/// In the exact timestamps of records about people.
pub const EXACT_TIME: &str = ":37:13";
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
const PRIVATE: &[&str] = &[PERSONAL, PERSON, "ca9a51e50000", EXACT_TIME, "ba110700-", ":91733", "=91733"];
/// What responses at `public` must not contain either.
const HIDDEN: &[&str] = &[NOT_PUBLIC, "5ec7e700-", ".#519173"];

/// The markers in the text that this level must not see.
pub fn leaks(level: Level, text: &str) -> Vec<&'static str> {
    let markers = match level {
        Level::Full => Vec::new(),
        Level::Pseudonymous | Level::Anonymous => PRIVATE.to_vec(),
        Level::Public => [PRIVATE, HIDDEN].concat(),
    };
    let text = text.to_lowercase();
    markers.into_iter().filter(|marker| contains(&text, marker)).collect()
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

/// The id of the n-th record of a resource that is not public.
pub fn hidden(plural: &str, number: usize) -> String {
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
