use crate::place::{Place, expand, id};

const EXPECTED: &str =
    "parent_id: expected the id of one of the comments that does not lead back to this record, found";

fn comment(own: u32, parent: u32) -> String {
    format!(r#""id":"${own}","idea_id":"$12","body":"Yes","parent_id":"${parent}""#)
}

/// Only these comments, each with the one that it answers, and an answer to nothing.
fn answers(place: &Place, pairs: &[(u32, u32)]) {
    let comments: Vec<String> = pairs.iter().map(|(own, parent)| comment(*own, *parent)).collect();
    let comments: Vec<&str> = comments.iter().map(String::as_str).collect();
    place.only("comments.ndjson", &comments);
}

#[test]
fn a_comment_that_answers_itself_is_told() {
    let place = Place::full();
    place.import();
    answers(&place, &[(90, 90), (91, 15), (92, 90)]);
    assert_eq!(place.wrong(), [expand(&format!("comments.ndjson:1: {EXPECTED} $90"))]);
}

#[test]
fn comments_that_answer_each_other_are_told() {
    let place = Place::full();
    place.import();
    answers(
        &place,
        &[(90, 91), (91, 90), (92, 93), (93, 94), (94, 92), (95, 94), (96, 15), (97, 96), (98, 97)],
    );
    let expected = [(1, 91), (2, 90), (3, 93), (4, 94), (5, 92)];
    assert_eq!(
        place.wrong(),
        expected.map(|(line, parent)| format!("comments.ndjson:{line}: {EXPECTED} {}", id(parent)))
    );
}

#[test]
fn a_circle_through_what_is_stored_is_told() {
    let place = Place::full();
    place.import();
    answers(&place, &[(15, 16)]);
    assert_eq!(place.wrong(), [format!("comments.ndjson:1: {EXPECTED} {}", id(16))]);
    answers(&place, &[(90, 16), (91, 90), (15, 91)]);
    assert_eq!(
        place.wrong(),
        [(1, 16), (2, 90), (3, 91)]
            .map(|(line, parent)| format!("comments.ndjson:{line}: {EXPECTED} {}", id(parent)))
    );
}

#[test]
fn long_threads_are_no_circles() {
    let place = Place::full();
    place.import();
    let thread: Vec<(u32, u32)> =
        (1000..6000).map(|number| (number, number + 1)).chain([(6000, 16)]).collect();
    answers(&place, &thread);
    place.import();
    let reversed: Vec<(u32, u32)> = (1001..=6000).map(|number| (number, number - 1)).collect();
    answers(&place, &reversed);
    let first = format!("comments.ndjson:1: {EXPECTED} {}", id(1000));
    assert_eq!(place.wrong(), [first], "the first of them still answers the second");
}
