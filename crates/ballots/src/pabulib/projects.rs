//! The ideas of a vote.

use std::cmp::Reverse;
use std::collections::HashMap;

use serde::Deserialize;
use uuid::Uuid;

use super::line;

/// The maximum length of what a comment says about ideas that are left out, in bytes. Programs read cells of up to 131,072 characters.
const MAX_NAMES_BYTES: usize = 30_000;

/// An idea.
#[derive(Debug, Deserialize)]
pub(super) struct Idea {
    id: Uuid,
    title: String,
    publication_status: String,
    budget: Option<u64>,
}

/// An idea in a vote.
#[derive(Debug)]
pub(super) struct Project {
    pub(super) id: Uuid,
    pub(super) name: String,
    pub(super) cost: Option<u64>,
    /// The number of ballots with the idea.
    pub(super) votes: u64,
    /// The sum of their points.
    pub(super) score: u64,
    state: State,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// It was in a ballot, but the idea was not read.
    Unknown,
    Listed,
    WithoutCost,
    TooExpensive,
}

/// The ideas of a vote, by position.
#[derive(Debug, Default)]
pub(super) struct Projects {
    all: Vec<Project>,
    positions: HashMap<Uuid, u32>,
}

impl Projects {
    /// The position of an idea that a ballot contains.
    pub(super) fn position(&mut self, id: Uuid) -> u32 {
        let Self { all, positions } = self;
        *positions.entry(id).or_insert_with(|| {
            let position = u32::try_from(all.len()).unwrap_or(u32::MAX);
            all.push(Project {
                id,
                name: String::new(),
                cost: None,
                votes: 0,
                score: 0,
                state: State::Unknown,
            });
            position
        })
    }

    /// The ids of all, sorted.
    pub(super) fn ids(&self) -> Vec<u128> {
        let mut ids: Vec<u128> = self.positions.keys().map(Uuid::as_u128).collect();
        ids.sort_unstable();
        ids
    }

    /// Adds an idea, unless people could not vote for it and did not.
    pub(super) fn add(&mut self, idea: &Idea) {
        if idea.publication_status != "published" && !self.positions.contains_key(&idea.id) {
            return;
        }
        let position = self.position(idea.id);
        let project = &mut self.all[position as usize];
        let name = line(&idea.title);
        project.name = if name.is_empty() { idea.id.to_string() } else { name };
        project.cost = idea.budget.filter(|cost| *cost > 0);
        project.state = State::Listed;
    }

    /// Leaves out the ideas without costs and those that are dearer than the budget. In votes without costs, each idea costs 1.
    pub(super) fn leave_out(&mut self, has_costs: bool, budget: u64) {
        for project in self.all.iter_mut().filter(|project| project.state == State::Listed) {
            if !has_costs {
                project.cost = Some(1);
            }
            project.state = match project.cost {
                None => State::WithoutCost,
                Some(cost) if cost > budget => State::TooExpensive,
                Some(_) => State::Listed,
            };
        }
    }

    /// Whether the idea at a position is in the file.
    pub(super) fn is_listed(&self, position: u32) -> bool {
        self.get(position).is_some_and(|project| project.state == State::Listed)
    }

    /// The idea at a position.
    pub(super) fn get(&self, position: u32) -> Option<&Project> {
        self.all.get(position as usize)
    }

    /// Counts a vote with its points.
    pub(super) fn count(&mut self, position: u32, points: u64) {
        let project = &mut self.all[position as usize];
        project.votes += 1;
        project.score += points;
    }

    /// The ideas in the file, those with most votes first.
    pub(super) fn listed(&self) -> Vec<&Project> {
        let listed = self.all.iter().filter(|project| project.state == State::Listed);
        let mut listed: Vec<&Project> = listed.collect();
        listed.sort_unstable_by_key(|project| (Reverse(project.votes), project.id));
        listed
    }

    /// Sentences that name the ideas that are left out, by the reason.
    pub(super) fn left_out(&self) -> impl Iterator<Item = String> {
        let reasons = [
            (State::WithoutCost, "Ideas without a cost are left out"),
            (State::TooExpensive, "Ideas that cost more than the budget are left out"),
        ];
        reasons.into_iter().filter_map(|(state, reason)| {
            let names = self.names(state);
            (!names.is_empty()).then(|| format!("{reason}: {names}"))
        })
    }

    /// The names and ids of the ideas in a state.
    fn names(&self, state: State) -> String {
        let (mut names, mut others) = (String::new(), 0);
        for project in self.all.iter().filter(|project| project.state == state) {
            // `#1:` would begin another comment.
            let name = format!("{} ({})", project.name.replace('#', ""), project.id);
            if names.len() + name.len() > MAX_NAMES_BYTES {
                others += 1;
                continue;
            }
            names = if names.is_empty() { name } else { format!("{names}, {name}") };
        }
        if others > 0 { format!("{names}, and {others} more") } else { names }
    }
}
