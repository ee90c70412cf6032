//! The platform that the steps change: a few records of every resource.

use serde_json::{Value, json};

use crate::support::fixture::{Platform, id, record, resource};

/// The timestamp of the records of the base.
pub const CREATED_AT: &str = "2025-03-18T08:15:30.250Z";
/// The number of records of each resource in the base.
pub const BASE_RECORDS: usize = 6;
/// Resources with more records, so that their lists have several pages.
const LONG_LISTS: &[&str] = &["ideas", "comments", "reactions", "users", "idea_topics"];
const LONG_LIST_RECORDS: usize = 40;

/// One of a few timestamps around that of the base, so that many records have equal timestamps.
pub fn timestamp(number: usize) -> String {
    format!("2025-03-{:02}T08:15:30.{:03}Z", 16 + number % 5, 250 * (number % 3))
}

/// The platform before the first step.
pub fn base() -> Platform {
    let mut platform = Platform::full(BASE_RECORDS, CREATED_AT);
    for plural in LONG_LISTS {
        for number in BASE_RECORDS..LONG_LIST_RECORDS {
            let mut added = record(resource(plural), number % BASE_RECORDS, CREATED_AT);
            renumber(&mut added, plural, number);
            if *plural == "idea_topics" {
                added["idea_id"] = json!(id("ideas", number));
            }
            platform.add(plural, added);
        }
    }
    platform
}

/// Changes the id of a record to that of another number.
pub fn renumber(record: &mut Value, plural: &str, number: usize) {
    if record.get("id").is_some() {
        record["id"] = json!(id(plural, number));
    }
    // These values are unique.
    for unique in ["slug", "email"] {
        if record.get(unique).is_some() {
            record[unique] = json!(format!("{unique}-{number}"));
        }
    }
}
