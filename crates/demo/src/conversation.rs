//! What people say about ideas, and how they react to ideas and to one another.

use std::io;

use crate::idea::Idea;
use crate::lines::{Lines, Record};
use crate::moment::{DAY, HOUR, Moment, NOW};
use crate::plan::{Plan, STAFF};
use crate::random::{Crowd, Kind, Random};
use crate::texts::conversation::{Tone, comment_text};
use crate::texts::themes::THEMES;
use crate::texts::{Coverage, Locale};

/// More than any idea has comments.
const ROOM: u64 = 32;
/// More than anything has reactions.
const CROWD: u64 = 64;

struct Comment {
    number: u64,
    /// Whether the city answers.
    official: bool,
    parent: Option<u64>,
    created: Moment,
    author: Option<u64>,
    deleted: bool,
}

/// All comments.
pub fn comments(plan: &Plan, lines: &mut Lines<'_>) -> io::Result<()> {
    each_idea(plan, |idea, published| {
        each_comment(plan, idea, published, |comment| {
            lines.record(|record| comment_record(plan, idea, comment, record))
        })
    })
}

/// All reactions.
pub fn reactions(plan: &Plan, lines: &mut Lines<'_>) -> io::Result<()> {
    each_idea(plan, |idea, published| {
        let mut random = plan.random(Kind::ReactionCrowd, idea.number * 2);
        let count = match random.below(100) {
            0..45 => 0,
            45..80 => random.between(1, 2),
            80..94 => random.between(3, 5),
            94..99 => random.between(6, 8),
            _ => random.between(10, 20),
        };
        let number = idea.number * ROOM * CROWD;
        let target = Target { id: plan.idea_id(idea.number), kind: "idea", since: published, number };
        react(plan, &target, count, &mut random, lines)?;
        each_comment(plan, idea, published, |comment| {
            let mut random = plan.random(Kind::ReactionCrowd, comment.number * 2 + 1);
            let count = match random.below(100) {
                _ if comment.deleted => 0,
                0..78 => 0,
                78..95 => 1,
                _ => random.between(2, 5),
            };
            let number = (comment.number + 1) * CROWD;
            let id = plan.id(Kind::Comment, comment.number);
            let target = Target { id, kind: "comment", since: comment.created, number };
            react(plan, &target, count, &mut random, lines)
        })
    })
}

fn each_idea(plan: &Plan, mut visit: impl FnMut(&Idea, Moment) -> io::Result<()>) -> io::Result<()> {
    (0..plan.ideas).try_for_each(|number| {
        let idea = plan.idea(number);
        idea.discussed().map_or(Ok(()), |published| visit(&idea, published))
    })
}

/// The comments of an idea, each later than the one before.
fn each_comment(
    plan: &Plan,
    idea: &Idea,
    published: Moment,
    mut visit: impl FnMut(&Comment) -> io::Result<()>,
) -> io::Result<()> {
    let mut random = plan.random(Kind::Comment, idea.number);
    let count = match random.below(100) {
        0..50 => 0,
        50..74 => 1,
        74..87 => 2,
        87..94 => random.between(3, 5),
        94..99 => random.between(6, 9),
        _ => random.between(12, 24),
    };
    let mut moment = published;
    let mut firsts = Vec::new();
    for place in 0..count {
        moment = moment.after(&mut random, if place == 0 { 6 * DAY } else { 30 * HOUR });
        let parent = (!firsts.is_empty() && random.percent(45)).then(|| *random.pick(&firsts));
        let number = idea.number * ROOM + place;
        if parent.is_none() {
            firsts.push(number);
        }
        let official = place == 0 && random.percent(10);
        let author = plan.someone(moment, &mut random);
        let author = if official { Some(random.below(STAFF)) } else { author };
        let deleted = random.percent(3);
        visit(&Comment { number, official, parent, created: moment, author, deleted })?;
    }
    Ok(())
}

fn comment_record(plan: &Plan, idea: &Idea, comment: &Comment, record: &mut Record<'_>) {
    let mut random = plan.random(Kind::CommentText, comment.number);
    let locale = if random.percent(60) { idea.locale } else { Locale::draw(&mut random) };
    let coverage = if comment.deleted {
        Coverage::blank(locale)
    } else if random.percent(4) {
        Coverage::FULL
    } else {
        Coverage::only(locale)
    };
    let edited = !comment.deleted && random.percent(8);
    let body_changed = edited.then(|| comment.created.after(&mut random, 3 * HOUR));
    let updated = match body_changed {
        Some(changed) => changed,
        None if comment.deleted => comment.created.after(&mut random, 9 * DAY),
        None => comment.created.change(&mut random),
    };
    let theme = &THEMES[idea.theme];
    record.id("id", plan.id(Kind::Comment, comment.number));
    record.localised("body_multiloc", coverage, |locale, out| {
        let tone = match comment.parent {
            Some(_) => Tone::Reply,
            None if comment.official => Tone::Official,
            None => Tone::Reaction,
        };
        comment_text(theme, tone, &idea.places, locale, &mut random.clone(), out);
    });
    record.maybe_id("author_id", comment.author.map(|author| plan.user_id(author)));
    record.id("idea_id", plan.idea_id(idea.number));
    record.maybe_id("parent_id", comment.parent.map(|parent| plan.id(Kind::Comment, parent)));
    record.moment("created_at", comment.created);
    record.moment("updated_at", updated);
    record.maybe_moment("body_updated_at", body_changed);
    record.field("publication_status", if comment.deleted { "deleted" } else { "published" });
}

/// What is reacted to.
struct Target {
    id: uuid::Uuid,
    kind: &'static str,
    since: Moment,
    /// The number of the first reaction.
    number: u64,
}

fn react(
    plan: &Plan,
    target: &Target,
    count: u64,
    random: &mut Random,
    lines: &mut Lines<'_>,
) -> io::Result<()> {
    let people = plan.people_at(target.since);
    let count = count.min(people);
    if count == 0 {
        return Ok(());
    }
    let crowd = Crowd::new(random, people);
    for place in 0..count {
        let person = Plan::active(crowd.person(place));
        let mode = match random.below(100) {
            0..78 => "up",
            78..92 => "down",
            _ => "neutral",
        };
        let created = target.since.after(random, 40 * DAY);
        let changed = if random.percent(3) { created.after(random, DAY) } else { created }.min(NOW);
        lines.record(|record| {
            record.id("id", plan.id(Kind::Reaction, target.number + place));
            record.field("mode", mode);
            record.maybe_id("user_id", person.map(|person| plan.user_id(person)));
            record.id("reactable_id", target.id);
            record.field("reactable_type", target.kind);
            record.moment("created_at", created);
            record.moment("updated_at", changed);
        })?;
    }
    Ok(())
}
