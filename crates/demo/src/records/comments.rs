//! Comments on ideas.

use std::io;

use crate::comment_text::{CommentText, CommentType};
use crate::content::{Coverage, Locale};
use crate::idea::Idea;
use crate::ndjson::{NdjsonWriter, RecordWriter};
use crate::plan::{Plan, STAFF};
use crate::random::Stream;
use crate::timestamp::{DAY, HOUR, Timestamp};

/// The numbers reserved for the comments of one idea.
pub const COMMENTS_PER_IDEA: u64 = 32;

/// A comment.
pub struct Comment {
    pub number: u64,
    /// Whether the administration of the city wrote it.
    official: bool,
    parent: Option<u64>,
    pub created: Timestamp,
    author: Option<u64>,
    pub deleted: bool,
}

/// Writes all comments.
pub fn write(plan: &Plan, out: &mut NdjsonWriter<'_>) -> io::Result<()> {
    plan.all_ideas().try_for_each(|idea| {
        each_comment(plan, &idea, |comment| out.record(|record| write_comment(plan, &idea, comment, record)))
    })
}

/// Calls `visit` for the comments of an idea, in the order of their creation.
pub fn each_comment(
    plan: &Plan,
    idea: &Idea,
    mut visit: impl FnMut(&Comment) -> io::Result<()>,
) -> io::Result<()> {
    let Some(mut created) = idea.discussion_opened() else { return Ok(()) };
    let mut random = plan.random(Stream::Comment, idea.number);
    let count = match random.below(100) {
        0..50 => 0,
        50..74 => 1,
        74..87 => 2,
        87..94 => random.between(3, 5),
        94..99 => random.between(6, 9),
        _ => random.between(12, 24),
    };
    let mut parents = Vec::new();
    for index in 0..count {
        created = created.within(&mut random, if index == 0 { 6 * DAY } else { 30 * HOUR });
        let is_reply = !parents.is_empty() && random.percent(45);
        let parent = is_reply.then(|| parents[random.index(parents.len())]);
        let number = idea.number * COMMENTS_PER_IDEA + index;
        if parent.is_none() {
            parents.push(number);
        }
        let official = index == 0 && random.percent(10);
        let author = plan.random_author(created, &mut random);
        let author = if official { Some(random.below(STAFF)) } else { author };
        let deleted = random.percent(3);
        visit(&Comment { number, official, parent, created, author, deleted })?;
    }
    Ok(())
}

fn write_comment(plan: &Plan, idea: &Idea, comment: &Comment, record: &mut RecordWriter<'_>) {
    let mut random = plan.random(Stream::CommentText, comment.number);
    let locale = if random.percent(60) { idea.locale } else { Locale::draw(&mut random) };
    let coverage = if comment.deleted {
        Coverage::blank(locale)
    } else if random.percent(4) {
        Coverage::FULL
    } else {
        Coverage::only(locale)
    };
    let edited = !comment.deleted && random.percent(8);
    let body_updated = edited.then(|| comment.created.within(&mut random, 3 * HOUR));
    let updated = match body_updated {
        Some(updated) => updated,
        None if comment.deleted => comment.created.within(&mut random, 9 * DAY),
        None => comment.created.last_update(&mut random),
    };
    let comment_type = match comment.parent {
        Some(_) => CommentType::Reply,
        None if comment.official => CommentType::Official,
        None => CommentType::OnIdea,
    };
    let (texts, theme) = (&plan.content.comments, plan.theme(idea));
    let text = CommentText { texts, theme, comment_type, placeholders: &idea.placeholders };
    record.id("id", plan.id(Stream::Comment, comment.number));
    record.multiloc("body_multiloc", coverage, |locale, out| text.append(&mut random.clone(), locale, out));
    record.id("author_id", comment.author.map(|author| plan.user_id(author)));
    record.id("idea_id", plan.idea_id(idea.number));
    record.id("parent_id", comment.parent.map(|parent| plan.id(Stream::Comment, parent)));
    record.timestamps(comment.created, updated);
    record.timestamp("body_updated_at", body_updated);
    record.field("publication_status", if comment.deleted { "deleted" } else { "published" });
}
