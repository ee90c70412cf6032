//! Statements about votes that a phase is not any more after an import.

use folkmoot_model::resources::{BASKETS, PHASES};

use super::tables::staging_table;
use super::{STAGED, STORED, planned};

/// The table of these votes.
pub const WITHDRAWN: &str = "withdrawn_votes";
/// The day that never comes, for votes without an end.
const NEVER: &str = "9999-12-31";

/// Forgets votes that a phase is again.
pub fn forget_restored() -> String {
    format!("DELETE FROM {WITHDRAWN} WHERE {}", is_restored())
}

fn is_restored() -> String {
    format!(
        "EXISTS (SELECT 1 FROM {} AS {STAGED} WHERE {STAGED}.id = {WITHDRAWN}.phase_id
           AND {STAGED}.project_id = {WITHDRAWN}.project_id AND {STAGED}.participation_method = 'voting')",
        staging_table(PHASES)
    )
}

/// Remembers the votes of [`withdrawn`]. Votes that were remembered before remain: a later change of the
/// phase does not end its vote.
pub fn remember() -> String {
    remember_in(WITHDRAWN)
}

fn remember_in(table: &str) -> String {
    format!("INSERT INTO {table} (phase_id, project_id, ends_on) {} ON CONFLICT DO NOTHING", withdrawn())
}

/// Creates a table of the votes that there will be in the table after the import.
pub fn create_planned(table: &str) -> [String; 4] {
    [
        format!(
            "CREATE TEMP TABLE {table} AS SELECT phase_id, project_id, ends_on FROM {WITHDRAWN} WHERE NOT {}",
            is_restored()
        ),
        format!("CREATE UNIQUE INDEX {table}_phase_id ON {table} (phase_id, project_id)"),
        format!("CREATE INDEX {table}_project_id ON {table} (project_id)"),
        remember_in(table),
    ]
}

/// The votes of stored phases that the import deletes, moves to another project, or gives another participation method, with the
/// end that they have.
fn withdrawn() -> String {
    let (phases, ballots, staging) = (PHASES.names.plural, BASKETS.names.plural, staging_table(PHASES));
    format!(
        "SELECT {STORED}.id, {STORED}.project_id, COALESCE({STORED}.end_at, CAST('{NEVER}' AS {{date}}))
         FROM (SELECT id FROM {staging} UNION {}) AS named CROSS JOIN {phases} AS {STORED}
         WHERE {STORED}.id = named.id AND ({STORED}.participation_method = 'voting'
             OR EXISTS (SELECT 1 FROM {ballots} WHERE {ballots}.phase_id = {STORED}.id))
           AND (NOT EXISTS (SELECT 1 FROM {staging} AS {STAGED} WHERE {STAGED}.id = {STORED}.id)
             OR EXISTS (SELECT 1 FROM {staging} AS {STAGED} WHERE {STAGED}.id = {STORED}.id
               AND ({STAGED}.project_id <> {STORED}.project_id
                 OR {STORED}.participation_method = 'voting' AND {STAGED}.participation_method <> 'voting')))",
        planned::removed_ids(PHASES).trim_start_matches('(').trim_end_matches(')')
    )
}
