//! Importing a platform's records: all of them, or none.
//!
//! Each file is read into a staging table, and its rows are checked by queries over whole tables while others can write.
//! The final write is one transaction: merging, derived columns, counters and the change feed. It repeats the checks that
//! depend on records which others have written since.
//!
//! `run.rs` decides the order of the phases, which are functions over an `ImportContext`; `sql/` builds their statements.
//! No two files use each other.

pub mod blob_sink;
mod blob_staging;
mod changes;
mod check;
mod context;
mod counters;
mod cycles;
pub mod day;
mod deleted_people;
mod deletions;
mod derive;
mod distant_points;
mod erased;
pub mod erasure;
mod error;
mod file_format;
mod geometry;
pub mod input;
pub mod json;
mod left_out;
pub mod lines;
mod load;
mod locales;
mod merge;
pub mod mirror;
mod options;
mod parts;
mod platform;
mod prepare;
mod preview;
pub mod record;
pub mod recorded;
mod redaction;
mod relations;
pub mod report;
mod run;
pub mod shape;
mod sql;
mod timed_ids;
pub mod timestamps;
pub mod values;
mod violations;
mod visibility;

pub use blob_staging::BlobStaging;
pub use error::ImportError;
pub use input::{ImportDirectory, Input, InputError};
pub use left_out::{LeftOut, LeftOutReason};
pub use options::{Interruption, Mode, Options, Progress, Silent};
pub use report::{Counts, Problems, Summary};
pub use run::import;
