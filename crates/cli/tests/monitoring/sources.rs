//! The metrics that the sources record.

use std::collections::BTreeSet;
use std::path::Path;

use folkmoot_telemetry::{Kind, METRICS, find};

use crate::support::root;

/// Literals that look like metrics: names of cookies.
const NOT_METRICS: &[&str] = &["folkmoot_admin", "folkmoot_admin_sign_in"];

/// The Rust sources of the product, without the table itself.
fn sources() -> Vec<String> {
    let mut sources = Vec::new();
    for member in std::fs::read_dir(root().join("crates")).unwrap() {
        collect(&member.unwrap().path().join("src"), &mut sources);
    }
    assert!(sources.len() > 300, "{} sources", sources.len());
    sources
}

fn collect(folder: &Path, sources: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, sources);
        } else if path.extension().is_some_and(|extension| extension == "rs")
            && !path.ends_with("telemetry/src/table.rs")
        {
            sources.push(std::fs::read_to_string(path).unwrap());
        }
    }
}

/// The literals that are names of metrics, each with the text before it.
fn names(source: &str) -> impl Iterator<Item = (&str, &str)> {
    let parts: Vec<(usize, &str)> = source.match_indices('"').collect();
    let literals = parts.into_iter().map(|(start, _)| (start, &source[start + 1..]));
    literals.filter_map(|(start, rest)| {
        let name = &rest[..rest.find('"')?];
        let is_word =
            name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_');
        let has_prefix = name.starts_with("folkmoot_") || name.starts_with("process_");
        (is_word && has_prefix && !NOT_METRICS.contains(&name)).then(|| (&source[..start], name))
    })
}

#[test]
fn every_metric_that_the_sources_record_is_in_the_table_and_every_row_is_recorded() {
    let sources = sources();
    let recorded: BTreeSet<&str> =
        sources.iter().flat_map(|source| names(source)).map(|(_, name)| name).collect();
    let declared: BTreeSet<&str> = METRICS.iter().map(|metric| metric.name).collect();
    let missing: Vec<_> = recorded.difference(&declared).collect();
    assert!(missing.is_empty(), "not in crates/telemetry/src/table.rs: {missing:?}");
    let unused: Vec<_> = declared.difference(&recorded).collect();
    assert!(unused.is_empty(), "in crates/telemetry/src/table.rs, but never recorded: {unused:?}");
}

#[test]
fn metrics_are_recorded_as_the_kind_that_the_table_declares() {
    let mut checked = 0;
    for source in sources() {
        for (before, name) in names(&source) {
            let before = before.trim_end();
            for (kind, call) in
                [(Kind::Counter, "counter!("), (Kind::Gauge, "gauge!("), (Kind::Histogram, "histogram!(")]
            {
                if before.ends_with(call) {
                    assert_eq!(find(name).unwrap().kind, kind, "{name}");
                    checked += 1;
                }
            }
        }
    }
    assert!(checked > 40, "{checked} calls");
}
