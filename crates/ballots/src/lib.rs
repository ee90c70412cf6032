//! Files for research on votes and opinions: ballots in the Pabulib format, and reactions to ideas as Polis exports them.
//!
//! A file is made of records that are already encoded for its reader, all from one state of the database. [`pabulib::Election`] and
//! [`polis::Conversation`] read them, and write the files without the database.

#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test fails by panicking"))]

pub mod pabulib;
pub mod polis;
mod record_reader;

pub use record_reader::RecordReader;
