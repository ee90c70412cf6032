//! The ceiling: a process of its own whose server returns fixed bodies, with the same runtime, HTTP implementation and allocator,
//! and nothing else.

use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::os::unix::process::parent_id;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use axum::Router;
use axum::routing::get;
use bytes::Bytes;
use tokio::net::TcpListener;

/// The folder with the bodies, for the process that serves them.
const FOLDER: &str = "FOLKMOOT_BENCH_CEILING";

/// The process. It ends when this is dropped.
pub struct Ceiling {
    child: Child,
    /// Where it listens: the path of a body is its number.
    pub address: SocketAddr,
}

impl Ceiling {
    /// Starts the process for these bodies.
    pub fn start(bodies: &[Bytes]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        for (number, body) in bodies.iter().enumerate() {
            std::fs::write(folder.path().join(number.to_string()), body).unwrap();
        }
        let mut program = Command::new(std::env::current_exe().unwrap());
        let mut child = program.env(FOLDER, folder.path()).stdout(Stdio::piped()).spawn().unwrap();
        let mut address = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut address).unwrap();
        Self { child, address: address.trim().parse().unwrap() }
    }
}

impl Drop for Ceiling {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Serves the bodies, in the process that was started for them, until it is killed. Returns at once in others.
pub fn serve_if_started_for_it() {
    let Some(folder) = std::env::var_os(FOLDER) else { return };
    let bodies = (0..).map_while(|number| std::fs::read(Path::new(&folder).join(number.to_string())).ok());
    let routes = bodies.enumerate().fold(Router::new(), |routes, (number, body)| {
        let body = Bytes::from(body);
        routes.route(&format!("/{number}"), get(move || std::future::ready(body.clone())))
    });
    folkmoot_runtime::blocking::runtime().unwrap().block_on(async {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        println!("{}", listener.local_addr().unwrap());
        tokio::spawn(async { axum::serve(listener, routes).await });
        // The process that started this one may be killed.
        let parent = parent_id();
        while parent_id() == parent {
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
    });
}
