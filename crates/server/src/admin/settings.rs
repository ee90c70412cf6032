//! `/admin/api/settings`: the settings in force.

use std::sync::Arc;

use axum::extract::State;
use serde_json::{Value, json};

use super::administrator::Administrator;
use super::json::Json;
use super::operation::{Content, Operation, RequiredRole};
use super::routes::AdminRoutes;
use super::schema;
use crate::settings::{SettingInForce, SourceKind};
use crate::state::AppState;

/// What is shown instead of a secret.
const MASK: &str = "••••";

static LIST: Operation = Operation {
    method: "GET",
    path: "/settings",
    id: "listSettings",
    tag: "Settings",
    summary: "List the settings in force on this server",
    role: RequiredRole::Any,
    parameters: &[],
    body: None,
    status: 200,
    content: Content::Json(|| {
        let setting = schema::object([
            ("name", schema::text()),
            ("group", schema::text()),
            ("description", schema::text()),
            ("value", schema::nullable(&schema::text())),
            ("source", schema::words(SourceKind::ALL.map(SourceKind::name))),
            ("is_secret", schema::flag()),
        ]);
        schema::object([("settings", schema::list(&setting))])
    }),
    errors: &[],
    audit_action: None,
};

/// The endpoint.
pub fn routes() -> AdminRoutes {
    AdminRoutes::default().route(&LIST, list)
}

async fn list(_: Administrator, State(state): State<Arc<AppState>>) -> Json {
    let json = |SettingInForce { setting, value, source }: &SettingInForce| {
        let value = value.as_deref().map(|value| if setting.secret { MASK } else { value });
        json!({
            "name": setting.name(),
            "group": setting.group,
            "description": setting.doc.trim(),
            "value": value,
            "source": source.name(),
            "is_secret": setting.secret,
        })
    };
    Json(json!({ "settings": state.live.get().in_force.iter().map(json).collect::<Value>() }))
}
