//! The limits of concurrent streams, and what usage counts.

use reqwest::Method;

use crate::streams::{ideas, raw_request};
use crate::support::raw_connection::RawConnection;
use crate::support::{Data, eventually};

#[test]
fn concurrent_streams_are_limited_and_counted() {
    let data = Data::with(&ideas(2000, 10_000));
    let server = data.serve_with(&["--maximum-streams", "3", "--maximum-streams-per-client", "2"]);
    let tokens: Vec<String> = (0..2)
        .map(|_| {
            let (id, secret) = data.client();
            server.authenticate(&id, &secret).json()["jwt"].as_str().unwrap().to_owned()
        })
        .collect();
    let hold = |token: &str, open: u64| {
        let mut connection = RawConnection::open(&server);
        connection.write(&raw_request(token, "/ideas?format=ndjson"));
        eventually("the stream does not begin", || server.metric("folkmoot_streams_open") == open);
        connection
    };
    let get =
        |token: &str| server.request(Method::GET, "/api/v2/topics?format=csv").bearer_auth(token).send();
    let (first, second) = (hold(&tokens[0], 1), hold(&tokens[0], 2));
    let refused = get(&tokens[0]);
    assert_eq!((refused.status, refused.problem().as_str()), (429, "too-many-requests"));
    assert_eq!(refused.header("retry-after"), "10");
    let refusals = |reason: &str| server.metric(&format!("folkmoot_refusals_total{{reason=\"{reason}\"}}"));
    assert_eq!((refusals("client-streams"), refusals("streams")), (1, 0));
    let third = hold(&tokens[1], 3);
    let refused = get(&tokens[1]);
    assert_eq!((refused.status, refused.problem().as_str()), (503, "unavailable"));
    assert_eq!(refused.header("retry-after"), "10");
    assert_eq!((refusals("client-streams"), refusals("streams")), (1, 1));
    // Pages are served as before.
    let page = server.request(Method::GET, "/api/v2/topics").bearer_auth(&tokens[0]).send();
    assert_eq!(page.status, 200);
    drop((first, second, third));
    eventually("the streams do not end", || server.metric("folkmoot_streams_open") == 0);
    assert_eq!(get(&tokens[0]).status, 200);
}
