//! What a server does without a request: exports, imports of uploaded files, backups and the maintenance of the database.
//!
//! It is a crate of its own, because commands and administrators start the same work, which knows nothing of HTTP.

pub mod backups;
pub mod busy_retry;
pub mod disk_space;
pub mod exports;
pub mod imports;
pub mod last_results;
pub mod maintenance;
pub mod notices;
pub mod people;
pub mod signing_keys;
pub mod votes;
