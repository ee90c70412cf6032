//! The public API of a civic participation platform.

pub mod demo;
