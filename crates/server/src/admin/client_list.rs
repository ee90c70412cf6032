//! `GET /admin/api/clients`: the list of clients, searched, filtered and sorted in memory. There are thousands of clients at
//! most, and search and status have no index.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::State;
use folkmoot_model::access::AccessLevel;
use folkmoot_store::clients::{Client, ClientStatus};
use folkmoot_store::usage::Activity;
use folkmoot_store::{Store, StoreError};
use serde_json::{Value, json};
use uuid::Uuid;

use super::administrator::Administrator;
use super::client_fields::{ClientUsage, client_json, now};
use super::json::Json;
use super::operation::{Content, Operation, Parameter, RequiredRole};
use super::paging::{PAGE_NUMBER, PAGE_SIZE, Page};
use super::parameters::Parameters;
use super::routes::AdminRoutes;
use super::schema;
use crate::problem::Problem;
use crate::problem_table::{INVALID_PARAMETER_VALUE, INVALID_PARAMETER_VALUE_ENUM, UNKNOWN_PARAMETER};
use crate::state::AppState;

/// The orders of the list, the default first.
const ORDERS: &[(&str, Order)] = &[
    ("name", Order::Name),
    ("-created_at", Order::Newest),
    ("-last_request_at", Order::LastUsed),
    ("expires_at", Order::Expiry),
];

#[derive(Debug, Clone, Copy)]
enum Order {
    Name,
    Newest,
    LastUsed,
    Expiry,
}

static LIST: Operation = Operation {
    method: "GET",
    path: "/clients",
    id: "listClients",
    tag: "Clients",
    summary: "List clients",
    role: RequiredRole::Any,
    parameters: &[
        Parameter {
            name: "search",
            doc: "Text that the name contains, in any case, or the beginning of the id.",
            schema: schema::text,
        },
        Parameter {
            name: "status",
            doc: "Only clients with this status.",
            schema: || schema::words(ClientStatus::ALL.map(ClientStatus::name)),
        },
        Parameter {
            name: "access",
            doc: "Only clients with this access level.",
            schema: || schema::words(AccessLevel::ALL.map(AccessLevel::name)),
        },
        Parameter {
            name: "sort",
            doc: "Order of the list; `name` by default.",
            schema: || schema::words(ORDERS.iter().map(|(name, _)| *name)),
        },
        PAGE_NUMBER,
        PAGE_SIZE,
    ],
    body: None,
    status: 200,
    content: Content::Json(|| schema::page("clients", &schema::reference("Client"))),
    errors: &[&INVALID_PARAMETER_VALUE_ENUM, &INVALID_PARAMETER_VALUE, &UNKNOWN_PARAMETER],
    audit_action: None,
};

/// The endpoint.
pub fn routes() -> AdminRoutes {
    AdminRoutes::default().route(&LIST, list).schema("Meta", super::paging::meta_schema)
}

async fn list(
    _: Administrator,
    State(state): State<Arc<AppState>>,
    parameters: Parameters,
) -> Result<Json, Problem> {
    let page = Page::read(&parameters)?;
    let selection = Selection {
        search: parameters.text("search").map(str::to_lowercase),
        status: parameters.word("status", &ClientStatus::ALL.map(|status| (status.name(), status)))?,
        access: parameters.word("access", &AccessLevel::ALL.map(|level| (level.name(), level)))?,
        order: parameters.word("sort", ORDERS)?.unwrap_or(Order::Name),
    };
    let now = now(&state);
    let read = move |store: &Store| {
        let activity = store.usage().activity()?;
        let clients = selection.apply(store.clients().all()?, &activity, now);
        let shown = page.of(&clients);
        let ids: Vec<Uuid> = shown.iter().map(|client| client.id).collect();
        let usage = ClientUsage::read(store, &ids, &activity, now)?;
        let shown: Value =
            shown.iter().zip(usage).map(|(client, usage)| client_json(client, usage, now)).collect();
        Ok::<_, StoreError>(json!({ "clients": shown, "meta": page.meta(clients.len() as u64) }))
    };
    Ok(Json(state.store.run_administration(read).await?))
}

/// The requested clients and their order.
struct Selection {
    search: Option<String>,
    status: Option<ClientStatus>,
    access: Option<AccessLevel>,
    order: Order,
}

impl Selection {
    fn apply(&self, mut clients: Vec<Client>, activity: &HashMap<Uuid, Activity>, now: i64) -> Vec<Client> {
        clients.retain(|client| self.includes(client, now));
        match self.order {
            Order::Name => clients.sort_by_cached_key(|client| (client.name.to_lowercase(), client.id)),
            Order::Newest => clients.sort_by_key(|client| (Reverse(client.created_at), client.id)),
            Order::LastUsed => {
                clients.sort_by_cached_key(|client| {
                    (Reverse(activity.get(&client.id).map(|activity| activity.last)), client.id)
                });
            }
            Order::Expiry => clients.sort_by(|one, other| {
                let by_expiry = match (one.expires_at, other.expires_at) {
                    (Some(one), Some(other)) => one.cmp(&other),
                    (one, other) => other.is_some().cmp(&one.is_some()),
                };
                by_expiry.then_with(|| one.id.cmp(&other.id))
            }),
        }
        clients
    }

    fn includes(&self, client: &Client, now: i64) -> bool {
        let is_found = |search: &String| {
            client.name.to_lowercase().contains(search) || client.id.to_string().starts_with(search)
        };
        self.search.as_ref().is_none_or(is_found)
            && self.status.is_none_or(|status| client.status(now) == status)
            && self.access.is_none_or(|access| client.access == access)
    }
}
