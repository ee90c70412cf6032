//! What only a platform over PostgreSQL has: replicas, several servers, and a database that has bad days of its own.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on should stop")]
#![allow(clippy::print_stdout, reason = "a test that plays at random tells its seed")]

mod alike;
mod batches;
mod connections;
mod first_import;
mod pages;
mod patience;
mod requests;
mod several;
mod standby;
#[path = "../support/mod.rs"]
mod support;
mod tls;
mod transactions;
mod upgrade;
mod wire;
mod writes;
