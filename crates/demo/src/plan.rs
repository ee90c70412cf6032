//! The number of records of each resource, and the projects with their phases.
//!
//! Small at any scale. All other records follow from the plan and from their number.

use std::ops::Range;

use uuid::Uuid;

use crate::content::{Content, ProjectTemplate, Start};
use crate::method::Method;
use crate::placeholders::Placeholders;
use crate::random::{Random, Stream, id};
use crate::timestamp::{DAY, HOUR, NOW, OPENING, Timestamp};

/// The number of users who work for the city. They are registered from the first day.
pub const STAFF: u64 = 8;

/// Everything that is computed before the first record is written.
#[derive(Debug)]
pub struct Plan {
    pub content: &'static Content,
    pub seed: u64,
    pub ideas: u64,
    pub users: u64,
    pub projects: Vec<Project>,
    pub phases: Vec<Phase>,
    /// The phase of each idea, by the number of the idea modulo the length.
    idea_phases: Vec<usize>,
}

/// A project.
#[derive(Debug)]
pub struct Project {
    pub template: &'static ProjectTemplate,
    pub number: usize,
    pub created: Timestamp,
    pub placeholders: Placeholders,
    pub publication_status: &'static str,
    /// The index of the theme.
    pub theme: usize,
    /// The numbers of the phases.
    pub phases: Range<usize>,
    /// The phase in which users vote on the project's ideas, if it has started.
    pub voting_phase: Option<usize>,
}

/// A phase of a project.
#[derive(Debug)]
pub struct Phase {
    pub number: usize,
    pub project: usize,
    pub method: Method,
    /// First day, in days since 1970-01-01.
    pub start: u64,
    /// Last day; `None` for a phase without an end.
    pub end: Option<u64>,
    pub created: Timestamp,
    /// The indexes of the phase in `Plan::idea_phases`.
    idea_indexes: Vec<u64>,
}

impl Phase {
    /// When users can first take part.
    pub fn opens(&self) -> Timestamp {
        Timestamp(self.start * DAY + 7 * HOUR)
    }

    /// When the phase closed, or `NOW` while it is open.
    pub fn closes(&self) -> Timestamp {
        self.end.map_or(NOW, |end| Timestamp((end + 1) * DAY)).min(NOW)
    }

    /// Whether users could already take part.
    pub fn has_started(&self) -> bool {
        self.opens() < NOW
    }
}

impl Plan {
    /// The plan of a platform with this number of ideas.
    pub fn new(content: &'static Content, ideas: u64, seed: u64) -> Self {
        let mut plan = Self {
            content,
            seed,
            ideas,
            users: (ideas / 10 * 3).max(40),
            projects: Vec::new(),
            phases: Vec::new(),
            idea_phases: Vec::new(),
        };
        for number in 0..plan.scaled(content.projects.len(), 5, 2, usize::MAX) {
            plan.add_project(number);
        }
        plan.assign_ideas_to_phases();
        plan
    }

    /// A count that grows with the square root of the number of ideas, times `multiplier / divisor`, from
    /// `minimum` to `maximum`.
    pub fn scaled(&self, minimum: usize, divisor: u64, multiplier: u64, maximum: usize) -> usize {
        let count = self.ideas.isqrt() * multiplier / divisor;
        usize::try_from(count).unwrap_or(usize::MAX).max(minimum).min(maximum)
    }

    /// The number of areas: the districts of the city, or the first of them.
    pub fn areas(&self) -> usize {
        self.scaled(10, 60, 1, self.content.city.districts.len())
    }

    /// The number of topics: the themes and, on larger platforms, further topics.
    pub fn topics(&self) -> usize {
        self.scaled(13, 40, 1, self.content.themes.len() + self.content.topics.len())
    }

    /// The id of a record.
    pub fn id(&self, stream: Stream, number: u64) -> Uuid {
        id(self.seed, stream, number)
    }

    /// The random number generator for a record.
    pub fn random(&self, stream: Stream, number: u64) -> Random {
        Random::new(self.seed, stream, number)
    }

    /// Random values for placeholders.
    pub fn placeholders(&self, random: &mut Random) -> Placeholders {
        Placeholders::draw(&self.content.city, random)
    }

    /// The phase in which an idea is created.
    pub fn phase_of(&self, idea: u64) -> &Phase {
        let length = self.idea_phases.len() as u64;
        let index = usize::try_from(idea % length).unwrap_or_default();
        &self.phases[self.idea_phases[index]]
    }

    /// The method of the project's voting phase.
    pub fn voting_method(&self, project: &Project) -> Option<Method> {
        project.voting_phase.map(|phase| self.phases[phase].method)
    }

    /// A random idea created in one of the project's phases, published or not.
    pub fn random_idea(&self, project: &Project, random: &mut Random) -> Option<u64> {
        let phases = &self.phases[project.phases.clone()];
        let total = phases.iter().map(|phase| phase.idea_indexes.len()).sum();
        let mut index = random.index(total);
        for phase in phases {
            if let Some(first) = phase.idea_indexes.get(index) {
                let length = self.idea_phases.len() as u64;
                let ideas = (self.ideas + length).saturating_sub(first + 1) / length;
                return (ideas > 0).then(|| first + length * random.below(ideas));
            }
            index -= phase.idea_indexes.len();
        }
        None
    }

    fn add_project(&mut self, number: usize) {
        let content = self.content;
        let mut random = self.random(Stream::Project, number as u64);
        let template = &content.projects[number % content.projects.len()];
        let first_of_template = self.is_first_of_template(number);
        let start = match template.start {
            Start::DaysAgo(days) if first_of_template => NOW.day().saturating_sub(days),
            Start::DaysAgo(_) => NOW.day() - random.between(20, 5 * 365 - 120),
            Start::DaysAhead(days) => NOW.day() + days,
        };
        let day = start.min(NOW.day() - 3).saturating_sub(random.between(10, 60));
        let created = Timestamp(day * DAY).max(OPENING + 2 * DAY) + random.below(9 * HOUR);
        let first = self.phases.len();
        let last_day = self.add_phases(number, template, start, created, &mut random);
        let finished = last_day.is_some_and(|day| day + 200 < NOW.day());
        let archived = !first_of_template && finished && random.percent(50);
        let votes = |phase: &Phase| phase.method.voting().is_some() && phase.has_started();
        let voting_phase = (first..self.phases.len()).find(|phase| votes(&self.phases[*phase]));
        self.projects.push(Project {
            template,
            number,
            created,
            placeholders: self.placeholders(&mut random),
            publication_status: if archived { "archived" } else { &template.publication_status },
            theme: if first_of_template { template.theme } else { random.index(content.themes.len()) },
            phases: first..self.phases.len(),
            voting_phase,
        });
    }

    /// Adds consecutive phases and returns the last day of the last one.
    fn add_phases(
        &mut self,
        project: usize,
        template: &ProjectTemplate,
        mut start: u64,
        created: Timestamp,
        random: &mut Random,
    ) -> Option<u64> {
        let mut end = None;
        for (index, phase) in template.phases.iter().enumerate() {
            end = phase.days.map(|days| start + days.saturating_sub(1));
            self.phases.push(Phase {
                number: self.phases.len(),
                project,
                method: phase.method,
                start,
                end,
                created: created + 2 * HOUR + index as u64 * 400_000 + random.below(400_000),
                idea_indexes: Vec::new(),
            });
            start = end.unwrap_or(start) + 1;
        }
        end
    }

    fn assign_ideas_to_phases(&mut self) {
        let mut random = self.random(Stream::IdeaPhases, 0);
        let mut assigned = Vec::new();
        for phase in self.phases.iter().filter(|phase| phase.has_started()) {
            let activity = if self.is_first_of_template(phase.project) { 2 } else { random.between(1, 4) };
            assigned.extend((0..phase.method.idea_weight() * activity).map(|_| phase.number));
        }
        for index in (1..assigned.len()).rev() {
            assigned.swap(index, random.index(index + 1));
        }
        for (index, phase) in assigned.iter().enumerate() {
            self.phases[*phase].idea_indexes.push(index as u64);
        }
        self.idea_phases = assigned;
    }

    fn is_first_of_template(&self, project: usize) -> bool {
        project < self.content.projects.len()
    }
}
