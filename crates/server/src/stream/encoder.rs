//! Encoding records as lines or rows, and compressing them on the way.

use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;

use bytes::Bytes;
use folkmoot_model::resource::Resource;
use folkmoot_store::StoreError;
use folkmoot_store::formats::{RecordValues, csv, ndjson};

use crate::http_cache::{Coding, Compressor};
use crate::projection::Projection;

/// The maximum that is compressed between two calls of `before_part`.
const COMPRESSED_BYTES: usize = 16 << 10;

/// Writes the records of a stream.
pub struct Encoder<'a> {
    rows: Rows,
    fields: Option<&'a Projection>,
    /// What was not compressed yet.
    plain: Vec<u8>,
    /// The bytes that were taken last, for which the next ones reserve space.
    taken: usize,
    compressor: Option<Compressor<Output>>,
    output: Output,
}

/// What a record becomes.
enum Rows {
    Lines,
    /// The values of a record, and whether each is selected.
    Cells(csv::Dialect, RecordValues, Vec<bool>),
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
    /// An encoder of records with these fields: as NDJSON, or in this dialect of CSV, of which it has written the header row.
    pub fn new(
        resource: &Resource,
        fields: Option<&'a Projection>,
        csv: Option<csv::Dialect>,
        coding: Option<Coding>,
    ) -> io::Result<Self> {
        let output = Output::default();
        let compressor = coding.map(|coding| Compressor::new(coding, output.clone())).transpose()?;
        let returned = resource.fields.iter().filter(|field| field.is_returned).enumerate();
        let selected: Vec<(&str, bool)> = returned
            .map(|(position, field)| (field.name, fields.is_none_or(|fields| fields.selects(position))))
            .collect();
        let mut plain = Vec::new();
        let rows = if let Some(dialect) = csv {
            let names = selected.iter().filter(|(_, is_selected)| *is_selected).map(|(name, _)| *name);
            dialect.push_header(&mut plain, names);
            Rows::Cells(
                dialect,
                RecordValues::of(resource),
                selected.into_iter().map(|(_, is_selected)| is_selected).collect(),
            )
        } else {
            Rows::Lines
        };
        Ok(Self { rows, fields, plain, taken: 0, compressor, output })
    }

    /// Adds a record, given as JSON.
    pub fn push(&mut self, record: &[u8]) -> Result<(), StoreError> {
        if self.plain.is_empty() {
            self.plain.reserve(self.taken + self.taken / 8);
        }
        match &self.rows {
            Rows::Lines => {
                let start = self.plain.len();
                Projection::write(self.fields, record, &mut self.plain);
                ndjson::end_line(&mut self.plain, start);
                Ok(())
            }
            Rows::Cells(dialect, values, selected) => {
                let mut cells = Vec::with_capacity(selected.len());
                values.split(record, &mut cells)?;
                let cells = cells.into_iter().zip(selected).filter(|(_, is_selected)| **is_selected);
                dialect.push_record(&mut self.plain, cells.map(|(cell, _)| cell))
            }
        }
    }

    /// The number of bytes that were added since the last chunk, before compression.
    pub fn pending(&self) -> usize {
        self.plain.len()
    }

    /// The bytes that can be sent; with `flush`, of all records that were added. `before_part` runs before each part is compressed, and
    /// may wait.
    pub fn take(&mut self, flush: bool, before_part: impl Fn()) -> io::Result<Bytes> {
        let Some(compressor) = &mut self.compressor else {
            self.taken = self.plain.len();
            return Ok(Bytes::from(std::mem::take(&mut self.plain)));
        };
        for part in self.plain.chunks(COMPRESSED_BYTES) {
            before_part();
            compressor.write_all(part)?;
        }
        self.plain.clear();
        if flush {
            compressor.flush()?;
        }
        Ok(Bytes::from(self.output.0.take()))
    }

    /// The last bytes.
    pub fn finish(mut self) -> io::Result<Bytes> {
        let pending = self.take(false, || ())?;
        let Some(compressor) = self.compressor.take() else { return Ok(pending) };
        compressor.finish()?;
        let rest = self.output.0.take();
        Ok(if rest.is_empty() { pending } else { [&pending[..], &rest].concat().into() })
    }
}
