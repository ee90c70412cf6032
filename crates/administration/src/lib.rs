//! What administrators do: keys, clients, the switch of the public API, and the audit log of it all.
//!
//! The admin API and the command line call the same functions. Each function writes the entry of the audit log in the
//! transaction of its change, so that there is neither a change without an entry nor an entry without a change.

pub mod access;
pub mod audit;
pub mod clients;
mod error;
pub mod json;
pub mod keys;
mod operating_system;

pub use error::AdministrationError;
pub use operating_system::command_line_actor;
