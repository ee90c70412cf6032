//! A TCP proxy between a server and its database that injects network faults.

#![allow(dead_code, reason = "each test uses a part")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

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

/// A network fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// All data is forwarded.
    None,
    /// Open connections are closed and new ones are closed at once.
    Disconnect,
    /// Connections are accepted and stay open, but no data is forwarded.
    Stall,
    /// Data from the database arrives with this delay.
    Delay(Duration),
    /// Each connection is reset after the database has sent this many bytes since the fault was set.
    ResetAfter(usize),
}

/// A proxy to one database server.
pub struct FaultProxy {
    address: SocketAddr,
    state: Arc<State>,
    _runtime: Runtime,
}

struct State {
    fault: watch::Sender<Fault>,
    /// How many connections were reset.
    resets: AtomicUsize,
}

impl FaultProxy {
    /// A proxy to the database server at this port of this machine.
    pub fn to(port: u16) -> Self {
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
        let state = Arc::new(State { fault: watch::Sender::new(Fault::None), resets: AtomicUsize::new(0) });
        let address = listener.local_addr().unwrap();
        runtime.spawn(accept_connections(listener, port, Arc::clone(&state)));
        Self { address, state, _runtime: runtime }
    }

    /// The database URL through the proxy, without a database name.
    pub fn url(&self) -> String {
        format!("postgres://postgres@{}", self.address)
    }

    /// The host and port of the proxy.
    pub fn host(&self) -> SocketAddr {
        self.address
    }

    /// Sets the fault from now on.
    pub fn set(&self, fault: Fault) {
        self.state.fault.send_replace(fault);
    }

    /// How many connections were reset since the last call.
    pub fn take_resets(&self) -> usize {
        self.state.resets.swap(0, Ordering::Relaxed)
    }
}

async fn accept_connections(listener: TcpListener, port: u16, state: Arc<State>) {
    while let Ok((server, _)) = listener.accept().await {
        if *state.fault.borrow() != Fault::Disconnect {
            tokio::spawn(connect(server, port, Arc::clone(&state)));
        }
    }
}

async fn connect(server: TcpStream, port: u16, state: Arc<State>) {
    let Ok(database) = TcpStream::connect(("127.0.0.1", port)).await else { return };
    let disconnected =
        async { state.fault.subscribe().wait_for(|fault| *fault == Fault::Disconnect).await.map(drop) };
    let ended = tokio::select! {
        _ = disconnected => Ok(()),
        ended = forward(&server, &database, &state, false) => ended,
        ended = forward(&database, &server, &state, true) => ended,
    };
    if ended.is_err_and(|error| error.kind() == io::ErrorKind::ConnectionReset) {
        state.resets.fetch_add(1, Ordering::Relaxed);
        // Sends RST instead of FIN.
        let _ = server.set_zero_linger();
    }
}

/// Forwards data until one side closes the connection or a fault resets it.
async fn forward(from: &TcpStream, to: &TcpStream, state: &State, from_database: bool) -> io::Result<()> {
    let (sender, receiver) = unbounded_channel();
    tokio::select! {
        ended = receive(from, &sender) => ended,
        ended = send(to, receiver, state, from_database) => ended,
    }
}

/// Received data and the time of its arrival.
type Chunk = (Instant, Vec<u8>);

async fn receive(from: &TcpStream, to: &UnboundedSender<Chunk>) -> io::Result<()> {
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

async fn send(
    to: &TcpStream,
    mut chunks: UnboundedReceiver<Chunk>,
    state: &State,
    from_database: bool,
) -> io::Result<()> {
    let mut fault = state.fault.subscribe();
    let mut sent = 0;
    while let Some((received_at, bytes)) = chunks.recv().await {
        if fault.has_changed().unwrap_or(false) {
            sent = 0;
        }
        let wait = fault.wait_for(|fault| *fault != Fault::Stall);
        let current = wait.await.map_or(Fault::Disconnect, |fault| *fault);
        match current {
            Fault::Delay(delay) if from_database => tokio::time::sleep_until(received_at + delay).await,
            Fault::ResetAfter(limit) if from_database && sent + bytes.len() >= limit => {
                write(to, &bytes[..limit - sent]).await?;
                return Err(io::ErrorKind::ConnectionReset.into());
            }
            _ => {}
        }
        write(to, &bytes).await?;
        sent += bytes.len();
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
