//! Content codings: which one a client accepts, and compressing with it; also bodies that are joined from parts that are compressed
//! already, and contents with their compressed variants.

mod coding;
mod compressor;
mod gzip_body;
pub mod precompressed;

pub use coding::{Coding, MIN_COMPRESSED_BYTES, PreferredCodings, accept_uncompressed};
pub use compressor::Compressor;
pub use gzip_body::GzipBody;
