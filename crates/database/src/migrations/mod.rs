//! The history of the schema: each migration runs once, in order, in a transaction of its own.

use super::StoreError;
use super::executor::Executor;

/// A step from one schema version to the next.
#[derive(Debug, Clone, Copy)]
pub struct Migration {
    /// What it does, in a few words.
    pub name: &'static str,
    /// Whether programs that do not know it keep working: it only adds what they need not fill.
    pub expands: bool,
    /// Its SQL, with the placeholders of [`super::dialect::Dialect`].
    pub sql: &'static str,
}

/// All migrations; the schema version is the number of those that have run. From version 0.2.0 on, released migrations
/// are never changed.
pub const MIGRATIONS: &[Migration] = &[
    Migration { name: "initial schema", expands: false, sql: include_str!("0001_initial.sql") },
    Migration { name: "columns of list indexes", expands: true, sql: include_str!("0002_list_indexes.sql") },
    Migration { name: "word index of ideas", expands: true, sql: include_str!("0003_idea_words.sql") },
    Migration {
        name: "access levels of records",
        expands: true,
        sql: include_str!("0004_access_levels.sql"),
    },
    Migration { name: "access levels of clients", expands: true, sql: include_str!("0005_clients.sql") },
    Migration { name: "administration", expands: true, sql: include_str!("0006_administration.sql") },
    Migration { name: "usage", expands: true, sql: include_str!("0007_usage.sql") },
    Migration { name: "imports", expands: true, sql: include_str!("0008_imports.sql") },
    Migration { name: "erased people", expands: true, sql: include_str!("0009_people.sql") },
    Migration { name: "ranges of the change feed", expands: true, sql: include_str!("0010_changes.sql") },
    Migration { name: "exports", expands: true, sql: include_str!("0011_exports.sql") },
    Migration { name: "mirror", expands: true, sql: include_str!("0012_mirror.sql") },
    Migration { name: "indexes of relations", expands: true, sql: include_str!("0013_relation_indexes.sql") },
    Migration {
        name: "changes that hide records",
        expands: true,
        sql: include_str!("0014_hiding_changes.sql"),
    },
    Migration {
        name: "deletions of unlisted records",
        expands: true,
        sql: include_str!("0015_unlisted_deletions.sql"),
    },
    Migration {
        name: "topics of survey responses",
        expands: true,
        sql: include_str!("0016_topics_of_responses.sql"),
    },
    Migration { name: "privacy over time", expands: true, sql: include_str!("0017_privacy_over_time.sql") },
    Migration { name: "clock of the platform", expands: true, sql: include_str!("0018_platform_clock.sql") },
    Migration { name: "cancelled imports", expands: true, sql: include_str!("0019_cancelled_imports.sql") },
    Migration { name: "expiry of admin keys", expands: true, sql: include_str!("0020_admin_key_expiry.sql") },
    Migration {
        name: "tokens of OpenID providers",
        expands: true,
        sql: include_str!("0021_provider_tokens.sql"),
    },
    Migration { name: "authorship of ideas", expands: true, sql: include_str!("0022_authorship.sql") },
    Migration { name: "rules of word indexes", expands: true, sql: include_str!("0023_word_rules.sql") },
    Migration { name: "latest run of the mirror", expands: true, sql: include_str!("0024_mirror_run.sql") },
    Migration { name: "publishable keys", expands: true, sql: include_str!("0025_publishable_keys.sql") },
    Migration {
        name: "modules of the web components",
        expands: true,
        sql: include_str!("0026_component_modules.sql"),
    },
    Migration { name: "webhooks", expands: true, sql: include_str!("0027_webhooks.sql") },
    Migration { name: "access_register", expands: true, sql: include_str!("0028_access_register.sql") },
    Migration { name: "entries of calendars", expands: true, sql: include_str!("0029_calendar_entries.sql") },
    Migration { name: "senders of requests", expands: true, sql: include_str!("0030_senders.sql") },
    Migration { name: "clients for assistants", expands: true, sql: include_str!("0031_assistants.sql") },
];

/// A table that existed only before the first release, when the schema had another history.
const UNRELEASED_TABLE: &str = "loose_blobs";

/// Refuses a schema from before the first release, whose version numbers mean other migrations.
pub fn require_released(executor: &dyn Executor, found: i64, known: i64) -> Result<(), StoreError> {
    if executor.exists(executor.dialect().table_exists, &[UNRELEASED_TABLE.into()])? {
        return Err(StoreError::Unreleased { found, known });
    }
    Ok(())
}
