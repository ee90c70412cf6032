//! Sealed cursors: only those that were sealed for the same purpose are accepted.
//!
//! An input is a template of a cursor and edits of it; see `edits::made`.

use std::sync::LazyLock;

use folkmoot_api::sealed_cursor::{CursorKeys, Purpose};

use super::Target;
use crate::edits::made;

pub const TARGET: Target = Target {
    name: "cursors",
    run,
    dictionary: &["$WALK", "$CHANGES", "$FOREIGN", "$EMPTY", "AAAA", "=", "-", "_"],
    max_bytes: 5_000,
};

const POSITION: &[u8] = b"position of a cursor";

struct Fixture {
    keys: CursorKeys,
    values: Vec<(&'static str, String)>,
}

static FIXTURE: LazyLock<Fixture> = LazyLock::new(|| {
    let keys = CursorKeys::of_platform(&[7; 32]).unwrap();
    let foreign = CursorKeys::of_platform(&[8; 32]).unwrap();
    let sealed = |keys: &CursorKeys, purpose, position| keys.seal(purpose, position).ok().unwrap();
    let values = vec![
        ("WALK", sealed(&keys, Purpose::CursorScan, POSITION)),
        ("CHANGES", sealed(&keys, Purpose::Changes, POSITION)),
        ("FOREIGN", sealed(&foreign, Purpose::CursorScan, POSITION)),
        ("EMPTY", sealed(&keys, Purpose::CursorScan, b"")),
    ];
    Fixture { keys, values }
});

fn run(input: &[u8]) {
    let Fixture { keys, values } = &*FIXTURE;
    let texts: Vec<(&str, &str)> = values.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let Ok(cursor) = String::from_utf8(made(input, "$WALK", &texts)) else { return };
    for purpose in [Purpose::CursorScan, Purpose::Changes] {
        let expected = match (purpose, texts.iter().find(|(_, value)| *value == cursor)) {
            (Purpose::CursorScan, Some(("WALK", _))) | (Purpose::Changes, Some(("CHANGES", _))) => {
                Some(POSITION)
            }
            (Purpose::CursorScan, Some(("EMPTY", _))) => Some(b"".as_slice()),
            _ => None,
        };
        assert_eq!(keys.open(purpose, &cursor).as_deref(), expected, "{purpose:?} {cursor}");
    }
}
