//! Baskets: the votes or the money that a user gives to ideas of a voting phase.

use std::io;

use crate::method::Method;
use crate::ndjson::NdjsonWriter;
use crate::plan::{Plan, Project};
use crate::random::{Permutation, Random, Stream};
use crate::registration::active;
use crate::timestamp::{DAY, HOUR, NOW, SECOND, Timestamp};

/// The numbers reserved for the baskets of one phase.
const BASKETS_PER_PHASE: u64 = 1 << 24;
/// The numbers reserved for the ideas of one basket.
const IDEAS_PER_BASKET: u64 = 8;

/// A basket.
struct Basket {
    number: u64,
    project: usize,
    phase: Option<usize>,
    user: Option<u64>,
    created: Timestamp,
    updated: Timestamp,
    submitted: Option<Timestamp>,
    /// Ideas, and the votes or euros for each.
    ideas: Vec<(u64, u64)>,
}

/// Writes all baskets.
pub fn write(plan: &Plan, out: &mut NdjsonWriter<'_>) -> io::Result<()> {
    each_basket(plan, |basket| {
        out.record(|record| {
            record.id("id", plan.id(Stream::Basket, basket.number));
            record.id("user_id", basket.user.map(|user| plan.user_id(user)));
            match basket.phase {
                Some(phase) => record.id("phase_id", plan.id(Stream::Phase, phase as u64)),
                None => record.id("project_id", plan.id(Stream::Project, basket.project as u64)),
            }
            record.timestamp("submitted_at", basket.submitted);
            record.timestamps(basket.created, basket.updated);
        })
    })
}

/// Writes the ideas of all baskets.
pub fn write_ideas(plan: &Plan, out: &mut NdjsonWriter<'_>) -> io::Result<()> {
    each_basket(plan, |basket| {
        for (index, (idea, votes)) in (0..).zip(&basket.ideas) {
            let added = (basket.created + (index + 1) * 21 * SECOND).min(basket.updated);
            out.record(|record| {
                record.id("id", plan.id(Stream::BasketIdea, basket.number * IDEAS_PER_BASKET + index));
                record.id("basket_id", plan.id(Stream::Basket, basket.number));
                record.id("idea_id", plan.idea_id(*idea));
                record.field("votes", votes);
                record.timestamps(added, basket.updated);
            })?;
        }
        Ok(())
    })
}

fn each_basket(plan: &Plan, mut visit: impl FnMut(&Basket) -> io::Result<()>) -> io::Result<()> {
    let voting: Vec<_> =
        plan.projects.iter().filter_map(|project| Some((project, project.voting_phase?))).collect();
    let count = (plan.ideas / 10).div_ceil(voting.len().max(1) as u64).max(plan.ideas.min(4));
    for (project, phase) in voting {
        baskets_of(plan, project, phase as u64, count, &mut visit)?;
    }
    // The project for proposals has baskets without a phase.
    let count = (plan.ideas / 200).max(plan.ideas.min(3));
    let proposals = plan.phases.iter().find(|phase| phase.method == Method::Proposals);
    proposals.map_or(Ok(()), |phase| {
        baskets_of(plan, &plan.projects[phase.project], plan.phases.len() as u64, count, &mut visit)
    })
}

/// The baskets of one project, each of a different user. `group` determines their numbers.
fn baskets_of(
    plan: &Plan,
    project: &Project,
    group: u64,
    count: u64,
    visit: &mut impl FnMut(&Basket) -> io::Result<()>,
) -> io::Result<()> {
    let (opens, closes) = match project.voting_phase {
        Some(phase) => (plan.phases[phase].opens(), plan.phases[phase].closes()),
        None => (project.created + 30 * DAY, NOW),
    };
    let users = plan.registered_users(opens);
    let mut random = plan.random(Stream::Basket, (group + 1) * BASKETS_PER_PHASE - 1);
    let order = Permutation::new(&mut random, users);
    for index in 0..count.min(users) {
        let number = group * BASKETS_PER_PHASE + index;
        let mut random = plan.random(Stream::Basket, number);
        let created = opens.until(closes, &mut random);
        let updated = (created + 200 * SECOND).within(&mut random, 40 * HOUR).min(closes);
        let (ideas, complete) = choose_ideas(plan, project, updated, &mut random);
        let submitted = (complete && (index == 0 || !random.percent(18))).then_some(updated);
        visit(&Basket {
            number,
            project: project.number,
            phase: project.voting_phase,
            user: active(order.get(index)),
            created,
            updated,
            submitted,
            ideas,
        })?;
    }
    Ok(())
}

/// Random ideas published before `time`, within the maximum total, and whether the minimum is reached.
fn choose_ideas(
    plan: &Plan,
    project: &Project,
    time: Timestamp,
    random: &mut Random,
) -> (Vec<(u64, u64)>, bool) {
    let method = plan.voting_method(project);
    let voting = method.and_then(Method::voting);
    let (maximum, minimum) = voting.map_or((5, 1), |voting| (voting.maximum, voting.minimum));
    let wanted = match random.below(10) {
        0..2 => 2,
        2..6 => 3,
        6..9 => 4,
        _ => 6,
    };
    let mut ideas = Vec::with_capacity(wanted);
    let mut total = 0;
    for _ in 0..wanted * 3 {
        if ideas.len() == wanted {
            break;
        }
        let Some(number) = plan.random_idea(project, random) else { continue };
        let idea = plan.idea(number);
        let published = idea.discussion_opened().is_some_and(|published| published <= time);
        let eligible =
            published && (project.voting_phase.is_none() || idea.voting_phase == project.voting_phase);
        let votes = match method {
            Some(Method::Budgeting) => idea.budget,
            Some(Method::MultipleVoting) => Some(random.between(1, 4)),
            _ => Some(1),
        };
        let Some(votes) = votes.filter(|votes| eligible && total + votes <= maximum) else { continue };
        if ideas.iter().all(|(chosen, _)| *chosen != number) {
            ideas.push((number, votes));
            total += votes;
        }
    }
    (ideas, total >= minimum)
}
