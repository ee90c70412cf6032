//! Values in a file, one after another, each with its length and its checksum.

use std::fs::File;
use std::io::{self, Write};
use std::ops::Range;
use std::os::unix::fs::FileExt as _;

use borsh::{BorshDeserialize, BorshSerialize};

/// The bytes before a value: its length and its CRC-32, both little-endian.
const HEADER_BYTES: u64 = 8;

/// Writes values, and counts the bytes.
#[derive(Debug)]
pub struct BlockWriter<W> {
    writer: W,
    buffer: Vec<u8>,
    /// The position after the last value.
    pub end: u64,
}

impl<W: Write> BlockWriter<W> {
    /// Begins with an empty file.
    pub fn new(writer: W) -> Self {
        Self { writer, buffer: Vec::new(), end: 0 }
    }

    /// Appends a value.
    pub fn write(&mut self, value: &impl BorshSerialize) -> io::Result<()> {
        self.buffer.clear();
        value.serialize(&mut self.buffer)?;
        let length = u32::try_from(self.buffer.len()).map_err(io::Error::other)?;
        self.writer.write_all(&length.to_le_bytes())?;
        self.writer.write_all(&crc32fast::hash(&self.buffer).to_le_bytes())?;
        self.writer.write_all(&self.buffer)?;
        self.end += HEADER_BYTES + u64::from(length);
        Ok(())
    }

    /// The writer, after the last value.
    pub fn into_inner(self) -> W {
        self.writer
    }
}

/// Reads the values of a part of a file.
#[derive(Debug)]
pub struct BlockReader<'a> {
    file: &'a File,
    buffer: Vec<u8>,
    part: Range<u64>,
}

impl<'a> BlockReader<'a> {
    /// Begins with the first value of the part.
    pub fn new(file: &'a File, part: Range<u64>) -> Self {
        Self { file, buffer: Vec::new(), part }
    }

    /// Reads the next value. Fails with [`io::ErrorKind::InvalidData`] if it differs from the written value.
    pub fn read<T: BorshDeserialize>(&mut self) -> io::Result<T> {
        let [length, checksum] = [self.read_number()?, self.read_number()?];
        if u64::from(length) > self.part.end.saturating_sub(self.part.start) {
            return Err(invalid("a value is longer than its part"));
        }
        self.buffer.resize(length as usize, 0);
        self.file.read_exact_at(&mut self.buffer, self.part.start)?;
        self.part.start += u64::from(length);
        if crc32fast::hash(&self.buffer) != checksum {
            return Err(invalid("a checksum is wrong"));
        }
        T::try_from_slice(&self.buffer)
    }

    /// Fails if the part has more than the values that were read.
    pub fn finish(&self) -> io::Result<()> {
        if self.part.is_empty() { Ok(()) } else { Err(invalid("a part is longer than its values")) }
    }

    fn read_number(&mut self) -> io::Result<u32> {
        let mut bytes = [0; 4];
        self.file.read_exact_at(&mut bytes, self.part.start)?;
        self.part.start += 4;
        Ok(u32::from_le_bytes(bytes))
    }
}

/// The error for content that was not written by this program.
pub fn invalid(problem: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, problem)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn values_are_read_as_they_were_written_and_no_others(
            values in proptest::collection::vec(proptest::collection::vec(any::<u32>(), 0..50), 1..10),
            changed in any::<prop::sample::Index>(),
            bit in 0_u8..8,
        ) {
            let mut writer = BlockWriter::new(Vec::new());
            values.iter().try_for_each(|value| writer.write(value)).unwrap();
            let end = writer.end;
            let mut bytes = writer.into_inner();
            let file = tempfile::tempfile().unwrap();
            file.write_all_at(&bytes, 0).unwrap();
            let mut reader = BlockReader::new(&file, 0..end);
            for value in &values {
                prop_assert_eq!(&reader.read::<Vec<u32>>().unwrap(), value);
            }
            prop_assert!(reader.read::<Vec<u32>>().is_err());

            let changed = changed.index(bytes.len());
            bytes[changed] ^= 1 << bit;
            file.write_all_at(&bytes, 0).unwrap();
            let mut reader = BlockReader::new(&file, 0..end);
            let read: io::Result<Vec<Vec<u32>>> = values.iter().map(|_| reader.read()).collect();
            prop_assert!(read.is_err());
        }
    }
}
