//! Who may read an export.

use folkmoot_model::access::AccessLevel;
use folkmoot_store::access::AccessSettings;
use folkmoot_store::exports::{ExportState, StoredExport};
use uuid::Uuid;

use crate::scope::{Permission, Scope};

/// Whether a request of a client with a scope may list an export: a complete one of exactly its level, whose resources it may
/// all read. At the level `pseudonymous`, exports belong to one client.
pub fn may_list(export: &StoredExport, client: Uuid, scope: &Scope, settings: &AccessSettings) -> bool {
    export.access == scope.level() && may_read(export, client, scope, &settings.fingerprint())
}

/// Whether a client with a scope may download the files of an export that it, or a token of it with a narrower scope, has
/// listed.
pub fn may_download(export: &StoredExport, client: Uuid, scope: &Scope, settings: &AccessSettings) -> bool {
    export.access <= scope.level() && may_read(export, client, scope, &settings.fingerprint())
}

fn may_read(export: &StoredExport, client: Uuid, scope: &Scope, settings: &str) -> bool {
    let is_owner = match export.client {
        Some(owner) => owner == client,
        None => export.access != AccessLevel::Pseudonymous,
    };
    // With other settings, the export may contain what is withheld now.
    let is_permitted = export.access == AccessLevel::Full || export.settings == settings;
    let reads = |plural: &&'static str| scope.includes(Permission::Read(plural));
    export.state == ExportState::Succeeded && is_owner && is_permitted && export.resources.iter().all(reads)
}
