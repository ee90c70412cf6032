//! Ideas and survey answers as records, with their phases and topics.

use std::io;

use serde_json::{Value, json};

use crate::city;
use crate::frame::images;
use crate::idea::{Idea, State};
use crate::lines::{Lines, Record};
use crate::method::Method;
use crate::moment::{DAY, Moment};
use crate::plan::{Plan, STAFF};
use crate::random::{Kind, Random};
use crate::slug::slug;
use crate::texts::bodies;
use crate::texts::general::{REMARKS, STATUSES};
use crate::texts::themes::THEMES;
use crate::texts::{Coverage, Locale};

/// All ideas.
pub fn write(plan: &Plan, lines: &mut Lines<'_>) -> io::Result<()> {
    let mut title = String::new();
    (0..plan.ideas).try_for_each(|number| {
        let idea = plan.idea(number);
        lines.record(|record| idea_record(plan, &idea, &mut title, record))
    })
}

/// In which phases ideas are.
pub fn phases(plan: &Plan, lines: &mut Lines<'_>) -> io::Result<()> {
    for number in 0..plan.ideas {
        let idea = plan.idea(number);
        let Some(submitted) = idea.submitted else { continue };
        let mut random = plan.random(Kind::IdeaDetail, number);
        let opened = idea.vote.map(|vote| (vote, plan.phases[vote].opens().max(submitted)));
        for (phase, moment) in [Some((idea.phase, submitted)), opened].into_iter().flatten() {
            lines.record(|record| {
                record.id("idea_id", plan.idea_id(number));
                record.id("phase_id", plan.id(Kind::Phase, phase as u64));
                record.moment("created_at", moment);
                record.moment("updated_at", moment.change(&mut random));
            })?;
        }
    }
    Ok(())
}

/// What ideas are about.
pub fn topics(plan: &Plan, lines: &mut Lines<'_>) -> io::Result<()> {
    for number in 0..plan.ideas {
        let idea = plan.idea(number);
        if idea.survey {
            continue;
        }
        let mut random = plan.random(Kind::IdeaTopics, number);
        let more = match random.below(100) {
            0..55 => 0,
            55..85 => 1,
            _ => 2,
        };
        for place in 0..=more {
            let topic = (idea.theme + place * (1 + idea.theme % 4)) % plan.topics();
            lines.record(|record| {
                record.id("idea_id", plan.idea_id(number));
                record.id("topic_id", plan.id(Kind::Topic, topic as u64));
            })?;
        }
    }
    Ok(())
}

fn idea_record(plan: &Plan, idea: &Idea, title: &mut String, record: &mut Record<'_>) {
    let mut random = plan.random(Kind::IdeaDetail, idea.number);
    let texts = plan.random(Kind::IdeaText, idea.number);
    let theme = &THEMES[idea.theme];
    let coverage = if idea.survey { Coverage::NONE } else { Coverage::personal(idea.locale, &mut random) };
    record.id("id", plan.idea_id(idea.number));
    record.localised("title_multiloc", coverage, |locale, out| {
        bodies::title(theme, &mut texts.clone(), &idea.places, locale, out);
    });
    record.localised("body_multiloc", coverage, |locale, out| {
        bodies::body(theme, &mut texts.clone(), &idea.places, locale, out);
    });
    record.maybe_id("author_id", idea.author.map(|author| plan.user_id(author)));
    record.maybe_moment("published_at", idea.published);
    record.maybe_moment("submitted_at", idea.submitted);
    record.field("publication_status", idea.state.name());
    record.id("project_id", plan.id(Kind::Project, idea.project as u64));
    let last = idea.published.or(idea.submitted).unwrap_or(idea.created);
    let updated = last.change(&mut random);
    record.moment("created_at", idea.created);
    record.moment("updated_at", updated);
    title.clear();
    bodies::title(theme, &mut texts.clone(), &idea.places, idea.locale, title);
    let named = !idea.survey && idea.state != State::Draft;
    record.field("slug", named.then(|| slug(title, idea.number)));
    location(idea, &mut random, record);
    record.field("budget", idea.budget);
    progress(plan, idea, last, updated, &mut random, record);
    let proposal = plan.phases[idea.phase].method == Method::Proposals || idea.budget.is_some();
    let asked = (proposal && random.percent(60)).then(|| 250 * random.between(2, 200));
    record.field("proposed_budget", asked);
    let own_phase = idea.survey || plan.phases[idea.phase].method == Method::Proposals;
    record.maybe_id("creation_phase_id", own_phase.then(|| plan.id(Kind::Phase, idea.phase as u64)));
    images(&plan.idea_id(idea.number).to_string(), "ideas", !idea.survey && random.percent(30), record);
    record.field("custom_field_values", answers(plan.phases[idea.phase].method, idea, &mut random));
}

fn location(idea: &Idea, random: &mut Random, record: &mut Record<'_>) {
    if idea.survey || random.percent(35) {
        record.field("location_point", ());
        record.field("location_description", ());
    } else {
        record.field("location_point", city::point(random));
        let described = !random.percent(10);
        record.field("location_description", described.then(|| idea.places.address(random, idea.locale)));
    }
}

/// Where the idea stands with the administration.
fn progress(
    plan: &Plan,
    idea: &Idea,
    last: Moment,
    updated: Moment,
    random: &mut Random,
    record: &mut Record<'_>,
) {
    let handled = idea.discussed().is_some() && random.percent(45);
    record.field("official_feedbacks_count", if handled { random.between(0, 2) } else { 0 });
    let assignee = (handled || random.percent(10)).then(|| random.below(STAFF));
    record.maybe_id("assignee_id", assignee.map(|person| plan.user_id(person)));
    let since = assignee.map(|_| last.after(random, 5 * DAY).min(updated));
    record.maybe_moment("assigned_at", since);
    if idea.survey || idea.state == State::Draft {
        return record.field("status_multiloc", ());
    }
    let status = if handled { random.pick(&STATUSES[1..]) } else { &STATUSES[0] };
    let coverage = if random.percent(5) { Coverage::only(Locale::Dutch) } else { Coverage::FULL };
    record.localised("status_multiloc", coverage, |locale, out| out.push_str(locale.of(status)));
}

fn answers(method: Method, idea: &Idea, random: &mut Random) -> Value {
    let mut answers = match method {
        Method::CommunityMonitor => json!({
            "place_to_live": random.between(1, 5),
            "sense_of_safety": random.between(1, 5),
            "trust_in_city_council": random.between(1, 5),
            "quality_of_services": random.between(1, 5),
        }),
        Method::NativeSurvey => json!({
            "satisfaction": random.between(1, 7),
            "how_often": random.pick(&["daily", "weekly", "monthly", "never"]),
            "means_of_transport": random.pick(&[
                vec!["bicycle"], vec!["on_foot", "bus"], vec!["car"], vec!["bicycle", "train"],
            ]),
        }),
        Method::Ideation if random.percent(12) => {
            json!({ "target_group": random.pick(&["families", "older_people", "young_people", "everyone"]) })
        }
        _ => json!({}),
    };
    if idea.survey && random.percent(35) {
        answers["remark"] = json!(idea.locale.of(random.pick(REMARKS)));
    }
    answers
}
