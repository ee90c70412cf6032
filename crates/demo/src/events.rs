//! Events, and who comes.

use std::io;

use crate::city;
use crate::lines::Lines;
use crate::moment::{DAY, HOUR, Moment, NOW};
use crate::plan::{Plan, Project};
use crate::random::{Crowd, Kind};
use crate::texts::Coverage;
use crate::texts::events::{EVENTS, ONLINE, VENUES};

/// More than any project has events.
const ROOM: u64 = 8;
/// More than any event has guests.
const GUESTS: u64 = 128;

struct Event<'a> {
    number: u64,
    project: &'a Project,
    /// Which kind of event it is.
    turn: usize,
    created: Moment,
    start: Moment,
    maximum: Option<u64>,
    guests: u64,
}

/// All events.
pub fn write(plan: &Plan, lines: &mut Lines<'_>) -> io::Result<()> {
    each_event(plan, |event| {
        let mut random = plan.random(Kind::EventText, event.number);
        let (title, description) = &EVENTS[event.turn];
        let venue = (event.turn != ONLINE).then(|| random.pick(VENUES));
        let coverage = Coverage::official(&mut random);
        let places = &event.project.places;
        lines.record(|record| {
            record.id("id", plan.id(Kind::Event, event.number));
            record.id("project_id", plan.id(Kind::Project, event.project.number as u64));
            record.localised("title_multiloc", coverage, |locale, out| places.fill(title, locale, out));
            record.localised("description_multiloc", coverage, |locale, out| {
                out.push_str("<p>");
                places.fill(description, locale, out);
                out.push_str("</p>");
            });
            match venue {
                Some(venue) => {
                    record.localised("location_multiloc", coverage, |locale, out| {
                        places.fill(venue, locale, out);
                    });
                }
                None => record.field("location_multiloc", ()),
            }
            record.field("location_point", venue.map(|_| city::point(&mut random)));
            record.field("maximum_attendees", event.maximum);
            record.moment("start_at", event.start);
            record.moment("end_at", Moment(event.start.0 + random.between(2, 6) * HOUR / 2));
            record.moment("created_at", event.created);
            record.moment("updated_at", event.created.change(&mut random));
        })
    })
}

/// All who come.
pub fn attendances(plan: &Plan, lines: &mut Lines<'_>) -> io::Result<()> {
    each_event(plan, |event| {
        let mut random = plan.random(Kind::Attendance, event.number);
        let people = plan.people_at(event.created);
        let crowd = Crowd::new(&mut random, people);
        for place in 0..event.guests.min(people) {
            let person = Plan::active(crowd.person(place));
            let created = event.created.until(event.start.min(NOW), &mut random);
            lines.record(|record| {
                record.id("id", plan.id(Kind::Attendance, event.number * GUESTS + place));
                record.id("event_id", plan.id(Kind::Event, event.number));
                record.maybe_id("attendee_id", person.map(|person| plan.user_id(person)));
                record.moment("created_at", created);
                record.moment("updated_at", created);
            })?;
        }
        Ok(())
    })
}

fn each_event(plan: &Plan, mut visit: impl FnMut(&Event<'_>) -> io::Result<()>) -> io::Result<()> {
    for project in &plan.projects {
        let phases = &plan.phases[project.phases.clone()];
        for (place, phase) in phases.iter().enumerate().filter(|(place, _)| place % 2 == 0) {
            let number = project.number as u64 * ROOM + place as u64;
            let mut random = plan.random(Kind::Event, number);
            let created = Moment(phase.created.0 + random.between(1, 9) * HOUR).min(NOW);
            let start = Moment((phase.start + random.between(3, 20)) * DAY + random.between(13, 19) * HOUR);
            let maximum = random.percent(60).then(|| 5 * random.between(3, 16));
            let guests = random.between(4, 40);
            let guests = maximum.map_or(guests, |maximum| guests.min(maximum));
            let turn = (project.number + place) % EVENTS.len();
            visit(&Event { number, project, turn, created, start, maximum, guests })?;
        }
    }
    Ok(())
}
