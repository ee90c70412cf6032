//! What operators see of the process: the table of all metrics, the metrics of the process itself, and the traces of requests.
//!
//! Code records a metric where its event happens, with the macros of the crate `metrics` and the name as a literal. Each name is a row of
//! [`METRICS`]; `cli/tests/monitoring` compares the names in the sources and the metrics of a server with the table.

mod metric;
pub mod process;
mod refusals;
mod table;
mod trace;

pub use metric::{Kind, Label, Metric, Unit, describe, find};
pub use refusals::Refusal;
pub use table::METRICS;
pub use trace::{ChildSpan, RequestSpan, Served, Tracer, child};
