//! The properties of clients in requests and responses.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use folkmoot_administration::json::{Day, UtcTimestamp, Word, Words};
use folkmoot_api::problem::Problem;
use folkmoot_api::usage::{ReadRecords, last_days, reads_by_client};
use folkmoot_model::access::{AccessLevel, PersonalData};
use folkmoot_model::resources::RESOURCES;
use folkmoot_settings::WebOrigin;
use folkmoot_store::clients::{
    Client, ClientStatus, PublishableKey, Registration, all_resources, end_of_day, resources_named,
};
use folkmoot_store::usage::{Activity, RefusalReason, RefusedRequests, day_of};
use folkmoot_store::{Store, StoreError};
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use uuid::Uuid;

use super::state::AdminState;

/// Maximum number of characters of a name.
const MAX_NAME: usize = 200;

/// The number of days, today included, of which clients state what they read and what was refused.
const DAYS: i64 = 30;

/// How much a client was used.
#[derive(Debug, Clone, Default)]
pub struct ClientUsage {
    /// The last request, in milliseconds since 1970.
    pub last_request_at: Option<i64>,
    /// The requests since the start of the day in UTC.
    pub requests_today: i64,
    /// The requests of the last 30 days.
    pub requests_30_days: i64,
    /// The records that it read in the last 30 days.
    pub reads: Vec<ReadRecords>,
    /// Its refused requests of the last 30 days by reason, the latest first.
    pub refusals: Vec<RefusedRequests>,
}

impl ClientUsage {
    /// The usage of clients, in the order of `ids`. `activity` has when they sent requests.
    pub fn read(
        store: &Store,
        ids: &[Uuid],
        activity: &HashMap<Uuid, Activity>,
        now: i64,
    ) -> Result<Vec<Self>, StoreError> {
        let counters = store.usage().counters(ids, day_of(now))?;
        let days = last_days(day_of(now), DAYS);
        let mut reads = reads_by_client(&store.usage().reads(&days, ids)?);
        let refusals = store.usage().refusals(&days, Some(ids))?;
        let usage = |id: &Uuid| Self {
            last_request_at: activity.get(id).map(|activity| activity.last),
            requests_today: counters.get(id).map_or(0, |counters| counters.today),
            requests_30_days: counters.get(id).map_or(0, |counters| counters.days_30),
            reads: reads.remove(id).unwrap_or_default(),
            refusals: refusals.iter().filter(|refusal| refusal.client == *id).cloned().collect(),
        };
        Ok(ids.iter().map(usage).collect())
    }
}

/// A client with its usage.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Client")]
pub struct ClientJson {
    id: Uuid,
    name: String,
    access: Word<AccessLevel>,
    /// The plural names of the resources that it may read; `null` for all.
    #[schemars(with = "Option<Vec<Word<ResourceName>>>")]
    resources: Option<Vec<&'static str>>,
    /// What web pages send in place of a secret; `null` if it has a secret.
    publishable_key: Option<String>,
    /// The origins of these pages; `null` if it has a secret.
    origins: Option<Vec<String>>,
    status: Word<ClientStatus>,
    created_at: UtcTimestamp,
    /// The last day in UTC.
    expires_at: Option<Day>,
    disabled_at: Option<UtcTimestamp>,
    revoked_at: Option<UtcTimestamp>,
    last_authenticated_at: Option<UtcTimestamp>,
    last_request_at: Option<UtcTimestamp>,
    requests_today: i64,
    requests_30_days: i64,
    previous_secret_expires_at: Option<UtcTimestamp>,
    /// Who uses it and why.
    registration: Registration,
    /// Whether assistants may use it over MCP.
    mcp: bool,
    /// The kinds of personal data that it may read.
    personal_data: Vec<Word<PersonalData>>,
    /// The records that it read in the last 30 days, most records first.
    reads_30_days: Vec<ReadRecords>,
    /// Its refused requests of the last 30 days by reason, the latest first.
    refusals_30_days: Vec<ClientRefusalJson>,
    version: i64,
}

/// Refused requests of a client for one reason.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "ClientRefusal")]
pub struct ClientRefusalJson {
    /// `null` if only another release knows the reason.
    reason: Option<Word<RefusalReason>>,
    /// The plural name of the resource that the client may not read, if that is the reason.
    resource: Option<String>,
    requests: i64,
    last_at: UtcTimestamp,
}

impl From<RefusedRequests> for ClientRefusalJson {
    fn from(refused: RefusedRequests) -> Self {
        let RefusedRequests { reason, resource, requests, last_at, .. } = refused;
        Self { reason: reason.map(Word), resource, requests, last_at: UtcTimestamp(last_at) }
    }
}

/// The clients with refused requests in the last 30 days.
pub fn refused_clients(store: &Store, now: i64) -> Result<HashSet<Uuid>, StoreError> {
    store.usage().refused_clients(&last_days(day_of(now), DAYS))
}

/// The kinds of personal data that a client may read.
pub fn personal_data(client: &Client) -> Vec<PersonalData> {
    let resources = RESOURCES.iter().filter(|resource| client.has_resource(resource.names.plural));
    let kinds: BTreeSet<PersonalData> =
        resources.flat_map(|resource| PersonalData::of_resource(client.access, resource)).collect();
    kinds.into_iter().collect()
}

/// The plural name of a resource.
#[derive(Debug, Clone, Copy)]
pub struct ResourceName(&'static str);

impl Words for ResourceName {
    const SCHEMA: &'static str = "ResourceName";

    fn all() -> impl Iterator<Item = Self> {
        all_resources().map(Self)
    }

    fn name(self) -> &'static str {
        self.0
    }
}

impl ClientJson {
    /// A client with its usage.
    pub fn new(client: Client, usage: ClientUsage, now: i64) -> Self {
        let (publishable_key, origins) =
            client.publishable.clone().map(|PublishableKey { key, origins }| (key, origins)).unzip();
        let previous = client.previous_secret.as_ref().map(|(_, until)| *until).filter(|until| *until > now);
        Self {
            id: client.id,
            publishable_key,
            origins,
            access: Word(client.access),
            status: Word(client.status(now)),
            created_at: UtcTimestamp(client.created_at),
            expires_at: client.last_day().map(Day::from),
            disabled_at: client.disabled_at.map(UtcTimestamp),
            revoked_at: client.revoked_at.map(UtcTimestamp),
            last_authenticated_at: client.last_authenticated_at.map(UtcTimestamp),
            last_request_at: usage.last_request_at.map(UtcTimestamp),
            requests_today: usage.requests_today,
            requests_30_days: usage.requests_30_days,
            previous_secret_expires_at: previous.map(UtcTimestamp),
            personal_data: personal_data(&client).into_iter().map(Word).collect(),
            reads_30_days: usage.reads,
            refusals_30_days: usage.refusals.into_iter().map(ClientRefusalJson::from).collect(),
            registration: client.registration,
            mcp: client.mcp,
            version: client.version,
            resources: client.resources,
            name: client.name,
        }
    }
}

/// A name: one line, not blank.
pub fn name(text: &str) -> Result<String, Problem> {
    let name = text.trim();
    let is_valid = (1..=MAX_NAME).contains(&name.chars().count()) && !name.contains(char::is_control);
    is_valid.then(|| name.to_owned()).ok_or_else(|| {
        Problem::invalid_member("name", &format!("must be one line of 1 to {MAX_NAME} characters"))
    })
}

/// What the access register states of a client. Blank texts are absent.
pub fn registration(value: &Value) -> Result<Registration, Problem> {
    let refused = |detail: &str| Problem::invalid_member("registration", detail);
    let stated: Registration = serde_json::from_value(value.clone())
        .map_err(|error| refused(&format!("must be an object of texts: {error}")))?;
    stated.checked().map_err(|fault| refused(&fault.to_string()))
}

/// An access level.
pub fn access(text: &str) -> Result<AccessLevel, Problem> {
    AccessLevel::parse(text).ok_or_else(|| {
        let names = AccessLevel::ALL.map(AccessLevel::name).join(", ");
        Problem::invalid_member("access", &format!("must be one of {names}"))
    })
}

/// The plural names of resources; `None` for `null`, which means all.
pub fn resources(value: &Value) -> Result<Option<Vec<&'static str>>, Problem> {
    let expected = |detail: &str| Problem::invalid_member("resources", detail);
    let names = match value {
        Value::Null => return Ok(None),
        Value::Array(names) if !names.is_empty() => {
            names.iter().map(Value::as_str).collect::<Option<Vec<_>>>()
        }
        _ => None,
    };
    let names = names
        .ok_or_else(|| expected("must be null for all resources, or a list of at least one plural name"))?;
    resources_named(names).map(Some).map_err(|unknown| {
        let unknown: String = unknown.chars().take(100).collect();
        let names = all_resources().collect::<Vec<_>>().join(", ");
        expected(&format!("must not contain '{unknown}'; the resources are: {names}"))
    })
}

/// The origins of a publishable key.
pub fn origins(value: &Value) -> Result<Vec<String>, Problem> {
    let texts = value.as_array().map(|texts| texts.iter().map(Value::as_str).collect::<Option<Vec<_>>>());
    let texts =
        texts.flatten().ok_or_else(|| Problem::invalid_member("origins", "must be a list of texts"))?;
    WebOrigin::of_key(texts)
        .map_err(|fault| Problem::invalid_member("origins", &format!("is not accepted: {fault}")))
}

/// The last day of a client, as the end of that day in milliseconds since 1970; `None` for `null`, which means no expiry. The
/// day must not be over, and not later than the setting `client-max-days` allows.
pub fn expires_at(value: &Value, state: &AdminState, now: Timestamp) -> Result<Option<i64>, Problem> {
    let maximum = state.settings.client_max_days;
    let today = now.to_zoned_datetime(TimeZone::UTC).date();
    let refused = |detail: &str| Problem::invalid_member("expires_at", detail);
    if value.is_null() {
        let detail = format!("must be a date, because clients expire after at most {maximum} days");
        return if maximum == 0 { Ok(None) } else { Err(refused(&detail)) };
    }
    let day = last_day(value, now)?;
    let latest = today.saturating_add(jiff::SignedDuration::from_hours(
        24 * i64::try_from(maximum).unwrap_or(i64::MAX / 24),
    ));
    if maximum > 0 && day > latest {
        return Err(refused(&format!(
            "must not be after {latest}, because clients expire after at most {maximum} days"
        )));
    }
    Ok(Some(end_of_day(day)))
}

/// A last day, which must not be over.
pub fn last_day(value: &Value, now: Timestamp) -> Result<Date, Problem> {
    let today = now.to_zoned_datetime(TimeZone::UTC).date();
    let refused = |detail: &str| Problem::invalid_member("expires_at", detail);
    let text = value.as_str().filter(|text| text.len() == "2027-01-31".len());
    let day = text.and_then(|text| text.parse::<Date>().ok());
    let day = day.ok_or_else(|| refused("must be a date such as 2027-01-31, or null for no expiry"))?;
    if day < today { Err(refused(&format!("must not be before today, {today}"))) } else { Ok(day) }
}

/// The current time in milliseconds since 1970.
pub fn now(state: &Arc<AdminState>) -> i64 {
    (state.clock)().as_millisecond()
}
