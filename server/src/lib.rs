//! Folkmoot: the public API of a civic participation platform, version 2.

pub mod authentication;
pub mod cli;
pub mod logs;
pub mod settings;
