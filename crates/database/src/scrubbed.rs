//! What is left of deleted rows in the files of the database.

/// What removing the traces of deleted rows did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Scrubbed {
    /// Whether the complete database file was rewritten, because it contained traces of earlier writes.
    pub is_rewritten: bool,
    /// Whether nothing is left in the write-ahead log. Otherwise, a long read prevented its truncation.
    pub is_log_empty: bool,
}
