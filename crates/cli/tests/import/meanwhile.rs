//! Others write after an import has compared its records and before it writes them: the result is the same as if they had
//! written before the import.

use std::sync::Mutex;

use folkmoot_import::blob_sink::MeasuringSink;
use folkmoot_import::erasure::{Erasure, erase};
use folkmoot_import::{ImportError, Mode, Options, Progress, import, input};
use folkmoot_model::resource::{FieldType, Source};
use folkmoot_model::resources::{RESOURCES, all_resources};
use folkmoot_store::Store;
use folkmoot_store::files::{BlobMetadata, Description};
use jiff::Timestamp;
use serde_json::{Value, json};
use tempfile::TempDir;
use uuid::Uuid;

use crate::import::scenario::ImportScenario;
use crate::support::fixture::{Platform, id, record, resource};
use crate::support::random::{Random, seed};

const CREATED_AT: &str = "2025-03-18T08:15:30.250Z";
const DELETED_AT: &str = "2025-05-01T00:00:00.000Z";
const NOW: &str = "2025-06-01T12:00:00Z";
/// The number of records of each resource.
const RECORDS: usize = 8;
const ROUNDS: u64 = 3;
/// Resources whose records are deleted: others refer to them, but do not require them.
const DELETED: [&str; 6] = ["areas", "topics", "reactions", "event_attendances", "basket_ideas", "files"];

/// A write of somebody else.
enum Write {
    /// An import. In PostgreSQL, imports wait for each other.
    Import(TempDir),
    Erasure(Uuid),
    Upload(Uuid),
    Update(Uuid),
    Deletion(Uuid),
}

/// Calls a function once, when the import is about to write.
struct BeforeWrite<F>(Mutex<Option<F>>);

impl<F: FnOnce() + Send> Progress for BeforeWrite<F> {
    fn begin(&self, what: &str) {
        if what == "writing"
            && let Some(write) = self.0.lock().unwrap().take()
        {
            write();
        }
    }

    fn advance(&self, _: u64) {}

    fn waiting(&self) {}
}

fn now() -> Timestamp {
    NOW.parse().unwrap()
}

/// Imports a folder; `meanwhile` writes after the comparison.
fn import_with(
    scenario: &ImportScenario,
    folder: &TempDir,
    meanwhile: impl FnOnce() + Send,
) -> Result<String, String> {
    let progress = BeforeWrite(Mutex::new(Some(meanwhile)));
    let options = Options { mode: Mode::default(), now: now(), progress: &progress, blobs: &MeasuringSink };
    match import(&scenario.store(), &input::open(folder.path()).unwrap(), &options) {
        Ok(summary) => Ok(format!("{:?}", summary.counts)),
        Err(ImportError::Invalid(problems)) => Err(problems.to_string()),
        Err(error) => panic!("{error}"),
    }
}

impl Write {
    fn random(random: &mut Random, is_embedded: bool) -> Self {
        let file = Uuid::parse_str(&id("files", random.below(RECORDS))).unwrap();
        match random.below(if is_embedded { 6 } else { 3 }) {
            0 => Self::Upload(Uuid::from_u128(random.below(usize::MAX) as u128)),
            1 => Self::Update(file),
            2 => Self::Deletion(file),
            3 => Self::Erasure(Uuid::parse_str(&id("users", random.below(RECORDS))).unwrap()),
            _ => Self::Import(written(&changed_platform(random, 4))),
        }
    }

    fn apply(&self, store: &Store) {
        let files = store.files();
        match self {
            Self::Import(folder) => {
                let input = input::open(folder.path()).unwrap();
                let progress = BeforeWrite(Mutex::new(Some(|| ())));
                let options =
                    Options { mode: Mode::default(), now: now(), progress: &progress, blobs: &MeasuringSink };
                // A write that is rejected changes nothing.
                let _ = import(store, &input, &options);
            }
            Self::Erasure(person) => {
                let hasher = store.people().hasher().unwrap();
                let erasure = Erasure {
                    people: &[*person],
                    with_texts: true,
                    now: now(),
                    hasher: &hasher,
                    also: &|_| Ok(()),
                };
                let _ = erase(store, &erasure);
            }
            Self::Upload(file) => {
                let milliseconds = now().as_millisecond();
                store.blobs().begin_upload(*file, milliseconds).unwrap();
                let description = Description {
                    name: "minutes.txt".to_owned(),
                    category: "report".to_owned(),
                    ai_processing_allowed: false,
                    description_multiloc: "{}".to_owned(),
                };
                let (sha256, mime_type) = ("0".repeat(64), "text/plain".to_owned());
                let blob = BlobMetadata { id: *file, sha256, size: 5, mime_type };
                let project = Uuid::parse_str(&id("projects", 0)).unwrap();
                files.add(*file, project, &description, &blob, || milliseconds).unwrap();
            }
            Self::Update(file) => {
                let rename = |description, _: &str| {
                    Ok::<_, ()>(Description { name: "renamed.txt".to_owned(), ..description })
                };
                files.update(*file, now().as_millisecond(), rename).unwrap();
            }
            Self::Deletion(file) => drop(files.delete(*file, now().as_millisecond()).unwrap()),
        }
    }
}

/// A platform as the source has it a day later: one in `one_in` records has changed, some are new and some are gone.
fn changed_platform(random: &mut Random, one_in: usize) -> Platform {
    let mut platform = Platform::empty();
    let newest = RECORDS + random.below(3);
    for resource in RESOURCES {
        let plural = resource.names.plural;
        let is_complete = !random.one_in(4);
        for number in 0..newest {
            let is_stored = number < RECORDS;
            if is_stored && (!is_complete || random.one_in(10)) {
                continue;
            }
            if is_stored && DELETED.contains(&plural) && random.one_in(10) {
                let kind = resource.names.deleted_type;
                let item = json!({ "id": id(plural, number), "type": kind, "deleted_at": DELETED_AT });
                platform.add("deleted_items", item);
                continue;
            }
            let mut line = record(resource, number, CREATED_AT);
            if random.one_in(one_in) {
                change(random, plural, &mut line);
            }
            platform.add(plural, line);
        }
    }
    platform
}

/// Changes a field of a record, or makes its line partial.
fn change(random: &mut Random, plural: &str, line: &mut Value) {
    let fields: Vec<_> =
        resource(plural).fields.iter().filter(|field| matches!(field.source, Source::Stored)).collect();
    let field = fields[random.below(fields.len())];
    let other = random.below(RECORDS);
    match field.kind {
        FieldType::Text if field.name != "locale" && field.name != "name" => {
            line[field.name] = json!(format!("text-{other}"));
        }
        FieldType::Reference(target) if target != plural => line[field.name] = json!(id(target, other)),
        FieldType::Boolean => line[field.name] = json!(other.is_multiple_of(2)),
        FieldType::OneOf(values) => line[field.name] = json!(values.values().last()),
        FieldType::Timestamp if field.name == "updated_at" => line[field.name] = json!(DELETED_AT),
        FieldType::Localised => {
            line[format!("{}_multiloc", field.name)] = json!({ "en": format!("text {other}") });
        }
        _ if plural == "ideas" || plural == "projects" => {
            line["topic_ids"] = json!([id("topics", other), id("topics", random.below(RECORDS))]);
        }
        _ => line["_partial"] = json!(true),
    }
}

fn written(platform: &Platform) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    platform.write(folder.path());
    folder
}

/// All rows with their keys, and what the change feed reports of them.
fn state(scenario: &ImportScenario) -> Vec<(String, Vec<String>)> {
    let tables = all_resources().map(|resource| resource.names.plural).chain(["project_areas"]);
    let all = tables.map(|table| format!("SELECT * FROM {table} ORDER BY key"));
    let of_feed = [
        "SELECT sequence, subject, record, last_record, hidden_by, newly_hidden_by FROM changes ORDER BY sequence",
        "SELECT subject, record, hidden_by, sequence FROM removed_records ORDER BY subject, record",
        "SELECT subject, record, readers, hidden_by FROM deferred_changes ORDER BY subject, record",
        "SELECT phase_id, project_id, ends_on FROM withdrawn_votes ORDER BY phase_id",
        "SELECT subject, greatest_key FROM indexed_words ORDER BY subject",
    ];
    let queries = all.chain(of_feed.map(str::to_owned));
    queries.map(|query| (query.clone(), scenario.rows(&query))).collect()
}

#[test]
fn writes_after_the_comparison_have_the_effect_of_earlier_ones() {
    let seed = seed();
    for round in 0..ROUNDS {
        let mut random = Random(seed.wrapping_add(round));
        let stored = written(&Platform::full(RECORDS, CREATED_AT));
        let dump = written(&changed_platform(&mut random, 10));
        let scenarios = [ImportScenario::new(), ImportScenario::new()];
        for scenario in &scenarios {
            import_with(scenario, &stored, || ()).unwrap();
        }
        let [before, meanwhile] = &scenarios;
        let is_embedded = before.is_embedded();
        let writes: Vec<Write> =
            (0..=random.below(3)).map(|_| Write::random(&mut random, is_embedded)).collect();
        let write = |scenario: &ImportScenario| {
            let store = scenario.store();
            for write in &writes {
                write.apply(&store);
            }
        };
        let mut is_valid = false;
        let done = import_with(meanwhile, &dump, || {
            is_valid = true;
            write(meanwhile);
        });
        if !is_valid {
            // The first checks rejected it.
            continue;
        }
        write(before);
        assert_eq!(done, import_with(before, &dump, || ()), "round {round}");
        for ((query, done), (_, expected)) in state(meanwhile).iter().zip(&state(before)) {
            assert_eq!(done, expected, "round {round}: {query}");
        }
    }
}
