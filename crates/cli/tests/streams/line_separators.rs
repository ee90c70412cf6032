//! Lines of NDJSON, which no program divides.

use serde_json::{Value, json};

use crate::streams::{idea, ideas, serve};

/// A title with every character that some program takes for the end of a line.
const LINES: &str = "a\nb\rc\u{b}d\u{c}e\u{1c}f\u{1d}g\u{1e}h\u{85}i\u{2028}j\u{2029}\u{2029}k é’ l";

/// Prints the titles of the lines into which Python divides a text.
const READ: &str = "
import json, sys
print(json.dumps([json.loads(line)['title'] for line in open(sys.argv[1], encoding='utf-8', newline='').read().splitlines()]))
";

/// Fails if a program finds another end of a line in NDJSON than the newlines.
fn assert_lines(ndjson: &str, titles: &[&str]) {
    let lines: Vec<&str> = ndjson.lines().collect();
    let parsed = lines.iter().map(|line| serde_json::from_str::<Value>(line).unwrap()["title"].clone());
    assert_eq!(parsed.collect::<Vec<_>>(), titles);
    assert!(!ndjson.contains(['\u{85}', '\u{2028}', '\u{2029}']));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ideas.ndjson");
    std::fs::write(&file, ndjson).unwrap();
    let output = std::process::Command::new("python3").args(["-c", READ]).arg(file).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(serde_json::from_slice::<Value>(&output.stdout).unwrap(), json!(titles));
}

mod requires_tools {
    use super::*;

    #[test]
    fn no_program_divides_a_line() {
        crate::support::require_command("python3");
        let mut platform = ideas(0, 0);
        let mut idea = idea(0, 1);
        idea["title_multiloc"] = json!({ "en": LINES });
        platform.add("ideas", idea);
        let (data, caller) = serve(&platform, &[]);
        assert_eq!(caller.get("/ideas").ok()["ideas"][0]["title"], LINES);
        for query in ["", "&fields=id,title"] {
            assert_lines(&caller.get(&format!("/ideas?format=ndjson{query}")).text, &[LINES]);
        }
        let out = data.path().join("export");
        for access in ["full", "anonymous"] {
            let folder = out.join(access);
            let to = ["--out", folder.to_str().unwrap()];
            let exported =
                data.run(&[&["export", "--format", "ndjson", "--access", access], &to[..]].concat());
            assert!(exported.status.success(), "{}", String::from_utf8_lossy(&exported.stderr));
            assert_lines(&std::fs::read_to_string(folder.join("ideas.ndjson")).unwrap(), &[LINES]);
        }
    }
}
