//! What a program embeds.

/// The embedded files of a site with their paths from the root, without a leading slash.
pub type EmbeddedFiles = &'static [(&'static str, &'static [u8])];

/// The sites that a program embeds, without files if it was built without them.
#[derive(Debug, Clone, Copy, Default)]
pub struct Embedded {
    /// The developer portal.
    pub portal: EmbeddedFiles,
    /// The console for administrators.
    pub console: EmbeddedFiles,
    /// The web components.
    pub components: EmbeddedFiles,
}
