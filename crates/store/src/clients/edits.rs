//! Changes of clients by administrators.

use folkmoot_database::executor::Executor;
use folkmoot_model::access::AccessLevel;
use uuid::Uuid;

use super::{Client, Clients, Registration, find};
use crate::StoreError;
use crate::changes::{self, Subject};
use crate::exports;

/// A change of a client.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClientChange {
    /// The client before the change; `None` if it was created.
    pub before: Option<Client>,
    /// The client after the change.
    pub after: Client,
}

/// New values of a client's properties; `None` leaves a property as it is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ClientUpdate {
    /// [`Client::name`]
    pub name: Option<String>,
    /// [`Client::access`]
    pub access: Option<AccessLevel>,
    /// [`Client::resources`]
    pub resources: Option<Option<Vec<&'static str>>>,
    /// [`Client::expires_at`]
    pub expires_at: Option<Option<i64>>,
    /// [`super::PublishableKey::origins`]; a client with a secret has none.
    pub origins: Option<Vec<String>>,
    /// [`Client::registration`]
    pub registration: Option<Registration>,
    /// [`Client::mcp`]; assistants have no use for a publishable key.
    pub mcp: Option<bool>,
}

/// The result of an attempt to change a client.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EditOutcome {
    /// It was changed.
    Changed(Box<ClientChange>),
    /// It already was as requested.
    Unchanged(Box<Client>),
    /// It has another version than expected. Nothing was changed.
    Conflict(Box<Client>),
    /// It is revoked, so it can no longer be changed.
    Revoked(Box<Client>),
    /// No client has the id.
    NotFound,
}

impl Clients<'_> {
    /// Creates a client.
    pub fn create(
        self,
        client: &Client,
        also: impl FnOnce(&dyn Executor, &ClientChange) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        self.database.write(|transaction| {
            changes::lock(transaction)?;
            transaction.execute(
                "INSERT INTO clients (id, name, secret_hash, created_at) VALUES (?1, ?2, ?3, ?4)",
                &[
                    client.id.into(),
                    (&client.name).into(),
                    (&client.secret_hash).into(),
                    client.created_at.into(),
                ],
            )?;
            store(transaction, client)?;
            also(transaction, &ClientChange { before: None, after: client.clone() })?;
            changes::record_all(transaction, Subject::Clients)
        })
    }

    /// Changes properties of a client. With `expected_version`, only a client of this [`Client::version`] is changed.
    pub fn update(
        self,
        id: Uuid,
        expected_version: Option<i64>,
        update: &ClientUpdate,
        also: impl FnOnce(&dyn Executor, &ClientChange) -> Result<(), StoreError>,
    ) -> Result<EditOutcome, StoreError> {
        let ClientUpdate { name, access, resources, expires_at, origins, registration, mcp } = update.clone();
        let edit = |client: &mut Client| {
            client.name = name.unwrap_or_else(|| std::mem::take(&mut client.name));
            if client.publishable.is_none() {
                client.access = access.unwrap_or(client.access);
                client.mcp = mcp.unwrap_or(client.mcp);
            }
            client.resources = resources.unwrap_or_else(|| client.resources.take());
            client.expires_at = expires_at.unwrap_or(client.expires_at);
            if let Some((publishable, origins)) = client.publishable.as_mut().zip(origins) {
                publishable.origins = origins;
            }
            client.registration = registration.unwrap_or_else(|| std::mem::take(&mut client.registration));
        };
        self.edit(id, expected_version, edit, also)
    }

    /// Disables a client until it is enabled again.
    pub fn disable(
        self,
        id: Uuid,
        now: i64,
        also: impl FnOnce(&dyn Executor, &ClientChange) -> Result<(), StoreError>,
    ) -> Result<EditOutcome, StoreError> {
        self.edit(id, None, |client| client.disabled_at = client.disabled_at.or(Some(now)), also)
    }

    /// Enables a client that was disabled.
    pub fn enable(
        self,
        id: Uuid,
        also: impl FnOnce(&dyn Executor, &ClientChange) -> Result<(), StoreError>,
    ) -> Result<EditOutcome, StoreError> {
        self.edit(id, None, |client| client.disabled_at = None, also)
    }

    /// Revokes a client permanently, and deletes its exports.
    pub fn revoke(
        self,
        id: Uuid,
        now: i64,
        also: impl FnOnce(&dyn Executor, &ClientChange) -> Result<(), StoreError>,
    ) -> Result<EditOutcome, StoreError> {
        let also = |transaction: &dyn Executor, change: &ClientChange| {
            exports::delete_of_client(transaction, id)?;
            also(transaction, change)
        };
        self.edit(id, None, |client| client.revoked_at = Some(now), also)
    }

    /// Replaces a client's secret; the previous one works until `previous_expires_at`. With `revoke_tokens`, all tokens
    /// and download URLs that were issued to the client stop working.
    pub fn rotate_secret(
        self,
        id: Uuid,
        secret_hash: &str,
        previous_expires_at: i64,
        revoke_tokens: bool,
        also: impl FnOnce(&dyn Executor, &ClientChange) -> Result<(), StoreError>,
    ) -> Result<EditOutcome, StoreError> {
        let edit = |client: &mut Client| {
            let previous = std::mem::replace(&mut client.secret_hash, secret_hash.to_owned());
            client.previous_secret = Some((previous, previous_expires_at));
            client.token_generation += i64::from(revoke_tokens);
        };
        self.edit(id, None, edit, also)
    }

    fn edit(
        self,
        id: Uuid,
        expected_version: Option<i64>,
        edit: impl FnOnce(&mut Client),
        also: impl FnOnce(&dyn Executor, &ClientChange) -> Result<(), StoreError>,
    ) -> Result<EditOutcome, StoreError> {
        self.database.write(|transaction| {
            // Every writer of clients locks the feed, so the client does not change between the read and the write.
            changes::lock(transaction)?;
            let Some(before) = find(transaction, id)? else { return Ok(EditOutcome::NotFound) };
            if before.revoked_at.is_some() {
                return Ok(EditOutcome::Revoked(Box::new(before)));
            }
            if expected_version.is_some_and(|expected| expected != before.version) {
                return Ok(EditOutcome::Conflict(Box::new(before)));
            }
            let mut after = before.clone();
            edit(&mut after);
            if after == before {
                return Ok(EditOutcome::Unchanged(Box::new(before)));
            }
            after.version += 1;
            store(transaction, &after)?;
            let change = ClientChange { before: Some(before), after };
            also(transaction, &change)?;
            changes::record_all(transaction, Subject::Clients)?;
            Ok(EditOutcome::Changed(Box::new(change)))
        })
    }
}

/// Stores everything that administrators change.
fn store(transaction: &dyn Executor, client: &Client) -> Result<(), StoreError> {
    let (previous_hash, previous_expires_at) = client.previous_secret.clone().unzip();
    let [owner, contact, purpose, legal_basis, note] =
        client.registration.fields().map(|(_, text)| text.clone());
    transaction.execute(
        "UPDATE clients SET name = ?2, secret_hash = ?3, previous_secret_hash = ?4, previous_secret_expires_at = ?5,
         revoked_at = ?6, token_generation = ?7, access = ?8, resources = ?9, expires_at = ?10, disabled_at = ?11,
         version = ?12, publishable_key = ?13, origins = ?14, owner = ?15, contact = ?16, purpose = ?17,
         legal_basis = ?18, note = ?19, mcp = ?20 WHERE id = ?1",
        &[
            client.id.into(),
            (&client.name).into(),
            (&client.secret_hash).into(),
            previous_hash.into(),
            previous_expires_at.into(),
            client.revoked_at.into(),
            client.token_generation.into(),
            client.access.name().into(),
            client.resources.as_ref().map(|names| names.join(",")).into(),
            client.expires_at.into(),
            client.disabled_at.into(),
            client.version.into(),
            client.publishable.as_ref().map(|publishable| publishable.key.clone()).into(),
            client.publishable.as_ref().map(|publishable| publishable.origins.join(" ")).into(),
            owner.into(),
            contact.into(),
            purpose.into(),
            legal_basis.into(),
            note.into(),
            client.mcp.into(),
        ],
    )?;
    Ok(())
}
