//! Texts of every kind, from an import through every output and into another platform: each arrives as it was, or is refused
//! by name. `FOLKMOOT_TEST_SEED` sets the seed, which is printed.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::{Map, Value, json};

use crate::support::fixture::{Platform, id, record, resource};
use crate::support::random::{Random, seed};
use crate::support::{Caller, Data, stream};

const AT: &str = "2025-03-18T08:15:30.250Z";
/// The number of records of each resource with random texts.
const RECORDS: usize = 60;
/// What programs tend to take for something else.
const PIECES: &[&str] = &[
    "\\u0000",
    "\\\\u0000",
    "\\ud800",
    "\\udc00\\ud800",
    "\\",
    "\"",
    "'",
    ",",
    ";",
    "\t",
    "\r\n",
    "\n",
    "\r",
    "\u{85}",
    "\u{2028}",
    "\u{2029}",
    "\u{1}",
    "\u{1f}",
    "\u{7f}",
    "\u{feff}",
    "\u{fffd}",
    "\u{fffe}",
    "\u{10ffff}",
    "\u{200b}",
    "\u{202e}",
    "e\u{301}",
    "🏳\u{fe0f}\u{200d}🌈",
    "=1+1",
    "'=1+1",
    "@x",
    "<p></p>",
    "<![CDATA[",
    "&#0;",
    "null",
    "{\"en\":\"x\"}",
    "$1",
    "?1",
    "{}",
    "%s",
];

struct Texts(Random);

impl Texts {
    /// A character of any of the blocks of Unicode, whose sizes are multiples of 16.
    fn character(&mut self) -> char {
        loop {
            let code = 16 * self.0.below(0x11_0000 / 16) + self.0.below(16);
            // Most of the blocks are in the first planes.
            let code = if self.0.one_in(3) { code } else { code % 0x3_0000 };
            if let Some(character) =
                u32::try_from(code).ok().and_then(char::from_u32).filter(|found| *found != '\0')
            {
                return character;
            }
        }
    }

    fn text(&mut self) -> String {
        let mut text = String::new();
        for _ in 0..self.0.below(12) {
            if self.0.one_in(2) {
                text.push_str(self.0.choose(PIECES));
            } else {
                text.push(self.character());
            }
        }
        text
    }

    fn map(&mut self) -> Value {
        let locales = ["en", "nl-BE", "fr-BE", "de"];
        let texts = locales.map(|locale| (locale.to_owned(), json!(self.text())));
        texts.into_iter().filter(|_| !self.0.one_in(4)).collect::<Map<_, _>>().into()
    }

    /// JSON with some characters of its strings as escapes.
    fn escaped(&mut self, json: &Value) -> String {
        match json {
            Value::String(text) => {
                format!("\"{}\"", text.chars().map(|letter| self.letter(letter)).collect::<String>())
            }
            Value::Array(values) => {
                format!("[{}]", values.iter().map(|value| self.escaped(value)).collect::<Vec<_>>().join(","))
            }
            Value::Object(members) => {
                let members = members
                    .iter()
                    .map(|(key, value)| format!("{}: {}", self.escaped(&json!(key)), self.escaped(value)));
                format!("{{{}}}", members.collect::<Vec<_>>().join(", "))
            }
            other => other.to_string(),
        }
    }

    fn letter(&mut self, letter: char) -> String {
        let is_escaped = letter < ' ' || matches!(letter, '"' | '\\') || self.0.one_in(5);
        if !is_escaped {
            return letter.into();
        }
        let units = letter.encode_utf16(&mut [0; 2]).to_vec();
        let is_upper = self.0.one_in(2);
        let digits = |unit: &u16| if is_upper { format!("\\u{unit:04X}") } else { format!("\\u{unit:04x}") };
        units.iter().map(digits).collect()
    }
}

/// Areas and ideas with such texts.
fn platform(texts: &mut Texts) -> Platform {
    let mut platform = Platform::full(1, AT);
    for number in 1..=RECORDS {
        let mut area = record(resource("areas"), number, AT);
        (area["title_multiloc"], area["description_multiloc"]) = (texts.map(), texts.map());
        if number == 1 {
            area["title_multiloc"] = json!({ "en": texts.text().repeat(1 << 10) + &"é".repeat(2 << 20) });
        }
        platform.add("areas", area);
        let mut idea = record(resource("ideas"), 0, AT);
        idea["id"] = json!(id("ideas", number));
        idea["slug"] = Value::Null;
        idea["title_multiloc"] = json!({ "en": format!("t{}", texts.text()) });
        idea["location_description"] = json!(texts.text());
        idea["custom_field_values"] =
            json!({ texts.text(): [texts.text(), { texts.text(): texts.text() }], "a": 1.50 });
        platform.add("ideas", idea);
    }
    platform
}

/// Writes the folder of an import, with escapes.
fn write(platform: &Platform, texts: &mut Texts, folder: &Path) {
    platform.write(folder);
    for plural in ["areas", "ideas"] {
        let lines = platform.records[plural].iter().map(|record| texts.escaped(record) + "\n");
        std::fs::write(folder.join(format!("{plural}.ndjson")), lines.collect::<String>()).unwrap();
    }
}

#[track_caller]
fn import(data: &Data, folder: &Path) {
    let output = data.run(&["import", folder.to_str().unwrap()]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// The texts that a record shows as they were imported.
fn shown(plural: &str, record: &Value) -> Vec<Value> {
    let names: &[&str] = match plural {
        "areas" => &["title_multiloc", "description_multiloc"],
        _ => &["title", "location_description", "custom_field_values"],
    };
    names.iter().map(|name| record[*name].clone()).collect()
}

#[track_caller]
fn assert_texts(platform: &Platform, plural: &str, found: &[Value], output: &str) {
    let found: BTreeMap<&str, &Value> =
        found.iter().map(|record| (record["id"].as_str().unwrap(), record)).collect();
    assert_eq!(found.len(), RECORDS + 1, "{plural}: {output}");
    for mut record in platform.records[plural].iter().cloned() {
        record["title"] = record["title_multiloc"]["en"].clone();
        let returned = found[record["id"].as_str().unwrap()];
        assert_eq!(shown(plural, returned), shown(plural, &record), "{plural}: {output}");
    }
}

fn lines(text: &str) -> Vec<Value> {
    text.split_terminator('\n').map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The records that a client has after all changes since a cursor.
fn changed(caller: &Caller, mut cursor: String, plural: &str) -> Vec<Value> {
    let mut records = Vec::new();
    loop {
        let page = caller.get(&format!("/changes?after={cursor}&resources={plural}")).ok();
        page["meta"]["next"].as_str().unwrap().clone_into(&mut cursor);
        records.extend(page["changes"].as_array().unwrap().iter().map(|change| change["record"].clone()));
        if page["meta"]["more"] == false {
            return records;
        }
    }
}

/// Compares every output of a list with what was imported. Returns the list.
fn assert_outputs(caller: &Caller, platform: &Platform, plural: &str, exported: &Path) -> Vec<Value> {
    let listed = caller.crawl(&format!("/{plural}"), plural, 24);
    assert_texts(platform, plural, &listed, "list");
    let singular = resource(plural).names.singular;
    let items: Vec<Value> = listed
        .iter()
        .map(|record| {
            caller.get(&format!("/{plural}/{}", record["id"].as_str().unwrap())).ok()[singular].clone()
        })
        .collect();
    assert_eq!(items, listed, "items of {plural}");
    let streamed = |format: &str| {
        let response = caller.get(&format!("/{plural}?format={format}"));
        assert_eq!(response.status, 200);
        response.text
    };
    let read =
        |extension: &str| std::fs::read_to_string(exported.join(format!("{plural}.{extension}"))).unwrap();
    assert_eq!(lines(&streamed("ndjson")), listed, "stream of {plural}");
    assert_texts(platform, plural, &lines(&read("ndjson")), "export");
    let rows = stream::expected_rows(&listed);
    assert!(stream::rows(&streamed("csv")) == rows, "CSV of {plural}");
    let mut exported = stream::rows(&read("csv"));
    let mut rows = rows;
    exported[1..].sort_unstable();
    rows[1..].sort_unstable();
    assert!(exported == rows, "exported CSV of {plural}");
    listed
}

#[test]
fn each_text_arrives_in_every_output_and_in_a_copy_as_it_was() {
    let mut texts = Texts(Random(seed()));
    let folder = tempfile::tempdir().unwrap();
    let platform = platform(&mut texts);
    write(&platform, &mut texts, folder.path());
    let data = Data::with(&Platform::empty());
    let caller = data.serve();
    let cursor = caller.get("/changes").ok()["meta"]["next"].as_str().unwrap().to_owned();
    import(&data, folder.path());
    caller.server.wait_for_changes();
    let out = tempfile::tempdir().unwrap();
    let exported = out.path().join("export");
    let output = data.run(&["export", "--out", exported.to_str().unwrap(), "--format", "ndjson,csv"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));

    let again = Data::new();
    let copied = tempfile::tempdir().unwrap();
    Platform::full(1, AT).write(copied.path());
    let mut listed = Vec::new();
    for plural in ["areas", "ideas"] {
        let records = assert_outputs(&caller, &platform, plural, &exported);
        assert_texts(&platform, plural, &changed(&caller, cursor.clone(), plural), "changes");
        let stream = caller.get(&format!("/{plural}?format=ndjson")).text;
        std::fs::write(copied.path().join(format!("{plural}.ndjson")), stream).unwrap();
        listed.push((plural, records));
    }
    import(&again, copied.path());
    assert!(again.run(&["access", "on"]).status.success());
    let copy = again.serve();
    for (plural, records) in listed {
        let found = copy.crawl(&format!("/{plural}"), plural, 24);
        assert_texts(&platform, plural, &found, "copy");
        assert_eq!(found.len(), records.len());
    }
}

#[test]
fn each_text_that_cannot_be_stored_is_refused_by_its_line_and_field() {
    let mut texts = Texts(Random(seed()));
    let folder = tempfile::tempdir().unwrap();
    Platform::full(1, AT).write(folder.path());
    let mut expected = Vec::new();
    let mut file = String::new();
    for number in 1..=80 {
        let mut area = record(resource("areas"), number, AT);
        area.as_object_mut().unwrap().shift_remove("title_multiloc");
        area["description_multiloc"] = texts.map();
        let (text, problem) = match number % 4 {
            0 => ("\\u0000", Some("NUL characters")),
            1 => ("\\ud800", Some("unpaired surrogates")),
            2 => ("\\udfff\\ud800", Some("unpaired surrogates")),
            // Two escapes are a character, and an escaped backslash begins none.
            _ => ("\\ud83c\\udf33\\\\u0000\\\\ud800", None),
        };
        let before = texts.text();
        let before = texts.escaped(&json!(before));
        let title = format!("{{\"en\":{}{text}\"}}", &before[..before.len() - 1]);
        let rest = texts.escaped(&area);
        file.extend(["{\"title_multiloc\":", &title, ",", &rest[1..], "\n"]);
        expected.extend(problem.map(|problem| {
            format!("areas.ndjson:{number}: title_multiloc: expected text without {problem}, found")
        }));
    }
    std::fs::write(folder.path().join("areas.ndjson"), file).unwrap();
    let data = Data::new();
    let output = data.run(&["import", folder.path().to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    let stderr = String::from_utf8_lossy(&output.stderr);
    let reported: Vec<&str> = stderr.lines().filter(|line| line.starts_with("areas.ndjson:")).collect();
    assert_eq!(reported.len(), expected.len(), "{stderr}");
    for (reported, expected) in reported.iter().zip(&expected) {
        assert!(reported.starts_with(expected.as_str()), "{reported}");
    }
}
