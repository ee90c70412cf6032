//! Newline-delimited JSON, one record a line, without an allocation a field.

use std::io::{self, Write};

use jiff::Timestamp;
use jiff::fmt::temporal::DateTimePrinter;
use serde::Serialize;
use uuid::Uuid;

use crate::moment::{DAY, Moment};
use crate::texts::{Coverage, Locale};

const TIMESTAMPS: DateTimePrinter = DateTimePrinter::new().precision(Some(3));
/// How many bytes are gathered before they are handed on.
const CHUNK: usize = 1 << 16;

/// Where the lines of one resource go.
pub struct Lines<'a> {
    out: &'a mut dyn Write,
    buffer: Vec<u8>,
    scratch: String,
    count: u64,
}

impl<'a> Lines<'a> {
    /// Lines to this writer.
    pub fn new(out: &'a mut dyn Write) -> Self {
        Self { out, buffer: Vec::with_capacity(2 * CHUNK), scratch: String::new(), count: 0 }
    }

    /// One line, filled field by field.
    pub fn record(&mut self, fill: impl FnOnce(&mut Record<'_>)) -> io::Result<()> {
        let mut record =
            Record { buffer: &mut self.buffer, scratch: &mut self.scratch, empty: true, failure: None };
        record.buffer.push(b'{');
        fill(&mut record);
        if let Some(failure) = record.failure {
            return Err(failure);
        }
        self.buffer.extend_from_slice(b"}\n");
        self.count += 1;
        if self.buffer.len() >= CHUNK { self.hand_on() } else { Ok(()) }
    }

    /// Hands on what is left and tells how many lines there were.
    pub fn finish(mut self) -> io::Result<u64> {
        self.hand_on()?;
        Ok(self.count)
    }

    fn hand_on(&mut self) -> io::Result<()> {
        self.out.write_all(&self.buffer)?;
        self.buffer.clear();
        Ok(())
    }
}

/// A record that is being written.
pub struct Record<'a> {
    buffer: &'a mut Vec<u8>,
    scratch: &'a mut String,
    empty: bool,
    failure: Option<io::Error>,
}

impl Record<'_> {
    /// An id.
    pub fn id(&mut self, key: &str, value: Uuid) {
        self.maybe_id(key, Some(value));
    }

    /// An id, or null.
    pub fn maybe_id(&mut self, key: &str, value: Option<Uuid>) {
        self.key(key);
        let Some(value) = value else { return self.raw("null") };
        let mut text = Uuid::encode_buffer();
        let text = value.hyphenated().encode_lower(&mut text);
        self.raw("\"");
        self.raw(text);
        self.raw("\"");
    }

    /// Anything that is JSON by itself: texts, numbers, lists, null.
    pub fn field(&mut self, key: &str, value: impl Serialize) {
        self.key(key);
        self.value(&value);
    }

    /// A moment.
    pub fn moment(&mut self, key: &str, value: Moment) {
        self.maybe_moment(key, Some(value));
    }

    /// A moment, or null.
    pub fn maybe_moment(&mut self, key: &str, value: Option<Moment>) {
        self.key(key);
        let Some(value) = value else { return self.raw("null") };
        self.raw("\"");
        self.timestamp(value);
        self.raw("\"");
    }

    /// A day by its number since 1970, or null.
    pub fn maybe_day(&mut self, key: &str, value: Option<u64>) {
        self.key(key);
        let Some(day) = value else { return self.raw("null") };
        self.raw("\"");
        let start = self.buffer.len();
        self.timestamp(Moment(day * DAY));
        self.buffer.truncate(start + "YYYY-MM-DD".len());
        self.raw("\"");
    }

    /// A map of texts in the locales that are covered.
    pub fn localised(&mut self, key: &str, coverage: Coverage, text: impl Fn(Locale, &mut String)) {
        self.key(key);
        self.raw("{");
        let mut scratch = std::mem::take(self.scratch);
        let mut first = true;
        for locale in Locale::ALL {
            let Some(filled) = coverage.of(locale) else { continue };
            scratch.clear();
            if filled {
                text(locale, &mut scratch);
            }
            self.raw(if first { "\"" } else { ",\"" });
            self.raw(locale.code());
            self.raw("\":");
            self.value(&scratch);
            first = false;
        }
        *self.scratch = scratch;
        self.raw("}");
    }

    fn key(&mut self, key: &str) {
        self.raw(if self.empty { "\"" } else { ",\"" });
        self.raw(key);
        self.raw("\":");
        self.empty = false;
    }

    fn raw(&mut self, text: &str) {
        self.buffer.extend_from_slice(text.as_bytes());
    }

    fn value(&mut self, value: &impl Serialize) {
        if let Err(error) = serde_json::to_writer(&mut *self.buffer, value) {
            self.failure.get_or_insert(error.into());
        }
    }

    fn timestamp(&mut self, value: Moment) {
        let written = i64::try_from(value.0)
            .map_err(io::Error::other)
            .and_then(|value| Timestamp::from_millisecond(value).map_err(io::Error::other))
            .and_then(|value| {
                TIMESTAMPS.print_timestamp(&value, &mut *self.buffer).map_err(io::Error::other)
            });
        if let Err(error) = written {
            self.failure.get_or_insert(error);
        }
    }
}
