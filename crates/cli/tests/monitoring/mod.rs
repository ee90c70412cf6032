//! Monitoring: the table of metrics is complete and true, and a collector receives traces and metrics.

#![allow(clippy::float_cmp, reason = "counts are whole numbers")]

mod collector;
mod exposition;
mod otlp;
mod sources;
mod table;
