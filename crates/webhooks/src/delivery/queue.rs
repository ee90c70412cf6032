//! What waits for one endpoint, as the server that delivers to it knows it.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::time::Duration;

use folkmoot_store::changes::Version;
use folkmoot_store::changes::page::Position;
use folkmoot_store::webhooks::{
    self, Endpoint, Event, EventRecord, Outcome, PauseReason, Progress, ReadPart, WaitingEvent,
};
use uuid::Uuid;

use super::access::Access;
use super::attempts::Attempted;
use super::reading::{Found, MOST_WAITING, changes_available};
use crate::schedule::{PAUSED_AFTER, milliseconds, next_attempt};
use crate::types;

/// How long an event waits for further changes of its record, which become part of it. With the time until this server reads a
/// change, that is about a second.
const HELD: Duration = Duration::from_millis(650);
/// How many attempts are made at the same time, and how many if the last one failed.
const CONCURRENCY: usize = 8;
const CONCURRENCY_OF_FAILING: usize = 2;
/// How often the position is stored if the changes after it concern others.
const POSITION_INTERVAL: i64 = 600_000;
/// How often it is stored that attempts succeed.
const HEALTH_INTERVAL: i64 = 10_000;

/// What waits for one endpoint.
#[derive(Debug)]
pub struct Queue {
    /// The endpoint as it is stored.
    pub endpoint: Endpoint,
    /// Up to where the change feed was read.
    pub read_to: Position,
    /// Whether the change feed is being read.
    pub is_reading: bool,
    /// What was found there.
    pub found: Option<Found>,
    waiting: HashMap<String, WaitingEvent>,
    /// The waiting events that are not in flight, by time.
    due: BTreeSet<(i64, String)>,
    in_flight: HashSet<String>,
    ended: Vec<Attempted>,
    /// Until when the receiver asked to wait.
    not_before: i64,
    /// When an attempt last succeeded.
    last_success_at: Option<i64>,
    failing_since: Option<i64>,
    position_stored_at: i64,
    is_outdated: bool,
}

impl Queue {
    /// The queue of an endpoint, with its waiting events. `known` is the queue until now, some of whose events may be in flight.
    pub fn new(endpoint: Endpoint, waiting: Vec<WaitingEvent>, known: Option<Self>, now: i64) -> Self {
        let (in_flight, ended, not_before) =
            known.map_or_else(Default::default, |known| (known.in_flight, known.ended, known.not_before));
        let mut queue = Self {
            read_to: endpoint.after,
            is_reading: false,
            found: None,
            waiting: HashMap::new(),
            due: BTreeSet::new(),
            in_flight,
            ended,
            not_before,
            last_success_at: endpoint.last_success_at,
            failing_since: endpoint.failing_since,
            position_stored_at: now,
            is_outdated: false,
            endpoint,
        };
        for event in waiting {
            queue.add(event);
        }
        queue
    }

    /// Whether this is the queue of the endpoint in this state.
    pub fn is_current(&self, endpoint: &Endpoint) -> bool {
        !self.is_outdated && self.endpoint.version == endpoint.version
    }

    /// Whether the client sees what it saw when the events were made.
    pub fn is_bound(&self, access: &Access) -> bool {
        self.endpoint.binding.as_ref() == Some(&access.binding.to_string())
    }

    /// Whether the change feed can be read for it.
    pub fn can_read(&self) -> bool {
        !self.is_reading && self.found.is_none() && !self.is_outdated
    }

    /// Whether an attempt is due.
    pub fn has_due(&self, now: i64) -> bool {
        self.next_due().is_some_and(|at| at <= now)
    }

    /// When the next attempt is due; `None` if there is none, or as many as possible are in flight.
    pub fn next_due(&self) -> Option<i64> {
        let (due, _) = self.due.first().filter(|_| self.in_flight.len() < self.concurrency())?;
        Some((*due).max(self.not_before))
    }

    /// The number of events that wait.
    pub fn len(&self) -> usize {
        self.waiting.len()
    }

    fn concurrency(&self) -> usize {
        if self.failing_since.is_some() { CONCURRENCY_OF_FAILING } else { CONCURRENCY }
    }

    /// Removes the events whose attempts begin now.
    pub fn take_due(&mut self, now: i64) -> Vec<WaitingEvent> {
        let mut taken = Vec::new();
        while self.has_due(now) {
            let Some((_, id)) = self.due.pop_first() else { break };
            if let Some(waiting) = self.waiting.get(&id) {
                taken.push(waiting.clone());
                self.in_flight.insert(id);
            }
        }
        taken
    }

    /// Notes that an attempt ended.
    pub fn ended(&mut self, attempted: Attempted) {
        self.ended.push(attempted);
    }

    /// What is to be stored of this queue now, if anything.
    pub fn progress(
        &mut self,
        access: Option<&Access>,
        is_refused: bool,
        newest: Version,
        now: i64,
    ) -> Option<Progress> {
        let mut progress = Progress {
            endpoint: self.endpoint.id,
            read: None,
            outcomes: Vec::new(),
            health: None,
            pause: is_refused.then_some(PauseReason::NoAccess),
        };
        let before = (self.failing_since, self.last_success_at);
        for attempted in std::mem::take(&mut self.ended) {
            progress.pause = progress.pause.or(attempted.reply.pause);
            progress.outcomes.push(self.outcome(attempted));
        }
        let is_given_up = |since: i64| now - since >= milliseconds(PAUSED_AFTER);
        if self.failing_since.is_some_and(is_given_up) && !progress.outcomes.is_empty() {
            progress.pause = progress.pause.or(Some(PauseReason::Failures));
        }
        let is_new = before.0 != self.failing_since
            || self.last_success_at.is_some_and(|at| at - self.stored_success() >= HEALTH_INTERVAL);
        if !progress.outcomes.is_empty() && is_new {
            progress.health = Some((self.failing_since, self.last_success_at));
        }
        if progress.pause.is_none() && !self.is_outdated {
            progress.read = access.and_then(|access| self.read_part(access, newest, now));
            if progress.read.is_some() {
                self.position_stored_at = now;
            }
        }
        let is_empty = progress.read.is_none() && progress.outcomes.is_empty() && progress.pause.is_none();
        (!is_empty).then_some(progress)
    }

    fn stored_success(&self) -> i64 {
        self.endpoint.last_success_at.unwrap_or(0)
    }

    /// What follows from an attempt.
    fn outcome(&mut self, attempted: Attempted) -> Outcome {
        let Attempted { waiting, at, ended_at, duration, reply, .. } = attempted;
        let attempts = waiting.attempts + 1;
        let mut next_attempt_at = None;
        if reply.error.is_some() {
            self.failing_since = self.failing_since.or(Some(ended_at));
            next_attempt_at = next_attempt(attempts, ended_at, reply.requested_wait);
            if let Some(wait) = reply.requested_wait {
                let wait = milliseconds(wait).min(milliseconds(Duration::from_hours(24)));
                self.not_before = self.not_before.max(ended_at + wait);
            }
        } else {
            self.failing_since = None;
            self.last_success_at = Some(ended_at);
        }
        let attempt = webhooks::Attempt {
            event_id: waiting.id,
            event: waiting.event,
            attempted_at: at,
            duration,
            status: reply.status.map(i64::from),
            error: reply.error,
            next_attempt_at,
        };
        Outcome { attempt, attempts }
    }

    /// The part of the change feed that was read.
    fn read_part(&mut self, access: &Access, newest: Version, now: i64) -> Option<ReadPart> {
        let part = |to, removed, added| ReadPart {
            version: self.endpoint.version,
            from: self.endpoint.after,
            to,
            binding: access.binding.to_string(),
            removed,
            added,
        };
        let newest = Position::after(newest.max(self.read_to.version));
        if self.endpoint.binding.is_none() {
            return Some(part(self.read_to, Vec::new(), Vec::new()));
        }
        if !self.is_bound(access) {
            // What waits is about what the client saw. Its cursors are expired, so that it reads the lists again.
            let event = Event { has_other_access: true, ..changes_available(None, self.read_to, now) };
            let event = new_event(event, now);
            self.found = None;
            return Some(part(newest, self.replaceable(), vec![event]));
        }
        if let Some(found) = self.found.take() {
            if found.version != self.endpoint.version || found.from != self.read_to {
                return None;
            }
            let (removed, added) = self.merged(&found, now);
            if removed.is_empty() && added.is_empty() && !self.endpoint.catches_up {
                self.read_to = found.to;
                return None;
            }
            return Some(part(found.to, removed, added));
        }
        let is_moved = self.read_to != self.endpoint.after && !self.is_reading;
        let is_due = now - self.position_stored_at >= POSITION_INTERVAL;
        (is_moved && is_due).then(|| part(self.read_to, Vec::new(), Vec::new()))
    }

    /// The events that do not wait any more, and those that are new or changed, after what was found. Each is there once: a record
    /// that changed while the feed was read was found twice.
    fn merged(&self, found: &Found, now: i64) -> (Vec<String>, Vec<WaitingEvent>) {
        let held = self.waiting.values().filter(|waiting| self.is_held(waiting));
        let mut held: HashMap<(String, Uuid), WaitingEvent> =
            held.filter_map(|waiting| Some((record_of(&waiting.event)?, waiting.clone()))).collect();
        let mut changed: BTreeMap<String, Option<WaitingEvent>> = BTreeMap::new();
        for event in &found.events {
            let record = record_of(event);
            let earlier = record.as_ref().and_then(|record| held.remove(record));
            let (id, waiting) = if let Some(WaitingEvent { id, event: first, attempts, due_at }) = earlier {
                let event = then(&first, event);
                (id.clone(), event.map(|event| WaitingEvent { id, event, attempts, due_at }))
            } else {
                let waiting = new_event(event.clone(), now + milliseconds(HELD));
                (waiting.id.clone(), Some(waiting))
            };
            if let Some((record, waiting)) = record.zip(waiting.clone()) {
                held.insert(record, waiting);
            }
            changed.insert(id, waiting);
        }
        let is_waiting = |id: &String| self.waiting.contains_key(id);
        let removed: Vec<String> = changed
            .iter()
            .filter(|(id, it)| it.is_none() && is_waiting(id))
            .map(|(id, _)| id.clone())
            .collect();
        let new = changed.iter().filter(|(id, it)| it.is_some() && !is_waiting(id)).count();
        let replaceable = self.replaceable();
        let found_count = if found.events.is_empty() { found.count } else { new };
        if replaceable.len() - removed.len() + found_count <= MOST_WAITING {
            return (removed, changed.into_values().flatten().collect());
        }
        let counts = replaceable.iter().filter_map(|id| self.waiting.get(id));
        let counts = counts.map(|waiting| waiting.event.count.unwrap_or(1)).sum::<u64>();
        let first = self.waiting.values().map(|waiting| Position::from(waiting.event.after));
        let first = first.chain([found.from]).min();
        let count = counts.saturating_add(u64::try_from(found.count).unwrap_or(u64::MAX));
        let event = changes_available(Some(count), first.unwrap_or(found.from), now);
        (replaceable, vec![new_event(event, now)])
    }

    /// Whether further changes of its record become part of an event.
    fn is_held(&self, waiting: &WaitingEvent) -> bool {
        waiting.attempts == 0 && !self.in_flight.contains(&waiting.id)
    }

    /// The ids of the events that are not in flight.
    fn replaceable(&self) -> Vec<String> {
        self.waiting.keys().filter(|id| !self.in_flight.contains(*id)).cloned().collect()
    }

    /// Continues from what was stored. `is_unread`: all but the part of the change feed.
    pub fn stored(&mut self, progress: &Progress, is_unread: bool) {
        for Outcome { attempt, attempts } in &progress.outcomes {
            self.in_flight.remove(&attempt.event_id);
            self.waiting.remove(&attempt.event_id);
            if let Some(due_at) = attempt.next_attempt_at {
                let (id, event) = (attempt.event_id.clone(), attempt.event.clone());
                self.add(WaitingEvent { id, event, attempts: *attempts, due_at });
            }
        }
        if let Some((failing_since, last_success_at)) = progress.health {
            self.endpoint.failing_since = failing_since;
            self.endpoint.last_success_at = last_success_at;
        }
        let Some(part) = &progress.read else { return };
        if is_unread {
            self.is_outdated = true;
            return;
        }
        for id in &part.removed {
            self.remove(id);
        }
        for event in &part.added {
            self.remove(&event.id);
            self.add(event.clone());
        }
        self.endpoint.after = part.to;
        self.endpoint.binding = Some(part.binding.clone());
        self.endpoint.catches_up = false;
        self.read_to = part.to;
    }

    fn add(&mut self, event: WaitingEvent) {
        if !self.in_flight.contains(&event.id) {
            self.due.insert((event.due_at, event.id.clone()));
        }
        self.waiting.insert(event.id.clone(), event);
    }

    fn remove(&mut self, id: &str) {
        if let Some(event) = self.waiting.remove(id) {
            self.due.remove(&(event.due_at, event.id));
        }
    }
}

/// The resource and the id of the record that an event is about.
fn record_of(event: &Event) -> Option<(String, Uuid)> {
    event.record.as_ref().map(|EventRecord { resource, id, .. }| (resource.clone(), *id))
}

/// The event of two changes of a record: that of the first, if its receiver needs to know of them.
fn then(first: &Event, next: &Event) -> Option<Event> {
    let ((_, before), (resource, after)) = types::parse(&first.kind).zip(types::parse(&next.kind))?;
    let kind = types::name(resource, before.then(after)?);
    Some(Event { kind, record: next.record.clone(), ..first.clone() })
}

/// Ids are in the order of time, so that rows that are stored together are beside each other.
fn new_event(event: Event, due_at: i64) -> WaitingEvent {
    WaitingEvent { id: format!("msg_{}", Uuid::now_v7().simple()), event, attempts: 0, due_at }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;

    fn event(kind: &str, id: u128) -> Event {
        let record = EventRecord {
            resource: "areas".to_owned(),
            id: Uuid::from_u128(id),
            changed_at: 0,
            project: None,
        };
        let after = Position::default().into();
        Event {
            kind: kind.to_owned(),
            at: 0,
            record: Some(record),
            count: None,
            after,
            has_other_access: false,
        }
    }

    fn queue(waiting: Vec<WaitingEvent>) -> Queue {
        let endpoint = Endpoint {
            id: Uuid::from_u128(1),
            client: Uuid::from_u128(2),
            url: String::new(),
            events: None,
            projects: None,
            secret: String::new(),
            previous_secret: None,
            created_at: 0,
            version: 1,
            paused: None,
            after: Position::default(),
            binding: None,
            catches_up: false,
            failing_since: None,
            last_success_at: None,
        };
        Queue::new(endpoint, waiting, None, 0)
    }

    fn found(events: Vec<Event>) -> Found {
        let (from, to) = (Position::default(), Position::default());
        Found { version: 1, from, to, count: events.len(), events }
    }

    #[test]
    fn changes_of_a_record_are_one_event_wherever_they_were_found() {
        let waiting = new_event(event("area.created", 7), 0);
        let queue = queue(vec![waiting.clone()]);
        let kinds = |kinds: &[(&str, u128)]| {
            let (removed, added) =
                queue.merged(&found(kinds.iter().map(|(kind, id)| event(kind, *id)).collect()), 0);
            let added = added.into_iter().map(|it| (it.event.kind, it.id == waiting.id)).collect::<Vec<_>>();
            (removed.len(), added)
        };
        let own = |kind: &str, is_waiting| (0, vec![(kind.to_owned(), is_waiting)]);
        assert_eq!(kinds(&[("area.updated", 7), ("area.updated", 7)]), own("area.created", true));
        assert_eq!(kinds(&[("area.updated", 7), ("area.deleted", 7)]), (1, Vec::new()));
        assert_eq!(kinds(&[("area.created", 8), ("area.updated", 8)]), own("area.created", false));
        assert_eq!(kinds(&[("area.created", 8), ("area.deleted", 8)]), (0, Vec::new()));
    }

    #[test]
    fn an_event_in_flight_is_not_changed_and_may_have_been_deleted() {
        let waiting = new_event(event("area.created", 7), 0);
        let mut queue = queue(vec![waiting.clone()]);
        assert_eq!(queue.take_due(0).len(), 1);
        let (removed, added) = queue.merged(&found(vec![event("area.updated", 7)]), 0);
        assert_eq!((removed.len(), added.len()), (0, 1));
        assert_ne!(added[0].id, waiting.id);
        // An administrator paused and resumed the endpoint meanwhile.
        let reloaded = Queue::new(queue.endpoint.clone(), Vec::new(), Some(queue), 0);
        assert_eq!(reloaded.merged(&found(vec![event("area.updated", 8)]), 0).1.len(), 1);
    }

    #[test]
    fn more_than_a_thousand_events_become_one() {
        let waiting = (0..600).map(|id| new_event(event("area.created", id), 0)).collect();
        let queue = queue(waiting);
        let (removed, added) =
            queue.merged(&found((600..1_001).map(|id| event("area.created", id)).collect()), 0);
        assert_eq!((removed.len(), added.len(), added[0].event.count), (600, 1, Some(1_001)));
        let (removed, added) =
            queue.merged(&found((600..1_000).map(|id| event("area.created", id)).collect()), 0);
        assert_eq!((removed.len(), added.len()), (0, 400));
    }
}
