use std::path::PathBuf;

use folkmoot::import::content::Measured;
use folkmoot::import::{Options, Silent, import, input};

use crate::place::Place;

/// A sample of real conversations; its README says where it comes from.
fn conversations() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/polis")
}

#[test]
fn real_conversations_come_in_without_an_error() {
    let folder = conversations();
    let place = Place::new();
    let store = place.store();
    let now = "2025-06-01T12:00:00Z".parse().unwrap();
    let options = Options { dry_run: false, now, progress: &Silent, contents: &Measured };
    let summary = import(&store, &input::open(&folder).unwrap(), &options).unwrap();
    assert_eq!(summary.rows(), 1_524, "{summary}");
    let again = import(&store, &input::open(&folder).unwrap(), &options).unwrap();
    assert!(
        again.counts.iter().all(|(_, counts)| counts.inserted + counts.updated + counts.removed == 0),
        "{again}"
    );
}
