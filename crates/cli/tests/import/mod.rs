//! Imports from outside: which records are accepted and refused, and that an import is all or nothing.

pub mod cancellation;
mod content;
mod counters;
mod cycles;
mod deletions;
mod expressions;
mod feed;
mod feed_state;
mod files;
mod limits;
mod many_lines;
mod meanwhile;
mod merging;
mod other_formats;
mod platform;
mod program;
mod scenario;
mod timed_ids;
mod uneven;
mod values;
mod visibility;
