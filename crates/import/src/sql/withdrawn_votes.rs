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

/// Remembers the votes of [`withdrawn`]. What was remembered before remains: a later change of the phase does not end its vote.
pub fn remember() -> String {
    format!("INSERT INTO {WITHDRAWN} (phase_id, project_id, ends_on) {} ON CONFLICT DO NOTHING", withdrawn())
}

/// The query of the votes that there will be in the table after the import.
pub fn planned() -> String {
    format!(
        "SELECT phase_id, project_id, ends_on FROM {WITHDRAWN} WHERE NOT {} UNION ALL {}",
        is_restored(),
        withdrawn()
    )
}

/// The votes of stored phases that the import deletes, moves to another project, or gives another participation method, with the
/// end that they have.
fn withdrawn() -> String {
    let ballots = BASKETS.names.plural;
    format!(
        "SELECT {STORED}.id, {STORED}.project_id, COALESCE({STORED}.end_at, CAST('{NEVER}' AS {{date}})) FROM {} AS {STORED}
         WHERE ({STORED}.participation_method = 'voting'
             OR EXISTS (SELECT 1 FROM {ballots} WHERE {ballots}.phase_id = {STORED}.id))
           AND ({STORED}.id IN {} OR EXISTS (SELECT 1 FROM {} AS {STAGED} WHERE {STAGED}.id = {STORED}.id
             AND ({STAGED}.project_id <> {STORED}.project_id
               OR {STORED}.participation_method = 'voting' AND {STAGED}.participation_method <> 'voting')))",
        PHASES.names.plural,
        planned::removed_ids(PHASES),
        staging_table(PHASES)
    )
}
