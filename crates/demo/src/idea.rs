//! The properties of an idea on which its comments, votes and phases depend.

use uuid::Uuid;

use crate::content::{Locale, Theme};
use crate::method::Method;
use crate::placeholders::Placeholders;
use crate::plan::Plan;
use crate::random::{Random, Stream};
use crate::timestamp::{DAY, HOUR, NOW, Timestamp};

/// An idea, or an answer to a survey.
#[derive(Clone, Debug)]
pub struct Idea {
    pub number: u64,
    /// The number of the phase in which it is created.
    pub phase: usize,
    pub project: usize,
    /// The method of the phase.
    pub method: Method,
    pub status: PublicationStatus,
    pub created: Timestamp,
    pub submitted: Option<Timestamp>,
    pub published: Option<Timestamp>,
    pub author: Option<u64>,
    pub locale: Locale,
    /// The index of the theme.
    pub theme: usize,
    pub placeholders: Placeholders,
    /// The cost in euros, for budgeting.
    pub budget: Option<u64>,
    /// The phase in which users vote on it.
    pub voting_phase: Option<usize>,
}

/// The publication status of an idea.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PublicationStatus {
    Draft,
    Submitted,
    Published,
}

impl PublicationStatus {
    /// The value of `publication_status`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Draft => "draft",
            Self::Submitted => "submitted",
            Self::Published => "published",
        }
    }
}

impl Idea {
    /// Whether it is an answer to a survey.
    pub fn is_survey(&self) -> bool {
        self.method.is_survey()
    }

    /// When users can first comment and react; `None` if they cannot.
    pub fn discussion_opened(&self) -> Option<Timestamp> {
        if self.is_survey() { None } else { self.published }
    }
}

impl Plan {
    /// The properties of an idea.
    pub fn idea(&self, number: u64) -> Idea {
        let mut random = self.random(Stream::Idea, number);
        let phase = self.phase_of(number);
        let project = &self.projects[phase.project];
        let survey = phase.method.is_survey();
        let created = created(phase.opens(), phase.closes(), &mut random);
        let status = match random.below(100) {
            0..5 => PublicationStatus::Draft,
            5..8 if !survey => PublicationStatus::Submitted,
            _ => PublicationStatus::Published,
        };
        let draft = status == PublicationStatus::Draft;
        let submitted = (!draft).then(|| created.within(&mut random, 2 * HOUR));
        let published = submitted.filter(|_| status == PublicationStatus::Published);
        let published = published.map(|time| {
            // The administration reads proposals before they are published.
            if phase.method == Method::Proposals { time.within(&mut random, 3 * DAY) } else { time }
        });
        let author = self.random_author(created, &mut random);
        let locale = Locale::draw(&mut random);
        let theme_of_project = phase.method != Method::Proposals && random.percent(55);
        let theme = if theme_of_project { project.theme } else { random.index(self.content.themes.len()) };
        let eligible = published.is_some() && !survey;
        let voting_phase = project.voting_phase.filter(|_| eligible && random.percent(60));
        let budgeting = self.voting_method(project) == Some(Method::Budgeting);
        let budget = (voting_phase.is_some() && budgeting).then(|| 500 * random.between(4, 90));
        Idea {
            number,
            phase: phase.number,
            project: phase.project,
            method: phase.method,
            status,
            created,
            submitted,
            published,
            author,
            locale,
            theme,
            placeholders: self.placeholders(&mut random),
            budget,
            voting_phase,
        }
    }

    /// The id of an idea.
    pub fn idea_id(&self, number: u64) -> Uuid {
        self.id(Stream::Idea, number)
    }

    /// The theme of an idea.
    pub fn theme(&self, idea: &Idea) -> &'static Theme {
        &self.content.themes[idea.theme]
    }

    /// All ideas, computed one at a time.
    pub fn all_ideas(&self) -> impl Iterator<Item = Idea> {
        (0..self.ideas).map(|number| self.idea(number))
    }
}

/// A random creation time. One percent of the ideas of a phase were collected on paper and created at the same time.
fn created(opens: Timestamp, closes: Timestamp, random: &mut Random) -> Timestamp {
    let paper = opens + 2 * DAY + 3 * HOUR;
    if random.percent(1) && paper < closes {
        return paper;
    }
    opens.until(closes.min(Timestamp(NOW.0 - 4 * HOUR)), random)
}
