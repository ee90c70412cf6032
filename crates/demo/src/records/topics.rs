//! Topics: the themes of ideas, and further topics.

use std::io;

use crate::content::Coverage;
use crate::ndjson::NdjsonWriter;
use crate::plan::Plan;
use crate::random::Stream;
use crate::timestamp::{HOUR, OPENING};

/// Writes all topics.
pub fn write(plan: &Plan, out: &mut NdjsonWriter<'_>) -> io::Result<()> {
    let themes = plan.content.themes.iter().map(|theme| (&theme.title, &theme.description));
    let topics = plan.content.topics.iter().map(|topic| (&topic.title, &topic.description));
    for (number, (title, description)) in themes.chain(topics).enumerate().take(plan.topics()) {
        let mut random = plan.random(Stream::Topic, number as u64);
        let created = OPENING + 2 * HOUR + number as u64 * 2_345;
        let coverage = Coverage::official(&mut random);
        out.record(|record| {
            record.id("id", plan.id(Stream::Topic, number as u64));
            record.text("title_multiloc", Coverage::FULL, title);
            record.text("description_multiloc", coverage, description);
            record.timestamps(created, created.last_update(&mut random));
        })?;
    }
    Ok(())
}
