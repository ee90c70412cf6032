//! Files of projects, with their content in base64.

use std::io;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::content::{Coverage, Locale};
use crate::documents::{self, Document};
use crate::ndjson::NdjsonWriter;
use crate::plan::{Plan, STAFF};
use crate::random::Stream;
use crate::timestamp::HOUR;

/// Writes all files.
pub fn write(plan: &Plan, out: &mut NdjsonWriter<'_>) -> io::Result<()> {
    let files = &plan.content.files;
    for number in 0..plan.scaled(14, 25, 1, 40) {
        let mut random = plan.random(Stream::File, number as u64);
        let file = &files[number % files.len()];
        let project = &plan.projects[(number * 5) % plan.projects.len()];
        let placeholders = &project.placeholders;
        let locale = Locale::ALL[number % 3];
        let mut title = String::new();
        placeholders.fill(&file.title, locale, &mut title);
        let mut paragraph = String::new();
        placeholders.fill(&project.template.description, locale, &mut paragraph);
        let document = Document { title: &title, paragraph: &paragraph, variant: number as u64 };
        let content = documents::bytes(&file.extension, &document)?;
        let coverage = Coverage::official(&mut random);
        let created = project.created.within(&mut random, 2_000 * HOUR);
        let updated = created.last_update(&mut random);
        out.record(|record| {
            record.id("id", plan.id(Stream::File, number as u64));
            record.field("name", format!("{title}.{}", file.extension));
            record.field("category", &file.category);
            record.field("ai_processing_allowed", random.percent(30));
            let has_uploader = !random.percent(10);
            record.id("uploader_id", has_uploader.then(|| plan.user_id(random.below(STAFF))));
            record.timestamps(created, updated);
            record.filled("description_multiloc", coverage, &file.description, placeholders);
            record.id("project_id", plan.id(Stream::Project, project.number as u64));
            record.field("content", STANDARD.encode(content));
        })?;
    }
    Ok(())
}
