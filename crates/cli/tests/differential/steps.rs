//! Changes of a platform: imports, uploads, restarts, a suspended server and pruning of the change feed.

use folkmoot_model::resource::{FieldType, Source};
use folkmoot_model::resources::RESOURCES;
use serde_json::{Value, json};

use crate::differential::platform::{BASE_RECORDS, renumber, timestamp};
use crate::support::fixture::{Platform, id, record, resource};
use crate::support::random::Random;

/// A step. It does not depend on other steps, so that steps can be removed to find a minimal failing list.
#[derive(Debug, Clone)]
pub enum Step {
    /// Imports records, some of them new.
    Import(Vec<Upsert>),
    /// Imports a new topic or area, and an existing record that becomes related to it.
    Relate(Relate),
    /// Imports tombstones of records.
    Delete(Vec<(&'static str, usize)>),
    /// Imports `count` new ideas with the same timestamp.
    ImportMany { first: usize, count: usize, time: usize },
    /// Renames the platform and changes its address.
    Rename(usize),
    /// Uploads a file.
    UploadFile(usize),
    /// Changes the description and the category of an uploaded file.
    UpdateFile(usize),
    /// Deletes an uploaded file.
    DeleteFile(usize),
    /// Kills the server and starts another.
    Restart,
    /// Stops the server, which saves its list indexes, and starts another, which reads them.
    Stop,
    /// Executes steps while the server is suspended.
    Suspended(Vec<Self>),
    /// Writes this many entries to the change feed, prunes all but the last 200,000, and imports a record.
    Overflow(usize),
}

/// A record to import: `number` determines its id, the other fields its values.
#[derive(Debug, Clone, Copy)]
pub struct Upsert {
    plural: &'static str,
    number: usize,
    created: usize,
    updated: usize,
    /// Determines the records that it refers to.
    refers: usize,
    /// Determines its enum values and relations.
    variant: usize,
}

/// A relation to a new record.
#[derive(Debug, Clone, Copy)]
pub struct Relate {
    owner: &'static str,
    number: usize,
    related: &'static str,
    shorthand: &'static str,
    new: usize,
}

/// Words of ideas, some of which begin others.
pub const WORDS: &[&str] =
    &["fiets", "Fietspad", "école", "écolier", "participation", "participatory", "b", "budget 2025", "the"];
const RELATES: &[(&str, &str, &str)] = &[
    ("ideas", "topics", "topic_ids"),
    ("projects", "topics", "topic_ids"),
    ("projects", "areas", "area_ids"),
];
/// Resources whose records can be deleted.
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
pub fn random_step(random: &mut Random) -> Step {
    match random.below(21) {
        20 => Step::Rename(random.below(3)),
        0..=7 => Step::Import((0..=random.below(6)).map(|_| upsert(random)).collect()),
        8..=10 => relate(random),
        11..=13 => Step::Delete(
            (0..=random.below(4)).map(|_| (*pick(random, DELETABLE), random.below(50))).collect(),
        ),
        14 => Step::UploadFile(random.below(1000)),
        15 => Step::UpdateFile(random.below(1000)),
        16 => Step::DeleteFile(random.below(1000)),
        17 if random.one_in(2) => Step::Restart,
        17 => Step::Stop,
        18 => Step::Suspended((0..=random.below(4)).map(|_| random_import(random)).collect()),
        _ if random.one_in(3) => Step::Suspended(vec![random_import(random), Step::Overflow(260_000)]),
        _ => Step::Overflow([40_000, 260_000][random.below(2)]),
    }
}

/// Steps of all kinds.
pub fn each_kind() -> Vec<Step> {
    let mut random = Random(7);
    let import = |random: &mut Random| Step::Import((0..8).map(|_| upsert(random)).collect());
    let mut steps = vec![Step::ImportMany { first: 1_000, count: 9_000, time: 1 }];
    steps.extend(RELATES.iter().enumerate().map(|(number, (owner, related, shorthand))| {
        Step::Relate(Relate { owner, number, related, shorthand, new: 900 + number })
    }));
    // In the middle and at both ends of the list.
    steps.push(Step::Delete(
        (1_000..1_030).chain(5_000..5_030).chain(0..3).map(|number| ("ideas", number)).collect(),
    ));
    steps.extend((0..4).map(|_| import(&mut random)));
    steps.push(Step::Rename(1));
    steps.extend([Step::UploadFile(1), Step::UploadFile(2), Step::UpdateFile(0), Step::DeleteFile(1)]);
    steps.push(Step::Suspended(vec![
        Step::Delete(vec![("reactions", 1), ("reactions", 2)]),
        Step::Overflow(260_000),
    ]));
    steps.push(Step::Overflow(260_000));
    steps.extend([Step::Restart, import(&mut random), Step::Stop]);
    steps.push(import(&mut random));
    steps
}

fn random_import(random: &mut Random) -> Step {
    match random.below(3) {
        0 => relate(random),
        1 => Step::Delete(vec![(*pick(random, DELETABLE), random.below(50))]),
        _ => Step::Import((0..=random.below(3)).map(|_| upsert(random)).collect()),
    }
}

fn relate(random: &mut Random) -> Step {
    let (owner, related, shorthand) = *pick(random, RELATES);
    let number = random.below(BASE_RECORDS);
    Step::Relate(Relate { owner, number, related, shorthand, new: 100 + random.below(20) })
}

fn upsert(random: &mut Random) -> Upsert {
    let resource = pick(random, RESOURCES);
    Upsert {
        plural: resource.names.plural,
        number: random.below(50),
        created: random.below(15),
        updated: random.below(15),
        refers: random.below(BASE_RECORDS * 7),
        variant: random.below(64),
    }
}

fn pick<'a, T>(random: &mut Random, choices: &'a [T]) -> &'a T {
    &choices[random.below(choices.len())]
}

impl Upsert {
    fn record(self) -> Value {
        let declared = resource(self.plural);
        let mut generated = record(declared, self.refers % BASE_RECORDS, &timestamp(self.created));
        renumber(&mut generated, self.plural, self.number);
        generated["updated_at"] = json!(timestamp(self.updated));
        for (position, field) in declared.fields.iter().enumerate() {
            let is_present = generated.get(field.name).is_some() && matches!(field.source, Source::Stored);
            match field.kind {
                FieldType::Reference(other) if is_present => {
                    generated[field.name] = json!(id(other, (self.refers + position) % BASE_RECORDS));
                }
                FieldType::OneOf(values) if is_present => {
                    generated[field.name] = json!(values.values().nth(self.variant % values.values().len()));
                }
                FieldType::Boolean if is_present => {
                    generated[field.name] = json!(self.variant.is_multiple_of(2));
                }
                FieldType::Date if is_present => {
                    generated[field.name] =
                        json!(format!("2025-0{}-1{}", 3 + position % 2, self.variant % 8));
                }
                FieldType::Localised if self.plural == "ideas" => {
                    generated[format!("{}_multiloc", field.name)] = texts(field.name, self.variant);
                }
                FieldType::Localised => {
                    generated[format!("{}_multiloc", field.name)] =
                        json!({ "en": format!("Variant {}", self.variant) });
                }
                _ => {}
            }
        }
        if generated["reactable_type"] == "comment" {
            generated["reactable_id"] = json!(id("comments", self.refers % BASE_RECORDS));
        }
        let chosen = |plural| {
            (0..BASE_RECORDS)
                .filter(|bit| self.variant >> bit & 1 == 1)
                .map(|bit| id(plural, bit))
                .collect::<Vec<_>>()
        };
        for (owner, related, shorthand) in RELATES {
            if *owner == self.plural {
                generated[*shorthand] = json!(chosen(related));
            }
        }
        generated
    }
}

/// The texts of an idea: words in different locales, and in the body HTML.
fn texts(field: &str, variant: usize) -> Value {
    let word = |number: usize| WORDS[number % WORDS.len()];
    let (one, other) = (word(variant), word(variant / 3 + 1));
    match (field, variant % 4) {
        ("title", 0) => json!({ "fr-BE": format!("{one} {other}!") }),
        ("title", _) => json!({ "en": format!("{one} {variant}"), "nl-BE": other.to_uppercase() }),
        (_, 0) => json!({}),
        _ => json!({
            "en": format!("<p class=\"hidden\">{other}</p><ul><li>{}</li><li>the {one}</li></ul>", word(variant + 2)),
        }),
    }
}

/// The platform that a step imports; `None` for other kinds of steps.
pub fn platform(step: &Step) -> Option<Platform> {
    let mut platform = Platform::empty();
    match step {
        Step::Import(upserts) => {
            for upsert in upserts {
                platform.add(upsert.plural, upsert.record());
            }
        }
        Step::Rename(number) => {
            platform.about["name"] = json!(format!("Testham {number}"));
            platform.about["address"] = json!(format!("https://testham-{number}.example"));
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
        Step::ImportMany { first, count, time } => {
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
