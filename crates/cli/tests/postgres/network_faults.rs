//! Network faults between server and database: each response is correct or a 503 in time, and the server recovers soon.

use std::time::Duration;

use crate::postgres::pages::{
    Pages, RECOVERY_TIME, SHORT_TIMEOUT, Tally, assert_unavailable, one_more_area, platform_in,
};
use crate::support::fault_proxy::{Fault, FaultProxy};
use crate::support::postgres::required_server;
use crate::support::stopwatch::Stopwatch;
use crate::support::{Caller, Data, eventually};

/// The limit of a request that needs the database, with a database timeout of two seconds: far below the timeout of
/// requests.
const RESPONSE_LIMIT: Duration = Duration::from_secs(8);

struct Setup {
    data: Data,
    proxy: FaultProxy,
    _host: Data,
    caller: Caller,
    pages: Pages,
    credentials: (String, String),
}

impl Setup {
    /// A server with these arguments that connects to its database through a fault proxy.
    fn new(arguments: &[&str]) -> Self {
        let server = required_server();
        let data = platform_in(&server);
        let proxy = FaultProxy::to(server.rsplit(':').next().unwrap().parse().unwrap());
        let host = data.other_host(&proxy.url());
        let credentials = host.client();
        let caller = host.serve_with(arguments).caller(&credentials.0, &credentials.1);
        let pages = Pages::of(&caller);
        Self { data, proxy, _host: host, caller, pages, credentials }
    }

    /// The pages of a new server that connects to the database directly.
    fn current_pages(&self) -> Pages {
        let (id, secret) = &self.credentials;
        let direct = self.data.other_host(&required_server());
        Pages::of(&direct.serve_with(&[]).caller(id, secret))
    }

    /// Requests all pages during a fault. Fails if a response takes too long.
    fn request_during(&self, fault: Fault) -> Tally {
        self.proxy.set(fault);
        let stopwatch = Stopwatch::start();
        let tally = self.pages.request(&self.caller);
        let each = stopwatch.elapsed() / u32::try_from(tally.succeeded + tally.unavailable).unwrap();
        assert!(each < RESPONSE_LIMIT, "a page took {each:?}");
        tally
    }

    /// Ends the fault. Fails unless the server soon returns what was written during the fault.
    fn assert_recovers(&self) {
        let current = self.current_pages();
        assert_ne!(current, self.pages, "nothing was written during the fault");
        let stopwatch = Stopwatch::start();
        self.proxy.set(Fault::None);
        current.assert_returned_within(RECOVERY_TIME, &self.caller, &stopwatch);
    }
}

#[test]
fn a_server_recovers_from_lost_connections() {
    let setup = Setup::new(&SHORT_TIMEOUT);
    let tally = setup.request_during(Fault::Disconnect);
    assert!(tally.unavailable > 0, "{tally:?}");
    setup.data.import(&one_more_area(0));
    setup.assert_recovers();
}

#[test]
fn a_server_without_its_database_returns_no_stale_data() {
    // With a cache, which contains all pages, clients and the access setting.
    let setup = Setup::new(&["--database-timeout-seconds", "2"]);
    for _ in 0..3 {
        setup.pages.request(&setup.caller);
    }
    for fault in [Fault::Disconnect, Fault::Stall] {
        setup.proxy.set(fault);
        setup.data.import(&one_more_area(usize::from(fault == Fault::Disconnect)));
        let stopwatch = Stopwatch::start();
        eventually("the server does not notice the fault", || setup.caller.get("/areas").status == 503);
        assert!(stopwatch.elapsed() <= RECOVERY_TIME, "it took {:?}", stopwatch.elapsed());
        for _ in 0..3 {
            assert_unavailable(&setup.caller.get("/areas"));
            assert_unavailable(&setup.caller.server.authenticate(&setup.credentials.0, &setup.credentials.1));
        }
        setup.assert_recovers();
    }
    setup.proxy.set(Fault::Disconnect);
    assert!(setup.data.run(&["clients", "revoke", &setup.credentials.0]).status.success());
    setup.proxy.set(Fault::None);
    eventually("the revoked client has access", || setup.caller.get("/areas").status == 401);
}

#[test]
fn a_server_recovers_from_stalled_connections() {
    let setup = Setup::new(&SHORT_TIMEOUT);
    let tally = setup.request_during(Fault::Stall);
    assert!(tally.unavailable > 0, "{tally:?}");
    setup.data.import(&one_more_area(0));
    setup.assert_recovers();
}

#[test]
fn a_server_recovers_from_a_network_slower_than_the_timeout() {
    let setup = Setup::new(&SHORT_TIMEOUT);
    let tally = setup.request_during(Fault::Delay(Duration::from_secs(2)));
    assert!(tally.unavailable > 0, "{tally:?}");
    setup.data.import(&one_more_area(0));
    setup.assert_recovers();
}

#[test]
fn a_result_that_is_cut_off_within_a_row_is_never_returned() {
    let setup = Setup::new(&SHORT_TIMEOUT);
    let page = "/ideas?page_size=24";
    let mut complete = setup.caller.get(page);
    eventually("the server does not return the page", || {
        complete = setup.caller.get(page);
        complete.status == 200
    });
    let mut resets = 0;
    // Positions throughout the result, which is longer in the format of the database.
    for position in (1..complete.text.len() * 2).step_by(1777) {
        setup.proxy.set(Fault::ResetAfter(position));
        let response = setup.caller.get(page);
        if response.status == 200 {
            assert_eq!(response.text, complete.text);
        } else {
            assert_unavailable(&response);
        }
        resets += setup.proxy.take_resets();
    }
    assert!(resets > 10, "{resets}");
    setup.data.import(&one_more_area(0));
    setup.assert_recovers();
}

#[test]
fn requests_are_rejected_in_time_when_the_only_connection_stalls() {
    let setup = Setup::new(&[&SHORT_TIMEOUT[..], &["--database-connections", "1"]].concat());
    let request_concurrently = || -> Vec<Tally> {
        std::thread::scope(|scope| {
            let requests: Vec<_> =
                (0..8).map(|_| scope.spawn(|| setup.pages.request(&setup.caller))).collect();
            requests.into_iter().map(|thread| thread.join().unwrap()).collect()
        })
    };
    setup.proxy.set(Fault::Stall);
    let stopwatch = Stopwatch::start();
    let tallies = request_concurrently();
    let each = stopwatch.elapsed() / u32::try_from(tallies[0].succeeded + tallies[0].unavailable).unwrap();
    assert!(
        tallies.iter().all(|tally| tally.unavailable > 0) && each < RESPONSE_LIMIT,
        "{tallies:?}, {each:?}"
    );
    setup.data.import(&one_more_area(0));
    setup.assert_recovers();
}
