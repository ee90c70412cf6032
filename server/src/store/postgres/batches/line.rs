//! The pages that wait for their rows.

use std::collections::VecDeque;

use tokio::sync::oneshot;
use tokio_postgres::Row;

use crate::store::StoreError;

/// How many keys one statement is given at the most, unless a single page has more.
const MOST_KEYS: usize = 256;

/// What a page gets.
pub type Answer = Result<Vec<Row>, StoreError>;

/// Pages that wait, first come, first served.
#[derive(Debug, Default)]
pub struct Line(VecDeque<Wanted>);

/// The rows of a page, and who waits for them.
#[derive(Debug)]
pub struct Wanted {
    /// The rows' keys.
    pub keys: Vec<i64>,
    page: oneshot::Sender<Answer>,
}

impl Wanted {
    /// Gives the page what was read for it. Nobody takes it where the page's caller has gone away.
    pub fn answer(self, answer: Answer) {
        let _ = self.page.send(answer);
    }
}

impl Line {
    /// Takes a place at the end.
    pub fn join(&mut self, keys: &[i64]) -> oneshot::Receiver<Answer> {
        // While there is no connection to be had, nobody else clears away those who have given up.
        while self.0.pop_front_if(|first| first.page.is_closed()).is_some() {}
        let (page, answer) = oneshot::channel();
        self.0.push_back(Wanted { keys: keys.to_vec(), page });
        answer
    }

    /// Lets out the first of those who still wait, as many as one statement reads for.
    pub fn take(&mut self) -> Vec<Wanted> {
        let mut batch: Vec<Wanted> = Vec::new();
        let mut room = MOST_KEYS;
        while let Some(wanted) = self.0.pop_front_if(|first| batch.is_empty() || first.keys.len() <= room) {
            if !wanted.page.is_closed() {
                room = room.saturating_sub(wanted.keys.len());
                batch.push(wanted);
            }
        }
        batch
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
        let _waiting: Vec<_> = (0..5).map(|number| line.join(&page(number))).collect();
        assert_eq!(taken(&mut line), [0, 1]);
        assert_eq!(taken(&mut line), [2, 3]);
        assert_eq!(taken(&mut line), [4]);
        assert_eq!(taken(&mut line), [] as [i64; 0]);
    }

    #[test]
    fn a_page_with_more_keys_is_taken_alone() {
        let mut line = Line::default();
        let _waiting = [vec![1; MOST_KEYS * 2], vec![2], vec![3; MOST_KEYS * 2]].map(|keys| line.join(&keys));
        assert_eq!([taken(&mut line), taken(&mut line), taken(&mut line)], [[1], [2], [3]]);
    }

    #[test]
    fn whoever_has_given_up_takes_no_place() {
        let mut line = Line::default();
        for _ in 0..1000 {
            drop(line.join(&[1; 24]));
        }
        assert_eq!(line.0.len(), 1);
        let _waiting = line.join(&[2]);
        drop(line.join(&[1]));
        let _too = line.join(&[3]);
        assert_eq!(taken(&mut line), [2, 3]);
    }
}
