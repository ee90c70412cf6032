//! Projects and their topics.

use std::io;

use serde_json::value::RawValue;

use crate::content::{Coverage, Locale};
use crate::ndjson::{NdjsonWriter, RecordWriter};
use crate::placeholders::coordinates;
use crate::plan::{Plan, Project};
use crate::random::{Random, Stream};
use crate::slug::slug;

/// Writes all projects.
pub fn write(plan: &Plan, out: &mut NdjsonWriter<'_>) -> io::Result<()> {
    plan.projects.iter().try_for_each(|project| out.record(|record| write_project(plan, project, record)))
}

/// Writes the topics of all projects: the theme, and another one.
pub fn write_topics(plan: &Plan, out: &mut NdjsonWriter<'_>) -> io::Result<()> {
    for project in &plan.projects {
        let other = (project.theme + 3 + project.number) % plan.topics();
        for topic in [Some(project.theme), (other != project.theme).then_some(other)].into_iter().flatten() {
            out.record(|record| {
                record.id("project_id", plan.id(Stream::Project, project.number as u64));
                record.id("topic_id", plan.id(Stream::Topic, topic as u64));
                record.timestamps(project.created, project.created);
            })?;
        }
    }
    Ok(())
}

fn write_project(plan: &Plan, project: &Project, record: &mut RecordWriter<'_>) {
    let template = project.template;
    let number = project.number as u64;
    let id = plan.id(Stream::Project, number);
    let mut random = plan.random(Stream::ProjectText, number);
    let coverage = if number == 0 { Coverage::FULL } else { Coverage::official(&mut random) };
    let placeholders = &project.placeholders;
    let mut title = String::new();
    placeholders.fill(&template.title, Locale::English, &mut title);
    record.id("id", id);
    record.filled("title_multiloc", coverage, &template.title, placeholders);
    record.paragraph("description_html_multiloc", coverage, &template.description, placeholders);
    record.filled("description_preview_multiloc", coverage, &template.preview, placeholders);
    record.field("slug", slug(&title, number));
    record.id("folder_id", template.folder.map(|folder| plan.id(Stream::Folder, folder as u64)));
    record.field("visible_to", &template.visible_to);
    super::images::write(plan, "projects", id, !random.percent(20), record);
    record.timestamps(project.created, project.created.last_update(&mut random));
    map_center(&mut random, record);
    record.field("publication_status", project.publication_status);
    areas(plan, project, &mut random, record);
}

fn map_center(random: &mut Random, record: &mut RecordWriter<'_>) {
    let point = random.percent(60).then(|| {
        let (longitude, latitude) = coordinates(random);
        format!("{{\"type\":\"Point\",\"coordinates\":[{longitude},{latitude}]}}")
    });
    // As raw JSON, because parsing and printing the numbers could round them.
    record.field("map_center_geojson", point.and_then(|point| RawValue::from_string(point).ok()));
}

/// Projects that are not citywide are in one district or in two neighbouring ones.
fn areas(plan: &Plan, project: &Project, random: &mut Random, record: &mut RecordWriter<'_>) {
    let citywide = project.template.citywide;
    let first = project.placeholders.district % plan.areas();
    let count = if random.percent(30) { 2 } else { 1 };
    let areas = (first..first + count).filter(|_| !citywide).map(|area| area % plan.areas());
    let ids: Vec<_> = areas.map(|area| plan.id(Stream::Area, area as u64).to_string()).collect();
    record.field("area_ids", ids);
    record.field("all_areas", citywide);
}
