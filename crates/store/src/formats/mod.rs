//! Parts of encoded records, and records in other formats than JSON.

pub mod csv;
pub mod ndjson;
mod projection;
#[cfg(test)]
mod random_values;
mod record_values;

pub use projection::Projection;
pub use record_values::RecordValues;
