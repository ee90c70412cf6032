//! Reactions to ideas and comments.

use std::io;

use uuid::Uuid;

use super::comments::{COMMENTS_PER_IDEA, each_comment};
use crate::ndjson::NdjsonWriter;
use crate::plan::Plan;
use crate::random::{Permutation, Random, Stream};
use crate::timestamp::{DAY, NOW, Timestamp};

/// The numbers reserved for the reactions to one idea or comment.
const REACTIONS_PER_TARGET: u64 = 64;

/// An idea or a comment to which users react.
struct Target {
    id: Uuid,
    /// The value of `reactable_type`.
    resource: &'static str,
    published: Timestamp,
    /// The number of the first reaction.
    first: u64,
}

/// Writes all reactions.
pub fn write(plan: &Plan, out: &mut NdjsonWriter<'_>) -> io::Result<()> {
    for idea in plan.all_ideas() {
        let Some(published) = idea.discussion_opened() else { continue };
        let mut random = plan.random(Stream::ReactionCount, idea.number * 2);
        let count = match random.below(100) {
            0..45 => 0,
            45..80 => random.between(1, 2),
            80..94 => random.between(3, 5),
            94..99 => random.between(6, 8),
            _ => random.between(10, 20),
        };
        let first = idea.number * COMMENTS_PER_IDEA * REACTIONS_PER_TARGET;
        let target = Target { id: plan.idea_id(idea.number), resource: "idea", published, first };
        write_reactions(plan, &target, count, &mut random, out)?;
        each_comment(plan, &idea, |comment| {
            let mut random = plan.random(Stream::ReactionCount, comment.number * 2 + 1);
            let count = match random.below(100) {
                _ if comment.deleted => 0,
                0..78 => 0,
                78..95 => 1,
                _ => random.between(2, 5),
            };
            let id = plan.id(Stream::Comment, comment.number);
            let first = (comment.number + 1) * REACTIONS_PER_TARGET;
            let target = Target { id, resource: "comment", published: comment.created, first };
            write_reactions(plan, &target, count, &mut random, out)
        })?;
    }
    Ok(())
}

/// Writes `count` reactions by different users.
fn write_reactions(
    plan: &Plan,
    target: &Target,
    count: u64,
    random: &mut Random,
    out: &mut NdjsonWriter<'_>,
) -> io::Result<()> {
    let users = plan.registered_users(target.published);
    let count = count.min(users);
    if count == 0 {
        return Ok(());
    }
    let order = Permutation::new(random, users);
    for index in 0..count {
        let mode = match random.below(100) {
            0..78 => "up",
            78..92 => "down",
            _ => "neutral",
        };
        let created = target.published.within(random, 40 * DAY);
        let updated = if random.percent(3) { created.within(random, DAY) } else { created }.min(NOW);
        out.record(|record| {
            record.id("id", plan.id(Stream::Reaction, target.first + index));
            record.field("mode", mode);
            record.id("user_id", plan.active_user_id(order.get(index)));
            record.id("reactable_id", target.id);
            record.field("reactable_type", target.resource);
            record.timestamps(created, updated);
        })?;
    }
    Ok(())
}
