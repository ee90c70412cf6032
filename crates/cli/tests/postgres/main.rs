//! What only PostgreSQL has: replicas, several servers, and a database that fails independently of the server.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on should stop")]
#![allow(clippy::print_stdout, reason = "a random test prints its seed")]

mod alike;
mod batches;
mod connections;
mod first_import;
mod pages;
mod requests;
mod several;
mod standby;
#[path = "../support/mod.rs"]
mod support;
mod timeouts;
mod tls;
mod transactions;
mod upgrade;
mod wire;
mod writes;
