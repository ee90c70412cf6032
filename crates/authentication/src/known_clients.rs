//! The clients in memory, by their ids and by their publishable keys.

use std::collections::HashMap;
use std::ops::Deref;

use folkmoot_store::clients::{Client, ClientStatus, PublishableKey};
use uuid::Uuid;

/// All clients as they were last read, including revoked ones.
#[derive(Debug, Default)]
pub struct KnownClients {
    by_id: HashMap<Uuid, Client>,
    by_key: HashMap<String, Uuid>,
}

impl KnownClients {
    /// These clients.
    pub fn new(clients: Vec<Client>) -> Self {
        let key = |client: &Client| Some((client.publishable.as_ref()?.key.clone(), client.id));
        Self {
            by_key: clients.iter().filter_map(key).collect(),
            by_id: clients.into_iter().map(|client| (client.id, client)).collect(),
        }
    }

    /// The client with a publishable key, also if it is not active any more, and the origins of its pages.
    pub fn of_key(&self, key: &str) -> Option<(&Client, &[String])> {
        let client = self.by_id.get(self.by_key.get(key)?)?;
        let PublishableKey { origins, .. } = client.publishable.as_ref()?;
        Some((client, origins))
    }

    /// Whether an origin is one of an active publishable key at a timestamp in milliseconds.
    pub fn is_origin_of_active_key(&self, origin: &str, now: i64) -> bool {
        let keys = self.by_key.keys().filter_map(|key| self.of_key(key));
        let mut active = keys.filter(|(client, _)| client.status(now) == ClientStatus::Active);
        active.any(|(_, origins)| origins.iter().any(|allowed| allowed == origin))
    }
}

impl Deref for KnownClients {
    type Target = HashMap<Uuid, Client>;

    fn deref(&self) -> &Self::Target {
        &self.by_id
    }
}
