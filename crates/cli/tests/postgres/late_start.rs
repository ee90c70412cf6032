//! Servers that start while their database, its primary or their file storage does not respond.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Stdio};

use crate::postgres::pages::{COUNT, one_more_area, platform_in};
use crate::support::cluster::{Cluster, free_port};
use crate::support::fault_proxy::{Fault, FaultProxy};
use crate::support::fixture::{Platform, id};
use crate::support::postgres::required_server;
use crate::support::s3_server::{S3Server, SETTINGS, plain_client};
use crate::support::server_log::{self, Log};
use crate::support::{Data, Server, eventually};

const CREATED_AT: &str = "2025-03-18T08:15:30.250Z";

const WAITING: &str = "the server cannot start yet; it tries again until it can";

/// A server that listens for requests, and for requests of its metrics, but has not started.
struct Starting {
    process: Child,
    log: Log,
    metrics: String,
}

impl Starting {
    fn new(data: &Data, arguments: &[&str]) -> Self {
        let metrics = format!("127.0.0.1:{}", free_port());
        let mut command = server_log::serve(data, &[&["--metrics-listen", &metrics], arguments].concat());
        let mut process = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let log = server_log::read_log(process.stderr.take().unwrap());
        Self { process, log, metrics: format!("http://{metrics}/metrics") }
    }

    /// The setting whose service the server waits for.
    fn waits_for(&self) -> String {
        self.log.wait_for(WAITING)["setting"].as_str().unwrap().to_owned()
    }

    fn is_waiting(&self) -> bool {
        let metrics = plain_client().get(&self.metrics).send().unwrap().text().unwrap();
        let value = metrics.lines().find_map(|line| line.strip_prefix("folkmoot_start_waiting "));
        value.unwrap() == "1"
    }

    /// The server, once it has started.
    fn started(mut self) -> Server {
        let mut url = String::new();
        BufReader::new(self.process.stdout.take().unwrap()).read_line(&mut url).unwrap();
        assert!(!self.is_waiting());
        // Its log is written at once and each minute, however often it tries.
        assert_eq!(self.log.lines(WAITING).len(), 1);
        Server::of(self.process, url.trim())
    }
}

#[test]
fn a_server_waits_for_its_database() {
    required_server();
    let mut primary = Cluster::primary();
    let data = Data::in_postgres(&primary.url()).filled(&Platform::full(3, CREATED_AT));
    let (client, secret) = data.client();
    primary.stop();
    let starting = Starting::new(&data, &[]);
    assert_eq!(starting.waits_for(), "database-url");
    assert!(starting.is_waiting());
    primary.start();
    let caller = starting.started().caller(&client, &secret);
    assert_eq!(caller.get("/areas").status, 200);
}

#[test]
fn a_server_starts_from_a_standby_while_the_primary_is_down() {
    required_server();
    let mut primary = Cluster::primary();
    let data = platform_in(&primary.url());
    let (client, secret) = data.client();
    let caller = data.serve_with(&[]).caller(&client, &secret);
    let before = caller.get("/areas").json();
    let standby = primary.standby();
    standby.catch_up_with(&primary);
    drop(caller);
    primary.stop();
    let replica = data.database_url_on(&standby.url());
    let caller = data.serve_with(&["--replica-url", &replica]).caller(&client, &secret);
    assert_eq!(caller.get("/areas").json(), before);
    primary.start();
    data.import(&one_more_area(1));
    let area = format!("/areas/{}", id("areas", COUNT + 1));
    eventually("the server does not follow the primary again", || caller.get(&area).status == 200);
}

/// The list of erased people is copied into the file storage before a server starts.
#[test]
fn a_server_waits_for_its_file_storage() {
    required_server();
    let storage = S3Server::start();
    let port = storage.url.rsplit_once(':').unwrap().1.parse().unwrap();
    let proxy = FaultProxy::to(port);
    let endpoint = format!("http://{}", proxy.host());
    let s3 = [&SETTINGS[..], &["--s3-endpoint", &endpoint]].concat();
    let data = Data::with(&Platform::full(3, CREATED_AT));
    let (client, secret) = data.client();
    assert!(data.run(&["people", "erase", &id("users", 1)]).status.success());
    proxy.set(Fault::Disconnect);
    let starting = Starting::new(&data, &s3);
    assert_eq!(starting.waits_for(), "file-storage");
    proxy.set(Fault::None);
    let caller = starting.started().caller(&client, &secret);
    assert_eq!(caller.get("/areas").status, 200);
}
