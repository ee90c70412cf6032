//! The portal, the console and the web components that the build embedded.
//!
//! They are a crate of their own, which only the program depends on: a changed page of the portal compiles neither the server
//! nor other crates again.

use folkmoot_portal::Embedded;

include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// What the build embedded.
pub static EMBEDDED: Embedded = Embedded { portal: PORTAL, console: CONSOLE, components: COMPONENTS };
