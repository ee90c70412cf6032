//! Values about people and secrets are only where they belong: not in logs, metrics, reports, panics, core files, temporary files or
//! what other processes can read.

mod canaries;
mod commands;
mod database_errors;
mod folders;
mod panics;
mod process;
mod protocols;
mod requests;
mod site;
