//! CSV as programs read it: Python, pandas and `LibreOffice`.

use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use crate::streams::{idea, ideas, serve};
use crate::support::root;

/// Titles that spreadsheets would run as formulas, and others that CSV must quote.
const TITLES: [&str; 14] = [
    "'=1+1",
    "'quoted'",
    "=1+1",
    "+1",
    "-1",
    "@SUM(A1)",
    "\tx",
    "\rx",
    "=HYPERLINK(\"https://example.org\",\"a\")",
    "one\r\ntwo",
    "a, \"b\"; c",
    " padded ",
    "naïve ☕ 日本",
    "plain",
];

/// Reads a CSV file with Python's `csv` and with pandas, and prints both as JSON.
const READ: &str = "
import csv, json, sys
import pandas
with open(sys.argv[1], encoding='utf-8-sig', newline='') as file:
    rows = list(csv.DictReader(file, strict=True))
frame = pandas.read_csv(sys.argv[1], keep_default_na=False, na_values={'budget': ['']})
print(json.dumps({
    'titles': [row['title'] for row in rows],
    'frame': frame['title'].tolist(),
    'likes': int(frame['likes_count'].sum()),
    'created_at': str(pandas.to_datetime(frame['created_at']).dt.tz),
    'fields': list(frame.columns) == list(rows[0].keys()),
}))
";

fn csv_file(directory: &Path) -> Vec<String> {
    let mut platform = ideas(0, 0);
    for (number, title) in TITLES.iter().enumerate() {
        let mut idea = idea(number, 10);
        idea["title_multiloc"] = json!({ "en": title });
        platform.add("ideas", idea);
    }
    let (_data, caller) = serve(&platform, &[]);
    let listed = caller.get("/ideas?format=ndjson&sort=created_at").text;
    let title = |line: &str| {
        let record: Value = serde_json::from_str(line).unwrap();
        record["title"].as_str().unwrap().to_owned()
    };
    let titles = listed.lines().map(title).collect();
    let csv = caller.get("/ideas?format=csv&sort=created_at").text;
    std::fs::write(directory.join("ideas.csv"), csv).unwrap();
    titles
}

/// The titles as a CSV file contains them.
fn guarded(titles: &[String]) -> Vec<String> {
    let is_formula = |title: &str| title.starts_with(['=', '+', '-', '@', '\'', '\t', '\r']);
    titles.iter().map(|title| if is_formula(title) { format!("'{title}") } else { title.clone() }).collect()
}

mod requires_tools {
    use super::*;

    #[test]
    fn python_and_pandas_read_every_value() {
        let directory = tempfile::tempdir().unwrap();
        let titles = csv_file(directory.path());
        assert_eq!(titles.len(), TITLES.len());
        let python = root().join(".venv/bin/python");
        crate::support::require(python.exists(), "pandas");
        let output =
            Command::new(python).args(["-c", READ]).arg(directory.path().join("ideas.csv")).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let read: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(read["titles"], json!(guarded(&titles)));
        assert_eq!(read["frame"], json!(guarded(&titles)));
        assert_eq!(read["created_at"], "UTC");
        assert_eq!(read["fields"], true);
    }

    /// Skipped where `LibreOffice`, which needs 300 MB, is not installed.
    #[test]
    #[allow(clippy::print_stderr, reason = "the reason of a skipped test")]
    fn libreoffice_runs_no_formula() {
        if Command::new("soffice").arg("--version").output().is_err() {
            eprintln!("skipped: soffice is not installed");
            return;
        }
        let directory = tempfile::tempdir().unwrap();
        csv_file(directory.path());
        let profile = format!("-env:UserInstallation=file://{}/profile", directory.path().display());
        // The dialog that opens a file recognises UTF-8 by the byte order mark, the conversion does not.
        let utf8 = "--infilter=CSV:44,34,76";
        let output = Command::new("soffice")
            .args([&profile, "--headless", utf8, "--convert-to", "fods", "ideas.csv"])
            .current_dir(directory.path())
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let sheet = std::fs::read_to_string(directory.path().join("ideas.fods")).unwrap();
        assert!(!sheet.contains("table:formula"), "a cell is a formula");
        let sheet = sheet.replace("&apos;", "'").replace("&quot;", "\"");
        for text in ["'=1+1<", "'@SUM(A1)<", "naïve ☕ 日本<", "a, \"b\"; c<"] {
            assert!(sheet.contains(text), "{text} is missing");
        }
    }
}
