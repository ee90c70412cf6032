//! The word index: for each word of the texts of a resource, the records that contain it.
//!
//! The tables of a resource are `<plural>_words` with the lists of records by word and block of keys, and
//! `<plural>_earlier_texts`, into which triggers copy the texts of records that are changed or deleted. Table
//! `indexed_words` contains the greatest key whose texts are indexed, and the version of the rules by which they were split
//! into words: an index by other rules is made again when a program opens the database. So a transaction that changes records knows exactly
//! which lists to change before it commits, and no write is missed.

mod block;
mod collect;
mod find;
mod key_set;
mod merge;
mod split;
mod texts;
mod update;

pub use self::find::find;
pub use self::key_set::KeySet;
pub use self::update::{are_all_current, index, is_current};

use folkmoot_model::resource::Resource;

/// The names of the tables of a resource's word index.
struct Tables {
    /// The table with the records.
    records: &'static str,
    /// The lists.
    words: String,
    /// The texts of changed and deleted records before their first change that is not indexed.
    earlier_texts: String,
}

impl Tables {
    fn new(resource: &Resource) -> Self {
        let records = resource.names.plural;
        Self { records, words: format!("{records}_words"), earlier_texts: format!("{records}_earlier_texts") }
    }
}
