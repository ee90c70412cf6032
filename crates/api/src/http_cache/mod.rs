//! Conditional requests, content codings and cached bodies of the responses with records (RFC 9110, sections 8.4, 8.8 and
//! 13). [`tag`] is the one place that knows what such a response depends on.

mod body_cache;
mod coding;
mod compressor;
mod exchange;
mod gzip_body;
mod links;
mod modification;
mod tag;

pub use body_cache::BodyCache;
pub use coding::{Coding, MIN_COMPRESSED_BYTES, accept_uncompressed};
pub use compressor::Compressor;
pub use exchange::{ConditionalResponses, Encoded, ResponseNegotiation, VARY};
pub use gzip_body::GzipBody;
pub use links::{LinkedPage, Pages};
pub use modification::last_modified;
