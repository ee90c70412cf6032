//! Finding, exporting and erasing people: nothing that identifies an erased person remains in any file or table, and nothing
//! brings the person back.

mod addresses;
mod admin_api;
mod erasure;
mod export;
mod find;
mod guide;
mod restore;
pub mod scan;
pub mod scenario;
