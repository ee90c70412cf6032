//! `folkmoot mirror`: a platform that copies another one through its API.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod equality;
mod folkmoot;
mod refusals;
mod vendor;
mod vendor_mirror;
mod world;
