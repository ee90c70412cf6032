//! The clients of the public API, which request tokens.

mod edits;
mod registration;

use std::collections::BTreeMap;

use folkmoot_database::Database;
use folkmoot_database::executor::Executor;
use folkmoot_database::row_reader::RowReader;
use folkmoot_model::access::AccessLevel;
use folkmoot_model::resources::RESOURCES;
use folkmoot_model::timestamp::{MILLISECONDS_OF_DAY, date, days};
use jiff::civil::Date;
use uuid::Uuid;

use super::StoreError;
use super::changes;

pub use edits::{ClientChange, ClientUpdate, EditOutcome};
pub use registration::{InvalidText, Registration};

/// A client; timestamps are milliseconds since 1970.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Client {
    /// Its id, the `client_id` of requests.
    pub id: Uuid,
    /// The name that the administrator gave it.
    pub name: String,
    /// The hash of its secret.
    pub secret_hash: String,
    /// The hash of the previous secret and the timestamp until which that works.
    pub previous_secret: Option<(String, i64)>,
    /// When it was created.
    pub created_at: i64,
    /// When it last got a token.
    pub last_authenticated_at: Option<i64>,
    /// What it may read of the records.
    pub access: AccessLevel,
    /// The plural names of the resources that it may read, in the order of [`RESOURCES`]; `None` if it may read all.
    pub resources: Option<Vec<&'static str>>,
    /// When it expires: the end of a day in UTC.
    pub expires_at: Option<i64>,
    /// When it was disabled.
    pub disabled_at: Option<i64>,
    /// When it was revoked.
    pub revoked_at: Option<i64>,
    /// The generation of its tokens and download URLs. Those of an earlier generation are revoked.
    pub token_generation: i64,
    /// Increases with each change by an administrator.
    pub version: i64,
    /// What web pages use in place of a secret; `None` if the client has a secret.
    pub publishable: Option<PublishableKey>,
    /// Who uses it and why.
    pub registration: Registration,
    /// Whether assistants may use it over MCP.
    pub mcp: bool,
}

/// A key in web pages. Its client has no secret and the access level `public`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublishableKey {
    /// The key, which is not secret.
    pub key: String,
    /// The origins of the pages, as browsers send them; at least one.
    pub origins: Vec<String>,
}

/// Whether a client can be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClientStatus {
    /// It can be used.
    Active,
    /// An administrator disabled it and can enable it again.
    Disabled,
    /// Its last day is over.
    Expired,
    /// An administrator revoked it permanently.
    Revoked,
}

impl ClientStatus {
    /// Every status.
    pub const ALL: [Self; 4] = [Self::Active, Self::Disabled, Self::Expired, Self::Revoked];

    /// Its name in commands and in the console.
    pub fn name(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Disabled => "disabled",
            Self::Expired => "expired",
            Self::Revoked => "revoked",
        }
    }
}

/// The holder that a token or a download URL was issued to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Holder {
    /// The client.
    pub client: Uuid,
    /// The client's [`Client::token_generation`] when it was issued.
    pub generation: i64,
}

impl Client {
    /// A new client that may read everything and does not expire.
    pub fn new(id: Uuid, name: String, secret_hash: String, created_at: i64) -> Self {
        Self {
            id,
            name,
            secret_hash,
            previous_secret: None,
            created_at,
            last_authenticated_at: None,
            access: AccessLevel::Full,
            resources: None,
            expires_at: None,
            disabled_at: None,
            revoked_at: None,
            token_generation: 0,
            version: 1,
            publishable: None,
            registration: Registration::default(),
            mcp: false,
        }
    }

    /// The holder of tokens and download URLs that are issued to the client now.
    pub fn holder(&self) -> Holder {
        Holder { client: self.id, generation: self.token_generation }
    }

    /// Whether the client can be used at a timestamp.
    pub fn status(&self, now: i64) -> ClientStatus {
        if self.revoked_at.is_some() {
            ClientStatus::Revoked
        } else if self.disabled_at.is_some() {
            ClientStatus::Disabled
        } else if self.expires_at.is_some_and(|end| end <= now) {
            ClientStatus::Expired
        } else {
            ClientStatus::Active
        }
    }

    /// Whether the client's resources contain the resource with this plural name.
    pub fn has_resource(&self, plural: &str) -> bool {
        self.resources.as_ref().is_none_or(|names| names.contains(&plural))
    }

    /// The last day on which the client can be used.
    pub fn last_day(&self) -> Option<Date> {
        self.expires_at.and_then(last_day)
    }
}

/// The last day before something expires at this time.
pub fn last_day(expires_at: i64) -> Option<Date> {
    date((expires_at - 1).div_euclid(MILLISECONDS_OF_DAY))
}

/// When a client or an admin key expires whose last day is `day`: the first millisecond after it, in UTC.
pub fn end_of_day(day: Date) -> i64 {
    (days(day) + 1) * MILLISECONDS_OF_DAY
}

/// The resources with these plural names, in the order of [`RESOURCES`] and without repetitions. Fails with the first name
/// that no resource has.
pub fn resources_named<'a>(names: impl IntoIterator<Item = &'a str>) -> Result<Vec<&'static str>, &'a str> {
    let known = |name: &&'a str| RESOURCES.iter().any(|resource| resource.names.plural == *name);
    let names: Vec<&str> = names.into_iter().collect();
    match names.iter().find(|name| !known(name)) {
        Some(unknown) => Err(unknown),
        None => Ok(all_resources().filter(|plural| names.contains(plural)).collect()),
    }
}

/// The plural names of all resources that clients can be limited to.
pub fn all_resources() -> impl Iterator<Item = &'static str> {
    RESOURCES.iter().map(|resource| resource.names.plural)
}

const COLUMNS: &str = "id, name, secret_hash, previous_secret_hash, previous_secret_expires_at, created_at, \
     last_authenticated_at, revoked_at, token_generation, access, resources, expires_at, disabled_at, version, \
     publishable_key, origins, owner, contact, purpose, legal_basis, note, mcp";

/// Operations on clients. Those that change a client run a closure in the same transaction, which receives the change and can
/// write more, such as an entry of the audit log.
#[derive(Debug, Clone, Copy)]
pub struct Clients<'a> {
    pub(super) database: &'a Database,
}

impl Clients<'_> {
    /// All clients, oldest first, including revoked ones.
    pub fn all(self) -> Result<Vec<Client>, StoreError> {
        self.all_since(0)
    }

    /// All clients, in a state that is not older than the change `since`.
    pub fn all_since(self, since: i64) -> Result<Vec<Client>, StoreError> {
        self.database.read_latest(|executor| {
            changes::require(executor, since)?;
            executor.all(&format!("SELECT {COLUMNS} FROM clients ORDER BY created_at, key"), &[], client)
        })
    }

    /// The client with this id; `None` if there is none.
    pub fn find(self, id: Uuid) -> Result<Option<Client>, StoreError> {
        self.database.read_latest(|executor| find(executor, id))
    }

    /// Stores when clients last got a token, which administrators see. Returns [`StoreError::Busy`] if another write
    /// holds the lock of an embedded database.
    pub fn record_last_use(self, last_use: &BTreeMap<Uuid, i64>) -> Result<(), StoreError> {
        self.database.write_if_free(|transaction| {
            for (id, at) in last_use {
                transaction.execute(
                    "UPDATE clients SET last_authenticated_at = ?2
                     WHERE id = ?1 AND (last_authenticated_at IS NULL OR last_authenticated_at < ?2)",
                    &[(*id).into(), (*at).into()],
                )?;
            }
            Ok(())
        })
    }
}

fn find(executor: &dyn Executor, id: Uuid) -> Result<Option<Client>, StoreError> {
    executor.one(&format!("SELECT {COLUMNS} FROM clients WHERE id = ?1"), &[id.into()], client)
}

fn client(row: &dyn RowReader) -> Result<Client, StoreError> {
    let previous_hash = row.text(3)?.map(str::to_owned);
    let access = row.required_text(9)?;
    let publishable = row.text(14)?.map(str::to_owned);
    let text = |column| Ok::<_, StoreError>(row.text(column)?.map(str::to_owned));
    let origins = row.text(15)?.unwrap_or_default().split_whitespace().map(str::to_owned).collect();
    Ok(Client {
        id: row.required_uuid(0)?,
        name: row.required_text(1)?,
        secret_hash: row.required_text(2)?,
        previous_secret: previous_hash.zip(row.integer(4)?),
        created_at: row.required_integer(5)?,
        last_authenticated_at: row.integer(6)?,
        revoked_at: row.integer(7)?,
        token_generation: row.required_integer(8)?,
        // Whatever the row says: everybody can read the key.
        access: if publishable.is_some() {
            AccessLevel::Public
        } else {
            let unknown = || StoreError::Value(format!("unknown access level {access}"));
            AccessLevel::parse(&access).ok_or_else(unknown)?
        },
        // A name that only another release knows gives no access here.
        resources: row.text(10)?.map(|list| {
            let names: Vec<&str> = list.split(',').collect();
            all_resources().filter(|plural| names.contains(plural)).collect()
        }),
        expires_at: row.integer(11)?,
        disabled_at: row.integer(12)?,
        version: row.required_integer(13)?,
        publishable: publishable.map(|key| PublishableKey { key, origins }),
        registration: Registration::of_fields([text(16)?, text(17)?, text(18)?, text(19)?, text(20)?]),
        mcp: row.required_boolean(21)?,
    })
}

#[cfg(test)]
mod tests;
