//! Tests of clients and their changes.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use jiff::civil::date;

use super::*;
use crate::{DatabaseLocation, Store};

const ID: Uuid = Uuid::from_u128(7);

fn with_client(test: impl FnOnce(Clients<'_>)) {
    let directory = tempfile::tempdir().unwrap();
    let store = Store::open(&DatabaseLocation::Directory(directory.path().to_owned())).unwrap();
    let client = Client::new(ID, "Test".to_owned(), "hash".to_owned(), 1);
    store.clients().create(&client, |_, _| Ok(())).unwrap();
    assert_eq!(store.clients().find(ID).unwrap(), Some(client));
    test(store.clients());
}

fn change(outcome: EditOutcome) -> ClientChange {
    let EditOutcome::Changed(change) = outcome else { panic!("{outcome:?}") };
    *change
}

#[test]
fn an_update_changes_what_it_names_and_reports_both_states() {
    with_client(|clients| {
        let update = ClientUpdate {
            access: Some(AccessLevel::Public),
            resources: Some(Some(vec!["topics", "ideas"])),
            expires_at: Some(Some(end_of_day(date(2027, 1, 31)))),
            ..ClientUpdate::default()
        };
        let mut seen = None;
        let outcome = clients.update(ID, Some(1), &update, |_, change| {
            seen = Some(change.clone());
            Ok(())
        });
        let changed = change(outcome.unwrap());
        assert_eq!(seen.as_ref(), Some(&changed));
        assert_eq!(changed.before.unwrap().access, AccessLevel::Full);
        assert_eq!((changed.after.version, changed.after.name.as_str()), (2, "Test"));
        assert_eq!(clients.find(ID).unwrap().as_ref(), Some(&changed.after));
        assert_eq!(changed.after.last_day(), Some(date(2027, 1, 31)));
        assert!(changed.after.has_resource("ideas") && !changed.after.has_resource("users"));

        let remove =
            ClientUpdate { resources: Some(None), expires_at: Some(None), ..ClientUpdate::default() };
        let after = change(clients.update(ID, None, &remove, |_, _| Ok(())).unwrap()).after;
        assert_eq!((after.access, after.resources, after.expires_at), (AccessLevel::Public, None, None));
        let same = clients.update(ID, None, &remove, |_, _| unreachable!()).unwrap();
        assert!(matches!(same, EditOutcome::Unchanged(client) if client.version == 3));
    });
}

#[test]
fn a_change_that_expects_another_version_is_a_conflict() {
    with_client(|clients| {
        let update = ClientUpdate { name: Some("Other".to_owned()), ..ClientUpdate::default() };
        let conflict = clients.update(ID, Some(2), &update, |_, _| unreachable!()).unwrap();
        assert!(matches!(conflict, EditOutcome::Conflict(client) if client.version == 1));
        assert_eq!(clients.find(ID).unwrap().unwrap().name, "Test");
        let missing = clients.update(Uuid::from_u128(8), None, &update, |_, _| unreachable!());
        assert_eq!(missing.unwrap(), EditOutcome::NotFound);
    });
}

#[test]
fn a_change_is_undone_if_what_is_written_with_it_fails() {
    with_client(|clients| {
        let failed = clients.disable(ID, 5, |_, _| Err(StoreError::Full));
        assert!(matches!(failed, Err(StoreError::Full)));
        assert_eq!(clients.find(ID).unwrap().unwrap().disabled_at, None);
    });
}

#[test]
fn the_status_follows_from_what_administrators_did_and_from_the_day() {
    with_client(|clients| {
        let end = end_of_day(date(2027, 1, 31));
        assert_eq!(end, 1_801_440_000_000);
        let update = ClientUpdate { expires_at: Some(Some(end)), ..ClientUpdate::default() };
        let client = change(clients.update(ID, None, &update, |_, _| Ok(())).unwrap()).after;
        assert_eq!(client.status(end - 1), ClientStatus::Active);
        assert_eq!(client.status(end), ClientStatus::Expired);
        let client = change(clients.disable(ID, 5, |_, _| Ok(())).unwrap()).after;
        assert_eq!((client.status(0), client.disabled_at), (ClientStatus::Disabled, Some(5)));
        assert!(matches!(clients.disable(ID, 6, |_, _| Ok(())).unwrap(), EditOutcome::Unchanged(_)));
        let client = change(clients.enable(ID, |_, _| Ok(())).unwrap()).after;
        assert_eq!(client.status(0), ClientStatus::Active);
        let client = change(clients.rotate_secret(ID, "new", 9, true, |_, _| Ok(())).unwrap()).after;
        assert_eq!((client.secret_hash.as_str(), client.token_generation), ("new", 1));
        assert_eq!(client.previous_secret, Some(("hash".to_owned(), 9)));
        let client = change(clients.revoke(ID, 6, |_, _| Ok(())).unwrap()).after;
        assert_eq!(client.status(end), ClientStatus::Revoked);
        assert!(matches!(clients.enable(ID, |_, _| Ok(())).unwrap(), EditOutcome::Revoked(_)));
    });
}

#[test]
fn resources_are_named_as_in_paths_and_ordered_as_declared() {
    assert_eq!(resources_named(["ideas", "areas", "ideas"]), Ok(vec!["areas", "ideas"]));
    assert_eq!(resources_named(["ideas", "votes"]), Err("votes"));
    assert_eq!(resources_named([]), Ok(vec![]));
}
