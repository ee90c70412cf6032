//! Delivers events: reads the change feed for the endpoints of this server, stores the events, and sends them.

mod access;
mod attempts;
mod queue;
mod reading;

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::time::{Duration, Instant};

use folkmoot_api::changes::ChangeState;
use folkmoot_api::preconditions::PlatformState;
use folkmoot_authentication::client_views::ClientViews;
use folkmoot_index::MAX_STALENESS;
use folkmoot_store::Store;
use folkmoot_store::changes::Version;
use folkmoot_store::webhooks::{Leased, PauseReason, Progress};
use folkmoot_store::{StoreError, webhooks};
use tokio::sync::{Semaphore, mpsc, watch};
use uuid::Uuid;

use self::access::Access;
use self::attempts::Attempted;
use self::queue::Queue;
use self::reading::Reading;
use super::destination::Destinations;
use super::secrets::SecretKeys;
use super::sender::Sender;

/// How often endpoints are read, which administrators may have changed.
const ENDPOINTS_INTERVAL: Duration = Duration::from_secs(1);
/// How often attempts are deleted that are not listed any more.
const PRUNE_INTERVAL: Duration = Duration::from_mins(1);
/// The shortest time between two rounds, so that one transaction stores much.
const PACE: Duration = Duration::from_millis(50);
/// The longest time without a round.
const MAX_IDLE: Duration = Duration::from_millis(250);
/// The wait while an import writes.
const RETRY_INTERVAL: Duration = Duration::from_millis(200);
/// How long attempts may take to end when the server stops.
const STOP_TIMEOUT: Duration = Duration::from_secs(5);
/// How many parts of the change feed are read at the same time.
const MAX_READINGS: usize = 2;

/// What delivers events.
pub struct DelivererState {
    /// Platform and clients, and how current this server is.
    pub platform: Arc<PlatformState>,
    /// The change feed and its cursors.
    pub changes: Arc<ChangeState>,
    /// What clients see of records.
    pub views: Arc<ClientViews>,
    /// Decrypts the secrets of endpoints.
    pub keys: Arc<SecretKeys>,
    /// Where events may be sent.
    pub destinations: Destinations,
    /// The URL of the API.
    pub api_url: String,
    /// Whether it runs.
    pub is_running: watch::Sender<bool>,
}

impl DelivererState {
    /// Waits until the deliverer has stored what it did, after the server began to stop.
    pub async fn has_stopped(&self, timeout: Duration) {
        let mut running = self.is_running.subscribe();
        drop(tokio::time::timeout(timeout, running.wait_for(|running| !running)).await);
    }

    fn now(&self) -> i64 {
        (self.platform.clock)().as_millisecond()
    }

    fn store(&self) -> &Arc<Store> {
        &self.changes.store
    }

    /// The newest change that this server has applied.
    fn newest(&self) -> Version {
        self.changes.feed.applied().borrow().newest
    }
}

/// What tasks report.
enum Report {
    Attempted(Box<Attempted>),
    Read(Box<Result<Reading, StoreError>>, Vec<Uuid>),
}

/// Delivers the events of the endpoints that this server leases.
pub struct Deliverer {
    state: Arc<DelivererState>,
    sender: Sender,
    /// The name of this server in leases.
    server: String,
    queues: BTreeMap<Uuid, Queue>,
    reports: mpsc::UnboundedReceiver<Report>,
    reporter: mpsc::UnboundedSender<Report>,
    readings: Arc<Semaphore>,
    in_flight: usize,
}

impl Deliverer {
    /// Delivers until the server begins to stop.
    pub async fn run(state: Arc<DelivererState>) {
        // It has ended already, and is only repeated.
        if *state.changes.stopping.borrow() {
            return;
        }
        let sender = match Sender::new(state.destinations.clone()) {
            Ok(sender) => sender,
            Err(error) => return tracing::error!(%error, "failed to start the HTTP client of webhooks"),
        };
        let (reporter, reports) = mpsc::unbounded_channel();
        let deliverer = Self {
            state,
            sender,
            server: Uuid::new_v4().to_string(),
            queues: BTreeMap::new(),
            reports,
            reporter,
            readings: Arc::new(Semaphore::new(MAX_READINGS)),
            in_flight: 0,
        };
        let state = Arc::clone(&deliverer.state);
        state.is_running.send_replace(true);
        deliverer.deliver().await;
        state.is_running.send_replace(false);
    }

    async fn deliver(mut self) {
        let mut applied = self.state.changes.feed.applied();
        let mut stopping = self.state.changes.stopping.subscribe();
        let (mut endpoints_read, mut pruned) = (None::<Instant>, Instant::now());
        while !*stopping.borrow() {
            if endpoints_read.is_none_or(|at| at.elapsed() >= ENDPOINTS_INTERVAL) {
                endpoints_read = Some(Instant::now());
                self.read_endpoints().await;
            }
            if pruned.elapsed() >= PRUNE_INTERVAL && !self.queues.is_empty() {
                pruned = Instant::now();
                self.prune().await;
            }
            let progress = self.progress();
            self.store(progress).await;
            self.begin_readings();
            self.begin_attempts().await;
            tokio::time::sleep(PACE).await;
            let wake = self.next_due().unwrap_or(MAX_IDLE).min(MAX_IDLE);
            tokio::select! {
                _ = applied.changed() => {}
                report = self.reports.recv() => if let Some(report) = report { self.accept(report) },
                () = tokio::time::sleep(wake) => {}
                _ = stopping.wait_for(|stopping| *stopping) => {}
            }
        }
        self.stop().await;
    }

    /// Lets attempts end, stores what they resulted in, and leaves the endpoints to other servers.
    async fn stop(mut self) {
        let deadline = Instant::now() + STOP_TIMEOUT;
        while self.in_flight > 0 {
            let Ok(Some(report)) = tokio::time::timeout_at(deadline.into(), self.reports.recv()).await else {
                break;
            };
            self.accept(report);
        }
        let progress = self.progress();
        self.store(progress).await;
        let server = self.server.clone();
        let released = self.state.store().run_webhooks(move |store| store.webhooks().release(&server)).await;
        if let Err(error) = released {
            tracing::debug!(%error, "other servers will deliver to the endpoints of this one after their leases");
        }
    }

    /// Reads the endpoints and takes those that no other server delivers to.
    async fn read_endpoints(&mut self) {
        let (server, now) = (self.server.clone(), self.state.now());
        let leased = self.state.store().run_webhooks(move |store| store.webhooks().lease(&server, now)).await;
        let leased: Vec<Leased> = match leased {
            Ok(leased) => leased,
            // An import that writes for long keeps the endpoints as they are.
            Err(StoreError::Busy) => return,
            Err(error) => {
                tracing::warn!(%error, "failed to read the endpoints of webhooks; will retry");
                return self.queues.clear();
            }
        };
        count_endpoints(&leased);
        let mut others = std::mem::take(&mut self.queues);
        for Leased { endpoint, .. } in leased.iter().filter(|leased| leased.is_mine) {
            let known = others.remove(&endpoint.id);
            let queue = match known {
                Some(queue) if queue.is_current(endpoint) => queue,
                known => {
                    let id = endpoint.id;
                    let waiting =
                        self.state.store().run_webhooks(move |store| store.webhooks().waiting(id)).await;
                    match waiting {
                        Ok(waiting) => Queue::new(endpoint.clone(), waiting, known, now),
                        Err(error) => {
                            tracing::warn!(%error, "failed to read the events of a webhook; will retry");
                            continue;
                        }
                    }
                }
            };
            self.queues.insert(endpoint.id, queue);
        }
        self.resume(&leased).await;
    }

    /// Resumes the endpoints whose clients have access again.
    async fn resume(&self, leased: &[Leased]) {
        let without =
            |reason: Option<(i64, PauseReason)>| reason.is_some_and(|(_, it)| it == PauseReason::NoAccess);
        let paused = leased.iter().map(|leased| &leased.endpoint).filter(|it| without(it.paused));
        let ids = paused.filter(|endpoint| Access::of(&self.state, endpoint.client).is_some());
        let ids: Vec<Uuid> = ids.map(|endpoint| endpoint.id).collect();
        if ids.is_empty() {
            return;
        }
        let resumed = self.state.store().run_webhooks(move |store| store.webhooks().resume_with_access(&ids));
        if let Err(error) = resumed.await {
            tracing::warn!(%error, "failed to resume webhooks; will retry");
        }
    }

    async fn prune(&self) {
        let now = self.state.now();
        let pruned = self.state.store().run_webhooks(move |store| store.webhooks().prune_attempts(now)).await;
        if let Err(error) = pruned {
            tracing::debug!(%error, "failed to delete old attempts of webhooks; will retry");
        }
    }

    fn accept(&mut self, report: Report) {
        match report {
            Report::Attempted(attempted) => {
                self.in_flight -= 1;
                if let Some(queue) = self.queues.get_mut(&attempted.endpoint) {
                    queue.ended(*attempted);
                }
            }
            Report::Read(reading, members) => {
                for id in members {
                    if let Some(queue) = self.queues.get_mut(&id) {
                        queue.is_reading = false;
                    }
                }
                match *reading {
                    Ok(reading) => reading::hand_out(reading, &mut self.queues),
                    Err(error) => tracing::warn!(%error, "failed to read changes for webhooks; will retry"),
                }
            }
        }
    }

    /// What is to be stored now.
    fn progress(&mut self) -> Vec<Progress> {
        while let Ok(report) = self.reports.try_recv() {
            self.accept(report);
        }
        let (now, newest) = (self.state.now(), self.state.newest());
        let mut accesses = HashMap::new();
        let mut all = Vec::new();
        let waiting: usize = self.queues.values().map(Queue::len).sum();
        metrics::gauge!("folkmoot_webhook_events_waiting")
            .set(f64::from(u32::try_from(waiting).unwrap_or(u32::MAX)));
        for queue in self.queues.values_mut() {
            let access = accesses
                .entry(queue.endpoint.client)
                .or_insert_with(|| Access::of(&self.state, queue.endpoint.client));
            let is_refused = access.is_none() && Access::is_refused(&self.state, queue.endpoint.client);
            all.extend(queue.progress(access.as_ref(), is_refused, newest, now));
        }
        all
    }

    /// Stores progress, and then continues from it. Events are sent after they are stored.
    async fn store(&mut self, progress: Vec<Progress>) {
        if progress.is_empty() {
            return;
        }
        let progress = Arc::new(progress);
        let stored = loop {
            let (server, now, all) = (self.server.clone(), self.state.now(), Arc::clone(&progress));
            let write = move |store: &Store| store.webhooks().store(&server, &all, now);
            match self.state.store().run_webhooks(write).await {
                // An import writes.
                Err(StoreError::Busy) if !*self.state.changes.stopping.borrow() => {
                    tokio::time::sleep(RETRY_INTERVAL).await;
                }
                stored => break stored,
            }
        };
        let (lost, unread) = match stored {
            Ok(stored) => stored,
            Err(error) => {
                // What was not stored is read and sent again.
                tracing::warn!(%error, "failed to store the progress of webhooks; will retry");
                return self.queues.clear();
            }
        };
        for done in progress.iter() {
            let id = done.endpoint;
            if lost.contains(&id) || done.pause.is_some() {
                self.queues.remove(&id);
            } else if let Some(queue) = self.queues.get_mut(&id) {
                queue.stored(done, unread.contains(&id));
            }
        }
    }

    /// Begins to read the change feed for the endpoints that have news. Those that see the same share what is read.
    fn begin_readings(&mut self) {
        for group in reading::groups(&self.state, &mut self.queues) {
            let (state, reporter) = (Arc::clone(&self.state), self.reporter.clone());
            let readings = Arc::clone(&self.readings);
            tokio::spawn(async move {
                let members = group.members();
                let _permit = readings.acquire().await;
                let read = group.read(&state).await;
                drop(reporter.send(Report::Read(Box::new(read), members)));
            });
        }
    }

    /// Begins the attempts that are due.
    async fn begin_attempts(&mut self) {
        let now = self.state.now();
        if self.queues.values().all(|queue| !queue.has_due(now)) {
            return;
        }
        // What this server knows of clients may be stale.
        if folkmoot_api::preconditions::require_current_data(&self.state.platform).await.is_err() {
            return tokio::time::sleep(MAX_STALENESS / 10).await;
        }
        let mut accesses = HashMap::new();
        for queue in self.queues.values_mut() {
            let access = accesses
                .entry(queue.endpoint.client)
                .or_insert_with(|| Access::of(&self.state, queue.endpoint.client));
            let Some(access) = access.as_ref().filter(|access| queue.is_bound(access)) else { continue };
            for waiting in queue.take_due(now) {
                self.in_flight += 1;
                let attempt = attempts::prepare(&self.state, access, &queue.endpoint, waiting, now);
                let (sender, reporter) = (self.sender.clone(), self.reporter.clone());
                let clock = self.state.platform.clock;
                tokio::spawn(async move {
                    let attempted = attempt.make(&sender, clock).await;
                    drop(reporter.send(Report::Attempted(Box::new(attempted))));
                });
            }
        }
    }

    /// The time until the next attempt is due.
    fn next_due(&self) -> Option<Duration> {
        let due = self.queues.values().filter_map(Queue::next_due).min()?;
        Some(Duration::from_millis(u64::try_from(due - self.state.now()).unwrap_or(0)))
    }
}

/// Sets the metric of endpoints.
fn count_endpoints(leased: &[Leased]) {
    let count = |state: &'static str, number: usize| {
        let number = u32::try_from(number).unwrap_or(u32::MAX);
        metrics::gauge!("folkmoot_webhook_endpoints", "state" => state).set(f64::from(number));
    };
    let of = |is_counted: &dyn Fn(&webhooks::Endpoint) -> bool| {
        leased.iter().filter(|leased| is_counted(&leased.endpoint)).count()
    };
    let has_reason =
        |endpoint: &webhooks::Endpoint, reason| endpoint.paused.is_some_and(|(_, it)| it == reason);
    count("active", of(&|it| it.paused.is_none() && it.failing_since.is_none()));
    count("failing", of(&|it| it.paused.is_none() && it.failing_since.is_some()));
    let given_up = of(&|it| has_reason(it, PauseReason::Gone) || has_reason(it, PauseReason::Failures));
    count("given-up", given_up);
    count("paused", of(&|it| it.paused.is_some()) - given_up);
}
