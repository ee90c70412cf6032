//! What changes a platform: imports, uploads, restarts, a suspended server, and a feed that is pruned.

use folkmoot_model::resource::{Kind, Source};
use folkmoot_model::resources::RESOURCES;
use serde_json::{Value, json};

use crate::platform::{BASE_RECORDS, renumber, timestamp};
use crate::support::random::Random;
use crate::support::fixture::{Platform, id, record, resource};

/// A step. It says all that it does, so that steps can be left out to find the fewest that fail.
#[derive(Debug, Clone)]
pub enum Step {
    /// Imports records, some of them new.
    Import(Vec<Upsert>),
    /// Imports a new topic or area, and a record that was there and is related to it now.
    Relate(Relate),
    /// Imports tombstones of records.
    Delete(Vec<(&'static str, usize)>),
    /// Imports so many new ideas of one timestamp, more than a chunk of the index has.
    Many { first: usize, count: usize, time: usize },
    /// Uploads a file.
    Upload(usize),
    /// Changes the description and the category of a file that was uploaded.
    Describe(usize),
    /// Deletes a file that was uploaded.
    Remove(usize),
    /// Kills the server and starts another.
    Restart,
    /// Does steps while the server is suspended.
    Suspended(Vec<Self>),
    /// Writes so many entries to the change feed, and imports something, which prunes it.
    Overflow(usize),
}

/// A record to import; its number is its identity, the others decide its values.
#[derive(Debug, Clone, Copy)]
pub struct Upsert {
    plural: &'static str,
    number: usize,
    created: usize,
    updated: usize,
    /// Which records it refers to.
    refers: usize,
    /// Which of the possible words and relations it has.
    variant: usize,
}

/// A relation to a record that is new.
#[derive(Debug, Clone, Copy)]
pub struct Relate {
    owner: &'static str,
    number: usize,
    related: &'static str,
    shorthand: &'static str,
    new: usize,
}

const RELATES: &[(&str, &str, &str)] = &[
    ("ideas", "topics", "topic_ids"),
    ("projects", "topics", "topic_ids"),
    ("projects", "areas", "area_ids"),
];
/// Resources whose records can be deleted while others refer to those of the base.
const DELETABLE: &[&str] = &[
    "ideas",
    "comments",
    "reactions",
    "topics",
    "areas",
    "users",
    "events",
    "event_attendances",
    "baskets",
    "basket_ideas",
    "email_campaign_deliveries",
    "volunteering_volunteers",
    "files",
];

/// A random step.
pub fn random(chance: &mut Random) -> Step {
    match chance.below(20) {
        0..=7 => Step::Import((0..=chance.below(6)).map(|_| upsert(chance)).collect()),
        8..=10 => relate(chance),
        11..=13 => Step::Delete(
            (0..=chance.below(4)).map(|_| (*pick(chance, DELETABLE), chance.below(50))).collect(),
        ),
        14 => Step::Upload(chance.below(1000)),
        15 => Step::Describe(chance.below(1000)),
        16 => Step::Remove(chance.below(1000)),
        17 => Step::Restart,
        18 => Step::Suspended((0..=chance.below(4)).map(|_| random_import(chance)).collect()),
        _ if chance.one_in(3) => Step::Suspended(vec![random_import(chance), Step::Overflow(260_000)]),
        _ => Step::Overflow([40_000, 260_000][chance.below(2)]),
    }
}

/// Each kind of step at least once.
pub fn each_kind() -> Vec<Step> {
    let mut chance = Random(7);
    let import = |chance: &mut Random| Step::Import((0..8).map(|_| upsert(chance)).collect());
    let mut steps = vec![Step::Many { first: 1_000, count: 9_000, time: 1 }];
    steps.extend(RELATES.iter().enumerate().map(|(number, (owner, related, shorthand))| {
        Step::Relate(Relate { owner, number, related, shorthand, new: 900 + number })
    }));
    // In the middle of the list, and at both ends.
    steps.push(Step::Delete(
        (1_000..1_030).chain(5_000..5_030).chain(0..3).map(|number| ("ideas", number)).collect(),
    ));
    steps.extend((0..4).map(|_| import(&mut chance)));
    steps.extend([Step::Upload(1), Step::Upload(2), Step::Describe(0), Step::Remove(1)]);
    steps.push(Step::Suspended(vec![
        Step::Delete(vec![("reactions", 1), ("reactions", 2)]),
        Step::Overflow(260_000),
    ]));
    steps.push(Step::Overflow(260_000));
    steps.push(Step::Restart);
    steps.push(import(&mut chance));
    steps
}

fn random_import(chance: &mut Random) -> Step {
    match chance.below(3) {
        0 => relate(chance),
        1 => Step::Delete(vec![(*pick(chance, DELETABLE), chance.below(50))]),
        _ => Step::Import((0..=chance.below(3)).map(|_| upsert(chance)).collect()),
    }
}

fn relate(chance: &mut Random) -> Step {
    let (owner, related, shorthand) = *pick(chance, RELATES);
    let number = chance.below(BASE_RECORDS);
    Step::Relate(Relate { owner, number, related, shorthand, new: 100 + chance.below(20) })
}

fn upsert(chance: &mut Random) -> Upsert {
    let resource = pick(chance, RESOURCES);
    Upsert {
        plural: resource.names.plural,
        number: chance.below(50),
        created: chance.below(15),
        updated: chance.below(15),
        refers: chance.below(BASE_RECORDS * 7),
        variant: chance.below(64),
    }
}

fn pick<'a, T>(chance: &mut Random, choices: &'a [T]) -> &'a T {
    &choices[chance.below(choices.len())]
}

impl Upsert {
    fn record(self) -> Value {
        let declared = resource(self.plural);
        let mut made = record(declared, self.refers % BASE_RECORDS, &timestamp(self.created));
        renumber(&mut made, self.plural, self.number);
        made["updated_at"] = json!(timestamp(self.updated));
        for (position, field) in declared.fields.iter().enumerate() {
            let is_given = made.get(field.name).is_some() && matches!(field.source, Source::Stored);
            match field.kind {
                Kind::Reference(other) if is_given => {
                    made[field.name] = json!(id(other, (self.refers + position) % BASE_RECORDS));
                }
                Kind::OneOf(values) if is_given => {
                    made[field.name] = json!(values.values().nth(self.variant % values.values().len()));
                }
                Kind::Boolean if is_given => made[field.name] = json!(self.variant.is_multiple_of(2)),
                Kind::Date if is_given => {
                    made[field.name] = json!(format!("2025-0{}-1{}", 3 + position % 2, self.variant % 8));
                }
                Kind::Localised => {
                    made[format!("{}_multiloc", field.name)] =
                        json!({ "en": format!("Variant {}", self.variant) });
                }
                _ => {}
            }
        }
        if made["reactable_type"] == "comment" {
            made["reactable_id"] = json!(id("comments", self.refers % BASE_RECORDS));
        }
        let chosen = |plural| {
            (0..BASE_RECORDS)
                .filter(|bit| self.variant >> bit & 1 == 1)
                .map(|bit| id(plural, bit))
                .collect::<Vec<_>>()
        };
        for (owner, related, shorthand) in RELATES {
            if *owner == self.plural {
                made[*shorthand] = json!(chosen(related));
            }
        }
        made
    }
}

/// The platform that a step imports; none for steps of other kinds.
pub fn platform(step: &Step) -> Option<Platform> {
    let mut platform = Platform::empty();
    match step {
        Step::Import(upserts) => {
            for upsert in upserts {
                platform.add(upsert.plural, upsert.record());
            }
        }
        Step::Relate(Relate { owner, number, related, shorthand, new }) => {
            let mut created = record(resource(related), 0, &timestamp(2));
            renumber(&mut created, related, *new);
            platform.add(related, created);
            let mut owning = record(resource(owner), *number, &timestamp(0));
            owning[*shorthand] = json!([id(related, *new), id(related, 0)]);
            platform.add(owner, owning);
        }
        Step::Delete(records) => {
            for (plural, number) in records {
                let kind = resource(plural).names.deleted_type;
                platform.add(
                    "deleted_items",
                    json!({ "id": id(plural, *number), "type": kind, "deleted_at": timestamp(number % 15) }),
                );
            }
        }
        Step::Many { first, count, time } => {
            for number in *first..first + count {
                let mut idea = record(resource("ideas"), number % BASE_RECORDS, &timestamp(*time));
                renumber(&mut idea, "ideas", number);
                platform.add("ideas", idea);
            }
        }
        _ => return None,
    }
    Some(platform)
}
