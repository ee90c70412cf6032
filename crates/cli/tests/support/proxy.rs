//! A wire between server and database that a test can cut, hang, slow down and break.

#![allow(dead_code, reason = "each test uses a part")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Runtime;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::watch;
use tokio::time::Instant;

/// What happens on the wire.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wire {
    /// All goes through.
    Whole,
    /// Every connection ends, and new ones are not taken.
    Cut,
    /// Connections are taken and kept, and nothing goes through.
    Hangs,
    /// What the database says comes so much later.
    Slow(Duration),
    /// Every connection breaks when the database has said so many bytes on it from now on.
    BreaksAfter(usize),
}

/// The wire to one database server.
pub struct Proxy {
    address: SocketAddr,
    state: Arc<State>,
    _runtime: Runtime,
}

struct State {
    wire: watch::Sender<Wire>,
    /// How many connections were broken in the middle.
    broken: AtomicUsize,
}

impl Proxy {
    /// A wire to the server on this port of this machine.
    pub fn to(port: u16) -> Self {
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
        let state = Arc::new(State { wire: watch::Sender::new(Wire::Whole), broken: AtomicUsize::new(0) });
        let address = listener.local_addr().unwrap();
        runtime.spawn(take_connections(listener, port, Arc::clone(&state)));
        Self { address, state, _runtime: runtime }
    }

    /// Where it is reached.
    pub fn address(&self) -> String {
        format!("postgres://postgres@{}", self.address)
    }

    /// Where it is reached, without the scheme.
    pub fn host(&self) -> SocketAddr {
        self.address
    }

    /// From now on this happens on it.
    pub fn set(&self, wire: Wire) {
        self.state.wire.send_replace(wire);
    }

    /// How many connections were broken in the middle since this was asked last.
    pub fn broken(&self) -> usize {
        self.state.broken.swap(0, Ordering::Relaxed)
    }
}

async fn take_connections(listener: TcpListener, port: u16, state: Arc<State>) {
    while let Ok((server, _)) = listener.accept().await {
        if *state.wire.borrow() != Wire::Cut {
            tokio::spawn(connect(server, port, Arc::clone(&state)));
        }
    }
}

async fn connect(server: TcpStream, port: u16, state: Arc<State>) {
    let Ok(database) = TcpStream::connect(("127.0.0.1", port)).await else { return };
    let cut = async { state.wire.subscribe().wait_for(|wire| *wire == Wire::Cut).await.map(drop) };
    let ended = tokio::select! {
        _ = cut => Ok(()),
        ended = carry(&server, &database, &state, false) => ended,
        ended = carry(&database, &server, &state, true) => ended,
    };
    if ended.is_err_and(|error| error.kind() == io::ErrorKind::ConnectionReset) {
        state.broken.fetch_add(1, Ordering::Relaxed);
        // Not an end, but a reset.
        let _ = server.set_zero_linger();
    }
}

/// Carries bytes until one side ends, or the wire breaks.
async fn carry(from: &TcpStream, to: &TcpStream, state: &State, said_by_database: bool) -> io::Result<()> {
    let (sender, receiver) = unbounded_channel();
    tokio::select! {
        ended = take(from, &sender) => ended,
        ended = give(to, receiver, state, said_by_database) => ended,
    }
}

/// What was said on the wire, and when.
type Said = (Instant, Vec<u8>);

async fn take(from: &TcpStream, to: &UnboundedSender<Said>) -> io::Result<()> {
    let mut bytes = vec![0; 16_384];
    loop {
        from.readable().await?;
        match from.try_read(&mut bytes) {
            Ok(0) => return Ok(()),
            Ok(count) => _ = to.send((Instant::now(), bytes[..count].to_vec())),
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
            Err(error) => return Err(error),
        }
    }
}

async fn give(
    to: &TcpStream,
    mut from: UnboundedReceiver<Said>,
    state: &State,
    by_database: bool,
) -> io::Result<()> {
    let mut wire = state.wire.subscribe();
    let mut given = 0;
    while let Some((said_at, bytes)) = from.recv().await {
        if wire.has_changed().unwrap_or(false) {
            given = 0;
        }
        let now = wire.wait_for(|wire| *wire != Wire::Hangs).await.map_or(Wire::Cut, |wire| *wire);
        match now {
            Wire::Slow(delay) if by_database => tokio::time::sleep_until(said_at + delay).await,
            Wire::BreaksAfter(limit) if by_database && given + bytes.len() >= limit => {
                write(to, &bytes[..limit - given]).await?;
                return Err(io::ErrorKind::ConnectionReset.into());
            }
            _ => {}
        }
        write(to, &bytes).await?;
        given += bytes.len();
    }
    Ok(())
}

async fn write(to: &TcpStream, mut rest: &[u8]) -> io::Result<()> {
    while !rest.is_empty() {
        to.writable().await?;
        match to.try_write(rest) {
            Ok(count) => rest = &rest[count..],
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}
