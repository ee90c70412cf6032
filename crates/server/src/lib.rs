//! Starts, observes and stops a server: it listens, opens the database, and serves the public API, administrators, the portal, health
//! checks and metrics.
//!
//! It is above the crates of these, so that only this one knows all of them.

mod access_log;
mod admission;
mod application;
mod background_tasks;
mod cors;
mod database_probe;
mod drain_body;
mod logged_path;
pub mod logs;
mod metrics_export;
mod middleware;
mod observe;
mod operations;
pub mod otlp;
pub mod portal;
mod request_ids;
mod router;
pub mod serve;
pub mod state;
mod unreadable;
mod welcome;
