//! Every way out for records, and what searches it for canaries. A route, a format or a file that reads records and is not in the
//! list fails a test.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use folkmoot_api::plan::ResourcePlans;
use folkmoot_model::resources::RESOURCES;
use serde_json::Value;

use crate::access_levels::assert_none;
use crate::access_levels::canaries::{self, Caller, Calls};
use crate::access_levels::{assistants, caches, exports, webhooks};
use crate::usage::overview;

/// The formats of lists: the media type, and the query that requests it.
pub const LIST_FORMATS: &[(&str, &str)] = &[
    ("application/json", ""),
    ("application/x-ndjson", "format=ndjson"),
    ("text/csv", "format=csv"),
    (GEOJSON, "format=geojson"),
];
/// The format that only lists of records with a point have.
const GEOJSON: &str = "application/geo+json";
const JSON: &[(&str, &str)] = &[("application/json", "")];
const CSV: &[(&str, &str)] = &[("text/csv", "")];

/// What reads lists: pages, and complete lists.
const LISTS: &[&str] = &["list.rs", "stream/producer.rs"];

/// What reads votes and opinions for research, in responses and in exports.
const BALLOTS: &[&str] = &["ballots/src/record_reader.rs"];

/// A way out for records.
pub struct WayOut {
    /// The source files that read the records, by the ends of their paths.
    sources: &'static [&'static str],
    /// The operation that returns them; `{plural}` is the plural of any resource. Empty if it is not one of the public API.
    path: &'static str,
    /// Its formats.
    formats: &'static [(&'static str, &'static str)],
    /// What searches it.
    pub search: Search,
}

/// How a way out is searched for canaries.
pub enum Search {
    /// These calls, in the matrix of [`canaries`].
    Matrix(fn(&Caller<'_>) -> Vec<Calls>),
    /// A test of its own.
    #[allow(dead_code, reason = "the name of a test that does not exist does not compile")]
    Test(fn()),
}

const fn operation(
    sources: &'static [&'static str],
    path: &'static str,
    formats: &'static [(&'static str, &'static str)],
    calls: fn(&Caller<'_>) -> Vec<Calls>,
) -> WayOut {
    WayOut { sources, path, formats, search: Search::Matrix(calls) }
}

/// Every way out for records.
pub const WAYS_OUT: &[WayOut] = &[
    operation(LISTS, "/{plural}", LIST_FORMATS, canaries::lists),
    operation(LISTS, "/{plural}/deleted", LIST_FORMATS, canaries::deletions),
    operation(LISTS, "/{plural}/{project_id}/{plural}", LIST_FORMATS, canaries::nested_lists),
    operation(&["records.rs"], "/{plural}/{id}", JSON, canaries::items),
    operation(&["changes/mod.rs"], "/changes", JSON, canaries::changes),
    // The content of files and of exports has URLs of its own, which lists contain.
    operation(&["export/src/export.rs"], "/exports", JSON, canaries::exports),
    operation(BALLOTS, "/{plural}/{id}/pabulib", &[("text/plain", "")], canaries::pabulib),
    operation(BALLOTS, "/{plural}/{id}/polis/summary.csv", CSV, canaries::polis),
    operation(BALLOTS, "/{plural}/{id}/polis/comments.csv", CSV, canaries::polis),
    operation(BALLOTS, "/{plural}/{id}/polis/votes.csv", CSV, canaries::polis),
    operation(BALLOTS, "/{plural}/{id}/polis/participant-votes.csv", CSV, canaries::polis),
    operation(BALLOTS, "/{plural}/{id}/polis/comment-groups.csv", CSV, canaries::polis),
    // Numbers of records and times of changes.
    operation(&["list.rs"], "/platform", JSON, canaries::platform),
    // Below `/ogc`, by the functions of lists and items.
    operation(LISTS, "", &[], canaries::features),
    operation(&["publications/src/public_records.rs"], "", &[], canaries::feeds),
    WayOut {
        sources: &["export/src/export.rs"],
        path: "",
        formats: &[],
        search: Search::Test(exports::exports_equal_pages_at_each_level_and_reveal_nothing),
    },
    WayOut {
        sources: &["admin/src/preview.rs"],
        path: "",
        formats: &[],
        search: Search::Test(overview::the_preview_shows_a_record_as_each_level_sees_it),
    },
    WayOut {
        sources: &["webhooks/src/delivery/reading.rs"],
        path: "",
        formats: &[],
        search: Search::Test(webhooks::events_reveal_nothing_and_are_those_of_the_change_feed),
    },
    // Tools of assistants, which read what the routes of the API read.
    WayOut {
        sources: LISTS,
        path: "",
        formats: &[],
        search: Search::Test(assistants::tools_reveal_nothing_and_return_the_lists_of_the_level),
    },
    WayOut {
        sources: &["record_files/fill.rs"],
        path: "",
        formats: &[],
        search: Search::Test(caches::each_order_of_clients_returns_the_same_to_each),
    },
];

/// The functions of the store that return records, as a caller writes them, and what opens a database without the store.
const READERS: &[&str] = &[
    "records().read_page(",
    "records().read_one(",
    "changes().page(",
    "scan.read_records(",
    "scan.read_records_in_parts(",
    "scan.encoded_records(",
    "Database::open(",
];

#[test]
fn every_operation_and_format_that_returns_records_is_a_way_out() {
    let document = folkmoot_openapi::document(&ResourcePlans::build().unwrap());
    let mut faults = Vec::new();
    for (template, operations) in document["paths"].as_object().unwrap() {
        // Other methods return the record that they write, to the level `full` only.
        let Some(response) = operations.get("get").map(|operation| &operation["responses"]["200"]) else {
            continue;
        };
        let path = generic(template);
        let Some(way) = WAYS_OUT.iter().find(|way| way.path == path) else {
            faults.push(format!("{template} is not in WAYS_OUT"));
            continue;
        };
        let has_points = RESOURCES.iter().any(|resource| {
            template.ends_with(&format!("/{}", resource.names.plural)) && resource.point().is_some()
        });
        let known = way.formats.iter().map(|(media_type, _)| *media_type);
        let known: BTreeSet<&str> = known.filter(|it| *it != GEOJSON || has_points).collect();
        let returned = media_types(&document, response);
        if returned != known {
            faults.push(format!("{template} returns {returned:?}; WAYS_OUT has {known:?}"));
        }
    }
    assert_none(&faults);
}

#[test]
fn every_file_that_reads_records_is_that_of_a_way_out() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut files = Vec::new();
    for entry in std::fs::read_dir(crates).unwrap() {
        source_files(&entry.unwrap().path().join("src"), &mut files);
    }
    let (mut found, mut faults) = (BTreeSet::new(), Vec::new());
    for file in files.iter().filter(|file| !file.starts_with(crates.join("store"))) {
        let text: String = std::fs::read_to_string(file).unwrap().split_whitespace().collect();
        if !READERS.iter().any(|reader| text.contains(reader)) {
            continue;
        }
        match sources().find(|source| file.ends_with(source)) {
            Some(source) => _ = found.insert(source),
            None => faults.push(format!("{} reads records and is not in WAYS_OUT", file.display())),
        }
    }
    let unused = sources().filter(|source| !found.contains(source));
    faults.extend(unused.map(|source| format!("{source} reads no records")));
    assert_none(&faults);
}

fn sources() -> impl Iterator<Item = &'static str> {
    WAYS_OUT.iter().flat_map(|way| way.sources).copied()
}

/// The path of an operation below the base path, with `{plural}` for the plural of a resource.
fn generic(template: &str) -> String {
    let is_plural = |part: &str| RESOURCES.iter().any(|resource| resource.names.plural == part);
    let parts = template.trim_start_matches("/api/v2").split('/');
    let parts = parts.map(|part| if is_plural(part) { "{plural}" } else { part });
    parts.collect::<Vec<_>>().join("/")
}

/// The media types of a response, which may be a reference.
fn media_types<'a>(document: &'a Value, response: &'a Value) -> BTreeSet<&'a str> {
    let reference = response["$ref"].as_str().and_then(|reference| reference.strip_prefix('#'));
    let response = reference.and_then(|pointer| document.pointer(pointer)).unwrap_or(response);
    response["content"].as_object().into_iter().flatten().map(|(media_type, _)| media_type.as_str()).collect()
}

fn source_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            source_files(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}
