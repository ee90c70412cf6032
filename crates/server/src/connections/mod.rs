//! The connection layer: accepts connections and serves HTTP/1.1 and HTTP/2 on them, within limits.
//!
//! One client must not take what others need. So there is a limit on open connections, in total and for each network
//! address, a limit on the size of a request's headers, and a timeout for everything that a client can delay: headers,
//! the next request on an open connection, and reading the response. Request bodies have their timeout in
//! [`super::middleware`].
//!
//! A connection that waits for its client costs little to close, so a new connection over a limit replaces the one that
//! has been waiting longest. Only if none is waiting is the new one refused.

mod accept;
mod activity;
mod application;
mod body;
mod connection;
mod descriptors;
mod limits;
mod log_limit;
mod refusal;
mod registry;
mod stream;

pub use accept::Listening;
pub use application::Application;
pub use descriptors::raise_descriptor_limit;
pub use limits::Limits;
