//! What only PostgreSQL has: replicas, several servers, and a database that fails independently of the server.

#![allow(clippy::print_stdout, reason = "a random test prints its seed")]

mod assistants;
mod connections;
mod equivalence;
mod first_import;
mod killed_cluster;
mod late_start;
mod multiple_servers;
mod network_faults;
mod pages;
mod requests;
mod rolling_restart;
mod searches;
mod set_ups;
mod shared_connections;
mod standby;
mod timeouts;
mod tls;
mod transactions;
mod upgrade;
mod writes;
