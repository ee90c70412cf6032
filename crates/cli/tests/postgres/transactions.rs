//! Transactions that a panic interrupts.

use std::panic::{AssertUnwindSafe, catch_unwind};

use folkmoot_store::files::{Description, Update};
use folkmoot_store::{DatabaseLocation, PostgresSettings, Store};
use serde_json::json;
use uuid::Uuid;

use crate::support::files::platform;
use crate::support::fixture::id;
use crate::support::postgres::required_server;
use crate::support::{Data, eventually};

/// The connections of this program to the database.
const CONNECTIONS: &str = "SELECT pid FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'folkmoot'";

#[test]
fn a_panic_leaves_no_transaction_open() {
    let data = Data::in_postgres(&required_server()).filled(&platform());
    let file = data.serve().uploaded(&json!({ "project_id": id("projects", 0) }));
    let file: Uuid = file["id"].as_str().unwrap().parse().unwrap();
    let DatabaseLocation::Postgres(settings) = data.database() else { panic!("expected PostgreSQL") };
    // With one connection, the next user would get that of the panic.
    let store =
        Store::open(&DatabaseLocation::Postgres(PostgresSettings { connections: 1, ..settings })).unwrap();
    let renamed = |name: &str| {
        let name = name.to_owned();
        move |before: Description, _: &str| Ok::<_, ()>(Description { name, ..before })
    };
    let panics = |_: Description, _: &str| -> Result<Description, ()> { panic!("on purpose") };
    let before = data.rows(CONNECTIONS);
    assert!(!before.is_empty());
    let left = catch_unwind(AssertUnwindSafe(|| store.files().update(file, 1, panics)));
    assert!(left.is_err(), "the change did not panic");
    assert_eq!(store.files().update(file, 2, renamed("after.txt")).unwrap(), Update::Done);
    assert_eq!(data.rows("SELECT name FROM files"), ["after.txt"]);
    // The connection with the open transaction is not used again, but closed.
    eventually("the connection is still there", || {
        let now = data.rows(CONNECTIONS);
        !now.iter().any(|connection| before.contains(connection))
    });
    drop(store);
}
