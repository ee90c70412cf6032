//! The connection layer: accepts connections and serves HTTP/1.1 and HTTP/2 on them, within limits.
//!
//! The limits prevent one client from using the resources of others. They apply to the number of open connections, in total
//! and per network address, and to the size of a request's headers. A timeout applies to everything that a client can delay:
//! headers, the next request on an open connection, and reading the response. [`super::middleware`] has the timeout of
//! request bodies.
//!
//! If a limit is reached, a new connection replaces the one that has been waiting longest for its client, because closing
//! that one does not interrupt a request. If none is waiting, the new connection is refused.

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
mod stage;
mod stream;

pub use accept::Listening;
pub use application::Application;
pub use descriptors::raise_descriptor_limit;
pub use limits::Limits;
