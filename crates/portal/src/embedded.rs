//! What a program embeds.

/// Embedded files with their paths from the root, without a leading slash.
pub type Files = &'static [(&'static str, &'static [u8])];

/// The sites that a program embeds, without files if it was built without them.
#[derive(Debug, Clone, Copy, Default)]
pub struct Embedded {
    /// The developer portal.
    pub portal: Files,
    /// The console for administrators.
    pub console: Files,
}
