//! What is asked for behind the `?` of an address.

pub mod known;
