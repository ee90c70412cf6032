//! Closes the connection of a request that is not valid HTTP and therefore does not reach a handler.

use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

/// Maximum time for the client to read the response and to stop sending.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(2);
/// Maximum bytes of the request that are still read. They are read so that the client receives the response: closing a
/// connection with unread bytes resets it.
const MAXIMUM_DRAINED_BYTES: usize = 4 * 1024 * 1024;

/// Sends a response and closes the connection.
pub async fn close(mut stream: TcpStream, response: &str) {
    let _ = tokio::time::timeout(DRAIN_TIMEOUT, async {
        stream.write_all(response.as_bytes()).await?;
        stream.shutdown().await?;
        drain(&mut stream).await
    })
    .await;
}

/// Reads and discards the rest of the request.
async fn drain(stream: &mut TcpStream) -> std::io::Result<()> {
    let mut buffer = [0; 4096];
    let mut drained = 0;
    while drained < MAXIMUM_DRAINED_BYTES {
        match stream.read(&mut buffer).await? {
            0 => break,
            read => drained += read,
        }
    }
    Ok(())
}
