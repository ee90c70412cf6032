//! Cost of traces: `cargo bench --bench tracing`.
//!
//! Servers that send no traces, and servers that send those of no request, of every hundredth (the default) and of each, answer the
//! same requests in alternating rounds. A collector in this process accepts what they send. The processor time of the server
//! is that of all its threads, with those that send the traces.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::cast_precision_loss,
    reason = "a benchmark fails by panicking and prints its figures to stdout"
)]

#[path = "../tests/monitoring/collector.rs"]
mod collector;
mod figures;
mod load;
#[path = "../tests/support/mod.rs"]
mod support;

use std::net::SocketAddr;
use std::time::Duration;

use figures::median;
use load::{Load, Requests};
use support::{Caller, Data};

const IDEAS: usize = 5_000;
const CONNECTIONS: usize = 16;
/// The number of rounds; the medians are reported.
const ROUNDS: usize = 9;
const ROUND: Duration = Duration::from_secs(2);
/// Pages that the server has made before.
const PAGES: &str = "/api/v2/ideas?page_size=24&page_number=";
/// The shares of requests that are traced.
const RATIOS: [&str; 3] = ["0", "0.01", "1"];

/// A server, and its figures of each round.
struct Measured {
    name: String,
    caller: Caller,
    _data: Data,
    /// Responses per second.
    rates: Vec<f64>,
    /// Microseconds of processor time for each response.
    costs: Vec<f64>,
}

fn main() {
    let collector = collector::listen(|_, _| {});
    let mut servers = vec![Measured::start("no collector", &[])];
    for ratio in RATIOS {
        let settings = ["--otlp-endpoint", &collector, "--trace-sample-ratio", ratio];
        servers.push(Measured::start(&format!("ratio {ratio}"), &settings));
    }
    for round in 0..=ROUNDS {
        for server in &mut servers {
            server.measure();
        }
        if round == 0 {
            // The first round fills the caches.
            servers.iter_mut().for_each(Measured::forget);
        }
    }
    let first = (median(&servers[0].rates), median(&servers[0].costs));
    for server in &servers {
        let (rate, cost) = (median(&server.rates), median(&server.costs));
        println!(
            "{:<13}{rate:>8.0} requests/s ({:.2})  {cost:>6.1} µs of processor time for each ({:.2}); spans: {}",
            server.name,
            rate / first.0,
            cost / first.1,
            server.spans(),
        );
    }
}

impl Measured {
    fn start(name: &str, settings: &[&str]) -> Self {
        let data = Data::new();
        assert!(data.run(&["demo", "--ideas", &IDEAS.to_string()]).status.success());
        assert!(data.run(&["access", "on"]).status.success());
        let (id, secret) = data.client();
        let caller = data.serve_with(&[&["--log-level", "error"], settings].concat()).caller(&id, &secret);
        Self { name: name.to_owned(), caller, _data: data, rates: Vec::new(), costs: Vec::new() }
    }

    fn measure(&mut self) {
        let address: SocketAddr = self.caller.server.url.trim_start_matches("http://").parse().unwrap();
        let mut load = Load::new(address, &self.caller.token, CONNECTIONS);
        let requests = Requests::Few { prefix: PAGES.to_owned(), from: 1, span: 50 };
        let before = self.processor_seconds();
        let measured = load.measure(&requests, ROUND);
        let seconds = self.processor_seconds() - before;
        self.rates.push(measured.rate);
        self.costs.push(seconds * 1_000_000.0 / measured.latencies.len() as f64);
    }

    fn forget(&mut self) {
        self.rates.clear();
        self.costs.clear();
    }

    fn processor_seconds(&self) -> f64 {
        self.value("process_cpu_seconds_total ").unwrap()
    }

    /// The spans that were sent, and those that were not.
    fn spans(&self) -> String {
        let of = |result| self.value(&format!("folkmoot_spans_total{{result=\"{result}\"}} ")).unwrap_or(0.0);
        format!("{} sent, {} failed", of("sent"), of("failed"))
    }

    fn value(&self, name: &str) -> Option<f64> {
        self.caller.server.metrics().lines().find_map(|line| line.strip_prefix(name)?.parse().ok())
    }
}
