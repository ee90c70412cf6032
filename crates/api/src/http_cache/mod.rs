//! Conditional requests and cached bodies of the responses with records (RFC 9110, sections 8.8 and 13). [`tag`] is the one place that knows what such a response depends on.

mod body_cache;
mod exchange;
mod links;
mod modification;
mod page_head;
mod tag;

pub use body_cache::BodyCache;
pub use exchange::{ConditionalResponses, Encoded, ResponseNegotiation, VARY};
pub use links::{LinkedPage, Pages};
pub use modification::{http_date, last_modified};
pub use page_head::PageHead;
