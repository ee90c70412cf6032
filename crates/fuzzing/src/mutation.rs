//! Random changes of the inputs of a corpus, with a seed that repeats them.

use std::panic::{self, AssertUnwindSafe};
use std::time::{Duration, Instant};

use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{Config, RngAlgorithm, TestError, TestRng, TestRunner};

use crate::corpus::escaped;
use crate::targets::Target;

/// The number of inputs between two looks at the clock.
const BATCH: u32 = 16;
/// The maximum number of inputs that are tried to find a smaller one that fails.
const MAX_SHRINK_ITERATIONS: u32 = 1_000;
/// The maximum number of changes of one input.
const MAX_EDITS: usize = 6;

/// A change of an input.
#[derive(Debug, Clone)]
enum Edit {
    Replace(Index, u8),
    Flip(Index, u8),
    Insert(Index, Vec<u8>),
    /// Inserts a word of the target's dictionary.
    InsertWord(Index, Index),
    Delete(Index, usize),
    Repeat(Index, usize, usize),
    Truncate(Index),
    /// Inserts a part of another input.
    Splice(Index, Index, Index, usize),
}

fn any_edit() -> impl Strategy<Value = Edit> {
    let index = any::<Index>;
    prop_oneof![
        (index(), any::<u8>()).prop_map(|(at, byte)| Edit::Replace(at, byte)),
        (index(), 0..8_u8).prop_map(|(at, bit)| Edit::Flip(at, bit)),
        (index(), proptest::collection::vec(any::<u8>(), 1..4))
            .prop_map(|(at, bytes)| Edit::Insert(at, bytes)),
        (index(), b' '..=b'~').prop_map(|(at, byte)| Edit::Insert(at, vec![byte])),
        (index(), index()).prop_map(|(at, word)| Edit::InsertWord(at, word)),
        (index(), 1..16_usize).prop_map(|(at, length)| Edit::Delete(at, length)),
        (index(), 1..16_usize, 1..40_usize).prop_map(|(at, length, times)| Edit::Repeat(at, length, times)),
        index().prop_map(Edit::Truncate),
        (index(), index(), index(), 1..64_usize)
            .prop_map(|(at, other, from, length)| Edit::Splice(at, other, from, length)),
    ]
}

impl Edit {
    fn apply(&self, input: &mut Vec<u8>, corpus: &[Vec<u8>], dictionary: &[&str]) {
        let position = |at: &Index| at.index(input.len() + 1);
        match self {
            Self::Replace(at, byte) => {
                let at = position(at);
                input.splice(at..input.len().min(at + 1), [*byte]);
            }
            Self::Flip(at, bit) => {
                let at = position(at);
                if let Some(byte) = input.get_mut(at) {
                    *byte ^= 1 << bit;
                }
            }
            Self::Insert(at, bytes) => {
                let at = position(at);
                input.splice(at..at, bytes.iter().copied());
            }
            Self::InsertWord(at, word) if !dictionary.is_empty() => {
                let at = position(at);
                input.splice(at..at, dictionary[word.index(dictionary.len())].bytes());
            }
            Self::InsertWord(..) => {}
            Self::Delete(at, length) => {
                let at = position(at);
                input.drain(at..input.len().min(at + length));
            }
            Self::Repeat(at, length, times) => {
                let at = position(at);
                let end = input.len().min(at + length);
                let repeated = input[at..end].repeat(*times);
                input.splice(end..end, repeated);
            }
            Self::Truncate(at) => {
                let at = position(at);
                input.truncate(at);
            }
            Self::Splice(at, other, from, length) => {
                let at = position(at);
                let other = &corpus[other.index(corpus.len())];
                let from = from.index(other.len() + 1);
                let part = other[from..other.len().min(from + length)].to_vec();
                input.splice(at..at, part);
            }
        }
    }
}

/// Runs a target with every input of a corpus, and then with random changes of them until the time is over. Returns the
/// number of changed inputs. Panics with the smallest input that fails.
#[allow(clippy::print_stderr, reason = "the input that fails is printed")]
pub fn fuzz(target: &Target, corpus: &[Vec<u8>], duration: Duration, seed: u64) -> usize {
    assert!(!corpus.is_empty(), "the corpus of {} is empty", target.name);
    for input in corpus {
        if let Err(reason) = panic::catch_unwind(AssertUnwindSafe(|| (target.run)(input))) {
            eprintln!("{} failed for the input\n{}", target.name, escaped(input));
            panic::resume_unwind(reason);
        }
    }
    let started = Instant::now();
    let strategy = (any::<Index>(), proptest::collection::vec(any_edit(), 1..=MAX_EDITS));
    let mut executed = 0;
    for batch in 0_u64.. {
        if started.elapsed() >= duration {
            break;
        }
        let result = runner(seed, batch).run(&strategy, |(entry, edits)| {
            (target.run)(&changed(target, corpus, entry, &edits));
            Ok(())
        });
        match result {
            Ok(()) => executed += BATCH as usize,
            Err(TestError::Fail(reason, (entry, edits))) => {
                let input = changed(target, corpus, entry, &edits);
                panic!(
                    "{} failed with seed {seed} for the input\n{}\n{reason}",
                    target.name,
                    escaped(&input)
                );
            }
            Err(TestError::Abort(reason)) => panic!("{}: {reason}", target.name),
        }
    }
    executed
}

/// A runner stops after its number of cases, so that each batch has its own.
fn runner(seed: u64, batch: u64) -> TestRunner {
    let config = Config {
        cases: BATCH,
        failure_persistence: None,
        max_shrink_iters: MAX_SHRINK_ITERATIONS,
        ..Config::default()
    };
    let mut seeds = [0; 32];
    seeds[..8].copy_from_slice(&seed.to_le_bytes());
    seeds[8..16].copy_from_slice(&batch.to_le_bytes());
    TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &seeds))
}

fn changed(target: &Target, corpus: &[Vec<u8>], entry: Index, edits: &[Edit]) -> Vec<u8> {
    let mut input = corpus[entry.index(corpus.len())].clone();
    for edit in edits {
        edit.apply(&mut input, corpus, target.dictionary);
    }
    input.truncate(target.max_bytes);
    input
}
