use std::io::Write as _;

use folkmoot_import::{Input as _, InputError, input};

use crate::place::{PLATFORM, Place, record};

fn zipped(text: &str) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(text.as_bytes()).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn zipped_files_are_read_and_cut_ones_told() {
    let place = Place::new();
    let areas: String =
        (1..500).map(|number| record(&format!(r#""id":"${number}","title":"N{number}""#))).collect();
    std::fs::write(place.path("areas.ndjson.gz"), zipped(&areas)).unwrap();
    place.import();
    let whole = zipped(&areas);
    std::fs::write(place.path("areas.ndjson.gz"), &whole[..whole.len() / 2]).unwrap();
    let wrong = place.wrong();
    assert!(
        wrong[0].starts_with("areas.ndjson.gz:") && wrong[0].contains("expected a readable file"),
        "{wrong:?}"
    );
}

#[test]
fn a_single_file_can_be_imported() {
    let place = Place::new();
    place.put("areas.ndjson", &record(r#""id":"$1","title":"N""#));
    let folder = input::open(&place.path("areas.ndjson")).unwrap();
    assert!(folder.has("areas") && folder.platform().unwrap().is_none());
    let folder = input::open(&place.path("platform.json")).unwrap();
    assert_eq!(folder.platform().unwrap().unwrap(), PLATFORM);
    place.put("strange.ndjson", "");
    assert!(matches!(input::open(&place.path("strange.ndjson")), Err(InputError::Stranger(_))));
}

#[test]
fn special_files_are_refused_by_name() {
    let refused = |error: InputError, name: &str, kind: &str| {
        let told = error.to_string();
        assert!(told.contains(name) && told.contains(kind) && told.contains("a regular file"), "{told}");
    };
    for name in ["ideas.ndjson", "ideas.ndjson.gz", "platform.json"] {
        let place = Place::new();
        let _ = std::fs::remove_file(place.path(name));
        make_pipe(&place.path(name));
        refused(input::open(place.folder.path()).unwrap_err(), name, "a named pipe");
        refused(input::open(&place.path(name)).unwrap_err(), name, "a named pipe");
    }
    let place = Place::new();
    let _socket = std::os::unix::net::UnixListener::bind(place.path("areas.ndjson")).unwrap();
    refused(input::open(place.folder.path()).unwrap_err(), "areas.ndjson", "a socket");
    let place = Place::new();
    std::os::unix::fs::symlink("/dev/zero", place.path("areas.ndjson")).unwrap();
    refused(input::open(place.folder.path()).unwrap_err(), "areas.ndjson", "a device");
    let place = Place::new();
    std::fs::create_dir(place.path("areas.ndjson")).unwrap();
    refused(input::open(place.folder.path()).unwrap_err(), "areas.ndjson", "a folder");
}

#[test]
fn a_pipe_as_the_bytes_of_a_file_is_refused_by_line() {
    let place = Place::full();
    make_pipe(&place.path("pipe"));
    place.put("files.ndjson", &record(r#""id":"$40","name":"t","project_id":"$8","path":"pipe""#));
    let found = "pipe (a named pipe, not a regular file)";
    assert_eq!(
        place.wrong(),
        [format!("files.ndjson:1: content: expected the path of a file in the import folder, found {found}")]
    );
}

fn make_pipe(path: &std::path::Path) {
    assert!(std::process::Command::new("mkfifo").arg(path).status().unwrap().success());
}

#[test]
fn folders_that_make_no_sense_are_refused() {
    let place = Place::new();
    assert!(matches!(input::open(&place.path("none")), Err(InputError::Unreadable { .. })));
    std::fs::create_dir(place.path("empty")).unwrap();
    assert!(matches!(input::open(&place.path("empty")), Err(InputError::Empty(_))));
    place.put("areas.ndjson", "");
    place.put("areas.ndjson.gz", "");
    assert!(matches!(input::open(place.folder.path()), Err(InputError::Double(..))));
    std::fs::remove_file(place.path("areas.ndjson.gz")).unwrap();
    place.put("idea.ndjson", "");
    assert_eq!(place.import().warnings, ["ignored files that are not import files: idea.ndjson"]);
}
