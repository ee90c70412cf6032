//! Folders of projects.

use std::io;

use crate::content::{Coverage, Locale};
use crate::ndjson::NdjsonWriter;
use crate::plan::Plan;
use crate::random::Stream;
use crate::slug::slug;
use crate::timestamp::{DAY, OPENING};

/// Writes all folders.
pub fn write(plan: &Plan, out: &mut NdjsonWriter<'_>) -> io::Result<()> {
    for (number, folder) in plan.content.folders.iter().enumerate() {
        let mut random = plan.random(Stream::Folder, number as u64);
        let created = OPENING + DAY + random.below(DAY);
        let coverage = Coverage::official(&mut random);
        let placeholders = plan.placeholders(&mut random);
        out.record(|record| {
            record.id("id", plan.id(Stream::Folder, number as u64));
            record.field("slug", slug(folder.title.get(Locale::English), number as u64));
            record.timestamps(created, created.last_update(&mut random));
            record.field("publication_status", &folder.publication_status);
            record.filled("title_multiloc", coverage, &folder.title, &placeholders);
            record.filled("description_multiloc", coverage, &folder.description, &placeholders);
            record.filled("description_preview_multiloc", coverage, &folder.preview, &placeholders);
        })?;
    }
    Ok(())
}
