//! Ideas and answers to surveys, with their phases and topics.

use std::io;

use serde_json::{Map, Value};

use crate::content::{Coverage, Locale};
use crate::idea::{Idea, PublicationStatus};
use crate::idea_text::IdeaText;
use crate::method::Method;
use crate::ndjson::{NdjsonWriter, RecordWriter};
use crate::placeholders::point;
use crate::plan::{Plan, STAFF};
use crate::random::{Random, Stream};
use crate::slug::slug;
use crate::timestamp::{DAY, Timestamp};

/// Writes all ideas.
pub fn write(plan: &Plan, out: &mut NdjsonWriter<'_>) -> io::Result<()> {
    let mut title = String::new();
    plan.all_ideas().try_for_each(|idea| out.record(|record| write_idea(plan, &idea, &mut title, record)))
}

/// Writes the phases of all ideas: the phase in which the idea was submitted, and the voting phase.
pub fn write_phases(plan: &Plan, out: &mut NdjsonWriter<'_>) -> io::Result<()> {
    for idea in plan.all_ideas() {
        let Some(submitted) = idea.submitted else { continue };
        let mut random = plan.random(Stream::IdeaDetail, idea.number);
        let voting = idea.voting_phase.map(|phase| (phase, plan.phases[phase].opens().max(submitted)));
        for (phase, created) in [Some((idea.phase, submitted)), voting].into_iter().flatten() {
            out.record(|record| {
                record.id("idea_id", plan.idea_id(idea.number));
                record.id("phase_id", plan.id(Stream::Phase, phase as u64));
                record.timestamps(created, created.last_update(&mut random));
            })?;
        }
    }
    Ok(())
}

/// Writes the topics of all ideas.
pub fn write_topics(plan: &Plan, out: &mut NdjsonWriter<'_>) -> io::Result<()> {
    for idea in plan.all_ideas().filter(|idea| !idea.is_survey()) {
        let mut random = plan.random(Stream::IdeaTopics, idea.number);
        let count = match random.below(100) {
            0..55 => 1,
            55..85 => 2,
            _ => 3,
        };
        for index in 0..count {
            let topic = (idea.theme + index * (1 + idea.theme % 4)) % plan.topics();
            out.record(|record| {
                record.id("idea_id", plan.idea_id(idea.number));
                record.id("topic_id", plan.id(Stream::Topic, topic as u64));
            })?;
        }
    }
    Ok(())
}

fn write_idea(plan: &Plan, idea: &Idea, title: &mut String, record: &mut RecordWriter<'_>) {
    let id = plan.idea_id(idea.number);
    let phase_id = plan.id(Stream::Phase, idea.phase as u64);
    let (survey, proposals) = (idea.is_survey(), idea.method == Method::Proposals);
    let mut random = plan.random(Stream::IdeaDetail, idea.number);
    let text_random = plan.random(Stream::IdeaText, idea.number);
    let text =
        IdeaText { texts: &plan.content.ideas, theme: plan.theme(idea), placeholders: &idea.placeholders };
    let coverage = if survey { Coverage::NONE } else { Coverage::personal(idea.locale, &mut random) };
    record.id("id", id);
    record.multiloc("title_multiloc", coverage, |locale, out| {
        text.append_title(&mut text_random.clone(), locale, out);
    });
    record.multiloc("body_multiloc", coverage, |locale, out| {
        text.append_body(&mut text_random.clone(), locale, out);
    });
    record.id("author_id", idea.author.map(|author| plan.user_id(author)));
    record.timestamp("published_at", idea.published);
    record.timestamp("submitted_at", idea.submitted);
    record.field("publication_status", idea.status.name());
    record.id("project_id", plan.id(Stream::Project, idea.project as u64));
    let completed = idea.published.or(idea.submitted).unwrap_or(idea.created);
    let updated = completed.last_update(&mut random);
    record.timestamps(idea.created, updated);
    title.clear();
    text.append_title(&mut text_random.clone(), idea.locale, title);
    let has_slug = !survey && idea.status != PublicationStatus::Draft;
    record.field("slug", has_slug.then(|| slug(title, idea.number)));
    location(idea, &mut random, record);
    record.field("budget", idea.budget);
    handling(plan, idea, completed, updated, &mut random, record);
    let has_proposed_budget = (proposals || idea.budget.is_some()) && random.percent(60);
    record.field("proposed_budget", has_proposed_budget.then(|| 250 * random.between(2, 200)));
    record.id("creation_phase_id", (survey || proposals).then_some(phase_id));
    super::images::write(plan, "ideas", id, !survey && random.percent(30), record);
    record.field("custom_field_values", answers(plan, idea, &mut random));
}

fn location(idea: &Idea, random: &mut Random, record: &mut RecordWriter<'_>) {
    if idea.is_survey() || random.percent(35) {
        record.field("location_point", ());
        record.field("location_description", ());
    } else {
        record.field("location_point", point(random));
        let has_address = !random.percent(10);
        let address = has_address.then(|| idea.placeholders.address(random, idea.locale));
        record.field("location_description", address);
    }
}

/// Feedback, assignee and status: what the administration does with the idea.
fn handling(
    plan: &Plan,
    idea: &Idea,
    completed: Timestamp,
    updated: Timestamp,
    random: &mut Random,
    record: &mut RecordWriter<'_>,
) {
    let texts = &plan.content.ideas;
    let handled = idea.discussion_opened().is_some() && random.percent(45);
    record.field("official_feedbacks_count", if handled { random.between(0, 2) } else { 0 });
    let assignee = (handled || random.percent(10)).then(|| random.below(STAFF));
    record.id("assignee_id", assignee.map(|user| plan.user_id(user)));
    let assignment = assignee.map(|_| completed.within(random, 5 * DAY).min(updated));
    record.timestamp("assigned_at", assignment);
    if idea.is_survey() || idea.status == PublicationStatus::Draft {
        return record.field("status_multiloc", ());
    }
    let status = if handled { random.pick(&texts.later_statuses) } else { &texts.first_status };
    let coverage = if random.percent(5) { Coverage::only(Locale::Dutch) } else { Coverage::FULL };
    record.text("status_multiloc", coverage, status);
}

fn answers(plan: &Plan, idea: &Idea, random: &mut Random) -> Map<String, Value> {
    let surveys = &plan.content.surveys;
    let questions = match idea.method {
        Method::CommunityMonitorSurvey => surveys.community_monitor_survey.as_slice(),
        Method::NativeSurvey => &surveys.native_survey,
        Method::Ideation if random.percent(12) => &surveys.ideation,
        _ => &[],
    };
    let answers = questions.iter().map(|question| {
        let answer = random.pick(&question.options).clone();
        (question.field.clone(), answer)
    });
    let mut answers: Map<_, _> = answers.collect();
    if idea.is_survey() && random.percent(35) {
        let remark = random.pick(&surveys.remarks).get(idea.locale);
        answers.insert("remark".to_owned(), remark.into());
    }
    answers
}
