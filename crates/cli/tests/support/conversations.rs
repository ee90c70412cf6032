//! Realistic conversations: unevenly distributed, in two languages, with unusual texts.

#![allow(dead_code, reason = "each test uses a part")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::io::Write as _;
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Value, json};
use tempfile::TempDir;
use uuid::Uuid;

use super::random::Random;

/// The environment variable with a directory of real conversations in the import format, which replace the generated ones.
const REAL: &str = "FOLKMOOT_TEST_CONVERSATIONS";

/// The texts of statements.
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

/// The numbers of conversations, users and reactions.
const CONVERSATIONS: usize = 8;
const PEOPLE: usize = 300;
const REACTIONS: usize = 600;

/// A directory in the import format.
pub struct Conversations {
    generated: Option<TempDir>,
    real: Option<PathBuf>,
}

impl Conversations {
    /// Real conversations if the environment variable is set, otherwise generated ones, which are always the same.
    pub fn new() -> Self {
        if let Some(real) = std::env::var_os(REAL) {
            return Self { generated: None, real: Some(real.into()) };
        }
        let directory = tempfile::tempdir().unwrap();
        write(directory.path());
        Self { generated: Some(directory), real: None }
    }

    /// The directory.
    pub fn path(&self) -> &Path {
        self.generated.as_ref().map_or_else(|| self.real.as_deref().unwrap(), TempDir::path)
    }
}

fn id(kind: &str, number: usize) -> String {
    Uuid::new_v5(&Uuid::NAMESPACE_URL, format!("conversation/{kind}/{number}").as_bytes()).to_string()
}

/// A timestamp within five years; many are equal, like those of records that one job created.
fn timestamp(random: &mut Random) -> String {
    let second = 1_435_650_000 + i64::try_from(random.below(400) * random.below(400) * 900).unwrap();
    let millisecond = if random.one_in(3) { 0 } else { i64::try_from(random.below(1000)).unwrap() };
    let timestamp = jiff::Timestamp::from_millisecond(second * 1000 + millisecond).unwrap();
    format!("{timestamp:.3}")
}

fn text(random: &mut Random) -> Value {
    let text = random.choose(TEXTS);
    let repeated = if random.one_in(12) { text.repeat(1 + random.below(200)) } else { text.to_owned() };
    match random.below(5) {
        0 => json!({ "zh-TW": repeated }),
        1 => json!({ "en": "", "zh-TW": repeated }),
        2 => json!({}),
        _ => json!({ "en": repeated }),
    }
}

fn write(directory: &Path) {
    let mut random = Random(20_150_630);
    let about = json!({
        "name": "Open conversations", "address": "https://conversations.example", "locales": ["en", "zh-TW"],
    });
    std::fs::write(directory.join("platform.json"), about.to_string()).unwrap();
    let users: Vec<Value> = (0..PEOPLE).map(|number| user(number, &mut random)).collect();
    let (mut projects, mut phases, mut ideas, mut idea_phases) =
        (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for conversation in 0..CONVERSATIONS {
        projects.push(project(conversation, &mut random));
        phases.push(phase(conversation, &mut random));
        // The numbers of statements differ widely.
        for _ in 0..=conversation * conversation * 2 {
            let idea = idea(ideas.len(), conversation, &mut random);
            idea_phases.push(json!({
                "idea_id": idea["id"], "phase_id": id("phase", conversation),
                "created_at": idea["created_at"], "updated_at": idea["updated_at"],
            }));
            ideas.push(idea);
        }
    }
    let reactions = reactions(ideas.len(), &mut random);
    for (plural, records) in [
        ("users", users),
        ("projects", projects),
        ("phases", phases),
        ("ideas", ideas),
        ("idea_phases", idea_phases),
        ("reactions", reactions),
    ] {
        let file = std::fs::File::create(directory.join(format!("{plural}.ndjson.gz"))).unwrap();
        let mut file = GzEncoder::new(file, Compression::fast());
        for record in records {
            writeln!(file, "{record}").unwrap();
        }
        file.finish().unwrap();
    }
}

fn user(number: usize, random: &mut Random) -> Value {
    let at = timestamp(random);
    json!({
        "id": id("user", number), "email": null, "slug": null, "roles": [], "created_at": at, "updated_at": at,
        "first_name": "Participant", "last_name": number.to_string(), "locale": random.choose(&["en", "zh-TW"]),
        "registration_completed_at": at, "verified": false, "confirmation_required": false, "custom_field_values": {},
    })
}

fn project(number: usize, random: &mut Random) -> Value {
    let at = timestamp(random);
    json!({
        "id": id("project", number), "title_multiloc": text(random), "description_html_multiloc": text(random),
        "description_preview_multiloc": text(random), "slug": format!("conversation-{number}"), "visible_to": "public",
        "images": [], "created_at": at, "updated_at": at, "publication_status": "archived",
    })
}

fn phase(number: usize, random: &mut Random) -> Value {
    let at = timestamp(random);
    json!({
        "id": id("phase", number), "title_multiloc": text(random), "description_multiloc": text(random),
        "participation_method": "ideation", "project_id": id("project", number), "start_at": &at[..10], "end_at": null,
        "created_at": at, "updated_at": at, "submission_enabled": false, "autoshare_results_enabled": true,
        "commenting_enabled": false, "reacting_enabled": true,
    })
}

fn idea(number: usize, conversation: usize, random: &mut Random) -> Value {
    let (at, is_published) = (timestamp(random), !random.one_in(4));
    json!({
        "id": id("idea", number), "title_multiloc": text(random), "body_multiloc": text(random),
        "author_id": if random.one_in(9) { Value::Null } else { json!(id("user", random.below(PEOPLE))) },
        "published_at": if is_published { json!(at) } else { Value::Null }, "submitted_at": at,
        "publication_status": if is_published { "published" } else { "submitted" },
        "project_id": id("project", conversation), "created_at": at, "updated_at": at,
    })
}

/// Most reactions are to a few statements; each user reacts to a statement once.
fn reactions(ideas: usize, random: &mut Random) -> Vec<Value> {
    let mut pairs = std::collections::BTreeSet::new();
    while pairs.len() < REACTIONS {
        let idea = random.below(ideas).min(random.below(ideas));
        pairs.insert((random.below(PEOPLE), idea));
    }
    let reaction = |(number, (person, idea)): (usize, (usize, usize))| {
        let at = timestamp(random);
        json!({
            "id": id("reaction", number), "mode": random.choose(&["up", "down", "neutral"]), "user_id": id("user", person),
            "reactable_id": id("idea", idea), "reactable_type": "idea", "created_at": at, "updated_at": at,
        })
    };
    pairs.into_iter().enumerate().map(reaction).collect()
}
