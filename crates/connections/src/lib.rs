//! Connections: accepts them and serves HTTP/1.1 and HTTP/2 on them, within limits.
//!
//! It is a crate of its own, because what protects a server from its clients must not depend on what the server returns to them: requests
//! go to a [`RequestHandler`].
//!
//! The limits prevent one client from using the resources of others. They apply to the number of open connections, in total
//! and per network address, and to the size of a request's headers. A timeout applies to everything that a client can delay:
//! headers, the next request on an open connection, and reading the response. The timeout of request bodies is that of the
//! handler.
//!
//! If a limit is reached, a new connection replaces the one that has been waiting longest for its client, because closing
//! that one does not interrupt a request. If none is waiting, the new connection is refused.

mod accept;
mod activity;
mod body;
mod connection;
mod descriptors;
mod handler;
mod limits;
mod log_limit;
mod registry;
mod stage;
mod stream;
mod unreadable;

pub use accept::Listening;
pub use descriptors::raise_descriptor_limit;
pub use handler::RequestHandler;
pub use limits::{Limits, MAXIMUM_HEADER_BYTES, MAXIMUM_HEADERS};
