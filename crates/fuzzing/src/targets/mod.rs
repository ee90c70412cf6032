//! The targets.

mod backups;
mod base64_text;
mod connections;
mod csv;
mod cursors;
mod dates;
mod download_urls;
mod file_requests;
mod file_types;
mod headers;
mod import_lines;
mod import_values;
mod index_files;
mod mirror_sources;
mod multipart;
mod oauth;
mod query_strings;
mod settings_files;
mod sign_in;
mod tokens;
mod upload_bodies;

/// A function that fails if a property does not hold for an input.
#[derive(Debug)]
pub struct Target {
    /// Its name, which is also that of its corpus.
    pub name: &'static str,
    /// Fails by panicking.
    pub run: fn(&[u8]),
    /// Words that occur in valid inputs.
    pub dictionary: &'static [&'static str],
    /// The maximum length of an input.
    pub max_bytes: usize,
}

/// Every target.
pub static TARGETS: &[Target] = &[
    backups::TARGET,
    base64_text::TARGET,
    connections::TARGET,
    csv::TARGET,
    cursors::TARGET,
    dates::TARGET,
    download_urls::TARGET,
    file_requests::TARGET,
    file_types::TARGET,
    headers::TARGET,
    import_lines::TARGET,
    import_values::TARGET,
    index_files::TARGET,
    mirror_sources::TARGET,
    multipart::TARGET,
    oauth::TARGET,
    query_strings::TARGET,
    settings_files::TARGET,
    sign_in::TARGET,
    tokens::TARGET,
    upload_bodies::TARGET,
];

/// The target with this name.
pub fn find(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}
