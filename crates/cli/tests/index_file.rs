//! The file of the list indexes: it is used only if it is complete and continues the history of the database.

use std::fs;
use std::path::PathBuf;

use crate::support::fixture::{Platform, id, record, resource};
use crate::support::server_log::{self, Log};
use crate::support::{Data, Server};

const AT: &str = "2025-03-18T08:15:30.250Z";
const READ: &str = "read the list indexes from their file";
const BUILT: &str = "building the list indexes from all records";

fn file(data: &Data) -> PathBuf {
    data.path().join("list-indexes")
}

fn start(data: &Data) -> (Server, Log) {
    server_log::start(&mut server_log::serve(data, &[]))
}

/// Starts a server, which logs this line.
fn start_with(data: &Data, line: &str) -> Server {
    let (server, log) = start(data);
    log.wait_for(line);
    server
}

fn stop(mut server: Server) {
    server.terminate();
    assert!(server.wait().success());
}

/// An area beside those of the platform.
fn area(number: usize) -> Platform {
    let mut platform = Platform::empty();
    platform.add("areas", record(resource("areas"), number, AT));
    platform
}

/// Fails unless the list has this number of areas.
#[track_caller]
fn assert_areas(data: &Data, server: Server, count: usize) -> Server {
    let (client, secret) = data.client();
    let caller = server.caller(&client, &secret);
    caller.server.wait_for_changes();
    let list = caller.get("/areas").ok();
    assert_eq!(list["areas"].as_array().unwrap().len(), count, "{list}");
    caller.server
}

#[test]
fn a_server_that_starts_again_reads_the_file_and_then_what_changed_since() {
    let data = Data::with(&Platform::full(3, AT));
    let (server, log) = start(&data);
    assert!(log.lines(READ).is_empty());
    stop(server);

    data.import(&area(7));
    let server = start_with(&data, READ);
    let server = assert_areas(&data, server, 4);
    // Killed, so that the file is that of the start.
    drop(server);
    data.import(&area(8));
    let server = start_with(&data, READ);
    assert_areas(&data, server, 5);
}

#[test]
fn a_damaged_file_is_replaced() {
    let data = Data::with(&Platform::full(3, AT));
    stop(start(&data).0);
    let bytes = fs::read(file(&data)).unwrap();
    let middle = bytes.len() / 2;
    let with_changed_byte = |position: usize| {
        let mut changed = bytes.clone();
        changed[position] ^= 0x10;
        changed
    };
    let damaged = [
        Vec::new(),
        b"folkmoot".to_vec(),
        bytes[..middle].to_vec(),
        [&bytes[middle..], &bytes[..]].concat(),
        with_changed_byte(9),
        with_changed_byte(middle),
        with_changed_byte(bytes.len() - 20),
        with_changed_byte(bytes.len() - 12),
    ];
    for damaged in damaged {
        fs::write(file(&data), damaged).unwrap();
        stop(assert_areas(&data, start_with(&data, BUILT), 3));
        drop(start_with(&data, READ));
    }
}

#[test]
fn an_incomplete_file_is_replaced_and_an_erasure_deletes_both() {
    let data = Data::with(&Platform::full(3, AT));
    let incomplete = data.path().join("list-indexes.incomplete");
    // What a server that was killed while it wrote the file left.
    fs::write(&incomplete, "incomplete").unwrap();
    stop(start(&data).0);
    assert!(!incomplete.exists());
    stop(start_with(&data, READ));

    fs::write(&incomplete, "incomplete").unwrap();
    let person = id("users", 0);
    let output = data.run(&["people", "erase", &person]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(!incomplete.exists() && !file(&data).exists());
    stop(start(&data).0);
    stop(start_with(&data, READ));
}

#[test]
fn the_file_of_another_history_is_not_used() {
    let data = Data::with(&Platform::full(3, AT));
    stop(start(&data).0);
    let backup = fs::read(data.path().join("folkmoot.sqlite")).unwrap();
    data.import(&area(7));
    stop(start(&data).0);

    // The backup of the database is restored, and another import takes the numbers of the changes.
    let newer = fs::read(file(&data)).unwrap();
    fs::write(data.path().join("folkmoot.sqlite"), backup).unwrap();
    let server = start_with(&data, BUILT);
    stop(assert_areas(&data, server, 3));
    data.import(&area(8));
    data.import(&area(9));
    fs::write(file(&data), newer).unwrap();
    let server = start_with(&data, BUILT);
    assert_areas(&data, server, 5);
}

#[test]
fn without_a_disk_for_the_file_the_server_works_as_before() {
    let data = Data::with(&Platform::full(3, AT));
    fs::create_dir(file(&data)).unwrap();
    let (server, log) = start(&data);
    log.wait_for("failed to save the list indexes; will retry");
    stop(assert_areas(&data, server, 3));
    let left = fs::read_dir(data.path())
        .unwrap()
        .filter(|entry| entry.as_ref().unwrap().file_name().to_string_lossy().starts_with("list-indexes"));
    assert_eq!(left.count(), 1);
}
