//! `/admin/api/settings`: the settings in force.

use std::sync::Arc;

use axum::extract::State;
use folkmoot_administration::json::{Word, Words};
use folkmoot_settings::{SettingInForce, SourceKind};
use schemars::JsonSchema;
use serde::Serialize;

use super::administrator::Administrator;
use super::endpoint::AdminEndpoint;
use super::json::Json;
use super::routes::AdminRoutes;
use super::state::AdminState;

/// What is shown instead of a secret.
const MASK: &str = "••••";

static LIST: AdminEndpoint =
    AdminEndpoint::get("/settings", "listSettings", "Settings", "List the settings in force on this server")
        .returns::<SettingList>(200);

#[derive(Serialize, JsonSchema)]
struct SettingList {
    settings: Vec<Setting>,
}

#[derive(Serialize, JsonSchema)]
struct Setting {
    name: String,
    group: &'static str,
    description: &'static str,
    /// The value as text; of a secret, a mask.
    value: Option<String>,
    source: Word<Source>,
    is_secret: bool,
}

/// Where the value of a setting is from.
#[derive(Clone, Copy)]
struct Source(SourceKind);

impl Words for Source {
    const SCHEMA: &'static str = "SourceKind";

    fn all() -> impl Iterator<Item = Self> {
        SourceKind::ALL.into_iter().map(Self)
    }

    fn name(self) -> &'static str {
        self.0.name()
    }
}

/// The endpoint.
pub fn routes() -> AdminRoutes {
    AdminRoutes::default().route(&LIST, list)
}

async fn list(_: Administrator, State(state): State<Arc<AdminState>>) -> Json<SettingList> {
    let shown = |SettingInForce { setting, value, source }: &SettingInForce| {
        let value = value.as_deref().map(|value| if setting.secret { MASK } else { value });
        Setting {
            name: setting.name(),
            group: setting.group,
            description: setting.doc.trim(),
            value: value.map(str::to_owned),
            source: Word(Source(*source)),
            is_secret: setting.secret,
        }
    };
    Json(SettingList { settings: state.live.get().in_force.iter().map(shown).collect() })
}
