//! What the content of an export depends on, beside its level and its records.

use folkmoot_store::platform::Platform;

/// Identifies how records are written: with other locales, or under another URL, an export no longer is what the lists return.
pub fn platform_fingerprint(platform: &Platform) -> String {
    format!("{} {}", platform.locales.join(","), platform.url)
}
