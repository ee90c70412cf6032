//! What a resource is, and the declaration of every resource: the model that all other crates follow.

pub mod resource;
pub mod resources;
pub mod timestamp;
