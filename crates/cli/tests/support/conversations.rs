//! Conversations as platforms have them: uneven, in two languages, with texts that nobody expects.

#![allow(dead_code, reason = "each test uses a part")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use std::io::Write as _;
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Value, json};
use tempfile::TempDir;
use uuid::Uuid;

use super::chance::Chance;

/// The environment variable with a folder of real conversations in the import format, to be used instead of those made here.
const REAL: &str = "FOLKMOOT_TEST_CONVERSATIONS";

/// What statements say. No two are of one kind.
const TEXTS: &[&str] = &[
    "More benches along the river, please.",
    "\u{6cb3}\u{908a}\u{591a}\u{653e}\u{5e7e}\u{5f35}\u{9577}\u{6905}\u{5427}\u{3002}",
    "   Leading and trailing blanks   ",
    "https://example.org/%E6%B2%B3%E9%82%8A?a=1&b=2#c",
    "Half past \u{1F551}, \u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}, e\u{301} and \u{200F}right to left",
    "Line one\nline two\r\n\ttabbed",
    "\"Quoted\", 'quoted', \\escaped\\ and \u{2028}separated",
    "<script>alert(1)</script> & <b>bold</b> &amp; &lt;",
    "\u{5348}\u{9593}100\u{5143}\u{5957}\u{9910}\u{ff0c}\u{4f9b}\u{61c9}\u{81f3}\u{4e0b}\u{5348}2\u{9ede}\u{3002}\u{300c}\u{975e}\u{5e38}\u{597d}\u{300d}\u{ff01}",
    "NULL",
    "0",
    "'; DROP TABLE ideas; --",
    "I agree!!!!!!!!!!!!!!!!!!!!",
    "?",
];

/// How many conversations, people and reactions there are.
const CONVERSATIONS: usize = 8;
const PEOPLE: usize = 300;
const REACTIONS: usize = 600;

/// A folder in the import format.
pub struct Conversations {
    made: Option<TempDir>,
    real: Option<PathBuf>,
}

impl Conversations {
    /// The real ones where the environment names them, else made ones, which are the same every time.
    pub fn new() -> Self {
        if let Some(real) = std::env::var_os(REAL) {
            return Self { made: None, real: Some(real.into()) };
        }
        let folder = tempfile::tempdir().unwrap();
        write(folder.path());
        Self { made: Some(folder), real: None }
    }

    /// Where they are.
    pub fn path(&self) -> &Path {
        self.made.as_ref().map_or_else(|| self.real.as_deref().unwrap(), TempDir::path)
    }
}

fn id(kind: &str, number: usize) -> String {
    Uuid::new_v5(&Uuid::NAMESPACE_URL, format!("conversation/{kind}/{number}").as_bytes()).to_string()
}

/// A millisecond of five years; many are shared, as those of records are that were made by one job.
fn timestamp(chance: &mut Chance) -> String {
    let second = 1_435_650_000 + i64::try_from(chance.below(400) * chance.below(400) * 900).unwrap();
    let millisecond = if chance.once_in(3) { 0 } else { i64::try_from(chance.below(1000)).unwrap() };
    let timestamp = jiff::Timestamp::from_millisecond(second * 1000 + millisecond).unwrap();
    format!("{timestamp:.3}")
}

fn text(chance: &mut Chance) -> Value {
    let text = chance.one_of(TEXTS);
    let repeated = if chance.once_in(12) { text.repeat(1 + chance.below(200)) } else { text.to_owned() };
    match chance.below(5) {
        0 => json!({ "zh-TW": repeated }),
        1 => json!({ "en": "", "zh-TW": repeated }),
        2 => json!({}),
        _ => json!({ "en": repeated }),
    }
}

fn write(folder: &Path) {
    let mut chance = Chance(20_150_630);
    let about = json!({
        "name": "Open conversations", "address": "https://conversations.example", "locales": ["en", "zh-TW"],
    });
    std::fs::write(folder.join("platform.json"), about.to_string()).unwrap();
    let users: Vec<Value> = (0..PEOPLE).map(|number| user(number, &mut chance)).collect();
    let (mut projects, mut phases, mut ideas, mut idea_phases) =
        (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for conversation in 0..CONVERSATIONS {
        projects.push(project(conversation, &mut chance));
        phases.push(phase(conversation, &mut chance));
        // One has hardly any statements, another most of them.
        for _ in 0..=conversation * conversation * 2 {
            let idea = idea(ideas.len(), conversation, &mut chance);
            idea_phases.push(json!({
                "idea_id": idea["id"], "phase_id": id("phase", conversation),
                "created_at": idea["created_at"], "updated_at": idea["updated_at"],
            }));
            ideas.push(idea);
        }
    }
    let reactions = reactions(ideas.len(), &mut chance);
    for (plural, records) in [
        ("users", users),
        ("projects", projects),
        ("phases", phases),
        ("ideas", ideas),
        ("idea_phases", idea_phases),
        ("reactions", reactions),
    ] {
        let file = std::fs::File::create(folder.join(format!("{plural}.ndjson.gz"))).unwrap();
        let mut file = GzEncoder::new(file, Compression::fast());
        for record in records {
            writeln!(file, "{record}").unwrap();
        }
        file.finish().unwrap();
    }
}

fn user(number: usize, chance: &mut Chance) -> Value {
    let at = timestamp(chance);
    json!({
        "id": id("user", number), "email": null, "slug": null, "roles": [], "created_at": at, "updated_at": at,
        "first_name": "Participant", "last_name": number.to_string(), "locale": chance.one_of(&["en", "zh-TW"]),
        "registration_completed_at": at, "verified": false, "confirmation_required": false, "custom_field_values": {},
    })
}

fn project(number: usize, chance: &mut Chance) -> Value {
    let at = timestamp(chance);
    json!({
        "id": id("project", number), "title_multiloc": text(chance), "description_html_multiloc": text(chance),
        "description_preview_multiloc": text(chance), "slug": format!("conversation-{number}"), "visible_to": "public",
        "images": [], "created_at": at, "updated_at": at, "publication_status": "archived",
    })
}

fn phase(number: usize, chance: &mut Chance) -> Value {
    let at = timestamp(chance);
    json!({
        "id": id("phase", number), "title_multiloc": text(chance), "description_multiloc": text(chance),
        "participation_method": "ideation", "project_id": id("project", number), "start_at": &at[..10], "end_at": null,
        "created_at": at, "updated_at": at, "submission_enabled": false, "autoshare_results_enabled": true,
        "commenting_enabled": false, "reacting_enabled": true,
    })
}

fn idea(number: usize, conversation: usize, chance: &mut Chance) -> Value {
    let (at, is_published) = (timestamp(chance), !chance.once_in(4));
    json!({
        "id": id("idea", number), "title_multiloc": text(chance), "body_multiloc": text(chance),
        "author_id": if chance.once_in(9) { Value::Null } else { json!(id("user", chance.below(PEOPLE))) },
        "published_at": if is_published { json!(at) } else { Value::Null }, "submitted_at": at,
        "publication_status": if is_published { "published" } else { "submitted" },
        "project_id": id("project", conversation), "created_at": at, "updated_at": at,
    })
}

/// Most are to a few statements, and a person reacts to a statement once.
fn reactions(ideas: usize, chance: &mut Chance) -> Vec<Value> {
    let mut pairs = std::collections::BTreeSet::new();
    while pairs.len() < REACTIONS {
        let idea = chance.below(ideas).min(chance.below(ideas));
        pairs.insert((chance.below(PEOPLE), idea));
    }
    let reaction = |(number, (person, idea)): (usize, (usize, usize))| {
        let at = timestamp(chance);
        json!({
            "id": id("reaction", number), "mode": chance.one_of(&["up", "down", "neutral"]), "user_id": id("user", person),
            "reactable_id": id("idea", idea), "reactable_type": "idea", "created_at": at, "updated_at": at,
        })
    };
    pairs.into_iter().enumerate().map(reaction).collect()
}
