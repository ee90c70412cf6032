//! Files: what their bytes tell.

pub mod content;
