//! Tools for assistants: what they return, who may call them, and that each is the request that it makes.

mod access;
pub mod assistant;
mod documentation;
mod protocol;
mod results;
mod usage;
