use crate::import::scenario::{ImportScenario, id, with_ids};

const EXPECTED: &str =
    "parent_id: expected the id of one of the comments that does not lead back to this record, found";

fn comment(own: u32, parent: u32) -> String {
    format!(r#""id":"${own}","idea_id":"$12","body":"Yes","parent_id":"${parent}""#)
}

/// Leaves only these comments to import: each with its parent.
fn only_comments(scenario: &ImportScenario, pairs: &[(u32, u32)]) {
    let comments: Vec<String> = pairs.iter().map(|(own, parent)| comment(*own, *parent)).collect();
    let comments: Vec<&str> = comments.iter().map(String::as_str).collect();
    scenario.only("comments.ndjson", &comments);
}

#[test]
fn a_comment_that_is_its_own_parent_is_reported() {
    let scenario = ImportScenario::full();
    scenario.import();
    only_comments(&scenario, &[(90, 90), (91, 15), (92, 90)]);
    assert_eq!(scenario.errors(), [with_ids(&format!("comments.ndjson:1: {EXPECTED} $90"))]);
}

#[test]
fn comments_that_are_parents_of_each_other_are_reported() {
    let scenario = ImportScenario::full();
    scenario.import();
    only_comments(
        &scenario,
        &[(90, 91), (91, 90), (92, 93), (93, 94), (94, 92), (95, 94), (96, 15), (97, 96), (98, 97)],
    );
    let expected = [(1, 91), (2, 90), (3, 93), (4, 94), (5, 92)];
    assert_eq!(
        scenario.errors(),
        expected.map(|(line, parent)| format!("comments.ndjson:{line}: {EXPECTED} {}", id(parent)))
    );
}

#[test]
fn a_cycle_through_stored_comments_is_reported() {
    let scenario = ImportScenario::full();
    scenario.import();
    only_comments(&scenario, &[(15, 16)]);
    assert_eq!(scenario.errors(), [format!("comments.ndjson:1: {EXPECTED} {}", id(16))]);
    only_comments(&scenario, &[(90, 16), (91, 90), (15, 91)]);
    assert_eq!(
        scenario.errors(),
        [(1, 16), (2, 90), (3, 91)]
            .map(|(line, parent)| format!("comments.ndjson:{line}: {EXPECTED} {}", id(parent)))
    );
}

#[test]
fn long_threads_are_accepted() {
    let scenario = ImportScenario::full();
    scenario.import();
    let thread: Vec<(u32, u32)> =
        (1000..6000).map(|number| (number, number + 1)).chain([(6000, 16)]).collect();
    only_comments(&scenario, &thread);
    scenario.import();
    let reversed: Vec<(u32, u32)> = (1001..=6000).map(|number| (number, number - 1)).collect();
    only_comments(&scenario, &reversed);
    let first = format!("comments.ndjson:1: {EXPECTED} {}", id(1000));
    assert_eq!(scenario.errors(), [first], "the parent of the first is still the second");
}
