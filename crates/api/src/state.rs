//! The state that the handlers of the public API share. Each takes the part that it needs.

use std::sync::Arc;

use axum::extract::FromRef;

use super::caller::Authentication;
use super::changes::ChangeState;
use super::exports::ExportDownloads;
use super::files::FileState;
use super::plan::ResourcePlans;
use super::preconditions::PlatformState;
use super::record_state::RecordState;
use super::server_urls::ServerUrls;
use super::sign_in::SignInState;
use super::well_known::DiscoveryState;

/// The state that the handlers of the public API share.
#[derive(Clone)]
pub struct ApiState {
    /// The calls of each resource.
    pub plans: Arc<ResourcePlans>,
    /// The platform and its clients.
    pub platform: Arc<PlatformState>,
    /// Authenticates requests.
    pub authentication: Arc<Authentication>,
    /// Issues tokens.
    pub sign_in: Arc<SignInState>,
    /// Reads records.
    pub records: Arc<RecordState>,
    /// Reads changes.
    pub changes: Arc<ChangeState>,
    /// Reads and writes files.
    pub files: Arc<FileState>,
    /// Lists exports.
    pub exports: Arc<ExportDownloads>,
    /// Describes the server.
    pub discovery: Arc<DiscoveryState>,
    /// The URLs under which clients reach the portal and the API.
    pub urls: Arc<ServerUrls>,
}

macro_rules! parts {
    ($($field:ident: $part:ty,)*) => {
        $(impl FromRef<ApiState> for Arc<$part> {
            fn from_ref(state: &ApiState) -> Self {
                Self::clone(&state.$field)
            }
        })*
    };
}

parts! {
    platform: PlatformState,
    authentication: Authentication,
    sign_in: SignInState,
    records: RecordState,
    changes: ChangeState,
    files: FileState,
    exports: ExportDownloads,
    discovery: DiscoveryState,
    urls: ServerUrls,
}
