//! The data model: the declarations of all resources, from which all other crates derive their behaviour.

pub mod access;
pub mod people;
pub mod resource;
pub mod resources;
pub mod timestamp;
