//! Writes records as newline-delimited JSON, without an allocation per field.

use std::io::{self, Write};

use jiff::fmt::temporal::DateTimePrinter;
use serde::Serialize;
use uuid::Uuid;

use crate::content::{Coverage, Locale, Text};
use crate::placeholders::Placeholders;
use crate::timestamp::{DAY, Timestamp};

/// Timestamps have milliseconds.
const TIMESTAMPS: DateTimePrinter = DateTimePrinter::new().precision(Some(3));
/// The number of bytes that are buffered before they are written.
const CHUNK: usize = 1 << 16;

/// Writes the records of one resource.
pub struct NdjsonWriter<'a> {
    out: &'a mut dyn Write,
    buffer: Vec<u8>,
    scratch: String,
    count: u64,
}

impl<'a> NdjsonWriter<'a> {
    /// A writer to `out`.
    pub fn new(out: &'a mut dyn Write) -> Self {
        Self { out, buffer: Vec::with_capacity(2 * CHUNK), scratch: String::new(), count: 0 }
    }

    /// Writes one record, whose fields `fill` writes.
    pub fn record(&mut self, fill: impl FnOnce(&mut RecordWriter<'_>)) -> io::Result<()> {
        let mut record =
            RecordWriter { buffer: &mut self.buffer, scratch: &mut self.scratch, empty: true, failure: None };
        record.buffer.push(b'{');
        fill(&mut record);
        if let Some(failure) = record.failure {
            return Err(failure);
        }
        self.buffer.extend_from_slice(b"}\n");
        self.count += 1;
        if self.buffer.len() >= CHUNK { self.flush() } else { Ok(()) }
    }

    /// Writes what is still buffered and returns the number of records.
    pub fn finish(mut self) -> io::Result<u64> {
        self.flush()?;
        Ok(self.count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.write_all(&self.buffer)?;
        self.buffer.clear();
        Ok(())
    }
}

/// Writes the fields of one record, in the order of the calls.
pub struct RecordWriter<'a> {
    buffer: &'a mut Vec<u8>,
    scratch: &'a mut String,
    empty: bool,
    /// The first error, which ends the output.
    failure: Option<io::Error>,
}

impl RecordWriter<'_> {
    /// An id, or null.
    pub fn id(&mut self, key: &str, value: impl Into<Option<Uuid>>) {
        self.key(key);
        let Some(value) = value.into() else { return self.raw("null") };
        let mut text = Uuid::encode_buffer();
        let text = value.hyphenated().encode_lower(&mut text);
        self.raw("\"");
        self.raw(text);
        self.raw("\"");
    }

    /// A string, number, list, map or null.
    pub fn field(&mut self, key: &str, value: impl Serialize) {
        self.key(key);
        self.value(&value);
    }

    /// A timestamp, or null.
    pub fn timestamp(&mut self, key: &str, value: impl Into<Option<Timestamp>>) {
        self.key(key);
        let Some(value) = value.into() else { return self.raw("null") };
        self.raw("\"");
        self.print(value);
        self.raw("\"");
    }

    /// `created_at` and `updated_at`.
    pub fn timestamps(&mut self, created: Timestamp, updated: Timestamp) {
        self.timestamp("created_at", created);
        self.timestamp("updated_at", updated);
    }

    /// A date as the number of days since 1970-01-01, or null.
    pub fn date(&mut self, key: &str, value: impl Into<Option<u64>>) {
        self.key(key);
        let Some(day) = value.into() else { return self.raw("null") };
        self.raw("\"");
        let start = self.buffer.len();
        self.print(Timestamp(day * DAY));
        self.buffer.truncate(start + "YYYY-MM-DD".len());
        self.raw("\"");
    }

    /// A map of languages to texts, with the languages that are covered. `append` appends the text of one.
    pub fn multiloc(&mut self, key: &str, coverage: Coverage, append: impl Fn(Locale, &mut String)) {
        self.key(key);
        self.raw("{");
        let mut scratch = std::mem::take(self.scratch);
        let mut first = true;
        for locale in Locale::ALL {
            let Some(filled) = coverage.of(locale) else { continue };
            scratch.clear();
            if filled {
                append(locale, &mut scratch);
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

    /// A map of languages to a text without placeholders.
    pub fn text(&mut self, key: &str, coverage: Coverage, text: &Text) {
        self.multiloc(key, coverage, |locale, out| out.push_str(text.get(locale)));
    }

    /// A map of languages to a text with placeholders.
    pub fn filled(&mut self, key: &str, coverage: Coverage, text: &Text, values: &Placeholders) {
        self.multiloc(key, coverage, |locale, out| values.fill(text, locale, out));
    }

    /// A map of languages to a text with placeholders, as an HTML paragraph.
    pub fn paragraph(&mut self, key: &str, coverage: Coverage, text: &Text, values: &Placeholders) {
        self.multiloc(key, coverage, |locale, out| {
            out.push_str("<p>");
            values.fill(text, locale, out);
            out.push_str("</p>");
        });
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

    fn print(&mut self, value: Timestamp) {
        let result = i64::try_from(value.0)
            .map_err(io::Error::other)
            .and_then(|value| jiff::Timestamp::from_millisecond(value).map_err(io::Error::other))
            .and_then(|value| {
                TIMESTAMPS.print_timestamp(&value, &mut *self.buffer).map_err(io::Error::other)
            });
        if let Err(error) = result {
            self.failure.get_or_insert(error);
        }
    }
}
