//! The pages that wait for their rows.

use std::collections::VecDeque;
use std::time::Instant;

use tokio::sync::oneshot;
use tokio_postgres::Row;

use crate::StoreError;

/// How many keys one statement is given at the most, unless a single page has more.
const MOST_KEYS: usize = 256;

/// What a page gets.
pub type Answer = Result<Vec<Row>, StoreError>;

/// Pages that wait, first come, first served, and how many read for them. Nobody waits without a reader.
#[derive(Debug, Default)]
pub struct Line {
    waiting: VecDeque<Wanted>,
    readers: usize,
}

/// The rows of a page, and who waits for them.
#[derive(Debug)]
pub struct Wanted {
    /// The rows' keys.
    pub keys: Vec<i64>,
    since: Instant,
    page: oneshot::Sender<Answer>,
}

impl Wanted {
    /// Gives the page what was read for it. Nobody takes it where the page's caller has gone away.
    pub fn answer(self, answer: Answer) {
        let _ = self.page.send(answer);
    }
}

impl Line {
    /// Takes a place at the end. Whether one more reader is to come, of whom there may be so many.
    pub fn join(&mut self, keys: &[i64], most_readers: usize) -> (oneshot::Receiver<Answer>, bool) {
        let (page, answer) = oneshot::channel();
        self.waiting.push_back(Wanted { keys: keys.to_vec(), since: Instant::now(), page });
        let needs_reader = self.readers < most_readers;
        self.readers += usize::from(needs_reader);
        (answer, needs_reader)
    }

    /// Whether there is something to do for the reader that asks; if not, it is done.
    pub fn keeps_reader(&mut self) -> bool {
        let is_needed = !self.waiting.is_empty();
        if !is_needed {
            self.readers = self.readers.saturating_sub(1);
        }
        is_needed
    }

    /// Lets out the first of those who still wait, as many as one statement reads for.
    pub fn take(&mut self) -> Vec<Wanted> {
        let mut batch: Vec<Wanted> = Vec::new();
        let mut room = MOST_KEYS;
        while let Some(wanted) =
            self.waiting.pop_front_if(|first| batch.is_empty() || first.keys.len() <= room)
        {
            if !wanted.page.is_closed() {
                room = room.saturating_sub(wanted.keys.len());
                batch.push(wanted);
            }
        }
        batch
    }

    /// Lets out all who have waited since then or longer.
    pub fn take_before(&mut self, then: Instant) -> Vec<Wanted> {
        std::iter::from_fn(|| self.waiting.pop_front_if(|first| first.since <= then)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(line: &mut Line) -> Vec<i64> {
        line.take().iter().filter_map(|wanted| wanted.keys.first().copied()).collect()
    }

    #[test]
    fn as_many_are_taken_as_one_statement_reads_for() {
        let mut line = Line::default();
        let page = |first: i64| (first..first + 100).collect::<Vec<_>>();
        let _waiting: Vec<_> = (0..5).map(|number| line.join(&page(number), 1)).collect();
        assert_eq!(taken(&mut line), [0, 1]);
        assert_eq!(taken(&mut line), [2, 3]);
        assert!(line.keeps_reader());
        assert_eq!(taken(&mut line), [4]);
        assert!(!line.keeps_reader());
    }

    #[test]
    fn a_page_with_more_keys_is_taken_alone() {
        let mut line = Line::default();
        let keys = [vec![1; MOST_KEYS * 2], vec![2], vec![3; MOST_KEYS * 2]];
        let _waiting = keys.map(|keys| line.join(&keys, 1));
        for expected in 1..=3 {
            assert_eq!(taken(&mut line), [expected]);
        }
    }

    #[test]
    fn whoever_has_given_up_is_left_out() {
        let mut line = Line::default();
        let _waiting = line.join(&[1], 1);
        drop(line.join(&[2], 1));
        let _too = line.join(&[3], 1);
        assert_eq!(taken(&mut line), [1, 3]);
    }

    #[test]
    fn only_those_are_given_up_who_have_waited_as_long() {
        let mut line = Line::default();
        let _early = [line.join(&[1], 1), line.join(&[2], 1)];
        let then = Instant::now();
        while Instant::now() == then {}
        let _late = line.join(&[3], 1);
        assert_eq!(line.take_before(then).len(), 2);
        assert_eq!(taken(&mut line), [3]);
    }

    #[test]
    fn nobody_waits_without_a_reader() {
        let mut line = Line::default();
        let pages: Vec<_> = (0..4).map(|key| line.join(&[key], 2)).collect();
        let needs_reader: Vec<bool> = pages.iter().map(|(_, needs_reader)| *needs_reader).collect();
        assert_eq!(needs_reader, [true, true, false, false]);
        assert_eq!(taken(&mut line), [0, 1, 2, 3]);
        assert!(!line.keeps_reader());
        // The other one still reads.
        assert!(line.join(&[4], 2).1);
        assert!(!line.join(&[5], 2).1);
    }
}
