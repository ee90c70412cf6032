//! Events of projects, and who attends them.

use std::io;

use crate::content::{Coverage, EventTemplate};
use crate::ndjson::NdjsonWriter;
use crate::placeholders::point;
use crate::plan::{Plan, Project};
use crate::random::{Permutation, Stream};
use crate::timestamp::{DAY, HOUR, NOW, Timestamp};

/// The numbers reserved for the events of one project.
const EVENTS_PER_PROJECT: u64 = 8;
/// The numbers reserved for the attendances of one event.
const ATTENDANCES_PER_EVENT: u64 = 128;

/// An event.
struct Event<'a> {
    number: u64,
    project: &'a Project,
    template: &'static EventTemplate,
    created: Timestamp,
    start: Timestamp,
    max_attendees: Option<u64>,
    attendees: u64,
}

/// Writes all events.
pub fn write(plan: &Plan, out: &mut NdjsonWriter<'_>) -> io::Result<()> {
    each_event(plan, |event| {
        let mut random = plan.random(Stream::EventText, event.number);
        let template = event.template;
        let venue = (!template.online).then(|| random.pick(&plan.content.events.venues));
        let coverage = Coverage::official(&mut random);
        let placeholders = &event.project.placeholders;
        out.record(|record| {
            record.id("id", plan.id(Stream::Event, event.number));
            record.id("project_id", plan.id(Stream::Project, event.project.number as u64));
            record.filled("title_multiloc", coverage, &template.title, placeholders);
            record.paragraph("description_multiloc", coverage, &template.description, placeholders);
            match venue {
                Some(venue) => record.filled("location_multiloc", coverage, venue, placeholders),
                None => record.field("location_multiloc", ()),
            }
            record.field("location_point", venue.map(|_| point(&mut random)));
            record.field("maximum_attendees", event.max_attendees);
            record.timestamp("start_at", event.start);
            record.timestamp("end_at", event.start + random.between(2, 6) * HOUR / 2);
            record.timestamps(event.created, event.created.last_update(&mut random));
        })
    })
}

/// Writes the attendances of all events.
pub fn write_attendances(plan: &Plan, out: &mut NdjsonWriter<'_>) -> io::Result<()> {
    each_event(plan, |event| {
        let mut random = plan.random(Stream::Attendance, event.number);
        let users = plan.registered_users(event.created);
        let order = Permutation::new(&mut random, users);
        for index in 0..event.attendees.min(users) {
            let created = event.created.until(event.start.min(NOW), &mut random);
            out.record(|record| {
                record.id("id", plan.id(Stream::Attendance, event.number * ATTENDANCES_PER_EVENT + index));
                record.id("event_id", plan.id(Stream::Event, event.number));
                record.id("attendee_id", plan.active_user_id(order.get(index)));
                record.timestamps(created, created);
            })?;
        }
        Ok(())
    })
}

/// Every other phase of a project has an event.
fn each_event(plan: &Plan, mut visit: impl FnMut(&Event<'_>) -> io::Result<()>) -> io::Result<()> {
    let templates = &plan.content.events.events;
    for project in &plan.projects {
        let phases = &plan.phases[project.phases.clone()];
        for (index, phase) in phases.iter().enumerate().step_by(2) {
            let number = project.number as u64 * EVENTS_PER_PROJECT + index as u64;
            let mut random = plan.random(Stream::Event, number);
            let created = (phase.created + random.between(1, 9) * HOUR).min(NOW);
            let day = phase.start + random.between(3, 20);
            let start = Timestamp(day * DAY + random.between(13, 19) * HOUR);
            let max_attendees = random.percent(60).then(|| 5 * random.between(3, 16));
            let attendees = random.between(4, 40).min(max_attendees.unwrap_or(u64::MAX));
            let template = &templates[(project.number + index) % templates.len()];
            visit(&Event { number, project, template, created, start, max_attendees, attendees })?;
        }
    }
    Ok(())
}
