//! Requests of a website's visitors with a publishable key, alone and beside a crawl: `cargo bench --bench website`.
//!
//! The page of the website shows three lists. Its visitors request them with an `Origin`, and again with the tags of what they have.
//! The crawl is another client's, which reads every list in pages of 24. Everything runs on the processors of the server.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::cast_precision_loss,
    reason = "a benchmark fails by panicking and prints its figures to stdout"
)]

mod figures;
mod load;
#[path = "../tests/support/mod.rs"]
mod support;

use std::net::SocketAddr;
use std::time::Duration;

use figures::{median, percentile};
use load::{Load, Requests};
use reqwest::Method;
use support::{Data, Server, program};

const IDEAS: usize = 20_000;
/// The number of rounds; the medians are reported.
const ROUNDS: usize = 5;
const ROUND: Duration = Duration::from_secs(3);
const VISITORS: usize = 16;
const CRAWLERS: usize = 8;
const ORIGIN: &str = "https://www.city.example";
/// The lists of the page.
const LISTS: [&str; 3] = [
    "/api/v2/projects?page_size=6&publication_status=published&fields=id,title,description_preview,href,images,ideas_count",
    "/api/v2/ideas?page_size=6&type=idea&sort=-likes_count&fields=id,title,body,href,images,likes_count,comments_count",
    "/api/v2/events?page_size=6&sort=-start_at&fields=id,title,location,start_at,end_at",
];

fn main() {
    let data = Data::new();
    assert!(data.run(&["demo", "--ideas", &IDEAS.to_string()]).status.success());
    assert!(data.run(&["access", "on"]).status.success());
    let (_, key) = data.publishable_client(ORIGIN, &[]);
    let (client, secret) = data.client();
    let mut command = data.command_of(program());
    command.args(["serve", "--listen", "127.0.0.1:0", "--log-level", "error"]);
    let server = Server::start(command.args(["--publishable-key-requests-per-minute", "0"]));
    let token = server.authenticate(&client, &secret).json()["jwt"].as_str().unwrap().to_owned();
    let address: SocketAddr = server.url.trim_start_matches("http://").parse().unwrap();
    let tags = LISTS.map(|path| {
        let request = server.request(Method::GET, path).bearer_auth(&key);
        request.send_bytes().header("etag").to_owned()
    });
    let origin = format!("Origin: {ORIGIN}\r\n");
    let known = format!("{origin}If-None-Match: {}\r\n", tags.join(", "));
    let lists = || Requests::Each(LISTS.map(str::to_owned).to_vec());
    let crawl = || Requests::Few {
        prefix: "/api/v2/ideas?page_size=24&page_number=".to_owned(),
        from: 1,
        span: 1_000,
    };
    for is_crawled in [false, true] {
        for (name, headers) in [("200", &origin), ("304", &known)] {
            let (mut rates, mut crawled, mut latencies) = (Vec::new(), Vec::new(), Vec::new());
            for _ in 0..ROUNDS {
                let measured = std::thread::scope(|scope| {
                    let beside = is_crawled
                        .then(|| scope.spawn(|| Load::new(address, &token, CRAWLERS).run(&crawl(), ROUND)));
                    let visitors =
                        Load::new(address, &key, VISITORS).with_headers(headers).measure(&lists(), ROUND);
                    crawled.extend(beside.map(|crawl| crawl.join().unwrap()));
                    visitors
                });
                rates.push(measured.rate);
                latencies.extend(measured.latencies.into_iter().map(|(_, latency)| latency));
            }
            let beside = if is_crawled {
                format!("beside {:.0} pages/s of a crawl", median(&crawled))
            } else {
                "alone".to_owned()
            };
            let (half, most) = (percentile(&latencies, 50), percentile(&latencies, 99));
            println!(
                "{name} {:>8.0} requests/s  p50 {half:.2} ms  p99 {most:.2} ms  {beside}",
                median(&rates)
            );
        }
    }
}
