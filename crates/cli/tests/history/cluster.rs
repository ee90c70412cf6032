//! Two servers over a primary and its hot standby. Proxies between them can cut, stall and delay the networks.

use std::process::Stdio;
use std::sync::{Mutex, RwLock};

use reqwest::Method;
use tempfile::TempDir;

use crate::history::recording::Run;
use crate::support::admin::admin_key;
use crate::support::cluster::Cluster;
use crate::support::fault_proxy::{Fault, FaultProxy};
use crate::support::files::platform;
use crate::support::{Data, Server, eventually};

/// The number of servers.
pub const SERVERS: usize = 2;

/// A standby that lost its primary tries again soon.
const REPLICATION: &str = "
wal_retrieve_retry_interval = 200ms
wal_receiver_timeout = 2s
wal_sender_timeout = 2s
max_connections = 100
";

/// A network that can fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Network {
    /// From the servers to the replica.
    Reads,
    /// From the replica to the primary.
    Replication,
}

/// Where a server can be reached.
#[derive(Debug, Clone)]
pub struct Endpoint {
    /// The URL, `http://127.0.0.1:PORT`.
    pub url: String,
    /// The run of the server.
    pub run: Run,
}

/// Two servers and their databases.
pub struct Site {
    /// The primary.
    pub primary: Mutex<Cluster>,
    /// The replica.
    pub standby: Cluster,
    reads: FaultProxy,
    replication: FaultProxy,
    /// The data of the platform, over the primary.
    pub data: Data,
    logs: TempDir,
    hosts: Vec<Data>,
    servers: Vec<Mutex<Server>>,
    endpoints: Vec<RwLock<Option<Endpoint>>>,
    /// A client with a token that reads and writes files.
    pub token: String,
    /// A key of an administrator.
    pub admin_key: String,
}

impl Site {
    /// A platform with two projects and no files.
    pub fn new() -> Self {
        let primary = Cluster::primary();
        primary.set(REPLICATION);
        let data = Data::in_postgres(&primary.url()).filled(&platform());
        let replication = FaultProxy::to(primary.port);
        let standby = Cluster::standby_through(replication.host().port());
        standby.catch_up_with(&primary);
        let reads = FaultProxy::to(standby.port);
        let (_, admin_key) = admin_key(&data, "administrator");
        let (id, secret) = data.client();
        let hosts = (0..SERVERS).map(|_| data.other_host(&primary.url())).collect();
        let mut site = Self {
            primary: Mutex::new(primary),
            standby,
            reads,
            replication,
            data,
            logs: tempfile::tempdir().unwrap(),
            hosts,
            servers: Vec::new(),
            endpoints: Vec::new(),
            token: String::new(),
            admin_key,
        };
        for server in 0..SERVERS {
            let started = site.started(server);
            let endpoint = Endpoint { url: started.url.clone(), run: Run { server, start: 0 } };
            site.endpoints.push(RwLock::new(Some(endpoint)));
            site.servers.push(Mutex::new(started));
            site.server(server, Server::wait_until_ready);
        }
        let signed_in = site.server(0, |server| server.authenticate(&id, &secret));
        signed_in.json()["jwt"].as_str().unwrap().clone_into(&mut site.token);
        site
    }

    fn started(&self, server: usize) -> Server {
        let host = &self.hosts[server];
        let replica = self.data.database_url_on(&self.reads.url());
        let mut command = host.command();
        command.args(["serve", "--listen", "127.0.0.1:0", "--log-level", "warn", "--replica-url", &replica]);
        command.args(["--client-max-days", "0"]);
        command.arg("--file-storage").arg(self.data.path().join("files")).stdout(Stdio::piped());
        let log = std::fs::File::options().create(true).append(true).open(self.log(server)).unwrap();
        Server::started(command.stderr(log).spawn().unwrap())
    }

    /// The log of a server.
    pub fn log(&self, server: usize) -> std::path::PathBuf {
        self.logs.path().join(format!("{server}.log"))
    }

    /// Where a server can be reached; `None` while it is stopped.
    pub fn endpoint(&self, server: usize) -> Option<Endpoint> {
        self.endpoints[server].read().unwrap().clone()
    }

    /// Runs a function with a server.
    pub fn server<T>(&self, server: usize, run: impl FnOnce(&Server) -> T) -> T {
        run(&self.servers[server].lock().unwrap())
    }

    /// Kills a server.
    pub fn kill(&self, server: usize) -> Run {
        let mut endpoint = self.endpoints[server].write().unwrap();
        self.servers[server].lock().unwrap().kill();
        endpoint.take().unwrap().run
    }

    /// Starts a server that was killed.
    pub fn start(&self, Run { server, start }: Run) {
        let started = self.started(server);
        let endpoint = Endpoint { url: started.url.clone(), run: Run { server, start: start + 1 } };
        *self.servers[server].lock().unwrap() = started;
        *self.endpoints[server].write().unwrap() = Some(endpoint);
    }

    /// Sets the fault of a network.
    pub fn set(&self, network: Network, fault: Fault) {
        match network {
            Network::Reads => self.reads.set(fault),
            Network::Replication => self.replication.set(fault),
        }
    }

    /// Restarts a server, which deletes orphaned blobs. Waits until the replica and all servers have all changes.
    pub fn recover(&self) {
        self.set(Network::Reads, Fault::None);
        self.set(Network::Replication, Fault::None);
        self.start(self.kill(0));
        for server in 0..SERVERS {
            self.server(server, |server| {
                server.wait_until_ready();
                eventually("a server does not read the change feed", || {
                    let list = server.request(Method::GET, "/api/v2/files").bearer_auth(&self.token);
                    list.try_send().is_ok_and(|response| response.status == 200)
                });
            });
        }
        self.standby.catch_up_with(&self.primary.lock().unwrap());
        for server in 0..SERVERS {
            self.server(server, Server::wait_for_changes);
        }
    }
}
