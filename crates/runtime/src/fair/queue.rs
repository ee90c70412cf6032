//! A queue that serves flows in equal parts: start-time fair queueing (Goyal, Vin, Chen, 1996).
//!
//! Each flow has a virtual time, which grows by the cost of what was done for it. The flow with the least virtual time is
//! served next. A flow that was idle continues from the virtual time of the queue, so that it cannot save up what it did not
//! use, and one that was alone does not pay later for what nobody else wanted.

use std::collections::{BTreeSet, HashMap, VecDeque};

use super::flow::Flow;

/// The cost that is charged when an item is served, until its cost is known. Otherwise a flow with many items would be served
/// again before its first one has cost anything.
const MINIMUM_COST: u64 = 20_000;
/// The maximum number of idle flows whose use is remembered.
const MAXIMUM_IDLE: usize = 16_384;

/// How many items may wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Of one flow.
    pub per_flow: usize,
    /// In total.
    pub total: usize,
}

/// Why an item cannot wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Full {
    /// Too many items of its flow wait.
    Flow,
    /// Too many items wait, and no flow has more of them than its own.
    Total,
}

/// Items of flows that wait. Costs are nanoseconds, or any other unit.
#[derive(Debug)]
pub struct FairQueue<T> {
    flows: HashMap<Flow, State<T>>,
    /// The flows with items, by virtual time and then by arrival.
    ready: BTreeSet<(u64, u64, Flow)>,
    /// The flows without items that are ahead of the queue.
    idle: BTreeSet<(u64, Flow)>,
    /// The virtual time of the flow that was served last.
    time: u64,
    arrivals: u64,
    waiting: usize,
}

#[derive(Debug)]
struct State<T> {
    time: u64,
    arrival: u64,
    /// Items that were begun and continue, before those that were not begun.
    begun: VecDeque<T>,
    new: VecDeque<T>,
}

impl<T> State<T> {
    fn len(&self) -> usize {
        self.begun.len() + self.new.len()
    }
}

impl<T> Default for FairQueue<T> {
    fn default() -> Self {
        Self {
            flows: HashMap::new(),
            ready: BTreeSet::new(),
            idle: BTreeSet::new(),
            time: 0,
            arrivals: 0,
            waiting: 0,
        }
    }
}

impl<T> FairQueue<T> {
    /// The number of items that wait.
    pub fn len(&self) -> usize {
        self.waiting
    }

    /// Whether no item waits.
    pub fn is_empty(&self) -> bool {
        self.waiting == 0
    }

    /// The number of flows that are remembered.
    pub fn flows(&self) -> usize {
        self.flows.len()
    }

    /// Whether a flow has used more than the one that was served last had.
    pub fn is_ahead(&self, flow: Flow) -> bool {
        self.flows.get(&flow).is_some_and(|state| state.time > self.time)
    }

    /// Adds an item that was not begun. If too many wait in total, the newest item of the flow with most of them is removed
    /// and returned; if that is the flow of the item, the item is refused.
    pub fn push(&mut self, flow: Flow, item: T, limits: Limits) -> Result<Option<T>, Full> {
        let own = self.flows.get(&flow).map_or(0, |state| state.new.len());
        if own >= limits.per_flow {
            return Err(Full::Flow);
        }
        let removed = if self.waiting >= limits.total {
            Some(self.remove_from_longest(own + 1).ok_or(Full::Total)?)
        } else {
            None
        };
        self.enqueue(flow, |state| state.new.push_back(item));
        Ok(removed)
    }

    /// Adds an item that was begun. It is never refused, and served before those of its flow that were not begun.
    pub fn push_begun(&mut self, flow: Flow, item: T) {
        self.enqueue(flow, |state| state.begun.push_back(item));
    }

    fn enqueue(&mut self, flow: Flow, push: impl FnOnce(&mut State<T>)) {
        self.arrivals += 1;
        let arrival = self.arrivals;
        let state = self.flows.entry(flow).or_insert_with(|| State::at(self.time));
        if state.len() == 0 {
            self.idle.remove(&(state.time, flow));
            state.time = state.time.max(self.time);
            state.arrival = arrival;
            self.ready.insert((state.time, arrival, flow));
        }
        push(state);
        self.waiting += 1;
    }

    /// Takes the newest item of the flow with most of those that were not begun, if it has more than `number`.
    fn remove_from_longest(&mut self, number: usize) -> Option<T> {
        let (flow, state) = self.flows.iter_mut().max_by_key(|(_, state)| state.new.len())?;
        let flow = *flow;
        if state.new.len() <= number {
            return None;
        }
        let item = state.new.pop_back()?;
        self.waiting -= 1;
        self.after_removal(flow);
        Some(item)
    }

    /// The item to serve next.
    pub fn peek(&self) -> Option<&T> {
        let (_, _, flow) = self.ready.first()?;
        let state = self.flows.get(flow)?;
        state.begun.front().or_else(|| state.new.front())
    }

    /// Takes the item to serve next.
    pub fn pop(&mut self) -> Option<(Flow, T)> {
        let (time, _, flow) = self.ready.pop_first()?;
        self.time = self.time.max(time);
        let state = self.flows.get_mut(&flow)?;
        let item = state.begun.pop_front().or_else(|| state.new.pop_front())?;
        self.waiting -= 1;
        self.arrivals += 1;
        state.time = state.time.saturating_add(MINIMUM_COST);
        state.arrival = self.arrivals;
        if state.len() > 0 {
            self.ready.insert((state.time, state.arrival, flow));
        } else {
            self.idle.insert((state.time, flow));
        }
        self.forget_idle();
        Some((flow, item))
    }

    /// Serves a flow at once, while no item waits.
    pub fn serve(&mut self, flow: Flow) {
        let state = self.flows.entry(flow).or_insert_with(|| State::at(self.time));
        self.idle.remove(&(state.time, flow));
        self.time = self.time.max(state.time);
        state.time = self.time.saturating_add(MINIMUM_COST);
        self.idle.insert((state.time, flow));
        self.forget_idle();
    }

    /// Charges what an item that was served has cost.
    pub fn charge(&mut self, flow: Flow, cost: u64) {
        let cost = cost.saturating_sub(MINIMUM_COST);
        let time = self.time;
        let state = self.flows.entry(flow).or_insert_with(|| State::at(time));
        if state.len() > 0 {
            self.ready.remove(&(state.time, state.arrival, flow));
            state.time = state.time.saturating_add(cost);
            self.ready.insert((state.time, state.arrival, flow));
        } else {
            self.idle.remove(&(state.time, flow));
            state.time = state.time.saturating_add(cost);
            self.idle.insert((state.time, flow));
            self.forget_idle();
        }
    }

    /// Removes the first item of a flow that fulfils a condition.
    pub fn remove(&mut self, flow: Flow, is_removed: impl Fn(&T) -> bool) -> Option<T> {
        let state = self.flows.get_mut(&flow)?;
        let found = [&mut state.begun, &mut state.new].into_iter().find_map(|items| {
            let position = items.iter().position(&is_removed)?;
            items.remove(position)
        })?;
        self.waiting -= 1;
        self.after_removal(flow);
        Some(found)
    }

    /// Removes all items that fulfil a condition.
    pub fn remove_all(&mut self, is_removed: impl Fn(&T) -> bool) -> Vec<T> {
        let flows: Vec<Flow> = self.ready.iter().map(|(_, _, flow)| *flow).collect();
        let of_flow = |flow| std::iter::from_fn(|| self.remove(flow, &is_removed)).collect::<Vec<T>>();
        flows.into_iter().flat_map(of_flow).collect()
    }

    /// A flow without items is idle.
    fn after_removal(&mut self, flow: Flow) {
        if let Some(state) = self.flows.get(&flow)
            && state.len() == 0
        {
            self.ready.remove(&(state.time, state.arrival, flow));
            self.idle.insert((state.time, flow));
            self.forget_idle();
        }
    }

    /// Forgets idle flows that are not ahead of the queue: they would continue from its virtual time anyway. If too many are
    /// ahead, the queue catches up with those that are least.
    fn forget_idle(&mut self) {
        while let Some((time, flow)) = self.idle.first().copied() {
            if time > self.time {
                if self.idle.len() <= MAXIMUM_IDLE {
                    break;
                }
                self.time = time;
            }
            self.idle.pop_first();
            self.flows.remove(&flow);
        }
    }
}

impl<T> State<T> {
    fn at(time: u64) -> Self {
        Self { time, arrival: 0, begun: VecDeque::new(), new: VecDeque::new() }
    }
}

#[cfg(test)]
mod tests;
