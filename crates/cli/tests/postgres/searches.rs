//! Searches that take long: they neither delay other requests nor queue without a bound.

use crate::postgres::pages::platform_in;
use crate::support::eventually;
use crate::support::postgres::{Session, required_server};

/// More searches than a server with four connections runs and queues.
const SEARCHES: usize = 90;

#[test]
fn searches_beyond_their_queue_are_refused_and_lists_respond() {
    let server = required_server();
    let data = platform_in(&server);
    let (id, secret) = data.client();
    let caller = data.serve_with(&["--database-connections", "4"]).caller(&id, &secret);
    let session = Session::open(data.database_url()).unwrap();
    session.execute("BEGIN; LOCK TABLE ideas_words").unwrap();
    std::thread::scope(|scope| {
        let searches: Vec<_> = (0..SEARCHES)
            .map(|number| {
                let caller = &caller;
                scope.spawn(move || caller.get(&format!("/ideas?search=word{number}")))
            })
            .collect();
        let refused = "folkmoot_blocking_refused_total{pool=\"searches\"}";
        eventually("no search is refused", || caller.server.metric(refused) > 0);
        assert_eq!(caller.get("/ideas").status, 200);
        session.execute("COMMIT").unwrap();
        let responses: Vec<_> = searches.into_iter().map(|search| search.join().unwrap()).collect();
        let (found, refused): (Vec<_>, Vec<_>) =
            responses.iter().partition(|response| response.status == 200);
        assert!(!found.is_empty() && !refused.is_empty(), "{} found", found.len());
        for response in refused {
            assert_eq!((response.status, response.problem().as_str()), (503, "unavailable"));
            assert!(!response.header("retry-after").is_empty());
        }
    });
}
