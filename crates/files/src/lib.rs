//! Files: uploads, content types, the blob storage and download URLs.

pub mod base64;
pub mod blobs;
pub mod content_type;
pub mod download_urls;
pub mod export_files;
pub mod file_name;
pub mod file_store;
pub mod journal;
mod position;
pub mod text;
pub mod types;
pub mod upload_body;
pub mod upload_stream;
mod xml;
pub mod zip_stream;
