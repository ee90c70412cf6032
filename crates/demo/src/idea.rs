//! What is known of an idea before it is written: the facts that its comments, votes and phases go by.

use uuid::Uuid;

use crate::city::Places;
use crate::method::{Method, Voting};
use crate::moment::{DAY, HOUR, Moment, NOW};
use crate::plan::{Plan, voting_of};
use crate::random::{Kind, Random};
use crate::texts::Locale;
use crate::texts::themes::THEMES;

/// An idea's facts.
#[derive(Clone, Debug)]
pub struct Idea {
    pub number: u64,
    pub phase: usize,
    pub project: usize,
    pub survey: bool,
    pub state: State,
    pub created: Moment,
    pub submitted: Option<Moment>,
    pub published: Option<Moment>,
    pub author: Option<u64>,
    pub locale: Locale,
    pub theme: usize,
    pub places: Places,
    pub budget: Option<u64>,
    /// The phase in which people vote on it.
    pub vote: Option<usize>,
}

/// How far an idea has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    Draft,
    Submitted,
    Published,
}

impl State {
    /// The name in the data.
    pub fn name(self) -> &'static str {
        match self {
            Self::Draft => "draft",
            Self::Submitted => "submitted",
            Self::Published => "published",
        }
    }
}

impl Idea {
    /// Whether people can talk about it.
    pub fn discussed(&self) -> Option<Moment> {
        if self.survey { None } else { self.published }
    }
}

impl Plan {
    /// The facts of an idea.
    pub fn idea(&self, number: u64) -> Idea {
        let mut random = self.random(Kind::Idea, number);
        let phase = self.phase_of(number);
        let project = &self.projects[phase.project];
        let survey = phase.method.is_survey();
        let created = written(phase.opens(), phase.closes(), &mut random);
        let state = match random.below(100) {
            0..5 => State::Draft,
            5..8 if !survey => State::Submitted,
            _ => State::Published,
        };
        let submitted = (state != State::Draft).then(|| created.after(&mut random, 2 * HOUR));
        let published = submitted.filter(|_| state == State::Published);
        let published = published.map(|moment| {
            if phase.method == Method::Proposals { moment.after(&mut random, 3 * DAY) } else { moment }
        });
        let author = self.someone(created, &mut random);
        let locale = Locale::draw(&mut random);
        let own_theme = phase.method != Method::Proposals && random.percent(55);
        let theme = if own_theme { project.theme } else { random.position(THEMES.len()) };
        let eligible = published.is_some() && !survey;
        let vote = project.vote.filter(|_| eligible && random.percent(60));
        let budgeting = voting_of(self, project) == Some(Voting::Budgeting);
        let budget = (vote.is_some() && budgeting).then(|| 500 * random.between(4, 90));
        let places = Places::draw(&mut random);
        Idea {
            number,
            phase: phase.number,
            project: phase.project,
            survey,
            state,
            created,
            submitted,
            published,
            author,
            locale,
            theme,
            places,
            budget,
            vote,
        }
    }

    /// The id of an idea.
    pub fn idea_id(&self, number: u64) -> Uuid {
        self.id(Kind::Idea, number)
    }
}

/// When it was written. A few were taken in from paper together, at one moment.
fn written(opens: Moment, closes: Moment, random: &mut Random) -> Moment {
    let together = Moment(opens.0 + 2 * DAY + 3 * HOUR);
    if random.percent(1) && together < closes {
        return together;
    }
    opens.until(closes.min(Moment(NOW.0 - 4 * HOUR)), random)
}
