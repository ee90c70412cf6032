//! The command line: what can be asked of the program.

mod arguments;
mod commands;
mod import;

pub use self::arguments::{Invocation, Refusal, parse};
pub use self::commands::{AccessCommand, ClientsCommand, Command, KeysCommand, Reference};
pub use self::import::{Bar, import};
