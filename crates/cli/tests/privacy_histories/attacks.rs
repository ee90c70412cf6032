//! What readers see, and the attacks on it.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::privacy_histories::attacker::{DAYS, VISITS, liked, of_visit};
use crate::privacy_histories::site::{Client, Level, Site};

/// The lists that contain the records of visits.
const LISTS: [&str; 6] = ["comments", "ideas", "idea_phases", "reactions", "baskets", "basket_ideas"];

/// Something that a reader sees of a record.
#[derive(Debug, Clone)]
pub struct Event {
    /// What the reader knows of the time: the number of a poll or of a copy, or the timestamp of a change.
    time: String,
    plural: String,
    id: String,
    record: Value,
}

/// How a reader reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    OneCopy,
    DailyCopies,
    Feed,
    Poll,
}

/// A reader, and what it has seen.
pub struct Watch {
    way: Way,
    cursor: String,
    known: BTreeMap<(String, String), Value>,
    pub events: Vec<Event>,
    reads: usize,
}

impl Watch {
    /// A reader of each way.
    pub fn all(site: &Site, client: &Client) -> Vec<Self> {
        let cursor = site.json(client, "/changes")["meta"]["next"].as_str().unwrap().to_owned();
        let ways = [Way::OneCopy, Way::DailyCopies, Way::Feed, Way::Poll].into_iter();
        let watches = ways.map(|way| {
            let (known, events) = (BTreeMap::new(), Vec::new());
            let mut watch = Self { way, cursor: cursor.clone(), known, events, reads: 0 };
            if matches!(way, Way::DailyCopies | Way::Poll) {
                watch.read_lists(site, client);
                watch.events.clear();
            }
            watch
        });
        watches.collect()
    }

    pub fn name(&self) -> &'static str {
        match self.way {
            Way::OneCopy => "one copy",
            Way::DailyCopies => "a copy each day",
            Way::Feed => "all changes at once",
            Way::Poll => "lists each minute",
        }
    }

    pub fn is_poll(&self) -> bool {
        self.way == Way::Poll
    }

    pub fn is_feed(&self) -> bool {
        self.way == Way::Feed
    }

    pub fn after_visit(&mut self, site: &Site, client: &Client) {
        if self.is_poll() {
            self.read_lists(site, client);
        }
    }

    pub fn after_day(&mut self, site: &Site, client: &Client) {
        if self.way == Way::DailyCopies {
            self.read_lists(site, client);
        }
    }

    pub fn at_the_end(&mut self, site: &Site, client: &Client) {
        match self.way {
            Way::OneCopy | Way::Poll => self.read_lists(site, client),
            Way::Feed => self.read_changes(site, client),
            Way::DailyCopies => {}
        }
    }

    /// Reads all lists and notes what is new or differs.
    fn read_lists(&mut self, site: &Site, client: &Client) {
        self.reads += 1;
        for plural in LISTS {
            for record in site.stream(client, &format!("/{plural}")) {
                let id = record["id"].as_str().or_else(|| record["idea_id"].as_str()).unwrap().to_owned();
                let key = (format!("{plural} {}", record["phase_id"]), id.clone());
                if self.known.insert(key, record.clone()).as_ref() != Some(&record) {
                    let time = self.reads.to_string();
                    self.events.push(Event { time, plural: plural.to_owned(), id, record });
                }
            }
        }
    }

    fn read_changes(&mut self, site: &Site, client: &Client) {
        loop {
            let page = site.json(client, &format!("/changes?after={}&limit=1000", self.cursor));
            for change in page["changes"].as_array().unwrap() {
                let text = |name: &str| change[name].as_str().unwrap_or_default().to_owned();
                let record = change["record"].clone();
                let id = change["id"].as_str().or_else(|| record["idea_id"].as_str()).unwrap().to_owned();
                self.events.push(Event { time: text("changed_at"), plural: text("resource"), id, record });
            }
            page["meta"]["next"].as_str().unwrap().clone_into(&mut self.cursor);
            if page["meta"]["more"] == false {
                return;
            }
        }
    }
}

/// What an attack ties to a comment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Secret {
    Reaction,
    Response,
    Ballot,
    /// The idea that somebody liked: all that level `public` sees of a reaction.
    Like,
}

impl Secret {
    /// What a level sees something of.
    pub fn seen_by(level: Level) -> &'static [Self] {
        if level == Level::Public { &[Self::Like] } else { &[Self::Reaction, Self::Response, Self::Ballot] }
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Reaction => "reaction",
            Self::Response => "survey response",
            Self::Ballot => "ballot",
            Self::Like => "liked idea",
        }
    }

    /// The id of what belongs to a visit.
    fn of(self, visit: usize) -> String {
        match self {
            Self::Reaction => of_visit("reactions", visit),
            Self::Response => of_visit("ideas", DAYS * VISITS + visit),
            Self::Ballot => of_visit("baskets", visit),
            Self::Like => of_visit("ideas", liked(visit)),
        }
    }

    /// Whether an event shows such a record.
    fn is_in(self, event: &Event) -> bool {
        match self {
            Self::Reaction => event.plural == "reactions",
            Self::Response => event.plural == "ideas" && event.record["type"] == "survey",
            Self::Ballot => event.plural == "baskets",
            Self::Like => event.plural == "ideas" && event.record["likes_count"].as_u64().unwrap_or(0) > 0,
        }
    }
}

/// The attack that was right most often.
pub struct Best {
    pub attack: &'static str,
    pub right: usize,
}

/// A comment and what may be of the same visit: positions of events.
struct Case {
    comment: usize,
    candidates: Vec<usize>,
}

/// An attack: the position of the chosen candidate for each case of a day.
type Attack = fn(&[Event], &[Case]) -> Vec<Option<usize>>;

const ATTACKS: [(&str, Attack); 8] = [
    ("the next one", |events, cases| {
        nearest(events, cases, &|comment, other| (other > comment).then(|| other - comment))
    }),
    ("the one before", |events, cases| {
        nearest(events, cases, &|comment, other| (other < comment).then(|| comment - other))
    }),
    ("the nearest one", |events, cases| {
        nearest(events, cases, &|comment, other| Some(other.abs_diff(comment)))
    }),
    ("the only one at the same time", same_time),
    ("the same position", |events, cases| ranked(events, cases, false)),
    ("the same position from the end", |events, cases| ranked(events, cases, true)),
    ("the same position by id", by_id),
    ("the idea whose counters changed beside it", counters),
];

/// The best attack on a kind of secret records.
pub fn best(level: Level, watch: &Watch, secret: Secret) -> Best {
    let events = &watch.events;
    let days: Vec<Vec<Case>> = (0..DAYS).map(|day| cases(level, events, secret, day)).collect();
    let right = |attack: Attack| {
        let mut right = 0;
        for (day, cases) in days.iter().enumerate() {
            for (position, guess) in attack(events, cases).into_iter().enumerate() {
                let expected = secret.of(day * VISITS + position);
                right += usize::from(guess.is_some_and(|guess| events[guess].id == expected));
            }
        }
        right
    };
    let tried = ATTACKS.iter().map(|(name, attack)| Best { attack: name, right: right(*attack) });
    tried.max_by_key(|best| best.right).unwrap()
}

/// The comments of a day in the order of visits, which is that of their timestamps, each with all candidates of the day.
fn cases(level: Level, events: &[Event], secret: Secret, day: usize) -> Vec<Case> {
    let visits = day * VISITS..(day + 1) * VISITS;
    let position = |visit: usize| {
        let id = of_visit("comments", visit);
        events.iter().position(|event| event.plural == "comments" && event.id == id).unwrap()
    };
    let cases = visits.map(|visit| {
        let comment = position(visit);
        let written = &events[comment].record;
        let day = written["created_at"].as_str().unwrap()[..10].to_owned();
        let mut known = BTreeSet::new();
        let candidates = events.iter().enumerate().filter(|(_, event)| {
            let of_day = event.record["created_at"].as_str().is_some_and(|time| time.starts_with(&day));
            let is_candidate =
                if level == Level::Public { event.record["id"] != written["idea_id"] } else { of_day };
            secret.is_in(event) && is_candidate && known.insert(event.id.clone())
        });
        Case { comment, candidates: candidates.map(|(position, _)| position).collect() }
    });
    cases.collect()
}

/// The candidate with the smallest distance.
fn nearest(
    _: &[Event],
    cases: &[Case],
    distance: &dyn Fn(usize, usize) -> Option<usize>,
) -> Vec<Option<usize>> {
    let choose = |case: &Case| {
        let candidates = case.candidates.iter().copied();
        let measured = candidates.filter_map(|other| Some((distance(case.comment, other)?, other)));
        measured.min().map(|(_, other)| other)
    };
    cases.iter().map(choose).collect()
}

fn same_time(events: &[Event], cases: &[Case]) -> Vec<Option<usize>> {
    let choose = |case: &Case| {
        let time = &events[case.comment].time;
        let same: Vec<usize> =
            case.candidates.iter().copied().filter(|other| events[*other].time == *time).collect();
        if let [only] = same.as_slice() { Some(*only) } else { None }
    };
    cases.iter().map(choose).collect()
}

/// The candidate with the same rank in the order of what was seen.
fn ranked(_: &[Event], cases: &[Case], from_the_end: bool) -> Vec<Option<usize>> {
    let choose = |(rank, case): (usize, &Case)| {
        let count = case.candidates.len();
        let rank = if from_the_end { count.checked_sub(rank + 1)? } else { rank };
        case.candidates.get(rank).copied()
    };
    cases.iter().enumerate().map(choose).collect()
}

fn by_id(events: &[Event], cases: &[Case]) -> Vec<Option<usize>> {
    let choose = |(rank, case): (usize, &Case)| {
        let mut candidates = case.candidates.clone();
        candidates.sort_by_key(|position| &events[*position].id);
        candidates.get(rank).copied()
    };
    cases.iter().enumerate().map(choose).collect()
}

/// The candidate about the idea that has an event of its own nearest to the comment.
fn counters(events: &[Event], cases: &[Case]) -> Vec<Option<usize>> {
    let choose = |case: &Case| {
        let own = &events[case.comment].record["idea_id"];
        let distance = |candidate: usize| {
            let about = &events[candidate].record["idea_id"];
            let of_idea = events.iter().enumerate().filter(|(_, event)| {
                event.plural == "ideas" && about.is_string() && *about == event.id && about != own
            });
            of_idea.map(|(position, _)| position.abs_diff(case.comment)).min()
        };
        let measured = case.candidates.iter().copied();
        measured.filter_map(|candidate| Some((distance(candidate)?, candidate))).min().map(|(_, other)| other)
    };
    cases.iter().map(choose).collect()
}
