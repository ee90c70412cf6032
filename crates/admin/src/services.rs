//! The state that the handlers of the admin API share. Each takes the parts that it needs.

use std::sync::Arc;

use axum::extract::FromRef;
use folkmoot_api::usage::UsageState;
use folkmoot_index::{Feed, ListIndexes};
use folkmoot_jobs::exports::ExportRunner;
use folkmoot_jobs::imports::ImportRunner;

use super::state::{AdminState, PeopleState, PreviewState, WebhookState};

/// The state that the handlers of the admin API share.
#[derive(Clone)]
pub struct AdminServices {
    /// What all requests of administrators share.
    pub admin: Arc<AdminState>,
    /// The change feed.
    pub feed: Feed,
    /// The sizes of lists.
    pub indexes: Arc<ListIndexes>,
    /// The usage that this server has counted.
    pub usage: Arc<UsageState>,
    /// Runs imports of uploaded files.
    pub imports: Arc<ImportRunner>,
    /// Makes exports.
    pub exports: Arc<ExportRunner>,
    /// Shows records as a level sees them.
    pub preview: Arc<PreviewState>,
    /// Finds, exports and erases people.
    pub people: Arc<PeopleState>,
    /// Changes webhooks.
    pub webhooks: Arc<WebhookState>,
}

macro_rules! parts {
    ($($field:ident: $part:ty,)*) => {
        $(impl FromRef<AdminServices> for Arc<$part> {
            fn from_ref(services: &AdminServices) -> Self {
                Self::clone(&services.$field)
            }
        })*
    };
}

parts! {
    admin: AdminState,
    indexes: ListIndexes,
    usage: UsageState,
    imports: ImportRunner,
    exports: ExportRunner,
    preview: PreviewState,
    people: PeopleState,
    webhooks: WebhookState,
}
