//! Volunteering causes and volunteers.

use std::io;

use crate::content::Coverage;
use crate::method::Method;
use crate::ndjson::NdjsonWriter;
use crate::plan::{Phase, Plan};
use crate::random::{Permutation, Stream};
use crate::timestamp::{HOUR, NOW, Timestamp};

/// The number of causes of one phase.
const CAUSES_PER_PHASE: u64 = 3;
/// The numbers reserved for the volunteers of one cause.
const VOLUNTEERS_PER_CAUSE: u64 = 64;

/// Writes all causes.
pub fn write_causes(plan: &Plan, out: &mut NdjsonWriter<'_>) -> io::Result<()> {
    let causes = &plan.content.causes;
    each_cause(plan, |number, phase, created| {
        let mut random = plan.random(Stream::CauseText, number);
        let cause = &causes[usize::try_from(number).unwrap_or_default() % causes.len()];
        let coverage = Coverage::official(&mut random);
        let placeholders = &plan.projects[phase.project].placeholders;
        out.record(|record| {
            record.id("id", plan.id(Stream::Cause, number));
            record.filled("title_multiloc", coverage, &cause.title, placeholders);
            record.paragraph("description_multiloc", coverage, &cause.description, placeholders);
            record.id("phase_id", plan.id(Stream::Phase, phase.number as u64));
            record.timestamps(created, created.last_update(&mut random));
        })
    })
}

/// Writes all volunteers.
pub fn write_volunteers(plan: &Plan, out: &mut NdjsonWriter<'_>) -> io::Result<()> {
    each_cause(plan, |number, phase, cause_created| {
        let mut random = plan.random(Stream::Volunteer, number);
        let users = plan.registered_users(phase.opens());
        let order = Permutation::new(&mut random, users);
        let earliest = phase.opens().max(cause_created);
        for index in 0..random.between(2, 28).min(users) {
            let created = earliest.until(phase.closes(), &mut random);
            out.record(|record| {
                record.id("id", plan.id(Stream::Volunteer, number * VOLUNTEERS_PER_CAUSE + index));
                record.id("volunteering_cause_id", plan.id(Stream::Cause, number));
                record.id("user_id", plan.active_user_id(order.get(index)));
                record.timestamps(created, created);
            })?;
        }
        Ok(())
    })
}

/// Calls `visit` with the number, the phase and the creation time of each cause.
fn each_cause(
    plan: &Plan,
    mut visit: impl FnMut(u64, &Phase, Timestamp) -> io::Result<()>,
) -> io::Result<()> {
    let started = plan.phases.iter().filter(|phase| phase.has_started());
    for phase in started.filter(|phase| phase.method == Method::Volunteering) {
        for index in 0..CAUSES_PER_PHASE {
            let number = phase.number as u64 * CAUSES_PER_PHASE + index;
            let mut random = plan.random(Stream::Cause, number);
            let created = (phase.created + random.between(1, 30) * HOUR).min(NOW);
            visit(number, phase, created)?;
        }
    }
    Ok(())
}
