//! The clients of the public API: who may ask for tokens.

use std::collections::BTreeMap;

use uuid::Uuid;

use super::changes::{self, Subject};
use super::connection::Connection;
use super::row::Row;
use super::{Store, StoreError};

/// A client; moments are milliseconds since 1970.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Client {
    /// Its id, the `client_id` of requests.
    pub id: Uuid,
    /// What the administrator calls it.
    pub name: String,
    /// The hash of its secret.
    pub secret_hash: String,
    /// The hash of the secret before, while that still works, and until when.
    pub previous_secret: Option<(String, i64)>,
    /// When it was made.
    pub created_at: i64,
    /// When it last got a token.
    pub last_authenticated_at: Option<i64>,
    /// When it was revoked.
    pub revoked_at: Option<i64>,
    /// The generation of what is issued to it. Tokens and download URLs of an earlier one are revoked.
    pub token_generation: i64,
}

/// Whom a token or a download URL was issued to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Holder {
    /// The client.
    pub client: Uuid,
    /// The client's [`Client::token_generation`] at that time.
    pub generation: i64,
}

impl Client {
    /// The client as the holder of what is issued to it now.
    pub fn holder(&self) -> Holder {
        Holder { client: self.id, generation: self.token_generation }
    }
}

const COLUMNS: &str = "id, name, secret_hash, previous_secret_hash, previous_secret_expires_at, created_at, \
     last_authenticated_at, revoked_at, token_generation";

impl Store {
    /// All clients, oldest first, revoked ones included.
    pub fn clients(&self) -> Result<Vec<Client>, StoreError> {
        self.clients_since(0)
    }

    /// All clients in a state that is not older than the change `since`.
    pub fn clients_since(&self, since: i64) -> Result<Vec<Client>, StoreError> {
        self.read_fresh(|connection| {
            changes::require(connection, since)?;
            connection.all(&format!("SELECT {COLUMNS} FROM clients ORDER BY created_at, key"), &[], client)
        })
    }

    /// Adds a client.
    pub fn add_client(&self, client: &Client) -> Result<(), StoreError> {
        self.write(|transaction| {
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

    /// Revokes a client; none where there is no such client, false where it was revoked before.
    pub fn revoke_client(&self, id: Uuid, now: i64) -> Result<Option<bool>, StoreError> {
        self.write(|transaction| {
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

    /// Gives a client a new secret; the old one works until `previous_expires_at`. With `revoke_tokens`, whatever was
    /// issued to the client before stops working. The client as it was, or none where there is no such client or it is
    /// revoked.
    pub fn rotate_client(
        &self,
        id: Uuid,
        secret_hash: &str,
        previous_expires_at: i64,
        revoke_tokens: bool,
    ) -> Result<Option<Client>, StoreError> {
        self.write(|transaction| {
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

    /// Stores when clients last got a token, for administrators to see; [`StoreError::Busy`] where others write to an
    /// embedded database just now.
    pub fn store_last_use(&self, last_use: &BTreeMap<Uuid, i64>) -> Result<(), StoreError> {
        self.write_if_free(|transaction| {
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

fn find(connection: &dyn Connection, id: Uuid) -> Result<Option<Client>, StoreError> {
    connection.one(&format!("SELECT {COLUMNS} FROM clients WHERE id = ?1"), &[id.into()], client)
}

fn client(row: &dyn Row) -> Result<Client, StoreError> {
    let previous_hash = row.text(3)?.map(str::to_owned);
    Ok(Client {
        id: row.some_uuid(0)?,
        name: row.some_text(1)?,
        secret_hash: row.some_text(2)?,
        previous_secret: previous_hash.zip(row.integer(4)?),
        created_at: row.some_integer(5)?,
        last_authenticated_at: row.integer(6)?,
        revoked_at: row.integer(7)?,
        token_generation: row.some_integer(8)?,
    })
}
