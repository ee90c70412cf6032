//! A random schedule of faults: one thread stops servers and the primary, another one cuts networks.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::history::cluster::{Network, SERVERS, Site};
use crate::history::recording::Recording;
use crate::support::fault_proxy::Fault;
use crate::support::random::Random;

/// How long after the return of the primary servers certainly use it again: they probe it twice a second, and the replica
/// reconnects five times a second.
const RECOVERY: Duration = Duration::from_secs(5);

/// What happens to a process.
#[derive(Debug, Clone, Copy)]
enum ProcessFault {
    KillServer,
    PauseServer,
    RestartPrimary,
}

/// What happens to a network or to the replica.
#[derive(Debug, Clone, Copy)]
enum NetworkFault {
    Cut(Network),
    Stall(Network),
    DelayReads,
    PauseReplay,
}

const PROCESS_FAULTS: [ProcessFault; 3] =
    [ProcessFault::KillServer, ProcessFault::PauseServer, ProcessFault::RestartPrimary];
const NETWORK_FAULTS: [NetworkFault; 6] = [
    NetworkFault::Cut(Network::Reads),
    NetworkFault::Cut(Network::Replication),
    NetworkFault::PauseReplay,
    NetworkFault::Stall(Network::Reads),
    NetworkFault::DelayReads,
    NetworkFault::Stall(Network::Replication),
];

/// The schedule, and what happened.
pub struct Faults {
    seed: u64,
    time: Duration,
    started: Instant,
    is_over: AtomicBool,
    happened: Mutex<Happened>,
}

/// The faults that happened.
#[derive(Debug, Default)]
pub struct Happened {
    /// When the primary did not respond.
    pub outages: Vec<(Duration, Duration)>,
    /// The number of faults of each kind.
    pub counts: BTreeMap<&'static str, usize>,
}

impl Faults {
    /// Faults for some time.
    pub fn new(seed: u64, time: Duration) -> Self {
        let happened = Mutex::default();
        Self { seed, time, started: Instant::now(), is_over: AtomicBool::new(false), happened }
    }

    /// Whether the clients should stop.
    pub fn are_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    /// Stops the clients.
    pub fn end(&self) {
        self.is_over.store(true, Ordering::Relaxed);
    }

    /// The faults that happened.
    pub fn happened(&self) -> Happened {
        std::mem::take(&mut self.happened.lock().unwrap())
    }

    /// Stops and restarts processes until the time is over.
    pub fn stop_processes(&self, site: &Site, recording: Recording) {
        let mut random = Random(self.seed ^ 1);
        for round in 0.. {
            self.rest(&mut random, 300, 1_000);
            // Each of them happens, however slow the machine is.
            if self.has_ended() && round >= PROCESS_FAULTS.len() {
                return;
            }
            let server = random.below(SERVERS);
            match in_turn(&PROCESS_FAULTS, round, &mut random) {
                ProcessFault::KillServer => {
                    self.count("kill of a server");
                    let run = site.kill(server);
                    sleep(milliseconds(&mut random, 0, 300));
                    site.start(run);
                }
                ProcessFault::PauseServer => {
                    self.count("pause of a server");
                    site.server(server, |server| server.signal("-STOP"));
                    sleep(milliseconds(&mut random, 500, 2_500));
                    site.server(server, |server| server.signal("-CONT"));
                }
                ProcessFault::RestartPrimary => {
                    self.count("restart of the primary");
                    let from = recording.now();
                    let mut primary = site.primary.lock().unwrap();
                    primary.stop_immediately();
                    sleep(milliseconds(&mut random, 0, 800));
                    primary.start();
                    let outage = (from, recording.now() + RECOVERY);
                    self.happened.lock().unwrap().outages.push(outage);
                }
            }
        }
    }

    /// Cuts and heals networks until the time is over.
    pub fn cut_networks(&self, site: &Site) {
        let mut random = Random(self.seed ^ 2);
        for round in 0.. {
            self.rest(&mut random, 100, 800);
            if self.has_ended() {
                return;
            }
            let hold = milliseconds(&mut random, 300, 2_000);
            let during = |network, fault| {
                site.set(network, fault);
                sleep(hold);
                site.set(network, Fault::None);
            };
            match in_turn(&NETWORK_FAULTS, round, &mut random) {
                NetworkFault::Cut(network) => {
                    self.count("cut of a network");
                    during(network, Fault::Disconnect);
                }
                NetworkFault::Stall(network) => {
                    self.count("stall of a network");
                    during(network, Fault::Stall);
                }
                NetworkFault::DelayReads => {
                    self.count("slow network");
                    let delay = milliseconds(&mut random, 20, 400);
                    during(Network::Reads, Fault::Delay(delay));
                }
                NetworkFault::PauseReplay => {
                    self.count("paused replay");
                    site.standby.pause_replay(true);
                    sleep(hold);
                    site.standby.pause_replay(false);
                }
            }
        }
    }

    fn count(&self, kind: &'static str) {
        *self.happened.lock().unwrap().counts.entry(kind).or_default() += 1;
    }

    fn has_ended(&self) -> bool {
        self.started.elapsed() >= self.time
    }

    fn rest(&self, random: &mut Random, from: usize, to: usize) {
        sleep(milliseconds(random, from, to).min(self.time.saturating_sub(self.started.elapsed())));
    }
}

/// Each choice once in each sequence of as many rounds, in a random order from the second sequence on.
fn in_turn<T: Copy>(choices: &[T], round: usize, random: &mut Random) -> T {
    if round < choices.len() { choices[round] } else { choices[random.below(choices.len())] }
}

fn milliseconds(random: &mut Random, from: usize, to: usize) -> Duration {
    Duration::from_millis((from + random.below(to - from)) as u64)
}
