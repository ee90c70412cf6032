//! Records in other formats than JSON.

pub mod csv;
pub mod ndjson;
mod record_values;

pub use record_values::RecordValues;
