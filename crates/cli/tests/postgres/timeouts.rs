//! Operations that may take longer than the timeout of a response: scanning and copying tables.

use std::time::Duration;

use uuid::Uuid;

use crate::postgres::pages::{COUNT, SHORT_TIMEOUT, platform_in};
use crate::support::fault_proxy::{Fault, FaultProxy};
use crate::support::postgres::required_server;
use crate::support::{Caller, Data};

/// The delay of each row, so that all rows take longer than the timeout of a response.
const ROW_DELAY_SECONDS: f64 = 0.05;
/// The delay of each statement of a copy, so that the copy takes longer than a transaction may be idle.
const STATEMENT_DELAY: Duration = Duration::from_millis(20);

#[test]
fn a_server_starts_although_a_scan_takes_longer_than_the_timeout() {
    let server = required_server();
    let data = platform_in(&server);
    let (id, secret) = data.client();
    // Row security does not apply to the owner of a table.
    let role = format!("slow_{}", Uuid::new_v4().simple());
    data.change_database(&format!(
        "CREATE ROLE {role} LOGIN; GRANT ALL ON ALL TABLES IN SCHEMA public TO {role};
         ALTER TABLE areas ENABLE ROW LEVEL SECURITY;
         CREATE POLICY slow ON areas USING (pg_sleep({ROW_DELAY_SECONDS}) IS NOT NULL)"
    ));
    let host = data.other_host(&server.replace("postgres@", &format!("{role}@")));
    let caller = host.serve_with(&SHORT_TIMEOUT).caller(&id, &secret);
    // Beyond the last page, so that no row is read again.
    let beyond = caller.get("/areas?page_size=5&page_number=99").ok();
    assert_eq!(beyond["meta"]["total_pages"], COUNT / 5);
    drop(caller);
    data.change_database(&format!("DROP OWNED BY {role}; DROP ROLE {role}"));
}

#[test]
fn a_copy_waits_for_a_slow_target() {
    let server = required_server();
    let source = platform_in(&server);
    let target = Data::in_postgres(&server);
    let proxy = FaultProxy::to(server.rsplit(':').next().unwrap().parse().unwrap());
    proxy.set(Fault::Delay(STATEMENT_DELAY));
    let host = target.other_host(&proxy.url());
    let output = host.run(&[
        "copy",
        "--from",
        &source.location(),
        "--to",
        host.database_url(),
        // A transaction may be idle for twice as long.
        "--database-timeout-seconds",
        "1",
    ]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let (id, secret) = source.client();
    let areas = |caller: &Caller| caller.crawl("/areas", "areas", 24);
    let before = areas(&source.serve_with(&[]).caller(&id, &secret));
    let (id, secret) = target.client();
    assert_eq!(areas(&target.serve_with(&[]).caller(&id, &secret)), before);
}
