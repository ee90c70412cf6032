//! A source that returns the responses of a test.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::time::Duration;

use tokio::runtime::{Builder, Runtime};
use tokio::sync::watch;

use crate::destinations::Destinations;
use crate::http::Http;
use crate::session::{Credentials, Session};
use crate::transport::{Direct, Lookup, system_lookup};

/// A response.
pub struct Reply {
    head: String,
    body: String,
    missing_bytes: usize,
}

impl Reply {
    /// A response with a status and a body.
    pub fn new(status: u16, body: &str) -> Self {
        Self { head: format!("HTTP/1.1 {status} Status\r\n"), body: body.to_owned(), missing_bytes: 0 }
    }

    /// Adds a header, such as `retry-after: 0`.
    pub fn header(mut self, header: &str) -> Self {
        self.head.push_str(header);
        self.head.push_str("\r\n");
        self
    }

    /// Closes the connection before the end of the body.
    pub fn without_its_end(mut self) -> Self {
        self.missing_bytes = 1;
        self
    }
}

/// A source on a free port. Clients can sign in to it.
pub struct TestSource {
    /// Its URL.
    pub url: String,
    stop: watch::Sender<bool>,
    runtime: Runtime,
}

impl TestSource {
    /// Serves what `respond` returns for the URL of the source and a path with its query; 404 for `None`.
    pub fn serve(mut respond: impl FnMut(&str, &str) -> Option<Reply> + Send + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let own = url.clone();
        std::thread::spawn(move || {
            for connection in listener.incoming() {
                serve(connection.unwrap(), &mut |path| respond(&own, path));
            }
        });
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        Self { url, stop: watch::Sender::new(false), runtime }
    }

    /// Sends requests to these destinations.
    pub fn http(&self, destinations: Destinations, lookup: Lookup) -> Http {
        let destinations = Arc::new(destinations);
        let transport = Arc::new(Direct::new(Arc::clone(&destinations), lookup).unwrap());
        Http::new(self.runtime.handle().clone(), self.stop.subscribe(), None, destinations, transport)
    }

    /// A client that has signed in.
    pub fn session(&self) -> Session {
        let http = self.http(Destinations::new(&self.url, Vec::new()).unwrap(), system_lookup);
        let credentials = Credentials { client_id: "client".to_owned(), client_secret: "secret".to_owned() };
        Session::open(http, &self.url, credentials).unwrap()
    }

    /// Stops its clients after this time.
    pub fn stop_after(&self, duration: Duration) {
        let stop = self.stop.clone();
        self.runtime.spawn(async move {
            tokio::time::sleep(duration).await;
            stop.send_replace(true);
        });
    }
}

fn serve(mut connection: TcpStream, respond: &mut dyn FnMut(&str) -> Option<Reply>) {
    let mut reader = BufReader::new(connection.try_clone().unwrap());
    let (mut request, mut line, mut body_bytes) = (String::new(), String::new(), 0);
    reader.read_line(&mut request).unwrap();
    while reader.read_line(&mut line).unwrap() > 2 {
        if let Some(length) = line.to_lowercase().strip_prefix("content-length:") {
            body_bytes = length.trim().parse().unwrap();
        }
        line.clear();
    }
    std::io::copy(&mut reader.take(body_bytes), &mut std::io::sink()).unwrap();
    let Some(path) = request.split(' ').nth(1) else { return };
    let reply = respond(path).unwrap_or_else(|| match path {
        "/oauth/token" => Reply::new(200, "{\"access_token\":\"token\",\"scope\":\"access:full\"}"),
        _ => Reply::new(404, ""),
    });
    let length = reply.body.len() + reply.missing_bytes;
    let Reply { head, body, .. } = reply;
    write!(connection, "{head}content-length: {length}\r\nconnection: close\r\n\r\n{body}").unwrap();
}
