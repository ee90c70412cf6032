//! A bad wire between server and database: every page is right or refused in time, and soon all is well again.

use std::time::Duration;

use crate::pages::{
    RECOVERY_TIME, Pages, SHORT_TIMEOUT, Tally, assert_unavailable, one_more_area, platform_in, wanted,
};
use crate::support::fault_proxy::{Fault, FaultProxy};
use crate::support::stopwatch::Stopwatch;
use crate::support::{Caller, Data, eventually, postgres};

/// What a request may take that asks the database, which may take two seconds for a connection or an answer: far less
/// than requests may take else.
const IN_TIME: Duration = Duration::from_secs(8);

struct Setup {
    data: Data,
    proxy: FaultProxy,
    _far: Data,
    caller: Caller,
    pages: Pages,
    credentials: (String, String),
}

impl Setup {
    /// A server that reaches its database by a wire, told these things more.
    fn new(arguments: &[&str]) -> Option<Self> {
        let server = wanted()?;
        let data = platform_in(&server);
        let proxy = FaultProxy::to(server.rsplit(':').next().unwrap().parse().unwrap());
        let far = data.other_host(&proxy.url());
        let credentials = far.client();
        let caller = far.serve_with(arguments).caller(&credentials.0, &credentials.1);
        let pages = Pages::of(&caller);
        Some(Self { data, proxy, _far: far, caller, pages, credentials })
    }

    /// What a server shows that reaches the database directly and has only begun.
    fn truth(&self) -> Pages {
        let (id, secret) = &self.credentials;
        let near = self.data.other_host(&postgres::server().unwrap());
        let (id, secret) = (id.clone(), secret.clone());
        Pages::of(&near.serve_with(&[]).caller(&id, &secret))
    }

    /// Asks for all pages while the wire is like this; each in time.
    fn ask_while(&self, wire: Fault) -> Tally {
        self.proxy.set(wire);
        let stopwatch = Stopwatch::start();
        let tally = self.pages.ask(&self.caller);
        let each = stopwatch.elapsed() / u32::try_from(tally.answered + tally.refused).unwrap();
        assert!(each < IN_TIME, "a page took {each:?}");
        tally
    }

    /// Mends the wire. All that was written meanwhile shows soon.
    fn mend(&self) {
        let truth = self.truth();
        assert_ne!(truth, self.pages, "nothing was written meanwhile");
        let stopwatch = Stopwatch::start();
        self.proxy.set(Fault::None);
        truth.assert_soon(&self.caller, &stopwatch, RECOVERY_TIME);
    }
}

#[test]
fn a_cut_wire_is_told_and_mended() {
    let Some(setup) = Setup::new(&SHORT_TIMEOUT) else { return };
    let tally = setup.ask_while(Fault::Disconnect);
    assert!(tally.refused > 0, "{tally:?}");
    setup.data.import(&one_more_area(0));
    setup.mend();
}

#[test]
fn a_server_cut_off_answers_nothing_from_another_time() {
    // Its pages are in memory, and so are its clients and the switch.
    let Some(setup) = Setup::new(&["--database-timeout-seconds", "2"]) else { return };
    for _ in 0..3 {
        setup.pages.ask(&setup.caller);
    }
    for wire in [Fault::Disconnect, Fault::Stall] {
        setup.proxy.set(wire);
        setup.data.import(&one_more_area(usize::from(wire == Fault::Disconnect)));
        let stopwatch = Stopwatch::start();
        eventually("it does not notice", || setup.caller.get("/areas").status == 503);
        assert!(stopwatch.elapsed() <= RECOVERY_TIME, "it took {:?}", stopwatch.elapsed());
        for _ in 0..3 {
            assert_unavailable(&setup.caller.get("/areas"));
            assert_unavailable(&setup.caller.server.authenticate(&setup.credentials.0, &setup.credentials.1));
        }
        setup.mend();
    }
    setup.proxy.set(Fault::Disconnect);
    assert!(setup.data.run(&["clients", "revoke", &setup.credentials.0]).status.success());
    setup.proxy.set(Fault::None);
    eventually("the revoked client goes on", || setup.caller.get("/areas").status == 401);
}

#[test]
fn a_wire_that_hangs_is_told_in_time_and_mended() {
    let Some(setup) = Setup::new(&SHORT_TIMEOUT) else { return };
    let tally = setup.ask_while(Fault::Stall);
    assert!(tally.refused > 0, "{tally:?}");
    setup.data.import(&one_more_area(0));
    setup.mend();
}

#[test]
fn a_wire_slower_than_the_database_may_be_is_told_in_time() {
    let Some(setup) = Setup::new(&SHORT_TIMEOUT) else { return };
    let tally = setup.ask_while(Fault::Delay(Duration::from_secs(2)));
    assert!(tally.refused > 0, "{tally:?}");
    setup.data.import(&one_more_area(0));
    setup.mend();
}

#[test]
fn answers_that_break_in_the_middle_of_a_row_are_never_shown() {
    let Some(setup) = Setup::new(&SHORT_TIMEOUT) else { return };
    let page = "/ideas?page_size=24";
    let mut whole = setup.caller.get(page);
    eventually("the page does not show", || {
        whole = setup.caller.get(page);
        whole.status == 200
    });
    let mut broken = 0;
    // Every now and then in the whole length of the answer, which is longer in the database's form.
    for place in (1..whole.text.len() * 2).step_by(1777) {
        setup.proxy.set(Fault::ResetAfter(place));
        let answer = setup.caller.get(page);
        if answer.status == 200 {
            assert_eq!(answer.text, whole.text);
        } else {
            assert_unavailable(&answer);
        }
        broken += setup.proxy.broken();
    }
    assert!(broken > 10, "{broken}");
    setup.data.import(&one_more_area(0));
    setup.mend();
}

#[test]
fn a_drained_pool_makes_callers_wait_and_a_hanging_one_does_not() {
    let Some(setup) = Setup::new(&[&SHORT_TIMEOUT[..], &["--database-connections", "1"]].concat()) else {
        return;
    };
    let all_at_once = || -> Vec<Tally> {
        std::thread::scope(|scope| {
            let asking: Vec<_> = (0..8).map(|_| scope.spawn(|| setup.pages.ask(&setup.caller))).collect();
            asking.into_iter().map(|asked| asked.join().unwrap()).collect()
        })
    };
    setup.proxy.set(Fault::Stall);
    let stopwatch = Stopwatch::start();
    let tallies = all_at_once();
    let each = stopwatch.elapsed() / u32::try_from(tallies[0].answered + tallies[0].refused).unwrap();
    assert!(tallies.iter().all(|tally| tally.refused > 0) && each < IN_TIME, "{tallies:?}, {each:?}");
    setup.data.import(&one_more_area(0));
    setup.mend();
}
