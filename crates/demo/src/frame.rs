//! Areas, topics, folders and projects.

use std::io;

use serde_json::json;

use crate::city::{self, ADDRESS, Places};
use crate::lines::{Lines, Record};
use crate::moment::{DAY, HOUR, Moment, OPENING};
use crate::plan::{Plan, Project};
use crate::random::{Kind, Random};
use crate::slug::slug;
use crate::texts::general::{AREA, FOLDERS, MORE_TOPICS};
use crate::texts::themes::THEMES;
use crate::texts::{Coverage, Locale, Text};

/// The city's districts.
pub fn areas(plan: &Plan, lines: &mut Lines<'_>) -> io::Result<()> {
    for number in 0..plan.areas() {
        let mut random = plan.random(Kind::Area, number as u64);
        let places = Places::draw(&mut random).within(number);
        let created = Moment(OPENING.0 + HOUR + number as u64 * 1_234);
        let coverage = Coverage::official(&mut random);
        lines.record(|record| {
            record.id("id", plan.id(Kind::Area, number as u64));
            record.moment("created_at", created);
            record.moment("updated_at", created.change(&mut random));
            record.localised("title_multiloc", Coverage::FULL, |locale, out| {
                city::district_title(number, locale, out);
            });
            record.localised("description_multiloc", coverage, |locale, out| places.fill(&AREA, locale, out));
        })?;
    }
    Ok(())
}

/// What ideas and projects are about.
pub fn topics(plan: &Plan, lines: &mut Lines<'_>) -> io::Result<()> {
    let themes = THEMES.iter().map(|theme| (&theme.name, &theme.about));
    let topics = themes.chain(MORE_TOPICS.iter().map(|(name, about)| (name, about)));
    for (number, (name, about)) in topics.enumerate().take(plan.topics()) {
        let mut random = plan.random(Kind::Topic, number as u64);
        let created = Moment(OPENING.0 + 2 * HOUR + number as u64 * 2_345);
        let coverage = Coverage::official(&mut random);
        lines.record(|record| {
            record.id("id", plan.id(Kind::Topic, number as u64));
            record.localised("title_multiloc", Coverage::FULL, |locale, out| out.push_str(locale.of(name)));
            record.localised("description_multiloc", coverage, |locale, out| out.push_str(locale.of(about)));
            record.moment("created_at", created);
            record.moment("updated_at", created.change(&mut random));
        })?;
    }
    Ok(())
}

/// Groups of projects.
pub fn folders(plan: &Plan, lines: &mut Lines<'_>) -> io::Result<()> {
    for (number, folder) in FOLDERS.iter().enumerate() {
        let mut random = plan.random(Kind::Folder, number as u64);
        let created = Moment(OPENING.0 + DAY + random.below(DAY));
        let coverage = Coverage::official(&mut random);
        let places = Places::draw(&mut random);
        lines.record(|record| {
            record.id("id", plan.id(Kind::Folder, number as u64));
            record.field("slug", slug(folder.title[0], number as u64));
            record.moment("created_at", created);
            record.moment("updated_at", created.change(&mut random));
            record.field("publication_status", folder.publication);
            let texts: [(&str, &Text); 3] = [
                ("title_multiloc", &folder.title),
                ("description_multiloc", &folder.description),
                ("description_preview_multiloc", &folder.preview),
            ];
            for (key, text) in texts {
                record.localised(key, coverage, |locale, out| places.fill(text, locale, out));
            }
        })?;
    }
    Ok(())
}

/// What the city asks its people about.
pub fn projects(plan: &Plan, lines: &mut Lines<'_>) -> io::Result<()> {
    plan.projects.iter().try_for_each(|project| lines.record(|record| write_project(plan, project, record)))
}

/// What projects are about.
pub fn project_topics(plan: &Plan, lines: &mut Lines<'_>) -> io::Result<()> {
    for project in &plan.projects {
        let extra = (project.theme + 3 + project.number) % plan.topics();
        for topic in [Some(project.theme), (extra != project.theme).then_some(extra)].into_iter().flatten() {
            lines.record(|record| {
                record.id("project_id", plan.id(Kind::Project, project.number as u64));
                record.id("topic_id", plan.id(Kind::Topic, topic as u64));
                record.moment("created_at", project.created);
                record.moment("updated_at", project.created);
            })?;
        }
    }
    Ok(())
}

fn write_project(plan: &Plan, project: &Project, record: &mut Record<'_>) {
    let archetype = project.archetype;
    let number = project.number as u64;
    let mut random = plan.random(Kind::ProjectText, number);
    let coverage = if number == 0 { Coverage::FULL } else { Coverage::official(&mut random) };
    let places = &project.places;
    let mut title = String::new();
    places.fill(&archetype.title, Locale::English, &mut title);
    record.id("id", plan.id(Kind::Project, number));
    record.localised("title_multiloc", coverage, |locale, out| places.fill(&archetype.title, locale, out));
    record.localised("description_html_multiloc", coverage, |locale, out| {
        out.push_str("<p>");
        places.fill(&archetype.description, locale, out);
        out.push_str("</p>");
    });
    record.localised("description_preview_multiloc", coverage, |locale, out| {
        places.fill(&archetype.preview, locale, out);
    });
    record.field("slug", slug(&title, number));
    let folder = archetype.folder.map(|folder| plan.id(Kind::Folder, folder as u64));
    record.maybe_id("folder_id", folder);
    record.field("visible_to", project.visible_to);
    images(&plan.id(Kind::Project, number).to_string(), "projects", !random.percent(20), record);
    record.moment("created_at", project.created);
    record.moment("updated_at", project.created.change(&mut random));
    map_center(&mut random, record);
    record.field("publication_status", project.publication);
    areas_of(plan, project, &mut random, record);
}

/// Addresses of a picture in its sizes, where there is one.
pub fn images(owner: &str, kind: &str, any: bool, record: &mut Record<'_>) {
    if any {
        let address = |size: &str| format!("{ADDRESS}/images/{kind}/{owner}/{size}.jpg");
        let sizes =
            json!({ "small": address("small"), "medium": address("medium"), "large": address("large") });
        record.field("images", [sizes]);
    } else {
        record.field("images", [(); 0]);
    }
}

fn map_center(random: &mut Random, record: &mut Record<'_>) {
    if random.percent(60) {
        let (east, north) = city::coordinates(random);
        // The digits are kept as they were drawn, so that no machine rounds them in its own way.
        let point = format!("{{\"type\":\"Point\",\"coordinates\":[{east},{north}]}}");
        record.field("map_center_geojson", serde_json::value::RawValue::from_string(point).ok());
    } else {
        record.field("map_center_geojson", ());
    }
}

fn areas_of(plan: &Plan, project: &Project, random: &mut Random, record: &mut Record<'_>) {
    let everywhere = project.archetype.citywide;
    let own = project.places.district % plan.areas();
    let next = (own + 1) % plan.areas();
    let areas = if random.percent(30) { vec![own, next] } else { vec![own] };
    let areas = if everywhere { Vec::new() } else { areas };
    let ids: Vec<_> = areas.iter().map(|area| plan.id(Kind::Area, *area as u64).to_string()).collect();
    record.field("area_ids", ids);
    record.field("all_areas", everywhere);
}
