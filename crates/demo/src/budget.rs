//! Baskets: what each person votes for, or spends, in a voting phase.

use std::io;

use crate::lines::Lines;
use crate::method::Voting;
use crate::moment::{HOUR, Moment, NOW, SECOND};
use crate::plan::{Plan, Project};
use crate::random::{Crowd, Kind, Random};

/// Room for the baskets of one phase among the numbers of all.
const ROOM: u64 = 1 << 24;
/// Room for the ideas of one basket.
const ITEMS: u64 = 8;
/// The project whose baskets belong to no phase.
const WITHOUT_PHASE: usize = 3;

struct Basket {
    number: u64,
    project: usize,
    phase: Option<usize>,
    person: Option<u64>,
    created: Moment,
    updated: Moment,
    submitted: Option<Moment>,
    /// Ideas and what each gets.
    items: Vec<(u64, u64)>,
}

/// All baskets.
pub fn baskets(plan: &Plan, lines: &mut Lines<'_>) -> io::Result<()> {
    each_basket(plan, |basket| {
        lines.record(|record| {
            record.id("id", plan.id(Kind::Basket, basket.number));
            record.maybe_id("user_id", basket.person.map(|person| plan.user_id(person)));
            match basket.phase {
                Some(phase) => record.id("phase_id", plan.id(Kind::Phase, phase as u64)),
                None => record.id("project_id", plan.id(Kind::Project, basket.project as u64)),
            }
            record.maybe_moment("submitted_at", basket.submitted);
            record.moment("created_at", basket.created);
            record.moment("updated_at", basket.updated);
        })
    })
}

/// What is in the baskets.
pub fn basket_ideas(plan: &Plan, lines: &mut Lines<'_>) -> io::Result<()> {
    each_basket(plan, |basket| {
        for (place, (idea, votes)) in basket.items.iter().enumerate() {
            let added = Moment(basket.created.0 + (place as u64 + 1) * 21 * SECOND).min(basket.updated);
            lines.record(|record| {
                record.id("id", plan.id(Kind::BasketIdea, basket.number * ITEMS + place as u64));
                record.id("basket_id", plan.id(Kind::Basket, basket.number));
                record.id("idea_id", plan.idea_id(*idea));
                record.field("votes", votes);
                record.moment("created_at", added);
                record.moment("updated_at", basket.updated);
            })?;
        }
        Ok(())
    })
}

fn each_basket(plan: &Plan, mut visit: impl FnMut(&Basket) -> io::Result<()>) -> io::Result<()> {
    let voting: Vec<_> = plan.projects.iter().filter(|project| project.vote.is_some()).collect();
    let each = (plan.ideas / 10).div_ceil(voting.len().max(1) as u64).max(plan.ideas.min(4));
    for project in voting {
        let phase = project.vote.map_or(0, |phase| phase as u64);
        basket_round(plan, project, phase, each, &mut visit)?;
    }
    let few = (plan.ideas / 200).max(plan.ideas.min(3));
    basket_round(plan, &plan.projects[WITHOUT_PHASE], plan.phases.len() as u64, few, &mut visit)
}

/// The baskets of one project, each of another person.
fn basket_round(
    plan: &Plan,
    project: &Project,
    round: u64,
    count: u64,
    visit: &mut impl FnMut(&Basket) -> io::Result<()>,
) -> io::Result<()> {
    let (opens, closes) = match project.vote {
        Some(phase) => (plan.phases[phase].opens(), plan.phases[phase].closes()),
        None => (Moment(project.created.0 + 30 * 24 * HOUR), NOW),
    };
    let people = plan.people_at(opens);
    let mut random = plan.random(Kind::Basket, (round + 1) * ROOM - 1);
    let crowd = Crowd::new(&mut random, people);
    for place in 0..count.min(people) {
        let number = round * ROOM + place;
        let mut random = plan.random(Kind::Basket, number);
        let created = opens.until(closes, &mut random);
        let filled = Moment(created.0 + 200 * SECOND).after(&mut random, 40 * HOUR).min(closes);
        let (items, enough) = fill(plan, project, filled, &mut random);
        let submitted = (enough && (place == 0 || !random.percent(18))).then_some(filled);
        let person = Plan::active(crowd.person(place));
        let basket = Basket {
            number,
            project: project.number,
            phase: project.vote,
            person,
            created,
            updated: filled,
            submitted,
            items,
        };
        visit(&basket)?;
    }
    Ok(())
}

/// Ideas of the phase, as long as money or votes last; and whether it is enough to be submitted.
fn fill(plan: &Plan, project: &Project, by: Moment, random: &mut Random) -> (Vec<(u64, u64)>, bool) {
    let voting = project.vote.and_then(|phase| plan.phases[phase].method.voting());
    let (most, least) = voting.map_or((5, 1), |voting| (voting.most(), voting.least()));
    let wanted = match random.below(10) {
        0..2 => 2,
        2..6 => 3,
        6..9 => 4,
        _ => 6,
    };
    let mut items = Vec::with_capacity(6);
    let mut total = 0;
    for _ in 0..wanted * 3 {
        if items.len() == wanted {
            break;
        }
        let Some(number) = plan.some_idea(project, random) else { continue };
        let idea = plan.idea(number);
        let there = idea.discussed().is_some_and(|published| published <= by);
        let votable = there && (project.vote.is_none() || idea.vote == project.vote);
        let votes = match voting {
            Some(Voting::Budgeting) => idea.budget,
            Some(Voting::Multiple) => Some(random.between(1, 4)),
            Some(Voting::Single) | None => Some(1),
        };
        let Some(votes) = votes.filter(|votes| votable && total + votes <= most) else { continue };
        if items.iter().all(|(taken, _)| *taken != number) {
            items.push((number, votes));
            total += votes;
        }
    }
    (items, total >= least)
}
