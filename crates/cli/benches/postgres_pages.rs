//! Pages over PostgreSQL with the same number of connections in three ways: in batches, as the store reads them; with one
//! statement per page, pipelined over shared connections; with one statement per page over an exclusive connection.
//!
//! `FOLKMOOT_BENCH_POSTGRES` is the URL of an empty database, and `FOLKMOOT_BENCH_IDEAS` the number of its ideas. Without
//! the first, nothing is measured.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::cast_precision_loss,
    reason = "a benchmark that cannot go on should stop, and its figures go to stdout"
)]

mod figures;

use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use bytes::Bytes;
use figures::median;
use folkmoot_model::access::AccessLevel;
use folkmoot_model::resource::Resource;
use folkmoot_model::resources::all_resources;
use folkmoot_store::access::RecordAccess;
use folkmoot_store::encode::{Encoding, View};
use folkmoot_store::{DatabaseLocation, Store};
use tokio::sync::Mutex;
use tokio_postgres::{Client, NoTls, Row, Statement};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const ROUNDS: usize = 9;
const ROUND: Duration = Duration::from_millis(700);
const CONNECTIONS: usize = 4;
const CALLERS: [usize; 3] = [4, 16, 64];
const PAGE_SIZE: usize = 24;

/// A way of reading pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    /// The store: waiting pages are read with one statement.
    Store,
    /// One statement per page, pipelined over connections that all callers share.
    Pipelined,
    /// One statement per page, over a connection that no other caller uses meanwhile.
    Exclusive,
}

const WAYS: [Way; 3] = [Way::Store, Way::Pipelined, Way::Exclusive];

/// A connection with the prepared statement of a page.
struct Connection {
    client: Client,
    statement: Statement,
    exclusive: Mutex<()>,
}

/// The state that callers share.
struct Bench {
    store: Arc<Store>,
    connections: Vec<Connection>,
    encoding: Encoding,
    view: View,
    /// The keys of all ideas, in list order.
    keys: Vec<i64>,
    next_connection: AtomicUsize,
}

fn main() {
    let Ok(url) = std::env::var("FOLKMOOT_BENCH_POSTGRES") else {
        println!("skipped: FOLKMOOT_BENCH_POSTGRES is not set");
        return;
    };
    import_demo(&url);
    let settings = settings(&url);
    let store = Arc::new(Store::open(&settings).unwrap());
    let runtime = folkmoot_runtime::blocking::runtime().unwrap();
    let bench = Arc::new(runtime.block_on(connect(&url, store)));
    runtime.block_on(assert_same_pages(&bench));
    for callers in CALLERS {
        let mut rates = WAYS.map(|_| Vec::new());
        for _ in 0..ROUNDS {
            for (rates, way) in rates.iter_mut().zip(WAYS) {
                rates.push(runtime.block_on(pages_per_second(&bench, way, callers)));
            }
        }
        let medians = rates.map(|rates| median(&rates));
        for (way, rate) in WAYS.iter().zip(medians) {
            println!(
                "{CONNECTIONS} connections, {callers:>2} callers, {way:<9} {rate:>6.0} pages/s, {:.2} of the store",
                rate / medians[0],
                way = format!("{way:?}")
            );
        }
    }
}

fn import_demo(url: &str) {
    let ideas = std::env::var("FOLKMOOT_BENCH_IDEAS").unwrap_or_else(|_| "100000".to_owned());
    let data = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("postgres-pages");
    let demo = Command::new(env!("CARGO_BIN_EXE_folkmoot"))
        .args(["--database-url", url, "--data"])
        .arg(data)
        .args(["demo", "--ideas", &ideas])
        .output()
        .unwrap();
    assert!(demo.status.success(), "{}", String::from_utf8_lossy(&demo.stderr));
}

fn settings(url: &str) -> DatabaseLocation {
    let connections = CONNECTIONS.to_string();
    let arguments = ["folkmoot", "serve", "--database-url", url, "--database-connections", &connections];
    let here = std::path::Path::new(".");
    folkmoot::parse(arguments.iter().map(Into::into), &|_| None, here).unwrap().settings.database()
}

async fn connect(url: &str, store: Arc<Store>) -> Bench {
    let encoding = Encoding::of(ideas(), AccessLevel::Full);
    let mut connections = Vec::new();
    for _ in 0..CONNECTIONS {
        let (client, connection) = tokio_postgres::connect(url, NoTls).await.unwrap();
        tokio::spawn(connection);
        let statement = client.prepare(&page_statement(&encoding)).await.unwrap();
        connections.push(Connection { client, statement, exclusive: Mutex::new(()) });
    }
    let keys = "SELECT key FROM ideas ORDER BY created_at, id";
    let rows = connections[0].client.query(keys, &[]).await.unwrap();
    let keys = rows.iter().map(|row| row.get(0)).collect();
    let view = View {
        locales: vec!["en".to_owned()],
        platform_url: "https://platform.example".to_owned(),
        downloads: None,
        access: Arc::new(RecordAccess::full(Arc::default())),
    };
    Bench { store, connections, encoding, view, keys, next_connection: AtomicUsize::new(0) }
}

fn ideas() -> &'static Resource {
    all_resources().find(|resource| resource.names.plural == "ideas").unwrap()
}

/// The statement of the store: records and newest changes in one state of the database.
fn page_statement(Encoding { select, joins, .. }: &Encoding) -> String {
    format!(
        "SELECT {select},
           (SELECT sequence FROM changes ORDER BY sequence DESC LIMIT 1),
           (SELECT sequence FROM changes WHERE subject = 'ideas' ORDER BY sequence DESC LIMIT 1)
         FROM unnest($1::bigint[]) WITH ORDINALITY AS requested (key, position)
         LEFT JOIN ideas AS this ON this.key = requested.key{joins} ORDER BY requested.position"
    )
}

impl Bench {
    async fn page(&self, way: Way, keys: &[i64]) -> Vec<Option<Bytes>> {
        if way == Way::Store {
            let read = self.store.records().read_page(ideas(), keys, &self.view).await.unwrap();
            return read.records.into_iter().map(|record| record.map(|record| record.json)).collect();
        }
        let next = self.next_connection.fetch_add(1, Ordering::Relaxed) % CONNECTIONS;
        let connection = &self.connections[next];
        let _exclusive = if way == Way::Exclusive { Some(connection.exclusive.lock().await) } else { None };
        let rows = connection.client.query(&connection.statement, &[&keys]).await.unwrap();
        self.encode(&rows)
    }

    fn encode(&self, rows: &[Row]) -> Vec<Option<Bytes>> {
        let mut buffer = Vec::with_capacity(rows.len() * 2048);
        let mut ranges = Vec::with_capacity(rows.len());
        for row in rows {
            let start = buffer.len();
            let is_found = row.get::<_, Option<i64>>(0).is_some();
            if is_found {
                self.encoding.write(row, &self.view, &mut buffer).unwrap();
            }
            ranges.push(is_found.then_some(start..buffer.len()));
        }
        let buffer = Bytes::from(buffer);
        ranges.into_iter().map(|range| range.map(|range| buffer.slice(range))).collect()
    }

    /// The keys of the page with this number; pages repeat when all were read.
    fn keys(&self, number: usize) -> &[i64] {
        let pages = self.keys.len() / PAGE_SIZE;
        // Steps of a prime number, so that concurrent callers do not read adjacent pages.
        let start = number * 7919 % pages * PAGE_SIZE;
        &self.keys[start..start + PAGE_SIZE]
    }
}

async fn assert_same_pages(bench: &Bench) {
    for number in 0..10 {
        let expected = bench.page(Way::Store, bench.keys(number)).await;
        for way in WAYS {
            assert_eq!(bench.page(way, bench.keys(number)).await, expected);
        }
    }
}

async fn pages_per_second(bench: &Arc<Bench>, way: Way, callers: usize) -> f64 {
    let (next, read) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let started = Instant::now();
    let callers: Vec<_> = (0..callers)
        .map(|_| {
            let (bench, next, read) = (Arc::clone(bench), Arc::clone(&next), Arc::clone(&read));
            tokio::spawn(async move {
                while started.elapsed() < ROUND {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    bench.page(way, bench.keys(number)).await;
                    read.fetch_add(1, Ordering::Relaxed);
                }
            })
        })
        .collect();
    for caller in callers {
        caller.await.unwrap();
    }
    read.load(Ordering::Relaxed) as f64 / started.elapsed().as_secs_f64()
}
