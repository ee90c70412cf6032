//! Tokens: only those that were issued are accepted.
//!
//! An input is a template of a token and edits of it; see `edits::made`. The parts of an issued token are `$HEADER`,
//! `$PAYLOAD` and `$SIGNATURE`, those of another client end with `2`, and those of another platform with `3`.

use std::sync::{Arc, LazyLock};

use folkmoot_authentication::keys::{KeyDirectory, Keys};
use folkmoot_authentication::tokens::{Grant, TokenError, Tokens};
use folkmoot_store::clients::Holder;
use jiff::{SignedDuration, Timestamp};
use uuid::Uuid;

use super::Target;
use crate::edits::made;
use crate::platform::folder;

pub const TARGET: Target = Target {
    name: "tokens",
    run,
    dictionary: &[
        "$TOKEN",
        "$EXPIRED",
        "$HEADER",
        "$PAYLOAD",
        "$SIGNATURE",
        "2",
        "3",
        ".",
        "..",
        "=",
        "eyJhbGciOiJub25lIn0",
    ],
    max_bytes: 5_000,
};

struct Fixture {
    tokens: Tokens,
    now: Timestamp,
    /// Each token that is accepted, with its holder.
    issued: Vec<(String, Holder)>,
    expired: (String, Holder),
    values: Vec<(&'static str, String)>,
}

static FIXTURE: LazyLock<Fixture> = LazyLock::new(|| {
    let now = Timestamp::now();
    let issuer = || {
        let keys = Keys::open(KeyDirectory(folder().path().join("keys")), now).unwrap();
        Tokens::new(Arc::new(keys), "folkmoot")
    };
    let holder = |number| Holder { client: Uuid::from_u128(number), generation: 3 };
    let (tokens, foreign) = (issuer(), issuer());
    let narrowed = Grant { holder: holder(2), scope: Some("read:ideas".to_owned()), client_expires_at: None };
    let first = tokens.issue(holder(1), now).unwrap();
    let second = tokens.issue_grant(&narrowed, now).unwrap().token;
    let third = foreign.issue(holder(1), now).unwrap();
    let expired = (tokens.issue(holder(4), now - SignedDuration::from_hours(48)).unwrap(), holder(4));
    let part = |token: &str, position: usize| token.split('.').nth(position).unwrap().to_owned();
    // Longer names first, because `$HEADER` is the beginning of `$HEADER2`.
    let mut values = Vec::new();
    for (token, names) in [
        (&second, ["HEADER2", "PAYLOAD2", "SIGNATURE2", "TOKEN2"]),
        (&third, ["HEADER3", "PAYLOAD3", "SIGNATURE3", "TOKEN3"]),
        (&first, ["HEADER", "PAYLOAD", "SIGNATURE", "TOKEN"]),
    ] {
        let parts = [part(token, 0), part(token, 1), part(token, 2), token.clone()];
        values.extend(names.into_iter().zip(parts));
    }
    values.push(("EXPIRED", expired.0.clone()));
    let issued = vec![(first, holder(1)), (second, holder(2))];
    Fixture { tokens, now, issued, expired, values }
});

fn run(input: &[u8]) {
    let Fixture { tokens, now, issued, expired, values } = &*FIXTURE;
    let values: Vec<(&str, &str)> = values.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let Ok(token) = String::from_utf8(made(input, "$TOKEN", &values)) else { return };
    let known = issued.iter().find(|(issued, _)| *issued == token);
    match (tokens.verify(&token, *now), known) {
        (Ok(claims), Some((_, holder))) => assert_eq!(claims.holder, *holder),
        (Ok(_), None) => panic!("a token that was not issued was accepted: {token}"),
        (Err(error), Some(_)) => panic!("an issued token was refused: {error}"),
        (Err(TokenError::Expired(holder)), None) => assert_eq!((token, holder), *expired),
        (Err(TokenError::Invalid | TokenError::UnknownKey), None) => assert_ne!(token, expired.0),
    }
}
