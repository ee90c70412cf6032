//! Causes that people lend a hand to.

use std::io;

use crate::lines::Lines;
use crate::method::Method;
use crate::moment::{HOUR, Moment, NOW};
use crate::plan::{Phase, Plan};
use crate::random::{Crowd, Kind};
use crate::texts::Coverage;
use crate::texts::volunteering::CAUSES;

/// Causes of one phase.
const EACH: u64 = 3;
/// More than any cause has volunteers.
const ROOM: u64 = 64;

/// All causes.
pub fn causes(plan: &Plan, lines: &mut Lines<'_>) -> io::Result<()> {
    each_cause(plan, |number, phase, created| {
        let mut random = plan.random(Kind::CauseText, number);
        let turn = usize::try_from(number).unwrap_or_default();
        let (title, description) = &CAUSES[turn % CAUSES.len()];
        let coverage = Coverage::official(&mut random);
        let places = &plan.projects[phase.project].places;
        lines.record(|record| {
            record.id("id", plan.id(Kind::Cause, number));
            record.localised("title_multiloc", coverage, |locale, out| places.fill(title, locale, out));
            record.localised("description_multiloc", coverage, |locale, out| {
                out.push_str("<p>");
                places.fill(description, locale, out);
                out.push_str("</p>");
            });
            record.id("phase_id", plan.id(Kind::Phase, phase.number as u64));
            record.moment("created_at", created);
            record.moment("updated_at", created.change(&mut random));
        })
    })
}

/// All volunteers.
pub fn volunteers(plan: &Plan, lines: &mut Lines<'_>) -> io::Result<()> {
    each_cause(plan, |number, phase, created| {
        let mut random = plan.random(Kind::Volunteer, number);
        let people = plan.people_at(phase.opens());
        let crowd = Crowd::new(&mut random, people);
        let first = phase.opens().max(created);
        for place in 0..random.between(2, 28).min(people) {
            let person = Plan::active(crowd.person(place));
            let joined = first.until(phase.closes(), &mut random);
            lines.record(|record| {
                record.id("id", plan.id(Kind::Volunteer, number * ROOM + place));
                record.id("volunteering_cause_id", plan.id(Kind::Cause, number));
                record.maybe_id("user_id", person.map(|person| plan.user_id(person)));
                record.moment("created_at", joined);
                record.moment("updated_at", joined);
            })?;
        }
        Ok(())
    })
}

fn each_cause(plan: &Plan, mut visit: impl FnMut(u64, &Phase, Moment) -> io::Result<()>) -> io::Result<()> {
    for phase in plan.phases.iter().filter(|phase| phase.method == Method::Volunteering && phase.begun()) {
        for place in 0..EACH {
            let number = phase.number as u64 * EACH + place;
            let mut random = plan.random(Kind::Cause, number);
            let created = Moment(phase.created.0 + random.between(1, 30) * HOUR).min(NOW);
            visit(number, phase, created)?;
        }
    }
    Ok(())
}
