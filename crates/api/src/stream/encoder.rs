//! Writing records in a format, and compressing them on the way.

use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;

use bytes::Bytes;
use folkmoot_codings::{Coding, Compressor};
use folkmoot_store::StoreError;

use crate::formats::{Format, ListContent, RecordWriter};

/// Writes the records of a stream.
pub struct Encoder<'a> {
    writer: Box<dyn RecordWriter + 'a>,
    /// What was not compressed yet.
    plain: Vec<u8>,
    /// The bytes that were taken last, for which the next ones reserve space.
    taken: usize,
    compressor: Option<Compressor<Output>>,
    output: Output,
}

/// What a compressor has written.
#[derive(Clone, Default)]
pub struct Output(Rc<RefCell<Vec<u8>>>);

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'a> Encoder<'a> {
    /// An encoder of a list in a format, of which it has written the beginning.
    pub fn new(format: Format, list: &ListContent<'a>, coding: Option<Coding>) -> io::Result<Self> {
        let output = Output::default();
        let compressor = coding.map(|coding| Compressor::new(coding, output.clone())).transpose()?;
        let mut plain = Vec::new();
        let writer = format.begin(list, &mut plain);
        Ok(Self { writer, plain, taken: 0, compressor, output })
    }

    /// Adds a record, given as JSON.
    pub fn push(&mut self, record: &[u8]) -> Result<(), StoreError> {
        if self.plain.is_empty() {
            self.plain.reserve(self.taken + self.taken / 8);
        }
        self.writer.record(record, &mut self.plain)
    }

    /// The number of bytes that were added since the last chunk, before compression.
    pub fn pending(&self) -> usize {
        self.plain.len()
    }

    /// The bytes that can be sent; with `flush`, of all records that were added.
    pub fn take(&mut self, flush: bool) -> io::Result<Bytes> {
        let Some(compressor) = &mut self.compressor else {
            self.taken = self.plain.len();
            return Ok(Bytes::from(std::mem::take(&mut self.plain)));
        };
        compressor.write_all(&self.plain)?;
        self.plain.clear();
        if flush {
            compressor.flush()?;
        }
        Ok(Bytes::from(self.output.0.take()))
    }

    /// The last bytes.
    pub fn finish(mut self) -> io::Result<Bytes> {
        self.writer.end(&mut self.plain);
        let pending = self.take(false)?;
        let Some(compressor) = self.compressor.take() else { return Ok(pending) };
        compressor.finish()?;
        let rest = self.output.0.take();
        Ok(if rest.is_empty() { pending } else { [&pending[..], &rest].concat().into() })
    }
}
