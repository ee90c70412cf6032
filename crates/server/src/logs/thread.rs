//! The thread that writes lines of the log.
//!
//! This is our own code because `tracing-appender` wakes its thread for each line, which costs more than to write it.

use std::io::{self, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tracing_subscriber::fmt::MakeWriter;

/// The maximum size of the lines that wait, in bytes: about two seconds of the most requests that a server can process.
const MAX_WAITING: usize = 8 << 20;
/// How long lines wait for others that are written with them.
const BATCH_TIME: Duration = Duration::from_millis(2);
/// The maximum time for the last lines, because nobody may read what they are written to.
const END_TIMEOUT: Duration = Duration::from_secs(1);

/// Ends the thread when it is dropped, after it has written the lines that wait.
#[derive(Debug)]
pub struct LogThread(Arc<Queue>);

/// Passes lines to the thread. Each write is a line.
#[derive(Debug, Clone)]
pub struct QueuedLines(Arc<Queue>);

#[derive(Debug, Default)]
struct Queue {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    waiting: Vec<u8>,
    lost: u64,
    is_ending: bool,
    has_ended: bool,
}

impl LogThread {
    /// Starts a thread that writes to `out`.
    pub fn start(mut out: impl Write + Send + 'static) -> io::Result<(Self, QueuedLines)> {
        let queue = Arc::new(Queue::default());
        let lines = Arc::clone(&queue);
        std::thread::Builder::new().name("log".to_owned()).spawn(move || lines.write_to(&mut out))?;
        Ok((Self(Arc::clone(&queue)), QueuedLines(queue)))
    }
}

impl Drop for LogThread {
    fn drop(&mut self) {
        let Self(queue) = self;
        let mut state = queue.state();
        state.is_ending = true;
        queue.changed.notify_all();
        let _ = queue.changed.wait_timeout_while(state, END_TIMEOUT, |state| !state.has_ended);
    }
}

impl QueuedLines {
    /// The number of lines that were lost, because they arrived faster than they could be written.
    pub fn lost(&self) -> u64 {
        self.0.state().lost
    }
}

impl Queue {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn write_to(&self, out: &mut impl Write) {
        let mut batch = Vec::new();
        loop {
            let is_idle = |state: &mut State| state.waiting.is_empty() && !state.is_ending;
            let state =
                self.changed.wait_while(self.state(), is_idle).unwrap_or_else(PoisonError::into_inner);
            let more = self.changed.wait_timeout_while(state, BATCH_TIME, |state| !state.is_ending);
            let (mut state, _) = more.unwrap_or_else(PoisonError::into_inner);
            std::mem::swap(&mut state.waiting, &mut batch);
            let is_ending = state.is_ending;
            drop(state);
            // There is nowhere to report an error of the log.
            let _ = out.write_all(&batch);
            batch.clear();
            if is_ending {
                break;
            }
        }
        self.state().has_ended = true;
        self.changed.notify_all();
    }
}

impl Write for QueuedLines {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        let mut state = self.0.state();
        if state.has_ended {
            drop(state);
            return io::stderr().write(line);
        }
        let is_first = state.waiting.is_empty();
        if state.waiting.len() + line.len() > MAX_WAITING {
            state.lost += 1;
        } else {
            state.waiting.extend_from_slice(line);
        }
        drop(state);
        if is_first {
            self.0.changed.notify_all();
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl MakeWriter<'_> for QueuedLines {
    type Writer = Self;

    fn make_writer(&self) -> Self {
        self.clone()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use std::sync::mpsc::{Receiver, channel};

    use super::*;

    /// Writes when it is permitted to.
    struct Held(Receiver<()>, Arc<Mutex<Vec<u8>>>);

    impl Write for Held {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.recv().map_err(io::Error::other)?;
            self.1.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn the_last_lines_are_written_in_their_order() {
        let (permit, permits) = channel();
        let written = Arc::new(Mutex::new(Vec::new()));
        let (thread, lines) = LogThread::start(Held(permits, Arc::clone(&written))).unwrap();
        for number in 0..1000 {
            lines.clone().write_all(format!("{number}\n").as_bytes()).unwrap();
        }
        // At most one batch for each line.
        (0..1000).for_each(|_| permit.send(()).unwrap());
        drop(thread);
        let expected = (0..1000).map(|number| format!("{number}\n")).collect::<Vec<_>>().concat();
        assert_eq!(String::from_utf8(written.lock().unwrap().clone()).unwrap(), expected);
        assert_eq!(lines.lost(), 0);
    }

    #[test]
    fn lines_that_nobody_reads_are_lost_and_counted() {
        let (permit, permits) = channel::<()>();
        let (thread, mut lines) = LogThread::start(Held(permits, Arc::default())).unwrap();
        let line = vec![b'x'; MAX_WAITING / 4];
        (0..12).for_each(|_| lines.write_all(&line).unwrap());
        assert!((4..=8).contains(&lines.lost()), "{}", lines.lost());
        drop(permit);
        drop(thread);
    }
}
