use std::path::PathBuf;

use folkmoot::import::content::Measured;
use folkmoot::import::{Options, Silent, import, input};

use crate::place::Place;

/// Real conversations, where they are at hand.
fn conversations() -> PathBuf {
    let named = std::env::var_os("FOLKMOOT_POLIS").map(PathBuf::from);
    named.unwrap_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../shared/data/polis"))
}

#[test]
fn real_conversations_come_in_without_an_error() {
    let folder = conversations();
    if !folder.is_dir() {
        #[allow(clippy::print_stderr, reason = "a skipped test must be seen")]
        {
            eprintln!("SKIPPED: {} is not there; name it with FOLKMOOT_POLIS", folder.display());
        }
        return;
    }
    let place = Place::new();
    let store = place.store();
    let now = "2025-06-01T12:00:00Z".parse().unwrap();
    let options = Options { dry_run: false, now, progress: &Silent, contents: &Measured };
    let summary = import(&store, &input::open(&folder).unwrap(), &options).unwrap();
    assert_eq!(summary.rows(), 86_264, "{summary}");
    let again = import(&store, &input::open(&folder).unwrap(), &options).unwrap();
    assert!(
        again.counts.iter().all(|(_, counts)| counts.inserted + counts.updated + counts.removed == 0),
        "{again}"
    );
}
