//! Resuming a stream that broke off.

use serde_json::Value;

use crate::streams::{ideas, ids, raw_request, serve};
use crate::support::Data;
use crate::support::raw_connection::RawConnection;
use crate::support::stream::body_of_chunks;

/// The parameter that resumes a stream after this record.
fn after(line: &str) -> String {
    let record: Value = serde_json::from_str(line).unwrap();
    let text = |key: &str| record[key].as_str().unwrap().to_owned();
    format!("resume_after={},{}", text("created_at"), text("id"))
}

#[test]
fn a_resumed_stream_is_the_rest_of_the_list() {
    let mut platform = ideas(300, 10);
    // Records with the same timestamp are in the order of their ids.
    let created_at = platform.records["ideas"][100]["created_at"].clone();
    for idea in &mut platform.records.get_mut("ideas").unwrap()[100..200] {
        idea["created_at"] = created_at.clone();
    }
    let (_data, caller) = serve(&platform, &[]);
    for query in [
        "",
        "&sort=-created_at",
        "&sort=created_at",
        "&search=Idea&sort=created_at",
        "&created_at=2025-18-03",
    ] {
        let complete = caller.get(&format!("/ideas?format=ndjson{query}")).text;
        let lines: Vec<&str> = complete.lines().collect();
        assert_eq!(lines.len(), 300, "{query}");
        for number in [0, 99, 100, 150, 199, 298, 299] {
            let rest = caller.get(&format!("/ideas?format=ndjson{query}&{}", after(lines[number])));
            assert_eq!(rest.text.lines().collect::<Vec<_>>(), lines[number + 1..], "{query} {number}");
            assert_eq!(rest.header("total-count"), (299 - number).to_string());
        }
    }
    let csv = caller.get("/ideas?format=csv&fields=id&resume_after=2025-03-18T08:15:31.250Z,ffffffff-ffff-4fff-bfff-ffffffffffff");
    assert_eq!(csv.text.lines().count(), 3, "{}", csv.text);
    for (path, query) in [
        (
            "/ideas",
            "format=ndjson&sort=updated_at&resume_after=2025-03-18T08:15:31.250Z,ffffffff-ffff-4fff-bfff-ffffffffffff",
        ),
        ("/ideas", "resume_after=2025-03-18T08:15:31.250Z,ffffffff-ffff-4fff-bfff-ffffffffffff"),
        ("/ideas", "format=csv&resume_after=2025-03-18,ffffffff-ffff-4fff-bfff-ffffffffffff"),
        ("/ideas", "format=csv&resume_after=2025-03-18T08:15:31.250Z"),
    ] {
        assert_eq!(caller.get(&format!("{path}?{query}")).problem(), "invalid-parameter-value", "{query}");
    }
    assert_eq!(caller.get("/project_topics?format=csv&resume_after=x").problem(), "unknown-parameter");
}

#[test]
fn timestamps_that_the_level_cuts_cannot_be_resumed_after() {
    let platform = ideas(3, 10);
    let data = Data::with(&platform);
    let (id, secret) = data.client_with(&["--access", "pseudonymous"]);
    let caller = data.serve_with(&[]).caller(&id, &secret);
    let position = "2025-03-18T08:15:31.250Z,00000000-0000-4000-8000-000000000000";
    for path in ["users", "baskets", "reactions"] {
        let refused = caller.get(&format!("/{path}?format=csv&resume_after={position}"));
        assert_eq!(refused.problem(), "invalid-parameter-value", "{path}");
    }
    assert_eq!(caller.get(&format!("/topics?format=csv&resume_after={position}")).status, 200);
}

#[test]
fn what_a_broken_stream_lacks_follows_its_last_complete_record() {
    let (_data, caller) =
        serve(&ideas(2000, 10_000), &["--stream-snapshot-seconds", "1", "--stream-spool-megabytes", "1"]);
    // Too much for the temporary file: the server interrupts the stream.
    let mut connection = RawConnection::open(&caller.server);
    connection.write(&raw_request(&caller.token, "/ideas?format=ndjson"));
    crate::support::eventually("the stream is not interrupted", || {
        caller.server.metric("folkmoot_streams_total{format=\"ndjson\",outcome=\"spool-full\"}") == 1
    });
    assert_eq!(caller.server.metric("folkmoot_refusals_total{reason=\"spool\"}"), 1);
    let (body, is_complete) = body_of_chunks(&connection.rest());
    assert!(!is_complete);
    crate::support::eventually("the stream stays open", || {
        caller.server.metric("folkmoot_streams_open") == 0
    });
    let (complete, _) = body.rsplit_once('\n').unwrap();
    let rest = caller.get(&format!("/ideas?format=ndjson&{}", after(complete.lines().last().unwrap()))).text;
    let mut all = ids(complete);
    assert!(!all.is_empty() && all.len() < 2000);
    all.extend(ids(&rest));
    assert_eq!(all, ids(&caller.get("/ideas?format=ndjson&fields=id").text));
}
