//! A queue that serves flows in turn.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, VecDeque};

use super::flow::Flow;

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

/// Items of flows that wait. Each flow is served in the order of its items, and has one item served before the next flow.
#[derive(Debug)]
pub struct FairQueue<T> {
    items: HashMap<Flow, VecDeque<T>>,
    /// The flows with items, the one to serve next first.
    order: VecDeque<Flow>,
    len: usize,
}

impl<T> Default for FairQueue<T> {
    fn default() -> Self {
        Self { items: HashMap::new(), order: VecDeque::new(), len: 0 }
    }
}

impl<T> FairQueue<T> {
    /// The number of items that wait.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether no item waits.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Whether an item of this flow would exceed a limit.
    pub fn is_full(&self, flow: Flow, limits: Limits) -> bool {
        self.len >= limits.total || self.items_of(flow) >= limits.per_flow
    }

    /// Adds an item. If too many wait in total, the newest item of the flow with most of them is removed and returned; if that is
    /// the flow of the item, the item is refused.
    pub fn push(&mut self, flow: Flow, item: T, limits: Limits) -> Result<Option<T>, Full> {
        let own = self.items_of(flow);
        if own >= limits.per_flow {
            return Err(Full::Flow);
        }
        let removed = if self.len >= limits.total {
            Some(self.remove_from_longest(own + 1).ok_or(Full::Total)?)
        } else {
            None
        };
        self.len += 1;
        match self.items.entry(flow) {
            Entry::Occupied(mut items) => items.get_mut().push_back(item),
            Entry::Vacant(vacant) => {
                vacant.insert(VecDeque::from([item]));
                self.order.push_back(flow);
            }
        }
        Ok(removed)
    }

    /// Takes the item to serve next.
    pub fn pop(&mut self) -> Option<T> {
        let flow = self.order.pop_front()?;
        let items = self.items.get_mut(&flow)?;
        let item = items.pop_front()?;
        self.len -= 1;
        if items.is_empty() {
            self.items.remove(&flow);
        } else {
            self.order.push_back(flow);
        }
        Some(item)
    }

    /// Removes the items that do not fulfil a condition.
    pub fn retain(&mut self, is_retained: impl Fn(&T) -> bool) {
        self.items.retain(|_, items| {
            items.retain(&is_retained);
            !items.is_empty()
        });
        self.order.retain(|flow| self.items.contains_key(flow));
        self.len = self.items.values().map(VecDeque::len).sum();
    }

    fn items_of(&self, flow: Flow) -> usize {
        self.items.get(&flow).map_or(0, VecDeque::len)
    }

    /// Takes the newest item of the flow with most of them, if it has more than `number`, which is at least 1.
    fn remove_from_longest(&mut self, number: usize) -> Option<T> {
        let items = self.items.values_mut().max_by_key(|items| items.len())?;
        let item = if items.len() > number { items.pop_back() } else { None };
        self.len -= usize::from(item.is_some());
        item
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const UNLIMITED: Limits = Limits { per_flow: usize::MAX, total: usize::MAX };
    const A: Flow = Flow::Client(1);
    const B: Flow = Flow::Client(2);
    const C: Flow = Flow::Address(3);

    fn queue(items: &[(Flow, u64)]) -> FairQueue<u64> {
        let mut queue = FairQueue::default();
        for (flow, item) in items {
            assert_eq!(queue.push(*flow, *item, UNLIMITED), Ok(None));
        }
        queue
    }

    #[test]
    fn flows_are_served_in_turn_and_their_items_in_order() {
        let mut queue = queue(&[(A, 1), (A, 2), (A, 3), (B, 4), (C, 5), (B, 6)]);
        let served: Vec<u64> = std::iter::from_fn(|| queue.pop()).collect();
        assert_eq!(served, [1, 4, 5, 2, 6, 3]);
        assert!(queue.is_empty() && queue.items.is_empty() && queue.order.is_empty());
    }

    #[test]
    fn a_flow_with_one_item_is_served_before_the_many_of_another() {
        let mut queue = queue(&(0..300).map(|item| (A, item)).collect::<Vec<_>>());
        assert_eq!(queue.pop(), Some(0));
        assert_eq!(queue.push(B, 1000, UNLIMITED), Ok(None));
        assert_eq!([queue.pop(), queue.pop(), queue.pop()], [Some(1), Some(1000), Some(2)]);
    }

    #[test]
    fn items_beyond_the_limits_are_refused_or_replace_those_of_the_longest_flow() {
        let limits = Limits { per_flow: 3, total: 4 };
        let mut queue = queue(&[(A, 0), (A, 1), (A, 2)]);
        assert_eq!(queue.push(A, 3, limits), Err(Full::Flow));
        assert_eq!(queue.push(B, 0, limits), Ok(None));
        assert_eq!(queue.push(B, 1, limits), Ok(Some(2)), "the newest of A");
        assert_eq!(queue.push(B, 2, limits), Err(Full::Total), "A has no more than B");
        assert!(matches!(queue.push(C, 0, limits), Ok(Some(_))), "A and B have two each");
        assert_eq!(queue.push(C, 1, limits), Err(Full::Total), "nobody has more than two");
        assert_eq!(queue.len(), 4);
    }

    #[test]
    fn removed_items_are_not_served() {
        let mut queue = queue(&[(A, 1), (B, 2), (A, 3), (C, 4), (C, 5)]);
        queue.retain(|item| *item % 2 == 0);
        assert_eq!(queue.len(), 2);
        assert_eq!([queue.pop(), queue.pop(), queue.pop()], [Some(2), Some(4), None]);
    }
}
