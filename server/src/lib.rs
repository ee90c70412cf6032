//! Folkmoot: the public API of a civic participation platform, version 2.

pub mod api;
pub mod authentication;
pub mod blobs;
pub mod blocking;
pub mod cli;
pub mod demo;
pub mod files;
pub mod import;
pub mod lists;
pub mod logs;
pub mod resource;
pub mod resources;
pub mod settings;
pub mod store;
pub mod watchdog;
