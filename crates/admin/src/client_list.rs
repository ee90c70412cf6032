//! `GET /admin/api/clients`: the list of clients, searched, filtered and sorted in memory. There are thousands of clients at
//! most, and search and status have no index.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::State;
use folkmoot_administration::json::Word;
use folkmoot_api::problem::Problem;
use folkmoot_api::problem_table::INVALID_PARAMETER_VALUE_ENUM;
use folkmoot_model::access::AccessLevel;
use folkmoot_store::clients::{Client, ClientStatus};
use folkmoot_store::usage::Activity;
use folkmoot_store::{Store, StoreError};
use schemars::{JsonSchema, json_schema};
use serde::Serialize;
use uuid::Uuid;

use super::administrator::Administrator;
use super::client_fields::{ClientJson, ClientUsage, now};
use super::endpoint::{AdminEndpoint, Parameter};
use super::json::Json;
use super::paging::{Meta, PAGE_NUMBER, PAGE_SIZE, Page};
use super::parameters::Parameters;
use super::routes::AdminRoutes;
use super::state::AdminState;

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

static LIST: AdminEndpoint = AdminEndpoint::get("/clients", "listClients", "Clients", "List clients")
    .parameters(&[
        Parameter::new::<String>(
            "search",
            "Text that the name contains, in any case, or the beginning of the id.",
        ),
        Parameter::new::<Word<ClientStatus>>("status", "Only clients with this status."),
        Parameter::new::<Word<AccessLevel>>("access", "Only clients with this access level."),
        Parameter {
            name: "sort",
            doc: "Order of the list; `name` by default.",
            schema: |_| {
                let names: Vec<&str> = ORDERS.iter().map(|(name, _)| *name).collect();
                json_schema!({ "type": "string", "enum": names })
            },
        },
        PAGE_NUMBER,
        PAGE_SIZE,
    ])
    .returns::<ClientPage>(200)
    .errors(&[&INVALID_PARAMETER_VALUE_ENUM]);

#[derive(Serialize, JsonSchema)]
struct ClientPage {
    clients: Vec<ClientJson>,
    meta: Meta,
}

/// The endpoint.
pub fn routes() -> AdminRoutes {
    AdminRoutes::default().route(&LIST, list)
}

async fn list(
    _: Administrator,
    State(state): State<Arc<AdminState>>,
    parameters: Parameters,
) -> Result<Json<ClientPage>, Problem> {
    let page = Page::read(&parameters)?;
    let selection = Selection {
        search: parameters.text("search").map(str::to_lowercase),
        status: parameters.value("status")?,
        access: parameters.value("access")?,
        order: parameters.word("sort", ORDERS)?.unwrap_or(Order::Name),
    };
    let now = now(&state);
    let read = move |store: &Store| {
        let activity = store.usage().activity()?;
        let clients = selection.apply(store.clients().all()?, &activity, now);
        let meta = page.meta(clients.len() as u64);
        let shown: Vec<Client> = page.of(clients);
        let ids: Vec<Uuid> = shown.iter().map(|client| client.id).collect();
        let usage = ClientUsage::read(store, &ids, &activity, now)?;
        let clients = shown.into_iter().zip(usage).map(|(client, usage)| ClientJson::new(client, usage, now));
        Ok::<_, StoreError>(ClientPage { clients: clients.collect(), meta })
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
