//! The phases of projects, as records.

use std::io;

use crate::lines::{Lines, Record};
use crate::method::{Method, Voting};
use crate::plan::{Phase, Plan};
use crate::random::Kind;
use crate::texts::Coverage;
use crate::texts::phases::{description, title};

/// All phases.
pub fn write(plan: &Plan, lines: &mut Lines<'_>) -> io::Result<()> {
    plan.phases.iter().try_for_each(|phase| lines.record(|record| phase_record(plan, phase, record)))
}

fn phase_record(plan: &Plan, phase: &Phase, record: &mut Record<'_>) {
    let project = &plan.projects[phase.project];
    let mut random = plan.random(Kind::Phase, phase.number as u64);
    let coverage = Coverage::official(&mut random);
    let places = &project.places;
    let method = phase.method;
    record.id("id", plan.id(Kind::Phase, phase.number as u64));
    record.localised("title_multiloc", coverage, |locale, out| places.fill(title(method), locale, out));
    record.localised("description_multiloc", coverage, |locale, out| {
        out.push_str("<p>");
        places.fill(description(method), locale, out);
        out.push_str("</p>");
    });
    record.field("participation_method", method.name());
    record.id("project_id", plan.id(Kind::Project, phase.project as u64));
    record.maybe_day("start_at", Some(phase.start));
    record.maybe_day("end_at", phase.end);
    record.moment("created_at", phase.created);
    record.moment("updated_at", phase.created.change(&mut random));
    let writing = method.ideas() > 0;
    record.field("submission_enabled", writing);
    record.field("autoshare_results_enabled", !random.percent(15));
    let talking = matches!(method, Method::Ideation | Method::Proposals | Method::Voting(_));
    record.field("commenting_enabled", talking);
    record.field("reacting_enabled", talking || method == Method::CommonGround);
    let limited = method == Method::Ideation && phase.number.is_multiple_of(2);
    record.field("reacting_like_method", if limited { "limited" } else { "unlimited" });
    record.field("reacting_like_limited_max", limited.then_some(10));
    let dislikes = matches!(method, Method::Ideation | Method::CommonGround);
    record.field("reacting_dislike_enabled", dislikes);
    record.field("reacting_dislike_method", if limited { "limited" } else { "unlimited" });
    record.field("reacting_dislike_limited_max", limited.then_some(5));
    let voting = method.voting();
    record.field("voting_method", voting.map(Voting::name));
    record.field("voting_max_total", voting.map(Voting::most));
    record.field("voting_min_total", voting.map(Voting::least));
}
