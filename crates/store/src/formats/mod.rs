//! Records in other formats than JSON.

pub mod csv;
mod record_values;

pub use record_values::RecordValues;
