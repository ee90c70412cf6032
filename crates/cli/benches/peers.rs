//! The same pages of a list, with an exact count, from Folkmoot and from another program that reads the same platform.
//!
//! `make bench-peers` runs this program and prints a table. With `FOLKMOOT_BENCH_POSTGRES`, the URL of an empty PostgreSQL
//! database, Folkmoot is compared with the SQL of `PostgREST` on the same tables. Otherwise, it is compared with Datasette
//! at the address `FOLKMOOT_BENCH_DATASETTE`, which serves `FOLKMOOT_BENCH_EXPORT`, the SQLite file of `folkmoot export`.
//! `FOLKMOOT_BENCH_IDEAS`, `FOLKMOOT_BENCH_CONNECTIONS` and `FOLKMOOT_BENCH_MILLISECONDS` are those of `pages`.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    clippy::cast_precision_loss,
    reason = "a benchmark fails by panicking and prints its figures to stdout"
)]

mod datasette_peer;
mod demo_platform;
mod figures;
mod load;
mod local_server;
mod sql_peer;

use std::net::SocketAddr;
use std::time::Duration;

use datasette_peer::DatasettePeer;
use demo_platform::{DemoPlatform, number};
use figures::percentile;
use folkmoot_allocator as _;
use folkmoot_server::serve;
use load::{Connection, Load, Measured, Requests, shuffled};
use local_server::LocalServer;
use serde_json::json;
use sql_peer::SqlPeer;

/// The number of pages at each depth, unless the list has fewer.
const WINDOW: usize = 400;
/// The number of cached pages at each depth.
const FEW: usize = 50;

/// The other program.
enum Peer {
    Datasette(DatasettePeer),
    Sql(SqlPeer),
}

/// The server of Folkmoot.
struct Folkmoot {
    address: SocketAddr,
    token: String,
    connections: usize,
}

fn main() {
    let platform = DemoPlatform::open();
    let connections = number("FOLKMOOT_BENCH_CONNECTIONS", 16);
    let time = Duration::from_millis(number("FOLKMOOT_BENCH_MILLISECONDS", 2000) as u64);
    let runtime = folkmoot_runtime::blocking::runtime().unwrap();
    let folkmoot = runtime.block_on(async {
        let server = LocalServer::open(&platform.location()).await;
        let folkmoot = Folkmoot { address: server.address, token: server.token.clone(), connections };
        let routes = serve::routes(&server.state);
        server.accept(routes);
        folkmoot
    });
    let peer = platform.database.as_ref().map_or_else(
        || Peer::Datasette(DatasettePeer::of_environment(connections)),
        |url| Peer::Sql(runtime.block_on(SqlPeer::connect(url, connections))),
    );
    let total = match &peer {
        Peer::Datasette(datasette) => datasette.total(),
        Peer::Sql(sql) => runtime.block_on(sql.total()),
    };
    assert_eq!(folkmoot.pages(), total.div_ceil(24), "Folkmoot and its peer count different ideas");
    // Without the last page, which may have fewer records.
    let pages = total / 24;
    let window = WINDOW.min(pages / 2);
    for (depth, from) in [("first", 1), ("last", pages - window + 1)] {
        let print = |program, measured: &Measured| print(program, depth, from, total, measured);
        let pages = shuffled(from..from + window);
        let once = Requests::Once { prefix: prefix("en"), pages: pages.clone() };
        print("Folkmoot, not cached", &folkmoot.measure(&once, time));
        print("Folkmoot, cached", &folkmoot.measure(&folkmoot.cached(from), time));
        match &peer {
            Peer::Datasette(datasette) => print("Datasette", &datasette.measure(&pages, time)),
            Peer::Sql(sql) => print("SQL of PostgREST", &runtime.block_on(sql.measure(&pages, time))),
        }
    }
}

fn print(program: &str, depth: &str, page: usize, total: usize, measured: &Measured) {
    let latencies: Vec<Duration> = measured.latencies.iter().map(|(_, latency)| *latency).collect();
    let line = json!({
        "measured": "peer",
        "program": program,
        "depth": depth,
        "page": page,
        "total": total,
        "responses": latencies.len(),
        "per_second": measured.rate,
        "p50_ms": percentile(&latencies, 50),
        "p99_ms": percentile(&latencies, 99),
    });
    println!("{line}");
}

impl Folkmoot {
    fn pages(&self) -> usize {
        let mut connection = Connection::open(self.address, &self.token);
        let page: serde_json::Value = serde_json::from_slice(connection.get(&path("en", 1))).unwrap();
        page["meta"]["total_pages"].as_u64().unwrap().try_into().unwrap()
    }

    /// A few pages from this one on. Records in another locale are cached separately.
    fn cached(&self, from: usize) -> Requests {
        let mut connection = Connection::open(self.address, &self.token);
        for page in (from..from + FEW).cycle().take(3 * FEW) {
            connection.get(&path("fr-BE", page));
        }
        Requests::Few { prefix: prefix("fr-BE"), from, span: FEW }
    }

    fn measure(&self, requests: &Requests, time: Duration) -> Measured {
        Load::new(self.address, &self.token, self.connections).measure(requests, time)
    }
}

fn prefix(locale: &str) -> String {
    format!("/api/v2/ideas?page_size=24&locale={locale}&page_number=")
}

fn path(locale: &str, page: usize) -> String {
    format!("{}{page}", prefix(locale))
}
