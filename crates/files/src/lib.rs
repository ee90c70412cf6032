//! Files: uploads, the types of their contents, the storage of their blobs, and the URLs that they are downloaded from.

pub mod base64;
pub mod blobs;
pub mod content_type;
pub mod download_urls;
pub mod file_store;
pub mod journal;
pub mod types;
pub mod upload_body;
pub mod upload_stream;
mod xml;
