//! What was there once and is deleted.

use std::io;

use crate::lines::Lines;
use crate::moment::{DAY, Moment, NOW, OPENING};
use crate::plan::Plan;
use crate::random::Kind;

/// Every type of record that has an id.
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

/// All tombstones. Their ids are drawn for themselves, so none is a record's.
pub fn write(plan: &Plan, lines: &mut Lines<'_>) -> io::Result<()> {
    let each = plan.scaled(3, 8, 1, 200) as u64;
    for (turn, name) in TYPES.iter().enumerate() {
        for place in 0..each {
            let number = turn as u64 * 1_000 + place;
            // Two of each type were deleted at one moment, as happens when an administrator clears up.
            let mut random = plan.random(Kind::Tombstone, if place == 1 { number - 1 } else { number });
            let deleted = Moment(OPENING.0 + 30 * DAY).until(NOW, &mut random);
            lines.record(|record| {
                record.id("id", plan.id(Kind::Tombstone, number));
                record.field("type", name);
                record.moment("deleted_at", deleted);
            })?;
        }
    }
    Ok(())
}
