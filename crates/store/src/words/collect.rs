//! Collecting the words of the records of one block.
//!
//! A word is found by its beginnings. For each beginning of up to [`MAX_BEGINNING`] letters, and for each longer word, there
//! is one list of records. So the search for a short beginning reads one list, and the search for a longer one reads the
//! few lists that begin with it.

use std::collections::HashMap;

use folkmoot_model::resource::SearchedField;

use super::split::Splitter;
use super::texts;
use crate::StoreError;

/// The greatest number of letters of a beginning that has a list.
pub const MAX_BEGINNING: usize = 6;
/// The number of known words from which on they are forgotten after a block, to bound the memory.
const MAX_KNOWN: usize = 300_000;

/// The changes of one list in a block.
#[derive(Debug)]
pub struct ListChange {
    /// The beginning or word.
    pub term: Box<str>,
    /// The offsets of records whose earlier texts contain it, ascending.
    pub removed: Vec<u16>,
    /// The offsets of records whose current texts contain it, ascending.
    pub added: Vec<u16>,
}

/// The texts of a record, in the order of the searched fields.
#[derive(Debug)]
pub struct RecordTexts {
    /// The position of the record in its block.
    pub offset: u16,
    /// Whether these are earlier texts, which are not searched any more.
    pub is_removed: bool,
    /// The JSON of all locales; `None` for null.
    pub texts: Vec<Option<String>>,
}

/// Collects the lists of one block after the other. Words of earlier blocks remain known, because most occur again.
#[derive(Debug, Default)]
pub struct Collector {
    splitter: Splitter,
    known: HashMap<Box<str>, KnownWord>,
    terms: HashMap<Box<str>, u32>,
    lists: Vec<List>,
    /// The lists that this block changes.
    changed: Vec<u32>,
    /// The number of the current texts.
    visit: u64,
}

#[derive(Debug)]
struct KnownWord {
    /// The lists to which its records belong.
    lists: Box<[u32]>,
    /// The texts in which it was last found.
    visit: u64,
}

#[derive(Debug)]
struct List {
    term: Box<str>,
    /// The texts from which the list was last changed.
    visit: u64,
    removed: Vec<u16>,
    added: Vec<u16>,
}

impl Collector {
    /// Adds the words of a record. Records of a block are added in ascending order, the earlier texts of all before the
    /// current ones.
    pub fn add(&mut self, fields: &[SearchedField], record: &RecordTexts) -> Result<(), StoreError> {
        self.visit += 1;
        let mut splitter = std::mem::take(&mut self.splitter);
        for (field, text) in fields.iter().zip(&record.texts) {
            if let Some(text) = text {
                texts::each_word(*field, text, &mut splitter, &mut |word| self.add_word(word, record))?;
            }
        }
        self.splitter = splitter;
        Ok(())
    }

    /// The changes of all lists of the block, in no order.
    pub fn finish_block(&mut self) -> Vec<ListChange> {
        let touched = std::mem::take(&mut self.changed);
        let changes = touched.iter().map(|list| {
            let list = &mut self.lists[*list as usize];
            ListChange {
                term: list.term.clone(),
                removed: std::mem::take(&mut list.removed),
                added: std::mem::take(&mut list.added),
            }
        });
        let collected = changes.collect();
        if self.known.len() > MAX_KNOWN {
            *self = Self { visit: self.visit, ..Self::default() };
        }
        collected
    }

    fn add_word(&mut self, word: &str, record: &RecordTexts) {
        let visit = self.visit;
        if !self.known.contains_key(word) {
            let lists = terms_of(word).map(|term| self.list(term)).collect();
            self.known.insert(word.into(), KnownWord { lists, visit: 0 });
        }
        let Some(known) = self.known.get_mut(word) else { return };
        if std::mem::replace(&mut known.visit, visit) == visit {
            return;
        }
        for number in &known.lists {
            let list = &mut self.lists[*number as usize];
            if std::mem::replace(&mut list.visit, visit) == visit {
                continue;
            }
            if list.removed.is_empty() && list.added.is_empty() {
                self.changed.push(*number);
            }
            if record.is_removed { &mut list.removed } else { &mut list.added }.push(record.offset);
        }
    }

    fn list(&mut self, term: &str) -> u32 {
        if let Some(list) = self.terms.get(term) {
            return *list;
        }
        let number = u32::try_from(self.lists.len()).unwrap_or(u32::MAX);
        self.terms.insert(term.into(), number);
        self.lists.push(List { term: term.into(), visit: 0, removed: Vec::new(), added: Vec::new() });
        number
    }
}

/// The terms of the lists to which the records with a word belong.
fn terms_of(word: &str) -> impl Iterator<Item = &str> {
    let ends = word.char_indices().map(|(start, letter)| start + letter.len_utf8()).take(MAX_BEGINNING);
    let beginnings = ends.map(|end| &word[..end]);
    beginnings.chain(is_long(word).then_some(word))
}

/// Whether a word is longer than the beginnings that have lists.
pub fn is_long(word: &str) -> bool {
    word.chars().nth(MAX_BEGINNING).is_some()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use folkmoot_model::resource::TextFormat;

    use super::*;

    #[test]
    fn a_record_is_in_the_lists_of_all_beginnings_and_long_words_once() {
        let fields = [SearchedField { name: "title", format: TextFormat::Plain }];
        let mut collector = Collector::default();
        for (offset, is_removed, text) in
            [(7, true, "old"), (7, false, "été étés"), (9, false, "cyclists cyclist")]
        {
            let texts = vec![Some(format!("{{\"en\":\"{text}\"}}"))];
            collector.add(&fields, &RecordTexts { offset, is_removed, texts }).unwrap();
        }
        let mut changes: Vec<_> = collector
            .finish_block()
            .into_iter()
            .map(|change| (change.term.into_string(), change.removed, change.added))
            .collect();
        changes.sort();
        let of = |term: &str, added: u16| (term.to_owned(), vec![], vec![added]);
        let removed = |term: &str| (term.to_owned(), vec![7], vec![]);
        let expected = [
            of("c", 9),
            of("cy", 9),
            of("cyc", 9),
            of("cycl", 9),
            of("cycli", 9),
            of("cyclis", 9),
            of("cyclist", 9),
            of("cyclists", 9),
            of("e", 7),
            of("et", 7),
            of("ete", 7),
            of("etes", 7),
            removed("o"),
            removed("ol"),
            removed("old"),
        ];
        assert_eq!(changes, expected);
        assert!(collector.finish_block().is_empty());
    }
}
