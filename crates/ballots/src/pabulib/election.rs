//! The ballots of a vote.

use std::collections::HashMap;

use folkmoot_index::IndexColumns;
use folkmoot_index::query::Condition;
use folkmoot_model::resource::facets::PHASE;
use folkmoot_model::resources::{BASKET_IDEAS, BASKETS, IDEAS, PHASES};
use folkmoot_store::StoreError;
use serde::Deserialize;
use serde::de::IgnoredAny;
use uuid::Uuid;

use super::details::{Complete, Details};
use super::projects::{Idea, Projects};
use super::{PabulibError, line};
use crate::record_reader::{RecordReader, equals};

/// The participation method of votes.
const VOTING: &str = "voting";
/// Methods of voting.
const BUDGETING: &str = "budgeting";
const SINGLE_VOTING: &str = "single_voting";

/// A phase with a vote.
#[derive(Debug, Deserialize)]
pub(super) struct Phase {
    id: Uuid,
    title: String,
    project_title: String,
    participation_method: String,
    pub(super) start_at: String,
    pub(super) end_at: Option<String>,
    voting_method: Option<String>,
    pub(super) voting_max_total: Option<u64>,
}

#[derive(Deserialize)]
struct Basket {
    id: Uuid,
    submitted_at: Option<IgnoredAny>,
}

#[derive(Deserialize)]
struct BasketIdea {
    basket_id: Uuid,
    idea_id: Uuid,
    votes: u64,
}

/// A part of a ballot.
#[derive(Debug, Clone, Copy)]
pub(super) struct Choice {
    /// The number of the voter, from 1 on.
    pub(super) voter: u32,
    /// The position of the idea.
    pub(super) project: u32,
    pub(super) points: u64,
}

/// What ballots contain, as the format names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum VoteType {
    /// One idea.
    ChooseOne,
    /// Any number of ideas.
    Approval,
    /// Any number of ideas, with points.
    Cumulative,
}

/// A vote that has ended, with its submitted ballots. It needs about 100 bytes for each ballot and 16 for each of its ideas.
pub struct Election {
    pub(super) phase: Phase,
    pub(super) details: Complete,
    pub(super) locale: String,
    pub(super) projects: Projects,
    /// Sorted by voter, then by points, the most first.
    pub(super) choices: Vec<Choice>,
    pub(super) vote_type: VoteType,
    /// The number of submitted ballots.
    submitted: usize,
}

impl Election {
    /// The phases that a reader sees with votes that have ended, for which there are files.
    pub fn ended(records: &RecordReader<'_>) -> Result<Vec<Uuid>, PabulibError> {
        let mut phases = Vec::new();
        records.each(PHASES, Vec::new(), |phase: Phase| phases.push(phase))?;
        let votes = phases.into_iter().filter(Phase::is_vote).map(|phase| {
            let has_ended = records.scan.vote_has_ended(phase.id)?;
            Ok(has_ended.then_some(phase.id))
        });
        votes.filter_map(Result::transpose).collect()
    }

    /// Reads the vote of a phase. Its voters get random numbers.
    pub fn read(records: &RecordReader<'_>, phase: Uuid, details: &Details) -> Result<Self, PabulibError> {
        let mut found = None;
        records.each(PHASES, vec![Condition::Ids(vec![phase.as_u128()])], |phase| found = Some(phase))?;
        let phase = found.filter(Phase::is_vote).ok_or(PabulibError::NoVote)?;
        if !records.scan.vote_has_ended(phase.id)? {
            return Err(PabulibError::Running);
        }
        if records.view.access.hides_votes("ended") {
            return Err(PabulibError::Hidden);
        }
        let details = details.complete(phase.voting_max_total)?;
        let mut ballots: HashMap<Uuid, u32> = HashMap::new();
        records.each(BASKETS, vec![equals(BASKETS, PHASE, phase.id.as_u128())?], |basket: Basket| {
            let next = u32::try_from(ballots.len() + 1).unwrap_or(u32::MAX);
            ballots.extend(basket.submitted_at.map(|_| (basket.id, next)));
        })?;
        let mut projects = Projects::default();
        let mut choices = read_choices(records, &phase, &ballots, &mut projects)?;
        let submitted = ballots.len();
        drop(ballots);
        read_ideas(records, &phase, &mut projects)?;
        projects.leave_out(phase.has_costs(), details.budget);
        choices.retain(|choice| projects.is_listed(choice.project));
        number_voters(&mut choices, submitted)?;
        let vote_type = phase.vote_type(&choices);
        for choice in &choices {
            projects.count(choice.project, choice.points);
        }
        let locale = records.view.locales.first().cloned().unwrap_or_default();
        Ok(Self { phase, details, locale, projects, choices, vote_type, submitted })
    }

    /// The number of ballots in the file.
    pub fn ballots(&self) -> usize {
        self.choices.last().map_or(0, |choice| choice.voter as usize)
    }

    /// The number of submitted ballots without an idea that is in the file.
    pub(super) fn empty_ballots(&self) -> usize {
        self.submitted - self.ballots()
    }
}

impl Phase {
    fn is_vote(&self) -> bool {
        self.participation_method == VOTING
    }

    /// Whether ideas have costs.
    fn has_costs(&self) -> bool {
        self.voting_method.as_deref() == Some(BUDGETING)
    }

    /// What the vote is about.
    pub(super) fn description(&self) -> String {
        let titles = [line(&self.project_title), line(&self.title)];
        let titles: Vec<&str> = titles.iter().map(String::as_str).filter(|title| !title.is_empty()).collect();
        if titles.is_empty() { self.id.to_string() } else { titles.join(": ") }
    }

    fn vote_type(&self, choices: &[Choice]) -> VoteType {
        let are_single = || choices.windows(2).all(|two| two[0].voter != two[1].voter);
        match self.voting_method.as_deref() {
            Some(SINGLE_VOTING) if are_single() => VoteType::ChooseOne,
            // Platforms allow several votes of one each, for which the format has no other type.
            Some(BUDGETING | SINGLE_VOTING) => VoteType::Approval,
            _ if choices.iter().all(|choice| choice.points == 1) => VoteType::Approval,
            _ => VoteType::Cumulative,
        }
    }
}

/// The ideas in the ballots; voters have the numbers of their ballots.
fn read_choices(
    records: &RecordReader<'_>,
    phase: &Phase,
    ballots: &HashMap<Uuid, u32>,
    projects: &mut Projects,
) -> Result<Vec<Choice>, StoreError> {
    let mut choices = Vec::new();
    let of_phase = vec![equals(BASKET_IDEAS, PHASE, phase.id.as_u128())?];
    records.each(BASKET_IDEAS, of_phase, |choice: BasketIdea| {
        if let Some(voter) = ballots.get(&choice.basket_id) {
            let project = projects.position(choice.idea_id);
            choices.push(Choice { voter: *voter, project, points: choice.votes });
        }
    })?;
    Ok(choices)
}

/// Reads the ideas of the phase, and those in the ballots that no longer belong to it.
fn read_ideas(records: &RecordReader<'_>, phase: &Phase, projects: &mut Projects) -> Result<(), StoreError> {
    let columns = IndexColumns::new(IDEAS);
    let relation = columns.relations.iter().position(|relation| relation.other == PHASE);
    let relation = relation.ok_or(StoreError::NotIndexed(PHASE))?;
    let values = vec![phase.id.as_u128()];
    let of_phase = Condition::AllOf { relation, values, unless: None };
    let chosen = Condition::Ids(projects.ids());
    let either = Condition::OneOf(vec![vec![of_phase], vec![chosen]]);
    records.each(IDEAS, vec![either], |idea: Idea| projects.add(&idea))
}

/// Replaces the numbers of ballots by random numbers of those that contain an idea, and sorts the ballots by them.
fn number_voters(choices: &mut [Choice], ballots: usize) -> Result<(), StoreError> {
    let mut numbers = vec![0; ballots + 1];
    for choice in choices.iter() {
        numbers[choice.voter as usize] = 1;
    }
    let used = (0..).zip(&numbers).filter(|(_, is_used)| **is_used > 0).map(|(ballot, _): (u32, _)| ballot);
    let mut shuffled: Vec<(u64, u32)> = used.map(|ballot| (0, ballot)).collect();
    for (key, _) in &mut shuffled {
        *key = getrandom::u64().map_err(|error| StoreError::Value(error.to_string()))?;
    }
    shuffled.sort_unstable();
    for (number, (_, ballot)) in (1..).zip(shuffled) {
        numbers[ballot as usize] = number;
    }
    for choice in choices.iter_mut() {
        choice.voter = numbers[choice.voter as usize];
    }
    choices.sort_unstable_by_key(|choice| (choice.voter, u64::MAX - choice.points, choice.project));
    Ok(())
}
