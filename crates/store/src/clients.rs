//! The clients of the public API, which request tokens.

use std::collections::BTreeMap;

use uuid::Uuid;

use super::StoreError;
use super::changes::{self, Subject};
use super::database::Database;
use super::executor::Executor;
use super::row_reader::RowReader;

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
    /// When it was revoked.
    pub revoked_at: Option<i64>,
    /// The generation of its tokens and download URLs. Those of an earlier generation are revoked.
    pub token_generation: i64,
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
    /// The holder of tokens and download URLs that are issued to the client now.
    pub fn holder(&self) -> Holder {
        Holder { client: self.id, generation: self.token_generation }
    }
}

const COLUMNS: &str = "id, name, secret_hash, previous_secret_hash, previous_secret_expires_at, created_at, \
     last_authenticated_at, revoked_at, token_generation";

/// Operations on clients.
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

    /// Creates a client.
    pub fn create(self, client: &Client) -> Result<(), StoreError> {
        self.database.write(|transaction| {
            transaction.execute(
                "INSERT INTO clients (id, name, secret_hash, created_at) VALUES (?1, ?2, ?3, ?4)",
                &[
                    client.id.into(),
                    (&client.name).into(),
                    (&client.secret_hash).into(),
                    client.created_at.into(),
                ],
            )?;
            changes::record_all(transaction, Subject::Clients)
        })
    }

    /// Revokes a client. Returns `None` if the client does not exist, `false` if it was already revoked.
    pub fn revoke(self, id: Uuid, now: i64) -> Result<Option<bool>, StoreError> {
        self.database.write(|transaction| {
            let Some(client) = find(transaction, id)? else { return Ok(None) };
            if client.revoked_at.is_some() {
                return Ok(Some(false));
            }
            transaction
                .execute("UPDATE clients SET revoked_at = ?2 WHERE id = ?1", &[id.into(), now.into()])?;
            changes::record_all(transaction, Subject::Clients)?;
            Ok(Some(true))
        })
    }

    /// Replaces a client's secret; the previous one works until `previous_expires_at`. With `revoke_tokens`, all tokens
    /// and download URLs that were issued to the client stop working. Returns the client as it was before, or `None` if
    /// it does not exist or is revoked.
    pub fn rotate_secret(
        self,
        id: Uuid,
        secret_hash: &str,
        previous_expires_at: i64,
        revoke_tokens: bool,
    ) -> Result<Option<Client>, StoreError> {
        self.database.write(|transaction| {
            let Some(client) = find(transaction, id)?.filter(|client| client.revoked_at.is_none()) else {
                return Ok(None);
            };
            transaction.execute(
                "UPDATE clients SET previous_secret_hash = secret_hash, previous_secret_expires_at = ?3,
                 secret_hash = ?2, token_generation = token_generation + ?4 WHERE id = ?1",
                &[id.into(), secret_hash.into(), previous_expires_at.into(), i64::from(revoke_tokens).into()],
            )?;
            changes::record_all(transaction, Subject::Clients)?;
            Ok(Some(client))
        })
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
    Ok(Client {
        id: row.required_uuid(0)?,
        name: row.required_text(1)?,
        secret_hash: row.required_text(2)?,
        previous_secret: previous_hash.zip(row.integer(4)?),
        created_at: row.required_integer(5)?,
        last_authenticated_at: row.integer(6)?,
        revoked_at: row.integer(7)?,
        token_generation: row.required_integer(8)?,
    })
}
