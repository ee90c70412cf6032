//! The clients of the public API.

use folkmoot_authentication::secrets::{Secret, new_client_id};
use folkmoot_database::executor::Executor;
use folkmoot_model::access::AccessLevel;
use folkmoot_model::timestamp::timestamp;
use folkmoot_store::clients::{
    Client, ClientChange, ClientUpdate, EditOutcome, PublishableKey, Registration,
};
use folkmoot_store::{Store, StoreError};
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use uuid::Uuid;

use super::AdministrationError;
use super::audit::{Action, Actor, Change, Subject, differences};

/// A client to create.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewClient {
    /// Its name.
    pub name: String,
    /// What it may read of the records.
    pub access: AccessLevel,
    /// The plural names of the resources that it may read; `None` if it may read all.
    pub resources: Option<Vec<&'static str>>,
    /// When it expires, in milliseconds since 1970: the end of a day in UTC.
    pub expires_at: Option<i64>,
    /// Who uses it and why.
    pub registration: Registration,
    /// Whether assistants may use it over MCP.
    pub mcp: bool,
}

/// A client of web pages to create, which has a publishable key and the access level `public`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewPublishableClient {
    /// Its name.
    pub name: String,
    /// The origins of the pages; at least one.
    pub origins: Vec<String>,
    /// See [`NewClient::resources`].
    pub resources: Option<Vec<&'static str>>,
    /// See [`NewClient::expires_at`].
    pub expires_at: Option<i64>,
    /// Who uses it and why.
    pub registration: Registration,
}

/// How a secret is replaced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rotation {
    /// How long the previous secret remains valid.
    pub overlap: SignedDuration,
    /// Whether tokens and download URLs that were issued to the client stop working.
    pub revoke_tokens: bool,
}

/// Changes of clients by an actor.
#[derive(Debug, Clone, Copy)]
pub struct Clients<'a> {
    /// The database.
    pub store: &'a Store,
    /// Who makes the changes.
    pub actor: &'a Actor,
    /// The current time.
    pub now: Timestamp,
}

impl Clients<'_> {
    /// Creates a client. Its secret is returned here only.
    pub fn create(self, new: NewClient) -> Result<(Client, Secret), AdministrationError> {
        let NewClient { name, access, resources, expires_at, registration, mcp } = new;
        let secret = Secret::generate()?;
        let client = Client::new(new_client_id()?, name, secret.hash(), self.now.as_millisecond());
        let client = Client { access, resources, expires_at, registration, mcp, ..client };
        self.store.clients().create(&client, self.entry("clients.create"))?;
        Ok((client, secret))
    }

    /// Creates a client of web pages.
    pub fn create_publishable(self, new: NewPublishableClient) -> Result<Client, AdministrationError> {
        let NewPublishableClient { name, origins, resources, expires_at, registration } = new;
        let key = Secret::generate_publishable_key()?;
        // No secret has a hash that is blank.
        let client = Client::new(new_client_id()?, name, String::new(), self.now.as_millisecond());
        let publishable = Some(PublishableKey { key, origins });
        let client = Client {
            access: AccessLevel::Public,
            resources,
            expires_at,
            publishable,
            registration,
            ..client
        };
        self.store.clients().create(&client, self.entry("clients.create"))?;
        Ok(client)
    }

    /// Changes properties of a client. With `expected_version`, only a client of this version is changed.
    pub fn update(
        self,
        id: Uuid,
        expected_version: Option<i64>,
        update: &ClientUpdate,
    ) -> Result<EditOutcome, AdministrationError> {
        match self.is_publishable(id)? {
            true if update.access.is_some_and(|access| access != AccessLevel::Public) => {
                return Err(AdministrationError::OtherKind(
                    "a client with a publishable key always has the access level public",
                ));
            }
            true if update.mcp == Some(true) => {
                return Err(AdministrationError::OtherKind(
                    "a client with a publishable key cannot be used by assistants",
                ));
            }
            false if update.origins.is_some() => {
                return Err(AdministrationError::OtherKind(
                    "only a client with a publishable key has origins",
                ));
            }
            _ => {}
        }
        Ok(self.store.clients().update(id, expected_version, update, self.entry("clients.update"))?)
    }

    /// Whether a client has a publishable key, which does not change. `false` if the client does not exist.
    fn is_publishable(self, id: Uuid) -> Result<bool, StoreError> {
        Ok(self.store.clients().find(id)?.is_some_and(|client| client.publishable.is_some()))
    }

    /// Replaces the secret of a client. The new one is returned here only.
    pub fn rotate(self, id: Uuid, rotation: Rotation) -> Result<(EditOutcome, Secret), AdministrationError> {
        if self.is_publishable(id)? {
            return Err(AdministrationError::OtherKind(
                "a client with a publishable key has no secret; create a new client and revoke this one",
            ));
        }
        let secret = Secret::generate()?;
        let previous_until = (self.now + rotation.overlap).as_millisecond();
        let outcome = self.store.clients().rotate_secret(
            id,
            &secret.hash(),
            previous_until,
            rotation.revoke_tokens,
            self.entry("clients.rotate"),
        )?;
        Ok((outcome, secret))
    }

    /// Disables a client until it is enabled again.
    pub fn disable(self, id: Uuid) -> Result<EditOutcome, StoreError> {
        self.store.clients().disable(id, self.now.as_millisecond(), self.entry("clients.disable"))
    }

    /// Enables a client that was disabled.
    pub fn enable(self, id: Uuid) -> Result<EditOutcome, StoreError> {
        self.store.clients().enable(id, self.entry("clients.enable"))
    }

    /// Revokes a client permanently.
    pub fn revoke(self, id: Uuid) -> Result<EditOutcome, StoreError> {
        self.store.clients().revoke(id, self.now.as_millisecond(), self.entry("clients.revoke"))
    }

    /// Writes the entry of the audit log in the transaction of a change.
    fn entry(self, name: &str) -> impl FnOnce(&dyn Executor, &ClientChange) -> Result<(), StoreError> {
        move |transaction, change| {
            let ClientChange { before, after } = change;
            let subject = Subject {
                kind: "client".to_owned(),
                id: after.id.to_string(),
                name: Some(after.name.clone()),
            };
            let action = Action { actor: self.actor, name, at: self.now };
            action.append(transaction, Some(subject), changes(before.as_ref(), after))
        }
    }
}

/// The changed properties. The secret itself is not among them, but the time until which its predecessor works.
fn changes(before: Option<&Client>, after: &Client) -> Vec<Change> {
    let values = |client: Option<&Client>| {
        let value = |read: fn(&Client) -> Value| client.map_or(Value::Null, read);
        [
            ("name", value(|client| json!(client.name))),
            ("access", value(|client| json!(client.access.name()))),
            ("resources", value(|client| json!(client.resources))),
            (
                "origins",
                value(|client| json!(client.publishable.as_ref().map(|publishable| &publishable.origins))),
            ),
            ("mcp", json!(client.is_some_and(|client| client.mcp))),
            ("expires_at", value(|client| json!(client.last_day().map(|day| day.to_string())))),
            (
                "previous_secret_expires_at",
                value(|client| json!(client.previous_secret.as_ref().map(|(_, until)| timestamp(*until)))),
            ),
            ("token_generation", json!(client.map_or(0, |client| client.token_generation))),
            ("disabled_at", value(|client| json!(client.disabled_at.map(timestamp)))),
            ("revoked_at", value(|client| json!(client.revoked_at.map(timestamp)))),
        ]
    };
    let stated = |client: Option<&Client>| {
        let registration = client.map(|client| client.registration.clone()).unwrap_or_default();
        registration.fields().map(|(name, text)| (name, json!(text)))
    };
    let mut changes = differences(values(before), values(Some(after)));
    changes.extend(differences(stated(before), stated(Some(after))));
    changes
}
