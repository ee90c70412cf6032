//! The command line: what can be asked of the program.

mod arguments;
mod commands;
pub mod openapi;
pub mod reference;

pub use self::arguments::{Invocation, Refusal, parse};
pub use self::commands::{AccessCommand, ClientsCommand, Command, KeysCommand, Reference};
