//! Files that belong to projects, with their bytes.

use std::io;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::documents::{self, Document};
use crate::lines::Lines;
use crate::moment::HOUR;
use crate::plan::{Plan, STAFF};
use crate::random::Kind;
use crate::texts::documents::FILES;
use crate::texts::{Coverage, Locale};

/// All files.
pub fn write(plan: &Plan, lines: &mut Lines<'_>) -> io::Result<()> {
    for number in 0..plan.scaled(14, 25, 1, 40) {
        let mut random = plan.random(Kind::File, number as u64);
        let file = &FILES[number % FILES.len()];
        let project = &plan.projects[(number * 5) % plan.projects.len()];
        let locale = Locale::ALL[number % 3];
        let mut title = String::new();
        project.places.fill(&file.title, locale, &mut title);
        let mut text = String::new();
        project.places.fill(&project.archetype.description, locale, &mut text);
        let document = Document { title: &title, paragraphs: &[&text], turn: number as u64 };
        let bytes = documents::bytes(file.extension, &document)?;
        let coverage = Coverage::official(&mut random);
        let created = project.created.after(&mut random, 2_000 * HOUR);
        let changed = created.change(&mut random);
        lines.record(|record| {
            record.id("id", plan.id(Kind::File, number as u64));
            record.field("name", format!("{title}.{}", file.extension));
            record.field("category", file.category);
            record.field("ai_processing_allowed", random.percent(30));
            let uploader = (!random.percent(10)).then(|| plan.user_id(random.below(STAFF)));
            record.maybe_id("uploader_id", uploader);
            record.moment("created_at", created);
            record.moment("updated_at", changed);
            record.localised("description_multiloc", coverage, |locale, out| {
                project.places.fill(&file.description, locale, out);
            });
            record.id("project_id", plan.id(Kind::Project, project.number as u64));
            record.field("content", STANDARD.encode(bytes));
        })?;
    }
    Ok(())
}
