//! Files: what their bytes tell, how they arrive, and how bytes and records are kept together.

pub mod addresses;
pub mod arrival;
pub mod base64;
pub mod blobs;
pub mod body;
pub mod content;
pub mod journal;
pub mod shelf;
pub mod types;
mod xml;
