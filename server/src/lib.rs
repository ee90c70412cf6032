//! Folkmoot: the public API of a civic participation platform.

pub mod lists;
pub mod resource;
pub mod resources;
pub mod store;
