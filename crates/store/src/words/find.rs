//! Searching the word index.

use folkmoot_database::executor::Executor;
use folkmoot_model::resource::Resource;

use super::Tables;
use super::collect::is_long;
use super::key_set::KeySet;
use super::split::words;
use crate::StoreError;

/// The keys of the records that contain every word of a text, as a word or as the beginning of one; no records if the
/// text contains no word.
pub fn find(executor: &dyn Executor, resource: &Resource, text: &str) -> Result<KeySet, StoreError> {
    let table = Tables::new(resource).words;
    let mut found: Option<KeySet> = None;
    for word in wanted_words(text) {
        let among = match &found {
            None => (0, i64::MAX),
            Some(found) => match found.blocks() {
                None => break,
                Some(blocks) => blocks,
            },
        };
        let records = records_with(executor, &table, &word, among)?;
        match &mut found {
            None => found = Some(records),
            Some(found) => found.intersect(&records),
        }
    }
    Ok(found.unwrap_or_default())
}

/// The distinct words of a text without those that begin another one, longest first: long words are rare, and the
/// others are only read in the blocks that remain.
fn wanted_words(text: &str) -> Vec<String> {
    let sorted = words(text);
    let mut wanted: Vec<String> = sorted
        .iter()
        .zip(sorted.iter().skip(1).map(Some).chain([None]))
        .filter(|(word, next)| next.is_none_or(|next| !next.starts_with(word.as_str())))
        .map(|(word, _)| word.clone())
        .collect();
    wanted.sort_by_key(|word| std::cmp::Reverse(word.len()));
    wanted
}

/// The keys of the records with a word or with words that begin with it, in a range of blocks.
fn records_with(
    executor: &dyn Executor,
    table: &str,
    word: &str,
    (first, last): (i64, i64),
) -> Result<KeySet, StoreError> {
    let mut records = KeySet::default();
    let condition = if is_long(word) { "word >= ?1 AND word < ?4" } else { "word = ?1" };
    let sql = format!("SELECT block, keys FROM {table} WHERE {condition} AND block >= ?2 AND block <= ?3");
    let mut parameters = vec![word.as_bytes().into(), first.into(), last.into()];
    if is_long(word) {
        // No UTF-8 text contains this byte.
        parameters.push([word.as_bytes(), &[0xff]].concat().as_slice().into());
    }
    executor.query(&sql, &parameters, &mut |row| {
        records.add(row.required_integer(0)?, row.bytes(1)?.unwrap_or_default())
    })?;
    Ok(records)
}

#[cfg(test)]
mod tests {
    use super::wanted_words;

    #[test]
    fn words_that_begin_another_one_need_no_search() {
        assert_eq!(wanted_words("a parks Park! about pa"), ["about", "parks"]);
        assert!(wanted_words("-- ..").is_empty());
    }
}
