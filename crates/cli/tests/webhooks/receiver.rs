//! A receiver of webhooks that responds as a test says.

use std::collections::HashMap;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::support::eventually;

/// A request that was received.
#[derive(Debug, Clone)]
pub struct Received {
    pub at: Instant,
    pub path: String,
    pub headers: HashMap<String, String>,
    pub text: String,
    pub body: Value,
}

impl Received {
    /// The value of `webhook-id`.
    pub fn id(&self) -> &str {
        &self.headers["webhook-id"]
    }

    /// The type of the event.
    pub fn kind(&self) -> &str {
        self.body["type"].as_str().unwrap()
    }

    /// Type and id of the record.
    pub fn event(&self) -> (String, String) {
        (self.kind().to_owned(), self.body["data"]["id"].as_str().unwrap_or_default().to_owned())
    }
}

/// What the receiver does with a request.
#[derive(Debug, Clone)]
pub enum Reply {
    /// Responds with a status and a further header.
    Status(u16, &'static str),
    /// Reads the request and never responds.
    Silence,
    /// Sends a byte a second.
    Drip,
    /// Closes the connection.
    Close,
}

/// A receiver on a free port.
pub struct Receiver {
    /// Its URL.
    pub url: String,
    received: Arc<Mutex<Vec<Received>>>,
    reply: Arc<Mutex<Reply>>,
}

impl Receiver {
    /// A receiver that accepts everything.
    pub fn new() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}/hook?token=secret-of-the-url", listener.local_addr().unwrap());
        let received = Arc::<Mutex<Vec<Received>>>::default();
        let reply = Arc::new(Mutex::new(Reply::Status(204, "x-test: 1")));
        let (into, replies) = (Arc::clone(&received), Arc::clone(&reply));
        std::thread::spawn(move || {
            for connection in listener.incoming() {
                let (into, replies) = (Arc::clone(&into), Arc::clone(&replies));
                std::thread::spawn(move || serve(connection.unwrap(), &into, &replies));
            }
        });
        Self { url, received, reply }
    }

    /// Replies like this from now on.
    pub fn reply(&self, reply: Reply) {
        *self.reply.lock().unwrap() = reply;
    }

    /// All requests so far.
    pub fn all(&self) -> Vec<Received> {
        self.received.lock().unwrap().clone()
    }

    /// Waits until this number of requests was received, and returns all.
    #[track_caller]
    pub fn wait_for(&self, count: usize) -> Vec<Received> {
        let failure = format!("{count} requests were not received");
        eventually(&failure, || self.all().len() >= count);
        self.all()
    }

    /// Waits until nothing was received for a time, and returns type and id of each event.
    #[track_caller]
    pub fn events(&self) -> Vec<(String, String)> {
        let mut events: Vec<_> = self.quiet().iter().map(Received::event).collect();
        events.sort();
        events
    }

    /// Waits until nothing was received for two and a half seconds, longer than an event is held.
    pub fn quiet(&self) -> Vec<Received> {
        let begun = Instant::now();
        let last = || self.all().last().map_or(begun, |received| received.at.max(begun));
        eventually("requests do not end", || last().elapsed() > Duration::from_millis(2_500));
        self.all()
    }

    /// Forgets what was received.
    pub fn clear(&self) {
        self.received.lock().unwrap().clear();
    }
}

fn serve(connection: TcpStream, into: &Mutex<Vec<Received>>, replies: &Mutex<Reply>) {
    let mut reader = BufReader::new(connection.try_clone().unwrap());
    let mut writer = connection;
    loop {
        let (mut headers, mut line) = (HashMap::new(), String::new());
        if reader.read_line(&mut line).unwrap_or(0) == 0 {
            return;
        }
        let path = line.split(' ').nth(1).unwrap().to_owned();
        loop {
            line.clear();
            if reader.read_line(&mut line).unwrap_or(0) == 0 {
                return;
            }
            let Some((name, value)) = line.trim_end().split_once(": ") else { break };
            headers.insert(name.to_lowercase(), value.to_owned());
        }
        let mut body = vec![0; headers["content-length"].parse().unwrap()];
        if reader.read_exact(&mut body).is_err() {
            return;
        }
        let text = String::from_utf8(body).unwrap();
        let body = serde_json::from_str(&text).unwrap();
        into.lock().unwrap().push(Received { at: Instant::now(), path, headers, text, body });
        let reply = replies.lock().unwrap().clone();
        match reply {
            Reply::Status(status, header) => {
                let length = if status == 204 { "" } else { "content-length: 0\r\n" };
                let head = format!("HTTP/1.1 {status} Status\r\n{header}\r\n{length}\r\n");
                if writer.write_all(head.as_bytes()).is_err() {
                    return;
                }
            }
            Reply::Silence => std::thread::sleep(Duration::from_mins(10)),
            Reply::Drip => {
                for byte in
                    b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\nx-padding: aaaaaaaaaaaaaaaaaaaaaaaa\r\n\r\n"
                {
                    if writer.write_all(&[*byte]).is_err() {
                        return;
                    }
                    std::thread::sleep(Duration::from_secs(1));
                }
            }
            Reply::Close => return,
        }
    }
}
