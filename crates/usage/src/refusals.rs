//! Requests of known clients that were refused, also those that could not be authenticated.

use std::collections::{BTreeMap, HashSet};
use std::ops::RangeInclusive;

use folkmoot_database::executor::Executor;
use folkmoot_database::value::Value;
use uuid::Uuid;

use super::counter_table::insert;
use super::read::{list, placeholders};
use super::{Usage, day_of};
use folkmoot_database::StoreError;

/// Why a request of a client was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum RefusalReason {
    /// Its secret is wrong.
    WrongSecret,
    /// An administrator disabled the client.
    Disabled,
    /// Its last day is over.
    Expired,
    /// An administrator revoked the client.
    Revoked,
    /// The public API is disabled.
    ApiDisabled,
    /// The token has expired.
    TokenExpired,
    /// An administrator revoked the token.
    TokenRevoked,
    /// A page of another origin used the publishable key.
    OriginNotAllowed,
    /// The client may not read the resource.
    ResourceNotIncluded,
    /// The client may, but the token was requested with a scope that does not include it.
    ScopeTooNarrow,
    /// The access level does not permit it.
    LevelTooLow,
    /// The client was not created for assistants.
    NotForAssistants,
}

impl RefusalReason {
    /// Every reason.
    pub const ALL: [Self; 12] = [
        Self::WrongSecret,
        Self::Disabled,
        Self::Expired,
        Self::Revoked,
        Self::ApiDisabled,
        Self::TokenExpired,
        Self::TokenRevoked,
        Self::OriginNotAllowed,
        Self::ResourceNotIncluded,
        Self::ScopeTooNarrow,
        Self::LevelTooLow,
        Self::NotForAssistants,
    ];

    /// Its name in the database and in the admin API.
    pub fn name(self) -> &'static str {
        match self {
            Self::WrongSecret => "wrong-secret",
            Self::Disabled => "disabled",
            Self::Expired => "expired",
            Self::Revoked => "revoked",
            Self::ApiDisabled => "api-disabled",
            Self::TokenExpired => "token-expired",
            Self::TokenRevoked => "token-revoked",
            Self::OriginNotAllowed => "origin-not-allowed",
            Self::ResourceNotIncluded => "resource-not-included",
            Self::ScopeTooNarrow => "scope-too-narrow",
            Self::LevelTooLow => "level-too-low",
            Self::NotForAssistants => "not-for-assistants",
        }
    }
}

/// What refused requests are counted by, besides the day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct ClientRefusal {
    /// The client.
    pub client: Uuid,
    /// Why.
    pub reason: RefusalReason,
    /// The plural of the resource that it may not read; blank if the reason is another one.
    pub resource: &'static str,
}

/// The refused requests of a client for one reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefusedRequests {
    /// The client.
    pub client: Uuid,
    /// Why. `None` if only another release knows the reason.
    pub reason: Option<RefusalReason>,
    /// The plural of the resource that the client may not read, if that is the reason.
    pub resource: Option<String>,
    /// The number of requests.
    pub requests: i64,
    /// The last of them, in milliseconds since 1970.
    pub last_at: i64,
}

/// Refused requests by day: their number, and when the last one was sent.
pub type CountedRefusals = BTreeMap<(i64, ClientRefusal), (i64, i64)>;

/// Counts a refused request at a time in milliseconds since 1970.
pub fn count(counted: &mut CountedRefusals, refusal: ClientRefusal, at: i64) {
    let (requests, last_at) = counted.entry((day_of(at), refusal)).or_insert((0, at));
    *requests += 1;
    *last_at = at.max(*last_at);
}

/// Adds the refused requests of a batch.
pub(super) fn add(executor: &dyn Executor, counted: &CountedRefusals) -> Result<(), StoreError> {
    const COLUMNS: &[&str] = &["day", "client", "reason", "resource", "requests", "last_at"];
    let row = |((day, refusal), (requests, last_at)): (&(i64, ClientRefusal), &(i64, i64))| {
        vec![
            (*day).into(),
            refusal.client.into(),
            refusal.reason.name().into(),
            refusal.resource.into(),
            (*requests).into(),
            (*last_at).into(),
        ]
    };
    let rows: Vec<Vec<Value>> = counted.iter().map(row).collect();
    let conflict = " ON CONFLICT (day, client, reason, resource) DO UPDATE SET
           requests = usage_refusals.requests + excluded.requests,
           last_at = CASE WHEN excluded.last_at > usage_refusals.last_at THEN excluded.last_at ELSE usage_refusals.last_at END";
    insert(executor, "usage_refusals", COLUMNS, &rows, conflict)
}

impl Usage<'_> {
    /// The clients with a request that was refused in some days. Looks each client up instead of reading all refusals, of which there
    /// can be a hundred for each.
    pub fn refused_clients(self, days: &RangeInclusive<i64>) -> Result<HashSet<Uuid>, StoreError> {
        let sql = format!(
            "SELECT id FROM clients WHERE EXISTS
               (SELECT 1 FROM usage_refusals WHERE day IN ({}) AND client = clients.id)",
            list(days)
        );
        self.database.read_latest(|executor| {
            Ok(executor.all(&sql, &[], |row| row.required_uuid(0))?.into_iter().collect())
        })
    }

    /// The refused requests of some days by client and reason, the latest first; of these clients, or of all if `None`.
    pub fn refusals(
        self,
        days: &RangeInclusive<i64>,
        clients: Option<&[Uuid]>,
    ) -> Result<Vec<RefusedRequests>, StoreError> {
        let condition =
            clients.map_or_else(String::new, |clients| format!(" AND client IN ({})", placeholders(clients)));
        let parameters: Vec<Value> =
            clients.unwrap_or_default().iter().map(|client| (*client).into()).collect();
        self.database.read_latest(|executor| {
            let sql = executor.dialect().translate(&format!(
                "SELECT client, reason, resource, CAST(SUM(requests) AS {{integer}}), MAX(last_at) FROM usage_refusals
                 WHERE day IN ({}){condition} GROUP BY client, reason, resource ORDER BY 5 DESC, client, reason, resource",
                list(days)
            ));
            executor.all(&sql, &parameters, |row| {
                let reason = row.required_text(1)?;
                Ok(RefusedRequests {
                    client: row.required_uuid(0)?,
                    reason: RefusalReason::ALL.into_iter().find(|known| known.name() == reason),
                    resource: Some(row.required_text(2)?).filter(|resource| !resource.is_empty()),
                    requests: row.required_integer(3)?,
                    last_at: row.required_integer(4)?,
                })
            })
        })
    }
}
