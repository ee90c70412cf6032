//! The list index: which records a page contains and how many pages there are, without a query to the database.
//!
//! Each resource has a `ListIndex`: an immutable `Snapshot` of chunks of consecutive records, and a `Writer` that makes
//! the next snapshot from the rows that the change feed names.

mod chunk;
mod chunk_rows;
mod columns;
mod dictionary;
mod facet_values;
mod feed;
mod follower;
mod index_file;
mod integers;
mod key_map;
mod key_ranges;
pub mod list_access;
mod list_index;
mod list_indexes;
mod list_state;
mod load;
mod matches;
mod order;
mod page_range;
mod postings;
mod pseudonymized_ids;
pub mod query;
mod query_key;
mod record_cache;
mod record_files;
mod row;
mod row_set;
mod scanned_index;
mod search;
mod second_hit;
mod selection;
mod single_shard;
mod snapshot;
mod sorted;
mod visible_query;
mod writer;

pub use columns::IndexColumns;
pub use feed::{Applied, ChangeListener, Feed, MAX_STALENESS};
pub use follower::follow;
pub use index_file::{IndexFile, LoadError};
pub use list_index::IndexSize;
pub use list_indexes::ListIndexes;
pub use list_state::{IndexedLists, ListState, ScannedLists};
pub use order::OrderKey;
pub use page_range::{PageRange, PageStart};
pub use record_cache::{RecordCache, RecordKey};
pub use record_files::{DeflatedRecord, FileRead, Form, RecordFileSettings, RecordFiles, RecordForm};
pub use row::{PageRow, PageRows};
pub use scanned_index::ScannedIndex;
pub use second_hit::SecondHitFilter;
pub use selection::Selection;
pub use visible_query::{Found, RequestedQuery, VisibleQuery};
