//! Fills the files with records of large lists before pages are measured.

use std::time::{Duration, Instant};

use axum::Router;
use folkmoot_server::state::Server;

use super::list_requests::LOCALES_NOT_CACHED;
use super::load;

/// Other pages than those that are measured.
const PAGE_SIZE: usize = 20;
/// The codings of the two forms of records.
const CODINGS: [&str; 2] = ["identity", "gzip"];
/// How long the files must have the same size until they are complete.
const QUIET: Duration = Duration::from_secs(1);
/// How long to wait until a file is started: small lists have none.
const MAX_START: Duration = Duration::from_secs(5);

/// Requests as many records of each list as a server must have read or compressed until it stores the list, and waits until
/// it is stored.
pub async fn fill(server: &Server, routes: &Router, token: &str, records: usize) {
    let pages = records / PAGE_SIZE / 4 + 2;
    // Only one file is filled at a time, and the sizes of lists were read with many requests.
    wait(server, None).await;
    for locale in LOCALES_NOT_CACHED {
        for coding in CODINGS {
            let before = server.api.records.record_files.bytes();
            for page in 1..=pages.min(records / PAGE_SIZE) {
                let path = format!("/api/v2/ideas?page_size={PAGE_SIZE}&locale={locale}&page_number={page}");
                let _ = load::fetch_coded(routes, &path, token, coding).await;
            }
            wait(server, Some(before)).await;
        }
    }
}

/// Waits until no file grows, and first until they have another size than before.
async fn wait(server: &Server, before: Option<u64>) {
    let started = Instant::now();
    let (mut bytes, mut since) = (server.api.records.record_files.bytes(), Instant::now());
    while since.elapsed() < QUIET || (Some(bytes) == before && started.elapsed() < MAX_START) {
        tokio::time::sleep(Duration::from_millis(50)).await;
        let now = server.api.records.record_files.bytes();
        if now != bytes {
            (bytes, since) = (now, Instant::now());
        }
    }
}
