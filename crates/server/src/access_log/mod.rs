//! The access log: one JSON line for each request, in a file or on stdout.
//!
//! A line has no query string, no header, no token and no segment of the path that could be a value. A thread of its own writes
//! the lines. Requests never wait for it: if the lines arrive faster than they can be written, some are dropped and counted.

mod line;
mod writer;

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{SyncSender, TrySendError, sync_channel};
use std::time::{Duration, Instant};

use axum::extract::{ConnectInfo, Request};
use axum::response::Response;
use folkmoot_api::client_address::client_address;
use folkmoot_api::sent_body::when_sent;
use folkmoot_settings::{AccessLogTarget, AddressDetail, Network, Settings, UnusableSetting};
use jiff::Timestamp;
use tokio::sync::oneshot;
use uuid::Uuid;

use self::line::{Line, limited, method_name, network, protocol_name};
use self::writer::{Message, Output, Writer};

/// Maximum number of lines that wait to be written: about one second of the most requests that a server can process.
const QUEUED_LINES: usize = 8_192;
/// The interval at which a message to the writer is sent again while the queue is full.
const RETRY_INTERVAL: Duration = Duration::from_millis(10);

/// The access log of a server.
#[derive(Debug)]
pub struct AccessLog {
    queue: SyncSender<Message>,
    must_reopen: Arc<AtomicBool>,
    addresses: AddressDetail,
    trusted_proxies: Vec<Network>,
}

/// What is known of a request at its beginning.
#[derive(Debug)]
pub struct Begun {
    time: Timestamp,
    started: Instant,
    method: &'static str,
    protocol: &'static str,
    address: Option<String>,
}

/// What is known of a request when its response begins.
#[derive(Debug)]
pub struct Responded<'a> {
    /// The id of the request.
    pub request_id: &'a str,
    /// The pattern of the route.
    pub route: Option<&'a str>,
    /// The path without values.
    pub path: &'a str,
    /// The client.
    pub client: Option<Uuid>,
    /// The code of the problem.
    pub code: Option<&'static str>,
}

impl AccessLog {
    /// Opens the log of the settings and starts its thread; `None` if the settings have none.
    pub fn open(settings: &Settings) -> Result<Option<Arc<Self>>, UnusableSetting> {
        let Some(target) = &settings.access_log else { return Ok(None) };
        let output = Output::open(target).map_err(|error| unusable(target, &error))?;
        let (queue, messages) = sync_channel(QUEUED_LINES);
        let must_reopen = Arc::new(AtomicBool::new(false));
        count_dropped(Reason::Queue, 0);
        count_dropped(Reason::Write, 0);
        let writer = Writer::new(output, Arc::clone(&must_reopen));
        let thread = std::thread::Builder::new().name("access log".to_owned());
        thread.spawn(move || writer.run(&messages)).map_err(|error| unusable(target, &error))?;
        let (addresses, trusted_proxies) = (settings.access_log_addresses, settings.trusted_proxies.clone());
        Ok(Some(Arc::new(Self { queue, must_reopen, addresses, trusted_proxies })))
    }

    /// Fails if [`Self::open`] would fail. Creates no file.
    pub fn check(settings: &Settings) -> Result<(), UnusableSetting> {
        let Some(target) = &settings.access_log else { return Ok(()) };
        Output::check(target).map_err(|error| unusable(target, &error))
    }

    /// What is logged of a request at its beginning.
    pub fn begin(&self, request: &Request) -> Begun {
        Begun {
            time: Timestamp::now(),
            started: Instant::now(),
            method: method_name(request.method()),
            protocol: protocol_name(request.version()),
            address: self.shown_address(request),
        }
    }

    /// The part of the client's address that is logged.
    fn shown_address(&self, request: &Request) -> Option<String> {
        if self.addresses == AddressDetail::None {
            return None;
        }
        let ConnectInfo(peer) = request.extensions().get::<ConnectInfo<SocketAddr>>()?;
        let address = client_address(peer.ip(), request.headers(), &self.trusted_proxies);
        Some(if self.addresses == AddressDetail::Full { address.to_string() } else { network(address) })
    }

    /// Logs a request at the end of its response.
    pub fn record(self: &Arc<Self>, begun: Begun, responded: &Responded<'_>, response: Response) -> Response {
        let mut line = Line {
            time: begun.time,
            request_id: responded.request_id.to_owned(),
            method: begun.method,
            route: responded.route.map(str::to_owned),
            path: limited(responded.path).to_owned(),
            protocol: begun.protocol,
            status: response.status().as_u16(),
            code: responded.code,
            bytes: 0,
            duration_ms: 0.0,
            // The body of a response to HEAD is not sent.
            complete: begun.method == "HEAD",
            client: responded.client,
            address: begun.address,
        };
        let log = Arc::clone(self);
        when_sent(response, move |sent| {
            line.bytes = sent.bytes;
            line.complete |= sent.is_complete;
            line.duration_ms = (begun.started.elapsed().as_secs_f64() * 1e6).round() / 1e3;
            log.write(line);
        })
    }

    /// Opens the file again, after it was renamed or deleted by a log rotation.
    pub fn reopen(&self) {
        self.must_reopen.store(true, Ordering::Release);
        // If the queue is full, the writer is awake.
        let _ = self.queue.try_send(Message::Wake);
    }

    /// Waits until all lines are written, for a maximum time.
    pub async fn finish(&self, timeout: Duration) {
        let (done, is_done) = oneshot::channel();
        let finished = async {
            let mut message = Message::Flush(done);
            while let Err(TrySendError::Full(returned)) = self.queue.try_send(message) {
                message = returned;
                tokio::time::sleep(RETRY_INTERVAL).await;
            }
            let _ = is_done.await;
        };
        if tokio::time::timeout(timeout, finished).await.is_err() {
            tracing::warn!("the access log cannot be written; its last lines are lost");
        }
    }

    /// Queues a line, or drops it if the queue is full.
    fn write(&self, line: Line) {
        if self.queue.try_send(Message::Line(Box::new(line))).is_err() {
            count_dropped(Reason::Queue, 1);
        }
    }
}

fn unusable(target: &AccessLogTarget, error: &io::Error) -> UnusableSetting {
    let name = match target {
        AccessLogTarget::File(path) => path.display().to_string(),
        AccessLogTarget::Stdout => "stdout".to_owned(),
    };
    UnusableSetting::new("access-log", format_args!("failed to open the access log {name}: {error}"))
}

/// Why lines are dropped.
#[derive(Debug, Clone, Copy)]
enum Reason {
    /// They arrived faster than they could be written.
    Queue,
    /// The file could not be written.
    Write,
}

fn count_dropped(reason: Reason, lines: u64) {
    let reason = match reason {
        Reason::Queue => "queue",
        Reason::Write => "write",
    };
    metrics::counter!("folkmoot_access_log_dropped_total", "reason" => reason).increment(lines);
}
