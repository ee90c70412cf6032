//! The frame of the platform: how many of each there are, and the projects with their phases. Small at any
//! scale; all the rest follows from it and a record's number.

use std::ops::Range;

use uuid::Uuid;

use crate::archetypes::{ARCHETYPES, Archetype, Begin};
use crate::city::Places;
use crate::method::{Method, Voting};
use crate::moment::{DAY, HOUR, Moment, NOW, OPENING};
use crate::random::{Kind, Random, id};
use crate::texts::themes::THEMES;

/// People of the city's staff, who are there from the first day.
pub const STAFF: u64 = 8;

/// What stands before any record is written.
#[derive(Debug)]
pub struct Plan {
    pub seed: u64,
    pub ideas: u64,
    pub users: u64,
    pub projects: Vec<Project>,
    pub phases: Vec<Phase>,
    /// Ideas are dealt out to these phases in turn.
    slots: Vec<usize>,
}

/// A project, with what others need to know of it.
#[derive(Debug)]
pub struct Project {
    pub archetype: &'static Archetype,
    pub number: usize,
    pub created: Moment,
    pub places: Places,
    pub publication: &'static str,
    pub visible_to: &'static str,
    pub theme: usize,
    pub phases: Range<usize>,
    /// The phase in which people vote on the project's ideas, once it has begun.
    pub vote: Option<usize>,
}

/// A phase of a project.
#[derive(Debug)]
pub struct Phase {
    pub number: usize,
    pub project: usize,
    pub method: Method,
    /// First day, since 1970.
    pub start: u64,
    /// Last day; none where the phase goes on.
    pub end: Option<u64>,
    pub created: Moment,
    /// Where in each round of the slots its ideas stand.
    positions: Vec<u64>,
}

impl Phase {
    /// When the first people came.
    pub fn opens(&self) -> Moment {
        Moment(self.start * DAY + 7 * HOUR)
    }

    /// When it closed, or now while it is open.
    pub fn closes(&self) -> Moment {
        self.end.map_or(NOW, |end| Moment((end + 1) * DAY)).min(NOW)
    }

    /// Whether people could already take part.
    pub fn begun(&self) -> bool {
        self.opens() < NOW
    }
}

impl Plan {
    /// The frame for so many ideas.
    pub fn new(ideas: u64, seed: u64) -> Self {
        let mut plan = Self {
            seed,
            ideas,
            users: (ideas / 10 * 3).max(40),
            projects: Vec::new(),
            phases: Vec::new(),
            slots: Vec::new(),
        };
        for number in 0..plan.scaled(12, 5, 2, usize::MAX) {
            plan.add_project(number);
        }
        plan.deal_slots();
        plan
    }

    /// How many of something that a city has more of as it grows, but far slower: the larger of `least` and
    /// the root of the number of ideas times `multiplied / divided`, and at most `most`.
    pub fn scaled(&self, least: usize, divided: u64, multiplied: u64, most: usize) -> usize {
        let grown = self.ideas.isqrt() * multiplied / divided;
        usize::try_from(grown).unwrap_or(usize::MAX).max(least).min(most)
    }

    /// How many of the city's districts are areas.
    pub fn areas(&self) -> usize {
        self.scaled(10, 60, 1, 16)
    }

    /// How many topics there are.
    pub fn topics(&self) -> usize {
        self.scaled(13, 40, 1, 20)
    }

    /// The id of a record.
    pub fn id(&self, kind: Kind, number: u64) -> Uuid {
        id(self.seed, kind, number)
    }

    /// The draws of a record.
    pub fn random(&self, kind: Kind, number: u64) -> Random {
        Random::new(self.seed, kind, number)
    }

    /// The phase in which an idea was written.
    pub fn phase_of(&self, idea: u64) -> &Phase {
        let length = self.slots.len() as u64;
        let slot = usize::try_from(idea % length).unwrap_or_default();
        &self.phases[self.slots[slot]]
    }

    /// Some idea written in one of the project's phases, where there are any; not every one is published.
    pub fn some_idea(&self, project: &Project, random: &mut Random) -> Option<u64> {
        let phases = &self.phases[project.phases.clone()];
        let total = phases.iter().map(|phase| phase.positions.len()).sum();
        let mut place = random.position(total);
        for phase in phases {
            if let Some(position) = phase.positions.get(place) {
                let length = self.slots.len() as u64;
                let rounds = (self.ideas + length).saturating_sub(position + 1) / length;
                return (rounds > 0).then(|| position + length * random.below(rounds));
            }
            place -= phase.positions.len();
        }
        None
    }

    fn add_project(&mut self, number: usize) {
        let mut random = self.random(Kind::Project, number as u64);
        let archetype = &ARCHETYPES[number % ARCHETYPES.len()];
        let first_round = number < ARCHETYPES.len();
        let start = match archetype.begin {
            Begin::DaysAgo(days) if first_round => NOW.day() - days,
            Begin::DaysAgo(_) => NOW.day() - random.between(20, 5 * 365 - 120),
            Begin::DaysAhead(days) => NOW.day() + days,
        };
        let created = Moment(start.min(NOW.day() - 3) * DAY - random.between(10, 60) * DAY);
        let created = Moment(created.0.max(OPENING.0 + 2 * DAY) + random.below(9 * HOUR));
        let first = self.phases.len();
        let last_day = self.add_phases(number, archetype, start, created, &mut random);
        let finished = last_day.is_some_and(|day| day + 200 < NOW.day());
        let old = !first_round && finished && random.percent(50);
        let vote = (first..self.phases.len())
            .find(|phase| self.phases[*phase].method.voting().is_some() && self.phases[*phase].begun());
        self.projects.push(Project {
            archetype,
            number,
            created,
            places: Places::draw(&mut random),
            publication: if old { "archived" } else { archetype.publication },
            visible_to: archetype.visible_to,
            theme: if first_round { archetype.theme } else { random.position(THEMES.len()) },
            phases: first..self.phases.len(),
            vote,
        });
    }

    /// Adds the phases, one after the other, and tells the last day of the last one.
    fn add_phases(
        &mut self,
        project: usize,
        archetype: &Archetype,
        mut start: u64,
        created: Moment,
        random: &mut Random,
    ) -> Option<u64> {
        let mut end = None;
        for (step, (method, days)) in archetype.phases.iter().enumerate() {
            end = (*days > 0).then(|| start + days - 1);
            let made = Moment(created.0 + 2 * HOUR + step as u64 * 400_000 + random.below(400_000));
            self.phases.push(Phase {
                number: self.phases.len(),
                project,
                method: *method,
                start,
                end,
                created: made,
                positions: Vec::new(),
            });
            start = end.unwrap_or(start) + 1;
        }
        end
    }

    fn deal_slots(&mut self) {
        let mut random = self.random(Kind::Slots, 0);
        let mut slots = Vec::new();
        for phase in self.phases.iter().filter(|phase| phase.begun()) {
            let busy = if phase.project < ARCHETYPES.len() { 2 } else { random.between(1, 4) };
            slots.extend((0..phase.method.ideas() * busy).map(|_| phase.number));
        }
        for place in (1..slots.len()).rev() {
            slots.swap(place, random.position(place + 1));
        }
        for (position, phase) in slots.iter().enumerate() {
            self.phases[*phase].positions.push(position as u64);
        }
        self.slots = slots;
    }
}

/// How a voting phase lets people vote.
pub fn voting_of(plan: &Plan, project: &Project) -> Option<Voting> {
    project.vote.and_then(|phase| plan.phases[phase].method.voting())
}
