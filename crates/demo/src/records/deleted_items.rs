//! Deleted items: the ids of records that no longer exist.

use std::io;

use crate::ndjson::NdjsonWriter;
use crate::plan::Plan;
use crate::random::Stream;
use crate::timestamp::{DAY, NOW, OPENING};

/// Every resource whose records have an id.
const TYPES: [&str; 18] = [
    "Area",
    "Basket",
    "BasketIdea",
    "Comment",
    "EmailCampaign",
    "EmailCampaignDelivery",
    "Event",
    "EventAttendance",
    "File",
    "Idea",
    "Phase",
    "Project",
    "ProjectFolder",
    "Reaction",
    "Topic",
    "User",
    "VolunteeringCause",
    "VolunteeringVolunteer",
];

/// Writes all deleted items. Their ids are from a stream of their own, so no record has one of them.
pub fn write(plan: &Plan, out: &mut NdjsonWriter<'_>) -> io::Result<()> {
    let count = plan.scaled(3, 8, 1, 200) as u64;
    for (type_number, name) in (0..).zip(TYPES) {
        for index in 0..count {
            let number = type_number * 1_000 + index;
            // The first two of each type have the same timestamp, as after a deletion in bulk.
            let mut random = plan.random(Stream::DeletedItem, if index == 1 { number - 1 } else { number });
            let deleted = (OPENING + 30 * DAY).until(NOW, &mut random);
            out.record(|record| {
                record.id("id", plan.id(Stream::DeletedItem, number));
                record.field("type", name);
                record.timestamp("deleted_at", deleted);
            })?;
        }
    }
    Ok(())
}
