//! The command line: one file per command.

mod access;
mod arguments;
mod client_arguments;
mod clients;
mod commands;
mod copy;
mod demo;
mod files;
mod import;
mod keys;
mod migrate;
mod openapi;
mod portal;
mod reference;
mod run;
mod serve;
mod usage;

pub use self::arguments::{Invocation, Refusal, parse};
pub use self::commands::{AccessCommand, ClientsCommand, Command, FilesCommand, KeysCommand, Reference};
pub use self::run::{Failure, run};
