//! `folkmoot reference`: the data of the portal's reference pages.

use std::io::{self, Write};

use folkmoot_api::problem_table::PROBLEMS;
use folkmoot_telemetry::{METRICS, Metric};
use serde::Serialize;

use super::Reference;

/// Prints a table as a JSON list of objects.
pub fn print(subject: Reference, out: &mut dyn Write) -> io::Result<()> {
    match subject {
        Reference::Problems => print_json(&PROBLEMS, out),
        Reference::Settings => print_json(&folkmoot_settings::reference(), out),
        Reference::Metrics => print_json(&metrics(), out),
    }
}

/// Every metric, its description without the space that begins a comment.
fn metrics() -> Vec<Metric> {
    METRICS.iter().map(|metric| Metric { doc: metric.doc.trim(), ..*metric }).collect()
}

fn print_json(table: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, table)?;
    writeln!(out)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use serde_json::Value;

    use super::*;

    fn printed(subject: Reference) -> Vec<Value> {
        let mut out = Vec::new();
        print(subject, &mut out).unwrap();
        assert!(out.ends_with(b"]\n"));
        serde_json::from_slice(&out).unwrap()
    }

    fn keys(entry: &Value) -> Vec<&str> {
        entry.as_object().unwrap().keys().map(String::as_str).collect()
    }

    #[test]
    fn problems_have_every_field_that_the_portal_shows() {
        let problems = printed(Reference::Problems);
        assert_eq!(problems.len(), PROBLEMS.len());
        assert!(problems.iter().all(|entry| keys(entry) == ["code", "status", "title", "cause", "remedy"]));
    }

    #[test]
    fn settings_have_every_field_that_the_portal_shows() {
        for entry in printed(Reference::Settings) {
            assert_eq!(
                keys(&entry),
                ["name", "group", "flag", "environment", "key", "default", "doc", "reloadable", "advanced"]
            );
        }
    }

    #[test]
    fn metrics_have_every_field_that_the_portal_shows() {
        for entry in printed(Reference::Metrics) {
            assert_eq!(keys(&entry), ["name", "group", "kind", "unit", "labels", "doc"]);
            assert!(!entry["doc"].as_str().unwrap().starts_with(' '));
        }
    }
}
