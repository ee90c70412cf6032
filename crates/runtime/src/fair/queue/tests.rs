#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use super::*;

const UNLIMITED: Limits = Limits { per_flow: usize::MAX, total: usize::MAX };
const A: Flow = Flow::Client(1);
const B: Flow = Flow::Client(2);
const C: Flow = Flow::Address(3);

fn push(queue: &mut FairQueue<u64>, flow: Flow, item: u64) {
    assert_eq!(queue.push(flow, item, UNLIMITED), Ok(None));
}

/// Serves the next item at a cost.
fn serve_next(queue: &mut FairQueue<u64>, cost: u64) -> (Flow, u64) {
    let (flow, item) = queue.pop().unwrap();
    queue.charge(flow, cost);
    (flow, item)
}

#[test]
fn a_flow_with_one_item_is_served_before_the_many_of_another() {
    let mut queue = FairQueue::default();
    for item in 0..300 {
        push(&mut queue, A, item);
    }
    assert_eq!(serve_next(&mut queue, 1_000_000), (A, 0));
    push(&mut queue, B, 0);
    assert_eq!(serve_next(&mut queue, 1_000_000), (B, 0));
    assert_eq!(serve_next(&mut queue, 1_000_000), (A, 1), "the order of a flow is that of its arrivals");
}

#[test]
fn flows_share_what_they_cost_and_not_the_number_of_items() {
    let mut queue = FairQueue::default();
    for item in 0..1000 {
        push(&mut queue, A, item);
        push(&mut queue, B, item);
    }
    let mut served = HashMap::from([(A, 0), (B, 0)]);
    for _ in 0..400 {
        let (flow, _) = queue.pop().unwrap();
        queue.charge(flow, if flow == A { 9_000_000 } else { 1_000_000 });
        *served.get_mut(&flow).unwrap() += 1;
    }
    assert!((39..=42).contains(&served[&A]), "{served:?}");
}

#[test]
fn a_flow_neither_saves_up_idle_time_nor_pays_for_what_nobody_else_wanted() {
    let mut queue = FairQueue::default();
    // A is alone for a long time.
    for _ in 0..1000 {
        queue.serve(A);
        queue.charge(A, 10_000_000);
    }
    for item in 0..10 {
        push(&mut queue, A, item);
        push(&mut queue, B, item);
    }
    let flows: Vec<Flow> = (0..10).map(|_| serve_next(&mut queue, 10_000_000).0).collect();
    let of_b = flows.iter().filter(|flow| **flow == B).count();
    assert!((5..=6).contains(&of_b), "{flows:?}");
}

#[test]
fn what_was_begun_is_served_first_within_its_flow_only() {
    let mut queue = FairQueue::default();
    push(&mut queue, A, 1);
    push(&mut queue, B, 2);
    queue.push_begun(A, 3);
    queue.push_begun(A, 4);
    let items: Vec<u64> = (0..4).map(|_| serve_next(&mut queue, 1_000_000).1).collect();
    assert_eq!(items, [3, 2, 4, 1]);
}

#[test]
fn items_beyond_the_limits_are_refused_or_replace_those_of_the_longest_flow() {
    let limits = Limits { per_flow: 3, total: 4 };
    let mut queue = FairQueue::default();
    for item in 0..3 {
        assert_eq!(queue.push(A, item, limits), Ok(None));
    }
    assert_eq!(queue.push(A, 3, limits), Err(Full::Flow));
    assert_eq!(queue.push(B, 0, limits), Ok(None));
    assert_eq!(queue.push(B, 1, limits), Ok(Some(2)), "the newest of A");
    assert_eq!(queue.push(B, 2, limits), Err(Full::Total), "A has no more than B");
    assert!(matches!(queue.push(C, 0, limits), Ok(Some(_))), "A and B have two each");
    assert_eq!(queue.push(C, 1, limits), Err(Full::Total), "nobody has more than two");
    queue.push_begun(A, 9);
    assert_eq!(queue.len(), 5, "what was begun is never refused");
}

#[test]
fn removed_items_are_not_served() {
    let mut queue = FairQueue::default();
    push(&mut queue, A, 1);
    push(&mut queue, A, 2);
    push(&mut queue, B, 3);
    assert_eq!(queue.remove(A, |item| *item == 2), Some(2));
    assert_eq!(queue.remove(A, |item| *item == 2), None);
    assert_eq!(queue.remove(A, |item| *item == 1), Some(1));
    assert_eq!(queue.remove(A, |_| true), None);
    assert_eq!(queue.peek(), Some(&3));
    assert_eq!(serve_next(&mut queue, 1), (B, 3));
    assert!(queue.pop().is_none());
    for item in 0..6 {
        push(&mut queue, if item % 2 == 0 { A } else { B }, item);
    }
    let mut removed = queue.remove_all(|item| *item < 4);
    removed.sort_unstable();
    assert_eq!((removed, queue.len()), (vec![0, 1, 2, 3], 2));
}

#[test]
fn flows_that_come_and_go_are_forgotten() {
    let mut queue = FairQueue::<u64>::default();
    for number in 0..100_000 {
        queue.serve(Flow::Address(number));
        queue.charge(Flow::Address(number), 1_000_000);
    }
    assert!(queue.flows() <= MAXIMUM_IDLE + 1, "{}", queue.flows());
    // Time passes for those who stay, and they are the only ones left.
    for _ in 0..10 {
        queue.serve(A);
        queue.charge(A, 1_000_000);
    }
    assert!(queue.flows() <= 1, "{}", queue.flows());
}

/// A generator of test data (xorshift).
fn next(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state
}

/// The same queue as a list that is searched completely, to compare with.
#[derive(Default)]
struct Model {
    items: Vec<(Flow, bool, u64)>,
    times: HashMap<Flow, (u64, u64)>,
    time: u64,
    arrivals: u64,
}

impl Model {
    fn push(&mut self, flow: Flow, is_begun: bool, item: u64) {
        self.arrivals += 1;
        if !self.items.iter().any(|(other, ..)| *other == flow) {
            let time = self.times.get(&flow).map_or(self.time, |(time, _)| (*time).max(self.time));
            self.times.insert(flow, (time, self.arrivals));
        }
        self.items.push((flow, is_begun, item));
    }

    fn pop(&mut self) -> Option<(Flow, u64)> {
        let flow = self.items.iter().map(|(flow, ..)| *flow).min_by_key(|flow| self.times[flow])?;
        let begun = self.items.iter().position(|item| item.0 == flow && item.1);
        let position = begun.or_else(|| self.items.iter().position(|item| item.0 == flow))?;
        self.time = self.time.max(self.times[&flow].0);
        self.arrivals += 1;
        self.times.insert(flow, (self.times[&flow].0 + MINIMUM_COST, self.arrivals));
        Some((flow, self.items.remove(position).2))
    }

    fn charge(&mut self, flow: Flow, cost: u64) {
        let time = self.times.entry(flow).or_default();
        time.0 += cost.saturating_sub(MINIMUM_COST);
    }
}

#[test]
fn random_work_is_served_in_the_order_of_a_simple_model() {
    for seed in 1..=40 {
        let (mut random, mut queue, mut model) = (seed * 7919, FairQueue::default(), Model::default());
        for item in 0..2000 {
            let flow = Flow::Client(u128::from(next(&mut random) % 7));
            match next(&mut random) % 10 {
                0..=3 => {
                    push(&mut queue, flow, item);
                    model.push(flow, false, item);
                }
                4 => {
                    queue.push_begun(flow, item);
                    model.push(flow, true, item);
                }
                5 => {
                    let of_flow = model.items.iter().position(|item| item.0 == flow);
                    let expected = of_flow.map(|position| model.items[position].2);
                    let removed = expected.map(|item| queue.remove(flow, |other| *other == item));
                    assert_eq!(removed, expected.map(Some));
                    of_flow.map(|position| model.items.remove(position));
                }
                _ => {
                    let (popped, expected) = (queue.pop(), model.pop());
                    assert_eq!(popped, expected, "seed {seed}, step {item}");
                    if let Some((flow, _)) = popped {
                        let cost = next(&mut random) % 3_000_000;
                        queue.charge(flow, cost);
                        model.charge(flow, cost);
                    }
                }
            }
            assert_eq!(queue.len(), model.items.len());
        }
    }
}
