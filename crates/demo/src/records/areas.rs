//! Areas: the districts of the city.

use std::io;

use crate::content::Coverage;
use crate::ndjson::NdjsonWriter;
use crate::plan::Plan;
use crate::random::Stream;
use crate::timestamp::{HOUR, OPENING};

/// Writes all areas.
pub fn write(plan: &Plan, out: &mut NdjsonWriter<'_>) -> io::Result<()> {
    let city = &plan.content.city;
    for number in 0..plan.areas() {
        let mut random = plan.random(Stream::Area, number as u64);
        let placeholders = plan.placeholders(&mut random).within(number);
        let created = OPENING + HOUR + number as u64 * 1_234;
        let coverage = Coverage::official(&mut random);
        out.record(|record| {
            record.id("id", plan.id(Stream::Area, number as u64));
            record.timestamps(created, created.last_update(&mut random));
            record.multiloc("title_multiloc", Coverage::FULL, |locale, out| {
                city.append_district_title(number, locale, out);
            });
            record.filled("description_multiloc", coverage, &city.area_description, &placeholders);
        })?;
    }
    Ok(())
}
