//! Webhooks ([Standard Webhooks](https://www.standardwebhooks.com/)): an event for each change that a client sees in the change feed,
//! sent to the endpoints of the client.
//!
//! An event is what `GET /changes` shows the client, without the record: a receiver reads that with its own token. Events are stored
//! before they are sent, and each endpoint belongs to one server at a time, so that a server that is killed loses nothing.

pub mod administration;
pub mod body;
mod delivery;
pub mod destination;
pub mod json;
mod schedule;
pub mod secrets;
mod sender;
pub mod types;

pub use delivery::{Deliverer, DelivererState};
