//! The two kinds of databases behind one set of transactions: connections, SQL dialects, migrations and bulk loads.
//!
//! It is a crate of its own, because how SQL reaches SQLite or PostgreSQL must not depend on what is stored.

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking"))]

pub mod bulk_load;
pub mod data_directory;
mod database;
pub mod dialect;
mod error;
pub mod executor;
pub mod import_control;
pub mod import_transaction;
mod location;
pub mod migrations;
mod newest_change;
pub mod pages;
pub mod postgres;
mod ranked_rows;
pub mod row_reader;
mod scrubbed;
pub mod search_words;
pub mod servers;
pub mod sqlite;
pub mod value;

pub use database::Database;
pub use error::StoreError;
pub use location::{DatabaseLocation, IfMissing, sqlite_version};
pub use newest_change::newest_change;
pub use scrubbed::Scrubbed;
