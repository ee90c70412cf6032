//! Clients that read slowly, stop reading or disconnect.

use crate::streams::{idea, ideas, ids, raw_request, serve};
use crate::support::eventually;
use crate::support::fixture::Platform;
use crate::support::raw_connection::RawConnection;
use crate::support::stream::body_of_chunks;

const COUNT: usize = 2000;
/// More than the buffers of a connection can contain, for all ideas.
const BYTES: usize = 10_000;

#[test]
fn a_slow_reader_gets_one_complete_state_from_a_temporary_file() {
    let (data, caller) = serve(&ideas(COUNT, BYTES), &["--stream-snapshot-seconds", "1"]);
    let before = ids(&caller.get("/ideas?format=ndjson&fields=id").text);
    let mut connection = RawConnection::open(&caller.server);
    connection.write(&raw_request(&caller.token, "/ideas?format=ndjson"));
    let spooled = || caller.server.metric("folkmoot_stream_spool_bytes");
    eventually("nothing is spooled", || spooled() > 0);
    let has_name = || std::fs::read_dir(data.path().join("spool")).unwrap().next().is_some();
    assert!(!has_name(), "the temporary file has a name");
    // While the client waits, records are written, and the write is not blocked.
    let mut changes = Platform::empty();
    changes.add("ideas", idea(COUNT, 10));
    data.import(&changes);
    caller.server.wait_for_changes();
    assert_eq!(caller.get("/ideas?format=ndjson&fields=id").header("total-count"), (COUNT + 1).to_string());
    let (body, is_complete) = body_of_chunks(&connection.rest());
    assert!(is_complete);
    assert!(ids(&body) == before, "the stream is not the list at its beginning");
    assert!(body.lines().all(|line| line.len() > BYTES));
    eventually("the temporary file is still there", || spooled() == 0);
    assert!(!has_name(), "the temporary file remains");
}

#[test]
fn a_stream_ends_when_its_client_disconnects() {
    let (_data, caller) = serve(&ideas(COUNT, BYTES), &[]);
    let open = || caller.server.metric("folkmoot_streams_open");
    let mut connection = RawConnection::open(&caller.server);
    connection.write(&raw_request(&caller.token, "/ideas?format=csv"));
    eventually("the stream does not begin", || open() == 1);
    drop(connection);
    eventually("the stream does not end", || open() == 0);
    let disconnected = "folkmoot_streams_total{format=\"csv\",outcome=\"disconnected\"}";
    eventually("the end is not counted", || caller.server.metric(disconnected) == 1);
    let records = caller.server.metric("folkmoot_stream_records_total");
    assert!((1..COUNT as u64).contains(&records), "{records} records were sent");
}
