//! Webhooks: every change that a client sees is an event, which is sent until it is received.

mod administration;
mod delivery;
mod events;
mod kills;
mod libraries;
pub mod receiver;
pub mod site;
mod visibility;
