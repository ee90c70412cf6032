use std::io::Write as _;

use folkmoot_import::{Input as _, InputError, input};

use crate::import::scenario::{ImportScenario, PLATFORM, record};

fn gzip(text: &str) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(text.as_bytes()).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn gzip_files_are_read_and_truncated_ones_reported() {
    let scenario = ImportScenario::new();
    let areas: String =
        (1..500).map(|number| record(&format!(r#""id":"${number}","title":"N{number}""#))).collect();
    std::fs::write(scenario.path("areas.ndjson.gz"), gzip(&areas)).unwrap();
    scenario.import();
    let complete = gzip(&areas);
    std::fs::write(scenario.path("areas.ndjson.gz"), &complete[..complete.len() / 2]).unwrap();
    let errors = scenario.errors();
    assert!(
        errors[0].starts_with("areas.ndjson.gz:") && errors[0].contains("expected a readable file"),
        "{errors:?}"
    );
}

#[test]
fn a_single_file_can_be_imported() {
    let scenario = ImportScenario::new();
    scenario.put("areas.ndjson", &record(r#""id":"$1","title":"N""#));
    let directory = input::open(&scenario.path("areas.ndjson")).unwrap();
    assert!(directory.has("areas") && directory.platform().unwrap().is_none());
    let directory = input::open(&scenario.path("platform.json")).unwrap();
    assert_eq!(directory.platform().unwrap().unwrap(), PLATFORM);
    scenario.put("strange.ndjson", "");
    assert!(matches!(input::open(&scenario.path("strange.ndjson")), Err(InputError::UnknownFile(_))));
}

#[test]
fn special_files_are_refused_by_name() {
    let refused = |error: InputError, name: &str, kind: &str| {
        let text = error.to_string();
        assert!(text.contains(name) && text.contains(kind) && text.contains("a regular file"), "{text}");
    };
    for name in ["ideas.ndjson", "ideas.ndjson.gz", "platform.json"] {
        let scenario = ImportScenario::new();
        let _ = std::fs::remove_file(scenario.path(name));
        make_pipe(&scenario.path(name));
        refused(input::open(scenario.folder.path()).unwrap_err(), name, "a named pipe");
        refused(input::open(&scenario.path(name)).unwrap_err(), name, "a named pipe");
    }
    let scenario = ImportScenario::new();
    let _socket = std::os::unix::net::UnixListener::bind(scenario.path("areas.ndjson")).unwrap();
    refused(input::open(scenario.folder.path()).unwrap_err(), "areas.ndjson", "a socket");
    let scenario = ImportScenario::new();
    std::os::unix::fs::symlink("/dev/zero", scenario.path("areas.ndjson")).unwrap();
    refused(input::open(scenario.folder.path()).unwrap_err(), "areas.ndjson", "a device");
    let scenario = ImportScenario::new();
    std::fs::create_dir(scenario.path("areas.ndjson")).unwrap();
    refused(input::open(scenario.folder.path()).unwrap_err(), "areas.ndjson", "a folder");
}

#[test]
fn a_pipe_as_the_bytes_of_a_file_is_refused_by_line() {
    let scenario = ImportScenario::full();
    make_pipe(&scenario.path("pipe"));
    scenario.put("files.ndjson", &record(r#""id":"$40","name":"t","project_id":"$8","path":"pipe""#));
    let found = "pipe (a named pipe, not a regular file)";
    assert_eq!(
        scenario.errors(),
        [format!("files.ndjson:1: content: expected the path of a file in the import folder, found {found}")]
    );
}

fn make_pipe(path: &std::path::Path) {
    assert!(std::process::Command::new("mkfifo").arg(path).status().unwrap().success());
}

#[test]
fn directories_without_or_with_ambiguous_files_are_refused() {
    let scenario = ImportScenario::new();
    assert!(matches!(input::open(&scenario.path("none")), Err(InputError::Unreadable { .. })));
    std::fs::create_dir(scenario.path("empty")).unwrap();
    assert!(matches!(input::open(&scenario.path("empty")), Err(InputError::Empty(_))));
    scenario.put("areas.ndjson", "");
    scenario.put("areas.ndjson.gz", "");
    assert!(matches!(input::open(scenario.folder.path()), Err(InputError::Double(..))));
    std::fs::remove_file(scenario.path("areas.ndjson.gz")).unwrap();
    scenario.put("idea.ndjson", "");
    assert_eq!(scenario.import().warnings, ["ignored files that are not import files: idea.ndjson"]);
}
