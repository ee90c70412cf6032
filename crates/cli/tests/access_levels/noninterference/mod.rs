//! What a level hides changes nothing that the level observes. Two platforms with the same data and secrets get the same visible
//! changes; one of them also gets changes of what the level hides. Both return the same: bodies, headers, when tags change,
//! pages of changes, and whether requests that wait return.

mod deferral;
mod doors;
mod exported;
mod hidden;
pub mod observer;
mod visible;

use crate::access_levels::rules::Level;
use crate::access_levels::site::Site;
use crate::access_levels::{assert_none, platform};
use crate::support::Data;
use crate::support::fixture::Platform;
use crate::support::prepared::prepared;

use observer::Observer;

/// Changes that are imported together.
pub struct Operation {
    pub name: &'static str,
    pub records: Platform,
}

impl Operation {
    fn new(name: &'static str, records: Vec<(&str, serde_json::Value)>) -> Self {
        let mut platform = Platform::empty();
        for (plural, record) in records {
            platform.add(plural, record);
        }
        Self { name, records: platform }
    }
}

/// Two equal platforms, of which no change waits for the end of the day.
fn twins(levels: &[Level]) -> [Site; 2] {
    let names: Vec<_> = levels.iter().map(|level| level.name()).collect();
    let twin = || {
        let (data, clients) = prepared(&format!("noninterference-{}", names.join("-")), || {
            let site = Site::with_clients(Data::with(&platform()), &[], levels.iter().copied());
            site.end_day();
            site.end()
        });
        Site::again(data, &[], clients)
    };
    [twin(), twin()]
}

/// Two equal platforms and what a client of a level observes of each.
struct Twins {
    sites: [Site; 2],
    observers: [Observer; 2],
}

impl Twins {
    fn new(level: Level) -> Self {
        let levels = if level == Level::Full { vec![level] } else { vec![level, Level::Full] };
        let sites = twins(&levels);
        let observers = [0, 1].map(|number: usize| Observer::new(&sites[number], level));
        let mut twins = Self { sites, observers };
        let faults = twins.compare("at first");
        assert_none(&faults);
        twins
    }

    /// Imports records to both platforms at the same time.
    fn import_to_both(&self, operation: &Operation) {
        std::thread::scope(|scope| {
            for site in &self.sites {
                scope.spawn(|| site.import(&operation.records));
            }
        });
    }

    /// Observes both platforms; the differences.
    fn compare(&mut self, after: &str) -> Vec<String> {
        let Self { sites, observers } = self;
        let [one, other] = observers;
        let (one, other) = std::thread::scope(|scope| {
            let of_one = scope.spawn(|| one.observe(&sites[0]));
            let of_other = other.observe(&sites[1]);
            (of_one.join().unwrap(), of_other)
        });
        observer::differences(after, &one, &other)
    }
}

/// Every hidden change on one platform, each followed by a visible one on both.
fn hidden_changes_change_nothing(level: Level) {
    let mut twins = Twins::new(level);
    let mut faults = Vec::new();
    for (step, hidden) in hidden::operations(level).into_iter().enumerate() {
        let full = twins.sites[1].client(Level::Full);
        let before = observer::newest(&twins.sites[1], full);
        twins.sites[1].import(&hidden.records);
        let changes = observer::changes_after(&twins.sites[1], full, &before);
        if changes.is_empty() != (level == Level::Full) {
            faults.push(format!("{}: changes at full: {changes:?}", hidden.name));
        }
        faults.extend(twins.compare(hidden.name));
        let shown = visible::operation(step);
        twins.import_to_both(&shown);
        faults.extend(twins.compare(&format!("{}, then {}", hidden.name, shown.name)));
        assert_none(&faults);
    }
    twins.sites.iter().for_each(Site::end_day);
    faults.extend(twins.compare("the end of the day"));
    faults.extend(exported::differences(&twins.sites, level));
    assert_none(&faults);
    assert_comparison_finds_differences(&mut twins);
}

/// A visible change on one platform differs everywhere: the comparison above could fail.
fn assert_comparison_finds_differences(twins: &mut Twins) {
    let shown = visible::of_one_platform();
    twins.sites[1].import(&shown.records);
    let faults = twins.compare(shown.name);
    for door in ["/ideas?page_size=24 ", "/ideas?format=ndjson ", "/ideas?cursor=start", "changes", "wait"] {
        assert!(faults.iter().any(|fault| fault.contains(door)), "{door}: {faults:?}");
    }
}

#[test]
fn full_does_not_observe_what_no_list_contains() {
    hidden_changes_change_nothing(Level::Full);
}

#[test]
fn pseudonymous_does_not_observe_what_it_does_not_see() {
    hidden_changes_change_nothing(Level::Pseudonymous);
}

#[test]
fn anonymous_does_not_observe_what_it_does_not_see() {
    hidden_changes_change_nothing(Level::Anonymous);
}

#[test]
fn public_does_not_observe_what_it_does_not_see() {
    hidden_changes_change_nothing(Level::Public);
}
