//! The schema's history: each migration is run once, in order, in a transaction of its own.

/// A step from one schema version to the next.
#[derive(Debug, Clone, Copy)]
pub struct Migration {
    /// What it does, in a few words.
    pub name: &'static str,
    /// Whether programs that do not know of it go on working: it only adds what they need not fill.
    pub expands: bool,
    /// Its SQL, with the placeholders of [`super::dialect::Dialect`].
    pub sql: &'static str,
}

/// Every migration; the schema's version is how many have been run.
pub const MIGRATIONS: &[Migration] = &[
    Migration { name: "platform", expands: false, sql: include_str!("0001_platform.sql") },
    Migration { name: "records", expands: false, sql: include_str!("0002_records.sql") },
    Migration { name: "files", expands: false, sql: include_str!("0003_files.sql") },
    Migration { name: "signing keys", expands: false, sql: include_str!("0004_signing_keys.sql") },
    // It is not for earlier programs: they prune without moving the horizon.
    Migration { name: "change horizon", expands: false, sql: include_str!("0005_change_horizon.sql") },
    Migration { name: "token generation", expands: true, sql: include_str!("0006_token_generation.sql") },
    Migration { name: "deleted comments", expands: true, sql: include_str!("0007_deleted_comments.sql") },
];
