//! `GET /admin/api/clients`: the list of clients, searched, filtered and sorted in memory. There are thousands of clients at
//! most, and search and status have no index.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use axum::extract::State;
use folkmoot_administration::json::Word;
use folkmoot_api::problem::Problem;
use folkmoot_api::problem_table::INVALID_PARAMETER_VALUE_ENUM;
use folkmoot_api::usage::UsageState;
use folkmoot_model::access::{AccessLevel, PersonalData};
use folkmoot_store::clients::{Client, ClientStatus, Registration};
use folkmoot_store::usage::Activity;
use folkmoot_store::{Store, StoreError};
use schemars::{JsonSchema, json_schema};
use serde::Serialize;
use uuid::Uuid;

use super::administrator::Administrator;
use super::client_fields::{ClientJson, ClientUsage, now, personal_data, refused_clients};
use super::endpoint::{AdminEndpoint, Parameter};
use super::json::Json;
use super::paging::{Meta, PAGE_NUMBER, PAGE_SIZE, Page};
use super::parameters::Parameters;
use super::routes::AdminRoutes;
use super::state::AdminState;

/// The orders of the list and whether they are reversed, the default first.
const ORDERS: &[(&str, (Order, bool))] = &[
    ("name", (Order::Name, false)),
    ("-name", (Order::Name, true)),
    ("-created_at", (Order::Newest, false)),
    ("created_at", (Order::Newest, true)),
    ("-last_request_at", (Order::LastUsed, false)),
    ("last_request_at", (Order::LastUsed, true)),
    ("expires_at", (Order::Expiry, false)),
    ("-expires_at", (Order::Expiry, true)),
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
            "Text that the name, the owner or the contact contains, in any case, or the beginning of the id.",
        ),
        Parameter::new::<Word<ClientStatus>>("status", "Only clients with this status."),
        Parameter::new::<Word<AccessLevel>>("access", "Only clients with this access level."),
        Parameter::new::<Word<PersonalData>>(
            "personal_data",
            "Only clients that may read this kind of personal data.",
        ),
        Parameter::new::<bool>(
            "refused",
            "`true` for clients with requests that were refused in the last 30 days, `false` for the others.",
        ),
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
    State(usage): State<Arc<UsageState>>,
    parameters: Parameters,
) -> Result<Json<ClientPage>, Problem> {
    usage.store_before_read().await;
    let page = Page::read(&parameters)?;
    let selection = Selection {
        search: parameters.text("search").map(str::to_lowercase),
        status: parameters.value("status")?,
        access: parameters.value("access")?,
        personal_data: parameters.value("personal_data")?,
        is_refused: parameters.word("refused", &[("true", true), ("false", false)])?,
        order: parameters.word("sort", ORDERS)?.unwrap_or((Order::Name, false)),
    };
    let now = now(&state);
    let read = move |store: &Store| {
        let activity = store.usage().activity()?;
        let refused = match selection.is_refused {
            Some(_) => refused_clients(store, now)?,
            None => HashSet::new(),
        };
        let clients = selection.apply(store.clients().all()?, &activity, &refused, now);
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
    personal_data: Option<PersonalData>,
    is_refused: Option<bool>,
    order: (Order, bool),
}

impl Selection {
    fn apply(
        &self,
        mut clients: Vec<Client>,
        activity: &HashMap<Uuid, Activity>,
        refused: &HashSet<Uuid>,
        now: i64,
    ) -> Vec<Client> {
        clients.retain(|client| self.includes(client, refused, now));
        let (order, is_reversed) = self.order;
        match order {
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
        if is_reversed {
            clients.reverse();
        }
        clients
    }

    fn includes(&self, client: &Client, refused: &HashSet<Uuid>, now: i64) -> bool {
        let Registration { owner, contact, .. } = &client.registration;
        let is_found = |search: &String| {
            let mut texts = [Some(&client.name), owner.as_ref(), contact.as_ref()].into_iter().flatten();
            texts.any(|text| text.to_lowercase().contains(search))
                || client.id.to_string().starts_with(search)
        };
        self.search.as_ref().is_none_or(is_found)
            && self.status.is_none_or(|status| client.status(now) == status)
            && self.access.is_none_or(|access| client.access == access)
            && self.personal_data.is_none_or(|kind| personal_data(client).contains(&kind))
            && self.is_refused.is_none_or(|is_refused| refused.contains(&client.id) == is_refused)
    }
}
