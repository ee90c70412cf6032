//! Tests of scopes.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use folkmoot_store::clients::all_resources;
use uuid::Uuid;

use super::*;

fn client(access: AccessLevel, resources: Option<&[&'static str]>) -> Client {
    let client = Client::new(Uuid::nil(), String::new(), String::new(), 0);
    Client { access, resources: resources.map(<[_]>::to_vec), ..client }
}

fn scope(access: AccessLevel, resources: &[&'static str]) -> Scope {
    Scope::of_client(&client(access, Some(resources)))
}

#[test]
fn the_scope_of_a_client_is_its_level_and_its_resources() {
    for level in AccessLevel::ALL {
        let all = Scope::of_client(&client(level, None)).to_string();
        let reads: Vec<String> = all_resources().map(|plural| format!(" read:{plural}")).collect();
        let write = if level == AccessLevel::Full { " write:files" } else { "" };
        assert_eq!(all, format!("access:{level}{}{write}", reads.concat()));
        assert_eq!(
            scope(level, &["topics", "areas"]).to_string(),
            format!("access:{level} read:areas read:topics")
        );
    }
    assert_eq!(scope(AccessLevel::Full, &["files"]).to_string(), "access:full read:files write:files");
    assert_eq!(scope(AccessLevel::Pseudonymous, &["files"]).to_string(), "access:pseudonymous read:files");
    assert_eq!(scope(AccessLevel::Public, &[]).to_string(), "access:public");
}

#[test]
fn every_value_of_a_scope_is_documented_once() {
    let values: Vec<String> = values().map(|(value, _)| value).collect();
    assert!(values.starts_with(&["access:full".to_owned(), "access:pseudonymous".to_owned()]));
    assert_eq!(values.len(), 4 + RESOURCES.len() + 1);
    for value in values {
        assert!(Values::read(&value).is_some(), "{value}");
    }
}

#[test]
fn a_requested_scope_equals_or_narrows_that_of_the_client() {
    let full = scope(AccessLevel::Full, &["ideas", "files"]);
    for (requested, granted) in [
        (
            "access:full read:ideas read:files write:files",
            Some("access:full read:ideas read:files write:files"),
        ),
        ("read:ideas", Some("access:full read:ideas")),
        ("access:public read:ideas", Some("access:public read:ideas")),
        ("read:ideas  access:anonymous read:ideas", Some("access:anonymous read:ideas")),
        ("access:public", Some("access:public")),
        ("access:full access:full write:files", Some("access:full write:files")),
        ("read:users", None),
        ("read:ideas read:users", None),
        ("access:public write:files", None),
        ("access:public access:full read:ideas", None),
        ("access:all read:ideas", None),
        ("access: read:ideas", None),
        ("public", None),
        ("read:Ideas", None),
        ("write:ideas", None),
    ] {
        let found = full.narrowed(requested).map(|scope| scope.to_string());
        assert_eq!(found.as_deref(), granted, "{requested}");
    }
    let public = scope(AccessLevel::Public, &["ideas", "files"]);
    for wider in ["access:full read:ideas", "access:anonymous", "write:files"] {
        assert_eq!(public.narrowed(wider), None, "{wider}");
    }
    assert_eq!(public.narrowed("read:ideas").unwrap().to_string(), "access:public read:ideas");
}

#[test]
fn a_token_does_what_both_its_claim_and_its_client_permit() {
    let full = scope(AccessLevel::Full, &["ideas", "files"]);
    let public = scope(AccessLevel::Public, &["ideas", "users"]);
    for (claim, with_full, with_public) in [
        (
            "access:full read:ideas read:files write:files",
            full.to_string().as_str(),
            "access:public read:ideas",
        ),
        ("access:public read:ideas", "access:public read:ideas", "access:public read:ideas"),
        ("access:full read:users", "access:full", "access:public read:users"),
        ("access:later read:ideas read:later", "access:public read:ideas", "access:public read:ideas"),
        ("access:public access:full read:ideas", "access:public read:ideas", "access:public read:ideas"),
        ("", "access:public", "access:public"),
    ] {
        assert_eq!(full.of_token(claim).to_string(), with_full, "{claim}");
        assert_eq!(public.of_token(claim).to_string(), with_public, "{claim}");
    }
}

#[test]
fn files_are_downloaded_above_the_level_public_and_written_at_the_level_full() {
    for level in AccessLevel::ALL {
        let with_files = scope(level, &["files"]);
        assert_eq!(with_files.includes_downloads(), level != AccessLevel::Public, "{level}");
        assert_eq!(with_files.includes(Permission::WriteFiles), level == AccessLevel::Full, "{level}");
        assert!(!scope(level, &["ideas"]).includes_downloads(), "{level}");
    }
}
