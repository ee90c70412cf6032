//! What this binary is: version, commit, and what it contains.

use folkmoot_database::migrations::MIGRATIONS;
use folkmoot_embedded::EMBEDDED;
use folkmoot_portal::EmbeddedFiles;

/// The version of the package.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
/// The commit that the binary was built from; blank if the build did not state it. It ends with `-dirty` if files differed
/// from the commit.
pub const COMMIT: &str = env!("FOLKMOOT_COMMIT");

/// The text of `folkmoot --version`, after the name of the program.
pub fn long() -> String {
    let commit = if COMMIT.is_empty() { "unknown" } else { COMMIT };
    let embedded = |files: EmbeddedFiles| if files.is_empty() { "not embedded" } else { "embedded" };
    format!(
        "{VERSION}\n\
         commit:     {commit}\n\
         build:      {} {}\n\
         portal:     {}\n\
         console:    {}\n\
         components: {}\n\
         schema:     {}\n\
         SQLite:     {}\n\
         TLS:        {}",
        env!("FOLKMOOT_PROFILE"),
        env!("FOLKMOOT_TARGET"),
        embedded(EMBEDDED.portal),
        embedded(EMBEDDED.console),
        embedded(EMBEDDED.components),
        MIGRATIONS.len(),
        folkmoot_store::sqlite_version(),
        env!("FOLKMOOT_TLS"),
    )
}
