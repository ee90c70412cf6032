use folkmoot_import::blob_sink::MeasuringSink;
use folkmoot_import::{ImportError, Mode, Options, Silent, import, input};

use crate::import::scenario::{ImportScenario, record};

/// The number of lines of each file.
const LINES: usize = 50_000;
/// One of this many lines has an error.
const DISTANCE: usize = 701;

/// A file with records whose ids begin at `first`; every [`DISTANCE`]th line has an error, and the next one an unknown
/// field.
fn file(first: usize) -> String {
    let mut lines = String::new();
    for line in 1..=LINES {
        let number = first + line;
        let member = match line % DISTANCE {
            0 => r#""updated_at":"soon""#,
            1 => r#""unknown":1"#,
            _ => r#""updated_at":"2025-01-02T00:00:00Z""#,
        };
        lines.push_str(&record(&format!(r#""id":"${number}","title":"T",{member}"#)));
    }
    lines
}

/// The errors of [`file`], as a reader of one line after the other finds them.
fn expected_errors(name: &str) -> Vec<String> {
    let lines = (1..=LINES).filter(|line| line.is_multiple_of(DISTANCE));
    lines
        .map(|line| {
            let expected = "a timestamp such as 2025-03-18T08:15:30.250Z";
            format!(r#"{name}:{line}: updated_at: expected {expected}, found "soon""#)
        })
        .collect()
}

fn options() -> Options<'static> {
    let now = "2025-06-01T12:00:00Z".parse().unwrap();
    Options { mode: Mode::default(), now, progress: &Silent, blobs: &MeasuringSink }
}

#[test]
fn errors_in_many_lines_of_several_files_are_reported_in_the_order_of_files_and_lines() {
    let scenario = ImportScenario::new();
    scenario.put("areas.ndjson", &file(0));
    scenario.put("topics.ndjson", &file(LINES));
    let before = scenario.dump();
    let result = import(&scenario.store(), &input::open(scenario.folder.path()).unwrap(), &options());
    let Err(ImportError::Invalid(problems)) = result else { panic!("{result:?}") };
    let mut expected = expected_errors("areas.ndjson");
    expected.extend(expected_errors("topics.ndjson"));
    let reported: Vec<String> = problems.reported.iter().map(ToString::to_string).collect();
    assert_eq!(reported.len() as u64 + problems.more, expected.len() as u64);
    assert_eq!(reported, expected[..reported.len()]);
    let mut warnings = Vec::new();
    for name in ["areas.ndjson", "topics.ndjson"] {
        let lines = LINES / DISTANCE + 1;
        warnings.push(format!("ignored unknown field 'unknown' in {name}: {lines} lines, first at line 1"));
    }
    assert_eq!(problems.warnings, warnings);
    assert_eq!(before, scenario.dump());
}

#[test]
fn a_file_that_cannot_be_opened_after_many_lines_leaves_nothing() {
    let scenario = ImportScenario::new();
    let lines: String = (1..=LINES).map(|line| record(&format!(r#""id":"${line}","title":"T""#))).collect();
    scenario.put("areas.ndjson", &lines);
    scenario.put("topics.ndjson", "");
    let before = scenario.dump();
    let opened = input::open(scenario.folder.path()).unwrap();
    std::fs::remove_file(scenario.path("topics.ndjson")).unwrap();
    let result = import(&scenario.store(), &opened, &options());
    assert!(matches!(&result, Err(ImportError::File { name, .. }) if name == "topics.ndjson"), "{result:?}");
    assert_eq!(before, scenario.dump());
    let opened = input::open(scenario.folder.path()).unwrap();
    let summary = import(&scenario.store(), &opened, &options()).unwrap();
    assert_eq!(summary.rows(), LINES as u64);
}
