//! Requests of assistants, which only some clients may use.

use folkmoot_store::usage::RefusalReason;
use http::Extensions;
use uuid::Uuid;

use super::caller::Authentication;
use super::problem::Problem;
use super::problem_table::INSUFFICIENT_ACCESS;

/// Marks a request that an assistant sends. An extension of it.
#[derive(Debug, Clone, Copy)]
pub struct ForAssistant;

/// Fails if an assistant sends a request of a client that was not created for assistants.
pub fn require_permitted(
    state: &Authentication,
    extensions: &Extensions,
    client: Uuid,
) -> Result<(), Problem> {
    let clients = state.platform.cache.clients();
    if extensions.get::<ForAssistant>().is_none() || clients.get(&client).is_some_and(|client| client.mcp) {
        return Ok(());
    }
    let detail = "This client was not created for assistants. Ask an administrator for one that is: `folkmoot clients create NAME --mcp`.";
    Err(Problem::new(&INSUFFICIENT_ACCESS, detail).refused_for(RefusalReason::NotForAssistants))
}
