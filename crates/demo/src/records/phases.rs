//! Phases of projects.

use std::io;

use crate::content::Coverage;
use crate::method::Method;
use crate::ndjson::{NdjsonWriter, RecordWriter};
use crate::plan::{Phase, Plan};
use crate::random::Stream;

/// Writes all phases.
pub fn write(plan: &Plan, out: &mut NdjsonWriter<'_>) -> io::Result<()> {
    plan.phases.iter().try_for_each(|phase| out.record(|record| write_phase(plan, phase, record)))
}

fn write_phase(plan: &Plan, phase: &Phase, record: &mut RecordWriter<'_>) {
    let placeholders = &plan.projects[phase.project].placeholders;
    let mut random = plan.random(Stream::Phase, phase.number as u64);
    let coverage = Coverage::official(&mut random);
    let method = phase.method;
    let texts = plan.content.phases.of(method);
    let voting = method.voting();
    record.id("id", plan.id(Stream::Phase, phase.number as u64));
    record.filled("title_multiloc", coverage, &texts.title, placeholders);
    record.paragraph("description_multiloc", coverage, &texts.description, placeholders);
    record.field("participation_method", method.name());
    record.id("project_id", plan.id(Stream::Project, phase.project as u64));
    record.date("start_at", phase.start);
    record.date("end_at", phase.end);
    record.timestamps(phase.created, phase.created.last_update(&mut random));
    record.field("submission_enabled", method.idea_weight() > 0);
    record.field("autoshare_results_enabled", !random.percent(15));
    let commenting = matches!(method, Method::Ideation | Method::Proposals) || voting.is_some();
    record.field("commenting_enabled", commenting);
    record.field("reacting_enabled", commenting || method == Method::CommonGround);
    let limited = method == Method::Ideation && phase.number.is_multiple_of(2);
    record.field("reacting_like_method", if limited { "limited" } else { "unlimited" });
    record.field("reacting_like_limited_max", limited.then_some(10));
    let dislikes = matches!(method, Method::Ideation | Method::CommonGround);
    record.field("reacting_dislike_enabled", dislikes);
    record.field("reacting_dislike_method", if limited { "limited" } else { "unlimited" });
    record.field("reacting_dislike_limited_max", limited.then_some(5));
    record.field("voting_method", voting.map(|voting| voting.name));
    record.field("voting_max_total", voting.map(|voting| voting.maximum));
    record.field("voting_min_total", voting.map(|voting| voting.minimum));
}
