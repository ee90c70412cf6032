//! Each rule, on histories that are written by hand.

use std::collections::BTreeMap;
use std::time::Duration;

use super::{Rule, anomalies};
use crate::history::recording::{
    Contents, History, Kind, Operation, Outcome, Part, Run, Selection, State, What, Write,
};

/// A file whose creation has the mark `c0n1`, in a version.
fn file(version: i64, name: &str) -> State {
    let fields = BTreeMap::from([("name", name.to_owned()), ("description", String::new())]);
    State { id: "file".to_owned(), kind: Kind::File, created_at: 1, version, fields }
}

fn first() -> State {
    file(1, "c0n1 first.txt")
}

fn renamed() -> State {
    file(2, "c0n1 c1n1.txt")
}

fn client(version: i64, status: &str) -> State {
    let fields = BTreeMap::from([("name", "c0n2 first".to_owned()), ("status", status.to_owned())]);
    State { id: "client".to_owned(), kind: Kind::Client, created_at: 1, version, fields }
}

fn create() -> What {
    What::Create {
        mark: "c0n1".to_owned(),
        kind: Kind::File,
        project: 0,
        category: "policy",
        outcome: Outcome::Acknowledged(Some(first())),
    }
}

fn create_client() -> What {
    What::Create {
        mark: "c0n2".to_owned(),
        kind: Kind::Client,
        project: 0,
        category: "",
        outcome: Outcome::Acknowledged(Some(client(1, "active"))),
    }
}

fn update(state: &State, outcome: Outcome) -> What {
    let value = state.fields["name"].clone();
    What::Update { id: "file".to_owned(), write: Write { field: "name", value }, outcome }
}

fn rename() -> What {
    update(&renamed(), Outcome::Acknowledged(Some(renamed())))
}

fn set_status(status: &str, version: i64) -> What {
    What::Update {
        id: "client".to_owned(),
        write: Write { field: "status", value: status.to_owned() },
        outcome: Outcome::Acknowledged(Some(client(version, status))),
    }
}

fn delete(outcome: Outcome) -> What {
    What::Delete { id: "file".to_owned(), outcome }
}

fn deleted() -> What {
    delete(Outcome::Acknowledged(None))
}

fn read(found: Option<State>) -> What {
    What::Read { id: "file".to_owned(), found }
}

fn list(found: Vec<State>) -> What {
    let selection = Selection::default();
    What::List { kind: Kind::File, selection, part: Part::Between(None, None), found }
}

fn tombstones(ids: &[&str]) -> What {
    let found = ids.iter().map(|id| (9, (*id).to_owned())).collect();
    What::Deleted { part: Part::Between(None, None), found }
}

fn token(is_active: bool) -> What {
    What::Token { client: "client".to_owned(), is_active }
}

/// A request that takes a hundredth of a second, sent at a time in milliseconds by a process to a server.
fn at(milliseconds: u64, process: usize, server: usize, what: What) -> Operation {
    let invoked = Duration::from_millis(milliseconds);
    let completed = invoked + Duration::from_millis(10);
    Operation { process, run: Run { server, start: 0 }, invoked, completed, what }
}

/// A history with the final state that follows from its acknowledged writes.
fn history(operations: Vec<Operation>) -> History {
    let mut database = Contents::default();
    for operation in &operations {
        match &operation.what {
            What::Create { outcome: Outcome::Acknowledged(Some(state)), .. }
            | What::Update { outcome: Outcome::Acknowledged(Some(state)), .. } => {
                database.objects.insert(state.id.clone(), state.clone());
            }
            What::Delete { id, outcome: Outcome::Acknowledged(_) } => {
                database.objects.remove(id);
                database.deleted.insert(id.clone(), 9);
            }
            _ => {}
        }
    }
    let files = database.objects.iter().filter(|(_, state)| state.kind == Kind::File);
    let copies = vec![files.map(|(id, state)| (id.clone(), state.clone())).collect()];
    let servers = vec![database.clone(); 2];
    History { operations, database, servers, copies, ..History::default() }
}

#[track_caller]
fn assert_good(operations: Vec<Operation>) {
    assert_eq!(anomalies(&history(operations)), []);
}

#[track_caller]
fn assert_rule(operations: Vec<Operation>, rule: Rule) {
    assert_violated(&history(operations), rule);
}

#[track_caller]
fn assert_violated(history: &History, rule: Rule) {
    let found = anomalies(history);
    assert!(found.iter().any(|anomaly| anomaly.rule == rule), "{found:?}");
}

#[test]
fn a_correct_history_has_no_anomalies() {
    assert_good(vec![
        at(0, 0, 0, create()),
        at(20, 0, 0, read(Some(first()))),
        at(40, 1, 1, rename()),
        at(60, 1, 1, list(vec![renamed()])),
        at(80, 2, 0, read(Some(renamed()))),
        at(100, 0, 0, deleted()),
        at(120, 0, 0, read(None)),
        at(140, 0, 0, list(vec![])),
        at(160, 0, 0, tombstones(&["file"])),
        at(1_200, 0, 1, list(vec![])),
    ]);
}

#[test]
fn another_server_may_be_a_second_behind() {
    let writes = || vec![at(0, 0, 0, create()), at(2_000, 0, 0, rename())];
    let with = |operation: Operation| writes().into_iter().chain([operation]).collect::<Vec<_>>();
    assert_good(with(at(3_000, 0, 1, read(Some(first())))));
    assert_rule(with(at(3_020, 1, 1, read(Some(first())))), Rule::StaleRead);
    assert_rule(with(at(3_020, 0, 1, read(Some(first())))), Rule::StaleReadAfterOwnWrite);
}

#[test]
fn a_server_that_started_again_is_another_server() {
    let mut read = at(2_500, 0, 0, read(Some(first())));
    read.run.start = 1;
    assert_good(vec![at(0, 0, 0, create()), at(2_000, 0, 0, rename()), read]);
}

#[test]
fn the_same_server_shows_an_acknowledged_write_at_once() {
    let writes = || vec![at(0, 0, 0, create()), at(20, 0, 0, rename())];
    let with = |what: What| writes().into_iter().chain([at(40, 0, 0, what)]).collect::<Vec<_>>();
    assert_rule(with(read(Some(first()))), Rule::StaleReadAfterOwnWrite);
    assert_rule(with(list(vec![first()])), Rule::StaleReadAfterOwnWrite);
    assert_rule(with(list(vec![])), Rule::StaleReadAfterOwnWrite);
    assert_rule(with(read(None)), Rule::StaleReadAfterOwnWrite);
    let concurrent = vec![at(0, 0, 0, create()), at(20, 0, 0, rename()), at(25, 1, 0, read(Some(first())))];
    assert_good(concurrent);
}

#[test]
fn a_list_does_not_contradict_a_record() {
    let seen = || vec![at(0, 0, 0, create()), at(20, 0, 0, rename()), at(40, 1, 1, read(Some(renamed())))];
    let with = |what: What| seen().into_iter().chain([at(60, 2, 1, what)]).collect::<Vec<_>>();
    assert_rule(with(list(vec![first()])), Rule::ListContradictsItem);
    assert_rule(with(list(vec![])), Rule::ListContradictsItem);
    assert_rule(
        vec![at(0, 0, 0, create()), at(40, 1, 1, list(vec![first()])), at(60, 2, 1, read(None))],
        Rule::ListContradictsItem,
    );
}

#[test]
fn a_page_need_not_contain_what_is_on_another_page() {
    let page = |part: Part| What::List {
        kind: Kind::File,
        selection: Selection::default(),
        part,
        found: Vec::new(),
    };
    let position = |created_at: i64| Some((created_at, "x".to_owned()));
    let with = |part: Part| vec![at(0, 0, 0, create()), at(40, 1, 0, page(part))];
    assert_good(with(Part::Between(None, position(2))));
    assert_good(with(Part::Between(position(0), None)));
    assert_good(with(Part::Unknown));
    assert_rule(with(Part::Between(position(2), position(0))), Rule::Missing);
    let of_project = |project: usize| What::List {
        kind: Kind::File,
        selection: Selection { project: Some(project), ..Selection::default() },
        part: Part::Between(None, None),
        found: Vec::new(),
    };
    assert_good(vec![at(0, 0, 0, create()), at(40, 1, 0, of_project(1))]);
    assert_rule(vec![at(0, 0, 0, create()), at(40, 1, 0, of_project(0))], Rule::Missing);
}

#[test]
fn what_is_deleted_does_not_return() {
    let gone = || vec![at(0, 0, 0, create()), at(20, 0, 0, deleted())];
    let with = |operation: Operation| gone().into_iter().chain([operation]).collect::<Vec<_>>();
    assert_rule(with(at(40, 0, 0, read(Some(first())))), Rule::Resurrection);
    assert_rule(with(at(40, 1, 0, list(vec![first()]))), Rule::Resurrection);
    assert_rule(with(at(2_000, 1, 1, list(vec![first()]))), Rule::Resurrection);
    assert_good(with(at(40, 1, 1, list(vec![first()]))));
    assert_rule(with(at(40, 1, 0, tombstones(&[]))), Rule::StaleRead);
}

#[test]
fn what_was_seen_deleted_does_not_return() {
    let unknown = vec![
        at(0, 0, 0, create()),
        at(20, 0, 0, delete(Outcome::Unknown)),
        at(40, 1, 0, read(None)),
        at(60, 2, 0, list(vec![first()])),
    ];
    assert_rule(unknown, Rule::Resurrection);
    let feed = |state: Option<State>| What::Changes(vec![("file".to_owned(), state)]);
    let changes = vec![
        at(0, 0, 0, create()),
        at(20, 0, 1, deleted()),
        at(40, 1, 0, feed(None)),
        at(60, 2, 0, feed(Some(first()))),
    ];
    assert_rule(changes, Rule::Resurrection);
}

#[test]
fn a_record_that_nobody_deleted_remains() {
    assert_rule(vec![at(0, 0, 0, create()), at(2_000, 1, 1, read(None))], Rule::Missing);
    let feed = What::Changes(vec![("file".to_owned(), None)]);
    assert_rule(vec![at(0, 0, 0, create()), at(2_000, 1, 1, feed)], Rule::Missing);
    let mut lost = history(vec![at(0, 0, 0, create())]);
    lost.database.objects.clear();
    assert_violated(&lost, Rule::Missing);
}

#[test]
fn a_write_with_an_unknown_outcome_may_happen_or_not() {
    let unknown = || update(&renamed(), Outcome::Unknown);
    let with = |state: State| {
        let operations =
            vec![at(0, 0, 0, create()), at(20, 0, 0, unknown()), at(40, 0, 0, read(Some(state.clone())))];
        let mut history = history(operations);
        for contents in std::iter::once(&mut history.database).chain(&mut history.servers) {
            contents.objects.insert("file".to_owned(), state.clone());
        }
        history.copies[0].insert("file".to_owned(), state);
        history
    };
    assert_eq!(anomalies(&with(first())), []);
    assert_eq!(anomalies(&with(renamed())), []);
    assert_violated(&with(file(2, "c0n1 c9n9.txt")), Rule::UnknownValue);
    // The file was deleted between the change and its response.
    let missing = update(&renamed(), Outcome::Missing);
    let seen = at(22, 1, 0, read(Some(renamed())));
    assert_good(vec![at(0, 0, 0, create()), at(15, 2, 0, deleted()), at(20, 0, 0, missing), seen]);
}

#[test]
fn an_acknowledged_write_is_not_lost() {
    // The description is changed, and the name has its first value again.
    let mut described = file(3, "c0n1 first.txt");
    described.fields.insert("description", "c2n1".to_owned());
    let describe = What::Update {
        id: "file".to_owned(),
        write: Write { field: "description", value: "c2n1".to_owned() },
        outcome: Outcome::Acknowledged(Some(described)),
    };
    assert_rule(
        vec![at(0, 0, 0, create()), at(20, 1, 0, rename()), at(40, 2, 0, describe)],
        Rule::LostUpdate,
    );
    let rename_client = |name: &str| {
        let mut state = client(2, "active");
        state.fields.insert("name", name.to_owned());
        let write = Write { field: "name", value: name.to_owned() };
        What::Update { id: "client".to_owned(), write, outcome: Outcome::Acknowledged(Some(state)) }
    };
    let (earlier, second) =
        (at(20, 1, 0, rename_client("c0n2 c1n1")), at(20, 2, 1, rename_client("c0n2 c2n1")));
    assert_rule(vec![at(0, 0, 0, create_client()), earlier, second], Rule::LostUpdate);
    let mut lost = history(vec![at(0, 0, 0, create()), at(20, 0, 0, rename())]);
    lost.database.objects.insert("file".to_owned(), first());
    assert_violated(&lost, Rule::LostUpdate);
}

#[test]
fn the_response_to_a_write_may_show_a_later_write() {
    let later = file(3, "c0n1 c2n1.txt");
    let first_of_two = || update(&renamed(), Outcome::Acknowledged(Some(later.clone())));
    let second = || update(&later, Outcome::Acknowledged(Some(later.clone())));
    assert_good(vec![at(0, 0, 0, create()), at(20, 1, 0, first_of_two()), at(25, 2, 0, second())]);
    let seen = at(28, 3, 0, read(Some(renamed())));
    assert_good(vec![at(0, 0, 0, create()), at(20, 1, 0, first_of_two()), at(25, 2, 0, second()), seen]);
    // Nothing that could follow the write explains the response.
    let ignored = update(&renamed(), Outcome::Acknowledged(Some(first())));
    assert_rule(vec![at(0, 0, 0, create()), at(20, 1, 0, ignored)], Rule::LostUpdate);
    assert_rule(
        vec![at(0, 0, 0, create()), at(20, 2, 0, second()), at(40, 1, 0, first_of_two())],
        Rule::LostUpdate,
    );
}

#[test]
fn a_version_has_one_meaning_and_an_object_one_id() {
    let other = file(1, "c0n1 other.txt");
    assert_rule(vec![at(0, 0, 0, create()), at(40, 1, 1, read(Some(other)))], Rule::AmbiguousVersion);
    let other = file(2, "c0n1 c2n1.txt");
    let second = update(&other, Outcome::Acknowledged(Some(other.clone())));
    assert_rule(
        vec![at(0, 0, 0, create()), at(20, 1, 0, rename()), at(20, 2, 1, second)],
        Rule::AmbiguousVersion,
    );
    assert_rule(vec![at(0, 0, 0, create()), at(40, 1, 0, list(vec![first(), first()]))], Rule::Duplicate);
    let twin = State { id: "twin".to_owned(), ..first() };
    assert_rule(vec![at(0, 0, 0, create()), at(40, 1, 0, list(vec![twin, first()]))], Rule::Duplicate);
}

#[test]
fn a_token_follows_its_client() {
    let disabled = || vec![at(0, 0, 0, create_client()), at(2_000, 0, 0, set_status("disabled", 2))];
    let with = |operation: Operation| disabled().into_iter().chain([operation]).collect::<Vec<_>>();
    assert_good(with(at(2_500, 1, 1, token(true))));
    assert_good(with(at(2_500, 1, 0, token(false))));
    assert_good(with(at(2_005, 1, 0, token(false))));
    assert_rule(with(at(2_500, 1, 0, token(true))), Rule::WrongAccess);
    assert_rule(with(at(3_500, 1, 1, token(true))), Rule::WrongAccess);
    assert_rule(vec![at(0, 0, 0, create_client()), at(40, 1, 0, token(false))], Rule::WrongAccess);
    // A client that is active is enabled again, which makes no version.
    let again = at(60, 0, 0, set_status("active", 1));
    assert_good(vec![at(0, 0, 0, create_client()), at(40, 1, 0, token(true)), again]);
    // What is enabled later does not permit an earlier request.
    let enabled_later = at(4_000, 0, 0, set_status("active", 3));
    let early = at(3_500, 1, 1, token(true));
    assert_rule(disabled().into_iter().chain([early, enabled_later]).collect(), Rule::WrongAccess);
    let enabled = at(4_000, 0, 0, set_status("active", 3));
    assert_good(disabled().into_iter().chain([enabled, at(4_500, 1, 1, token(false))]).collect());
}

#[test]
fn an_outage_of_the_primary_delays_other_servers_only() {
    let with = |server: usize, milliseconds: u64| {
        let operations = vec![
            at(0, 0, 0, create()),
            at(2_000, 0, 0, rename()),
            at(milliseconds, 1, server, read(Some(first()))),
        ];
        History {
            outages: vec![(Duration::from_millis(2_100), Duration::from_secs(6))],
            ..history(operations)
        }
    };
    assert_eq!(anomalies(&with(1, 6_500)), []);
    assert_violated(&with(1, 7_100), Rule::StaleRead);
    assert_violated(&with(0, 2_500), Rule::StaleRead);
}

#[test]
fn everything_is_the_same_at_the_end() {
    let complete = || history(vec![at(0, 0, 0, create()), at(20, 0, 0, create_client())]);
    assert_eq!(anomalies(&complete()), []);
    let mut history = complete();
    history.servers[1].objects.remove("file");
    assert_violated(&history, Rule::FinalStatesDiffer);
    let mut history = complete();
    history.servers[1].deleted.insert("other".to_owned(), 1);
    assert_violated(&history, Rule::FinalStatesDiffer);
    let mut history = complete();
    history.copies[0].clear();
    assert_violated(&history, Rule::MissingChange);
    let mut history = complete();
    history.operations.push(at(40, 0, 0, What::Unexpected("500".to_owned())));
    assert_violated(&history, Rule::UnexpectedResponse);
}
