use folkmoot_import::blob_sink::MeasuringSink;
use folkmoot_import::{Mode, Options, Silent, import, input};

use crate::import::scenario::ImportScenario;
use crate::support::conversations::Conversations;

#[test]
fn uneven_conversations_are_imported_without_an_error() {
    let conversations = Conversations::new();
    let folder = conversations.path();
    let scenario = ImportScenario::new();
    let store = scenario.store();
    let now = "2025-06-01T12:00:00Z".parse().unwrap();
    let options = Options { mode: Mode::default(), now, progress: &Silent, blobs: &MeasuringSink };
    let summary = import(&store, &input::open(folder).unwrap(), &options).unwrap();
    assert!(summary.rows() > 1_000, "{summary}");
    let again = import(&store, &input::open(folder).unwrap(), &options).unwrap();
    assert!(
        again.counts.iter().all(|(_, counts)| counts.inserted + counts.updated + counts.removed == 0),
        "{again}"
    );
}
