//! What may take longer than an answer: reading whole tables, and bringing them in elsewhere.

use std::time::Duration;

use uuid::Uuid;

use crate::pages::{COUNT, IMPATIENT, platform_in, wanted};
use crate::support::proxy::{Proxy, Wire};
use crate::support::{Caller, Data};

/// What one row takes, so that all of them take longer than an answer may.
const EACH_ROW_SECONDS: f64 = 0.05;
/// What every statement of a copy takes, so that its end takes longer than a transaction may be idle.
const EACH_STATEMENT: Duration = Duration::from_millis(20);

#[test]
fn a_server_starts_over_tables_that_take_long_to_read() {
    let Some(server) = wanted() else { return };
    let data = platform_in(&server);
    let (id, secret) = data.client();
    // Only those to whom tables do not belong are subject to what stands between them and the rows.
    let role = format!("slow_{}", Uuid::new_v4().simple());
    data.change_database(&format!(
        "CREATE ROLE {role} LOGIN; GRANT ALL ON ALL TABLES IN SCHEMA public TO {role};
         ALTER TABLE areas ENABLE ROW LEVEL SECURITY;
         CREATE POLICY slow ON areas USING (pg_sleep({EACH_ROW_SECONDS}) IS NOT NULL)"
    ));
    let far = data.beside(&server.replace("postgres@", &format!("{role}@")));
    let caller = far.serve_with(&IMPATIENT).caller(&id, &secret);
    // Beyond the end, so that no row is read again.
    let beyond = caller.get("/areas?page_size=5&page_number=99").ok();
    assert_eq!(beyond["meta"]["total_pages"], COUNT / 5);
    drop(caller);
    data.change_database(&format!("DROP OWNED BY {role}; DROP ROLE {role}"));
}

#[test]
fn a_copy_waits_for_a_slow_target() {
    let Some(server) = wanted() else { return };
    let source = platform_in(&server);
    let target = Data::in_postgres(&server);
    let proxy = Proxy::to(server.rsplit(':').next().unwrap().parse().unwrap());
    proxy.set(Wire::Slow(EACH_STATEMENT));
    let far = target.beside(&proxy.address());
    let output = far.run(&[
        "copy",
        "--from",
        &source.place(),
        "--to",
        far.address(),
        // Twice as long a transaction may be idle.
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
