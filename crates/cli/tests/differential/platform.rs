//! The platform that the steps change: a few records of every resource, and the records that steps add to it.

use serde_json::{Value, json};

use crate::support::fixture::{Platform, id, record, resource};

/// When the records of the base were made.
pub const BASE: &str = "2025-03-18T08:15:30.250Z";
/// How many records of each resource the base has.
pub const BASE_RECORDS: usize = 6;
/// More of these, so that pages have boundaries.
const MANY: &[&str] = &["ideas", "comments", "reactions", "users", "idea_topics"];
const MANY_RECORDS: usize = 40;

/// The timestamps that records are given: a few, so that many are equal, and all around those of the base.
pub fn timestamp(number: usize) -> String {
    format!("2025-03-{:02}T08:15:30.{:03}Z", 16 + number % 5, 250 * (number % 3))
}

/// The platform before the first step.
pub fn base() -> Platform {
    let mut platform = Platform::full(BASE_RECORDS, BASE);
    for plural in MANY {
        for number in BASE_RECORDS..MANY_RECORDS {
            let mut added = record(resource(plural), number % BASE_RECORDS, BASE);
            renumber(&mut added, plural, number);
            if *plural == "idea_topics" {
                added["idea_id"] = json!(id("ideas", number));
            }
            platform.add(plural, added);
        }
    }
    platform
}

/// Gives a record the id of another number.
pub fn renumber(record: &mut Value, plural: &str, number: usize) {
    if record.get("id").is_some() {
        record["id"] = json!(id(plural, number));
    }
    // No two people have one.
    for unique in ["slug", "email"] {
        if record.get(unique).is_some() {
            record[unique] = json!(format!("{unique}-{number}"));
        }
    }
}
