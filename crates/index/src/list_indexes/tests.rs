//! Walks through lists that change between pages, compared with a naive model.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::{BTreeMap, HashSet};

use folkmoot_model::resources::FILES;
use folkmoot_store::audience::Versions;
use folkmoot_store::search::Ranked;
use proptest::prelude::*;

use super::*;
use crate::columns::IndexColumns;
use crate::order::Order;
use crate::order::OrderKey;
use crate::page_range::PageStart;
use crate::query::NumberRange;
use crate::row::{ChangedRow, IndexedRow};
use crate::snapshot::Orders;
use crate::writer::Writer;

/// The greatest key, and a prime number.
const KEYS: i64 = 701;

/// The timestamp and the number of a record.
type Values = (i64, i64);
/// A key and the new state of its record; `None` deletes it.
type Step = (i64, Option<Values>);

/// The functions that return pages.
#[derive(Debug, Clone, Copy)]
enum Reader {
    Plain,
    ByPseudonyms,
    Search,
}

/// What a walk has returned, and the position of its next page; `None` after the last.
#[derive(Debug)]
struct Walk {
    query: Query,
    sort: Sort,
    reader: Reader,
    next: Option<PageStart>,
    returned: Vec<(OrderKey, i64)>,
    /// The records that matched in every state since the first page, at their positions.
    remained: Option<HashSet<(OrderKey, i64)>>,
}

/// Ids in another order.
#[derive(Debug)]
struct Replaced;

impl PseudonymizedIds for Replaced {
    fn client(&self) -> u128 {
        1
    }

    fn replace_all(&self, ids: &mut [u128]) {
        for id in ids {
            *id = *id * 100 % u128::from(KEYS.unsigned_abs());
        }
    }
}

fn id(key: i64) -> u128 {
    u128::from(key.unsigned_abs()) * 7919 % u128::from(KEYS.unsigned_abs())
}

fn step() -> impl Strategy<Value = Step> {
    (1..KEYS, proptest::option::weighted(0.7, (0_i64..40, 0_i64..12)))
}

fn walk() -> impl Strategy<Value = Walk> {
    let bound = || proptest::option::of(0_i64..40);
    let range = || (bound(), bound()).prop_map(|(from, until)| NumberRange { from, until });
    let conditions = prop_oneof![
        2 => Just(Vec::new()),
        1 => range().prop_map(|range| vec![Condition::Range { number: 0, range }]),
        1 => proptest::collection::btree_set(0_u128..701, 1..200)
            .prop_map(|ids| vec![Condition::Ids(ids.into_iter().collect())]),
    ];
    let sorted_at = prop_oneof![2 => Just(NumberRange::default()), 1 => range()];
    let by = prop_oneof![Just(SortBy::Timestamp), Just(SortBy::Number(0))];
    let reader =
        prop_oneof![2 => Just(Reader::Plain), 1 => Just(Reader::ByPseudonyms), 1 => Just(Reader::Search)];
    (sorted_at, conditions, by, any::<bool>(), reader).prop_map(
        |(sorted_at, conditions, by, is_ascending, reader)| Walk {
            query: Query { sorted_at, conditions },
            sort: Sort { by, is_ascending },
            reader,
            next: Some(PageStart::Number(1)),
            returned: Vec::new(),
            remained: None,
        },
    )
}

impl Walk {
    /// The selected records of the model, sorted.
    fn expected(&self, model: &BTreeMap<i64, Values>) -> Vec<(OrderKey, i64)> {
        let is_selected = |key: i64, (timestamp, number): Values| {
            self.query.sorted_at.contains(timestamp)
                && self.query.conditions.iter().all(|condition| match condition {
                    Condition::Ids(ids) => ids.contains(&id(key)),
                    Condition::Range { range, .. } => range.contains(number),
                    _ => false,
                })
        };
        let selected = model.iter().filter(|(key, values)| is_selected(**key, **values));
        let mut sorted: Vec<_> = selected.map(|(key, values)| (self.position(*key, *values), *key)).collect();
        sorted.sort_unstable();
        if !self.sort.is_ascending {
            sorted.reverse();
        }
        sorted
    }

    fn position(&self, key: i64, (timestamp, number): Values) -> OrderKey {
        let mut shown = [id(key)];
        if matches!(self.reader, Reader::ByPseudonyms) {
            Replaced.replace_all(&mut shown);
        }
        (if self.sort.by == SortBy::Timestamp { timestamp } else { number }, shown[0])
    }

    fn page(&self, indexes: &ListIndexes, snapshot: &Snapshot, page: PageRange) -> PageRows {
        let resolved = indexes.dictionary.resolve(&self.query);
        match self.reader {
            Reader::Plain => indexes.page_of(FILES, snapshot, &self.query, self.sort, page),
            Reader::ByPseudonyms => {
                let order = (self.sort, &Replaced as &dyn PseudonymizedIds);
                indexes.pseudonym_orders.page(FILES, snapshot, (&self.query, &resolved), order, page)
            }
            Reader::Search => {
                let rows = (1..KEYS).map(|key| (key, 0.0)).collect();
                let ranked = Ranked { rows, sequence: 0 };
                matching_page(snapshot, &resolved, Some(self.sort), &ranked, page)
            }
        }
    }

    /// Reads the next page and compares it with the model.
    fn advance(
        &mut self,
        indexes: &ListIndexes,
        snapshot: &Snapshot,
        size: usize,
        model: &BTreeMap<i64, Values>,
    ) -> Result<(), TestCaseError> {
        let Some(start) = self.next else { return Ok(()) };
        let expected = self.expected(model);
        let now: HashSet<_> = expected.iter().copied().collect();
        self.remained = Some(match self.remained.take() {
            Some(before) => &before & &now,
            None => now,
        });
        let page = self.page(indexes, snapshot, PageRange { start, size });
        let is_after = |position: OrderKey| match start {
            PageStart::Number(_) => true,
            PageStart::After(last) if self.sort.is_ascending => position > last,
            PageStart::After(last) => position < last,
        };
        let rest: Vec<_> = expected.iter().copied().filter(|(position, _)| is_after(*position)).collect();
        let keys: Vec<i64> = page.rows.iter().map(|row| row.key).collect();
        let first: Vec<i64> = rest.iter().take(size).map(|(_, key)| *key).collect();
        prop_assert_eq!(keys, first);
        prop_assert_eq!(page.total, expected.len());
        prop_assert_eq!(page.end, (rest.len() > size).then(|| rest[size - 1].0));
        self.returned.extend(rest.into_iter().take(size));
        self.next = page.end.map(PageStart::After);
        Ok(())
    }
}

/// Indexes without resources, for functions that get a snapshot.
fn no_indexes() -> ListIndexes {
    ListIndexes::new([], Arc::new(Dictionary::new()), 5_000_000)
}

fn empty(columns: &IndexColumns) -> Snapshot {
    let by_number = columns.numbers.iter().map(|number| number.is_sorted.then(Order::default)).collect();
    let orders = Orders { by_id: Some(Order::default()), by_number };
    Snapshot::new(0, Versions::default(), 0, Vec::new(), Arc::default(), orders)
}

fn changed(columns: &IndexColumns, (key, values): Step) -> ChangedRow {
    let row = values.map(|(timestamp, number)| IndexedRow {
        key,
        sort_key: (timestamp, id(key)),
        facets: vec![0; columns.facets.len()],
        related: vec![Vec::new(); columns.relations.len()],
        numbers: columns.numbers.iter().map(|_| Some(number)).collect(),
    });
    ChangedRow { key, row }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]
    #[test]
    fn a_walk_returns_each_record_that_remains_exactly_once(
        first in proptest::collection::vec(step(), 200..400),
        rounds in proptest::collection::vec(proptest::collection::vec(step(), 0..40), 30),
        mut walks in proptest::collection::vec(walk(), 4),
        size in 1_usize..30,
    ) {
        let columns = IndexColumns::new(FILES);
        let indexes = no_indexes();
        let mut snapshot = empty(&columns);
        let mut writer = Writer::new(&snapshot, &columns);
        let mut model: BTreeMap<i64, Values> = BTreeMap::new();
        let mut rounds = [first].into_iter().chain(rounds);
        let mut sequence = 0;
        while walks.iter().any(|walk| walk.next.is_some()) {
            sequence += 1;
            // Only the last step of each key, because the database returns the current state of rows. Records that change
            let last: BTreeMap<i64, Option<Values>> = rounds.next().unwrap_or_default().into_iter().collect();
            for (key, values) in &last {
                match values {
                    Some(values) => _ = model.insert(*key, *values),
                    None => _ = model.remove(key),
                }
            }
            let rows = last.into_iter().map(|step| changed(&columns, step)).collect();
            snapshot = writer.apply(&snapshot, rows, sequence);
            for walk in &mut walks {
                walk.advance(&indexes, &snapshot, size, &model)?;
            }
        }
        for walk in walks {
            let mut returned = HashSet::new();
            for record in &walk.returned {
                prop_assert!(returned.insert(*record), "{:?} was returned twice", record);
            }
            for record in walk.remained.unwrap() {
                prop_assert!(returned.contains(&record), "{:?} was not returned", record);
            }
        }
    }
}
