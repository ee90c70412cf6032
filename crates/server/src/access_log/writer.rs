//! The thread that writes the access log.

use std::fs::File;
use std::io::{self, Write as _};
use std::os::fd::AsFd as _;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use folkmoot_runtime::folders;
use folkmoot_settings::AccessLogTarget;
use tokio::sync::oneshot;

use super::{Line, Reason, count_dropped};

/// The size from which on collected lines are written although more are waiting.
const BATCH_BYTES: usize = 64 * 1024;
/// Minimum time between two lines in the log of the server about failed writes.
const REPORT_INTERVAL: Duration = Duration::from_mins(1);

/// A message to the writer.
pub enum Message {
    /// Write a line.
    Line(Box<Line>),
    /// Look whether the file must be opened again.
    Wake,
    /// Write all earlier lines, then confirm it.
    Flush(oneshot::Sender<()>),
}

/// Where the lines are written to.
pub struct Output {
    file: File,
    /// The path of the file; `None` for stdout.
    path: Option<PathBuf>,
}

impl Output {
    /// Opens the file, or stdout. A new file is readable by its owner alone, as all files of the process.
    pub fn open(target: &AccessLogTarget) -> io::Result<Self> {
        match target {
            // A descriptor of its own, because another thread may have locked stdout.
            AccessLogTarget::Stdout => {
                let file = File::from(io::stdout().as_fd().try_clone_to_owned()?);
                Ok(Self { file, path: None })
            }
            AccessLogTarget::File(path) => {
                let file = File::options().create(true).append(true).open(path)?;
                Ok(Self { file, path: Some(path.clone()) })
            }
        }
    }

    /// Fails if [`Self::open`] would fail. Creates no file.
    pub fn check(target: &AccessLogTarget) -> io::Result<()> {
        let AccessLogTarget::File(path) = target else { return Ok(()) };
        match File::options().append(true).open(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                if folders::is_writable(folders::parent(path)) { Ok(()) } else { Err(error) }
            }
            opened => opened.map(drop),
        }
    }

    fn reopen(&mut self) -> io::Result<()> {
        if let Some(path) = self.path.clone() {
            *self = Self::open(&AccessLogTarget::File(path))?;
        }
        Ok(())
    }

    /// Writes complete lines. What a failed write has written of them is removed from a file.
    fn write(&mut self, lines: &[u8]) -> io::Result<()> {
        let is_file = self.path.is_some();
        let before = if is_file { self.file.metadata().ok().map(|metadata| metadata.len()) } else { None };
        let written = self.file.write_all(lines);
        if written.is_err()
            && let Some(before) = before
        {
            let _ = self.file.set_len(before);
        }
        written
    }
}

/// Writes the lines that it receives, in batches.
pub struct Writer {
    output: Output,
    /// Whether the file must be opened again, because it was renamed.
    must_reopen: Arc<AtomicBool>,
    batch: Vec<u8>,
    lines: u64,
    /// When a failed write was last reported.
    reported: Option<Instant>,
}

impl Writer {
    /// A writer to this output, which it opens again when `must_reopen` becomes true.
    pub fn new(output: Output, must_reopen: Arc<AtomicBool>) -> Self {
        Self { output, must_reopen, batch: Vec::new(), lines: 0, reported: None }
    }

    /// Writes until the server ends.
    pub fn run(mut self, messages: &Receiver<Message>) {
        while let Ok(message) = messages.recv() {
            self.receive(message);
            while let Ok(message) = messages.try_recv() {
                self.receive(message);
                if self.batch.len() >= BATCH_BYTES {
                    self.write();
                }
            }
            self.write();
        }
    }

    fn receive(&mut self, message: Message) {
        match message {
            Message::Line(line) => {
                let length = self.batch.len();
                if serde_json::to_writer(&mut self.batch, &line).is_err() {
                    self.batch.truncate(length);
                    return;
                }
                self.batch.push(b'\n');
                self.lines += 1;
            }
            Message::Wake => {}
            Message::Flush(done) => {
                self.write();
                let _ = done.send(());
            }
        }
    }

    fn write(&mut self) {
        if self.must_reopen.swap(false, Ordering::AcqRel)
            && let Err(error) = self.output.reopen()
        {
            tracing::error!(%error, "failed to open the access log again; continuing with the previous file");
        }
        if self.batch.is_empty() {
            return;
        }
        if let Err(error) = self.output.write(&self.batch) {
            count_dropped(Reason::Write, self.lines);
            if self.reported.is_none_or(|reported| reported.elapsed() >= REPORT_INTERVAL) {
                self.reported = Some(Instant::now());
                tracing::error!(%error, lines = self.lines, "failed to write the access log; dropped lines");
            }
        }
        self.batch.clear();
        self.lines = 0;
    }
}
