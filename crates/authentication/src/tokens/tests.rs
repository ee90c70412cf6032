#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use jsonwebtoken::{EncodingKey, decode_header};
use proptest::prelude::*;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::*;
use crate::keys::KeyDirectory;

const NOW: Timestamp = Timestamp::constant(1_790_000_000, 0);
const CLIENT: Holder = Holder { client: Uuid::from_u128(0x1234), generation: 0 };

/// `{"alg":"none","typ":"JWT"}`, encoded.
const HEADER_NONE: &str = "eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0";

fn after(seconds: i64) -> Timestamp {
    Timestamp::from_second(NOW.as_second() + seconds).unwrap()
}

fn tokens() -> (TempDir, Tokens) {
    let directory = tempfile::tempdir().unwrap();
    let keys = Keys::open(KeyDirectory(directory.path().join("keys")), NOW).unwrap();
    (directory, Tokens::new(Arc::new(keys), "folkmoot"))
}

fn good_payload() -> Value {
    json!({
        "iss": "folkmoot",
        "aud": AUDIENCE,
        "sub": CLIENT.client,
        "iat": NOW.as_second(),
        "exp": after(60).as_second(),
    })
}

/// Signs any payload under any header with the platform's own key.
fn sign(tokens: &Tokens, header: &Header, payload: &Value) -> String {
    encode(header, payload, &tokens.keys.ring().signing().signer).unwrap()
}

fn good_header(tokens: &Tokens) -> Header {
    Header { kid: Some(tokens.keys.ring().signing().id().to_owned()), ..Header::new(ALGORITHM) }
}

#[test]
fn a_token_contains_its_holder_and_is_short() {
    let (_directory, tokens) = tokens();
    let token = tokens.issue(CLIENT, NOW).unwrap();
    let claims =
        Claims { holder: CLIENT, issued_at: NOW, not_before: NOW, expires_at: after(86_400), scope: None };
    assert_eq!(tokens.verify(&token, NOW), Ok(claims.clone()));
    assert_eq!(tokens.verify(&token, after(1)), Ok(claims), "the second time it is cached");
    assert!(token.len() < 500, "{}", token.len());
}

#[test]
fn a_token_expires_on_time_cached_or_not() {
    let (_directory, tokens) = tokens();
    let token = tokens.issue(CLIENT, NOW).unwrap();
    assert_eq!(tokens.verify(&token, after(86_400)), Err(TokenError::Expired(CLIENT)));
    assert!(tokens.verify(&token, after(86_399)).is_ok());
    assert_eq!(tokens.verify(&token, after(86_400)), Err(TokenError::Expired(CLIENT)));
}

#[test]
fn a_token_expires_with_its_client() {
    let (_directory, tokens) = tokens();
    for (client_expires_in, expected) in [(1, 1), (86_399, 86_399), (86_400, 86_400), (100_000, 86_400)] {
        let client_expires_at = Some(after(client_expires_in));
        let issued =
            tokens.issue_grant(&Grant { holder: CLIENT, scope: None, client_expires_at }, NOW).unwrap();
        assert_eq!(issued.expires_in_seconds, expected);
        assert_eq!(tokens.verify(&issued.token, NOW).unwrap().expires_at, after(expected));
    }
}

#[test]
fn the_helper_of_these_tests_makes_valid_tokens() {
    let (_directory, tokens) = tokens();
    let token = sign(&tokens, &good_header(&tokens), &good_payload());
    assert_eq!(tokens.verify(&token, NOW).unwrap().holder, CLIENT);
}

#[test]
fn no_algorithm_but_eddsa_is_accepted() {
    let (_directory, tokens) = tokens();
    let token = tokens.issue(CLIENT, NOW).unwrap();
    let (_, rest) = token.split_once('.').unwrap();
    let (payload, signature) = rest.split_once('.').unwrap();
    for forged in [
        format!("{HEADER_NONE}.{payload}."),
        format!("{HEADER_NONE}.{payload}"),
        format!("{HEADER_NONE}.{payload}.{signature}"),
    ] {
        assert_eq!(tokens.verify(&forged, NOW), Err(TokenError::Invalid), "{forged}");
    }
    // Algorithm confusion: the public key as a shared secret.
    let ring = tokens.keys.ring();
    let public = ring.signing().verifier.try_get_as_bytes().unwrap();
    for algorithm in [Algorithm::HS256, Algorithm::HS384, Algorithm::HS512] {
        let header = Header { alg: algorithm, ..good_header(&tokens) };
        let forged = encode(&header, &good_payload(), &EncodingKey::from_secret(public).unwrap()).unwrap();
        assert_eq!(tokens.verify(&forged, NOW), Err(TokenError::Invalid));
    }
}

#[test]
fn a_foreign_key_is_refused_whatever_its_id() {
    let (_directory, ours) = tokens();
    let (_other_directory, theirs) = tokens();
    let foreign = theirs.issue(CLIENT, NOW).unwrap();
    assert_eq!(ours.verify(&foreign, NOW), Err(TokenError::UnknownKey));
    let disguised = sign(&theirs, &good_header(&ours), &good_payload());
    assert_eq!(ours.verify(&disguised, NOW), Err(TokenError::Invalid));
    let nameless = sign(&ours, &Header::new(ALGORITHM), &good_payload());
    assert_eq!(ours.verify(&nameless, NOW), Err(TokenError::Invalid));
}

#[test]
fn every_claim_is_required_and_checked() {
    let (_directory, tokens) = tokens();
    for (claim, wrong) in [
        ("iss", json!("someone")),
        ("iss", json!(["folkmoot", "someone"])),
        ("aud", json!("folkmoot-api-v1")),
        ("aud", json!([AUDIENCE, "someone"])),
        ("sub", json!("not an id")),
        ("sub", json!(12)),
        ("iat", json!("yesterday")),
        ("exp", json!(i64::MAX)),
        ("exp", json!(1e300)),
        ("exp", json!(-1.5)),
    ] {
        let mut payload = good_payload();
        payload[claim] = wrong.clone();
        let token = sign(&tokens, &good_header(&tokens), &payload);
        assert_eq!(tokens.verify(&token, NOW), Err(TokenError::Invalid), "{claim}: {wrong}");
        payload.as_object_mut().unwrap().remove(claim);
        let token = sign(&tokens, &good_header(&tokens), &payload);
        assert_eq!(tokens.verify(&token, NOW), Err(TokenError::Invalid), "without {claim}");
    }
}

/// Signs a header and a payload with the platform's own key, whatever they contain.
fn sign_raw(tokens: &Tokens, header: &Value, payload: &Value) -> String {
    let message = [header, payload].map(|part| URL_SAFE_NO_PAD.encode(part.to_string())).join(".");
    let signature =
        jsonwebtoken::crypto::sign(message.as_bytes(), &tokens.keys.ring().signing().signer, ALGORITHM);
    format!("{message}.{}", signature.unwrap())
}

#[test]
fn tokens_in_another_form_are_refused_even_with_a_valid_signature() {
    let (_directory, tokens) = tokens();
    let own = json!({ "typ": "JWT", "alg": "EdDSA", "kid": tokens.keys.ring().signing().id() });
    let seconds = |offset: i64| json!(NOW.as_second() + offset);
    let (ok, invalid) = (Ok(CLIENT), Err(TokenError::Invalid));
    let table: &[(&str, &str, Value, Result<Holder, TokenError>)] = &[
        ("header", "typ", json!("JWT"), ok),
        ("header", "typ", Value::Null, invalid),
        ("header", "typ", json!("jwt"), invalid),
        ("header", "typ", json!("at+jwt"), invalid),
        ("header", "typ", json!("JOSE"), invalid),
        ("header", "typ", json!(1), invalid),
        ("header", "alg", json!("none"), invalid),
        ("header", "alg", json!("ES256"), invalid),
        ("header", "alg", json!("eddsa"), invalid),
        ("header", "kid", json!(null), invalid),
        ("header", "kid", json!(["a"]), invalid),
        ("header", "crit", json!([]), invalid),
        ("header", "crit", json!(["exp"]), invalid),
        ("header", "crit", json!(["http://example.org/unknown"]), invalid),
        ("header", "b64", json!(false), invalid),
        ("header", "zip", json!("DEF"), invalid),
        ("header", "cty", json!("JWT"), invalid),
        ("header", "jku", json!("https://example.org/keys"), invalid),
        ("header", "jwk", json!({ "kty": "OKP" }), invalid),
        ("header", "x5u", json!("https://example.org/key"), invalid),
        ("payload", "nbf", seconds(-5), ok),
        ("payload", "nbf", seconds(60), ok),
        ("payload", "nbf", seconds(61), invalid),
        ("payload", "nbf", json!(i64::MAX), invalid),
        ("payload", "nbf", json!("tomorrow"), invalid),
        ("payload", "nbf", json!(1.5e9), invalid),
        ("payload", "iat", seconds(-1000), ok),
        ("payload", "iat", seconds(60), ok),
        ("payload", "iat", seconds(61), invalid),
        ("payload", "iat", json!(i64::MAX), invalid),
        ("payload", "iat", Value::Null, invalid),
        ("payload", "exp", seconds(1), ok),
        ("payload", "exp", seconds(0), Err(TokenError::Expired(CLIENT))),
        ("payload", "gen", json!(0), ok),
        ("payload", "gen", json!(7), Ok(Holder { generation: 7, ..CLIENT })),
        ("payload", "gen", json!("7"), invalid),
        ("payload", "scope", json!("anything"), ok),
    ];
    for (part, name, value, expected) in table {
        let (mut header, mut payload) = (own.clone(), good_payload());
        let changed = if *part == "header" { &mut header } else { &mut payload };
        changed[name] = value.clone();
        let token = sign_raw(&tokens, &header, &payload);
        for attempt in ["first", "second"] {
            let verified = tokens.verify(&token, NOW).map(|claims| claims.holder);
            assert_eq!(&verified, expected, "{part} {name}: {value}, {attempt} time");
        }
        if *part == "header" && name != &"crit" && own.get(name).is_some() {
            let mut header = own.clone();
            header.as_object_mut().unwrap().remove(*name);
            assert!(tokens.verify(&sign_raw(&tokens, &header, &payload), NOW).is_err(), "without {name}");
        }
    }
}

#[test]
fn a_token_of_a_server_whose_clock_is_ahead_works_within_the_leeway() {
    let (_directory, tokens) = tokens();
    let token = tokens.issue(CLIENT, after(100)).unwrap();
    assert_eq!(tokens.verify(&token, NOW), Err(TokenError::Invalid));
    assert_eq!(tokens.verify(&token, after(39)), Err(TokenError::Invalid));
    assert_eq!(tokens.verify(&token, after(40)).unwrap().holder, CLIENT);
    assert_eq!(tokens.verify(&token, NOW), Err(TokenError::Invalid), "cached or not");
}

#[test]
fn a_token_contains_its_generation() {
    let (_directory, tokens) = tokens();
    let later = Holder { generation: 2, ..CLIENT };
    let token = tokens.issue(later, NOW).unwrap();
    assert_eq!(tokens.verify(&token, NOW).unwrap().holder, later);
}

#[test]
fn a_changed_token_is_refused() {
    let (_directory, tokens) = tokens();
    let token = tokens.issue(CLIENT, NOW).unwrap();
    for changed in [
        format!(" {token}"),
        format!("{token} "),
        format!("{token}\n"),
        format!("{token}="),
        format!("{token}."),
        format!("{token}.{token}"),
        format!("{token},{token}"),
        token.replacen('.', " .", 1),
        token.to_uppercase(),
        String::new(),
        "..".to_owned(),
        "a".repeat(64 * 1024),
        format!("{token}{}", "A".repeat(64 * 1024)),
    ] {
        assert_eq!(tokens.verify(&changed, NOW), Err(TokenError::Invalid), "{changed:.600}");
    }
    assert!(tokens.verify(&token, NOW).is_ok());
}

#[test]
fn after_a_rotation_both_keys_verify_and_the_new_one_signs() {
    let (directory, tokens) = tokens();
    let before = tokens.issue(CLIENT, NOW).unwrap();
    assert!(tokens.verify(&before, NOW).is_ok());
    let elsewhere = Keys::open(KeyDirectory(directory.path().join("keys")), NOW).unwrap();
    elsewhere.rotate(after(10)).unwrap();
    assert!(tokens.reload_if_changed().unwrap());
    assert!(!tokens.reload_if_changed().unwrap());
    let later = tokens.issue(CLIENT, after(11)).unwrap();
    assert_ne!(decode_header(&before).unwrap().kid, decode_header(&later).unwrap().kid);
    assert!(tokens.verify(&before, after(11)).is_ok());
    assert!(tokens.verify(&later, after(11)).is_ok());
}

#[test]
fn cached_tokens_of_a_removed_key_are_refused() {
    let (directory, tokens) = tokens();
    let token = tokens.issue(CLIENT, NOW).unwrap();
    assert!(tokens.verify(&token, NOW).is_ok());
    let keys = directory.path().join("keys");
    let first = std::fs::read_dir(&keys).unwrap().next().unwrap().unwrap().path();
    Keys::open(KeyDirectory(keys.clone()), NOW).unwrap().rotate(after(1)).unwrap();
    std::fs::remove_file(first).unwrap();
    assert!(tokens.reload_if_changed().unwrap());
    assert_eq!(tokens.verify(&token, after(1)), Err(TokenError::UnknownKey));
}

#[test]
fn only_verified_tokens_are_cached() {
    let (_directory, tokens) = tokens();
    let token = tokens.issue(CLIENT, NOW).unwrap();
    let mut forged = token.clone();
    forged.truncate(token.len() - 2);
    assert_eq!(tokens.verify(&forged, NOW), Err(TokenError::Invalid));
    assert_eq!(tokens.verified.len(), 0);
    assert!(tokens.verify(&token, NOW).is_ok());
    assert!(tokens.verify(&token, NOW).is_ok());
    assert_eq!(tokens.verified.len(), 1);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_token_with_any_character_changed_is_refused(position in 0..500_usize, character in "[A-Za-z0-9_.-]") {
        let (_directory, tokens) = tokens();
        let token = tokens.issue(CLIENT, NOW).unwrap();
        let position = position % token.len();
        let mut changed = token.clone();
        changed.replace_range(position..=position, &character);
        prop_assert_eq!(tokens.verify(&changed, NOW).is_ok(), changed == token);
    }

    #[test]
    fn no_random_text_is_a_token(text in ".{0,200}", dotted in "[A-Za-z0-9_-]{0,40}\\.[A-Za-z0-9_-]{0,80}\\.[A-Za-z0-9_-]{0,90}") {
        let (_directory, tokens) = tokens();
        prop_assert_eq!(tokens.verify(&text, NOW), Err(TokenError::Invalid));
        prop_assert_eq!(tokens.verify(&dotted, NOW), Err(TokenError::Invalid));
    }
}
