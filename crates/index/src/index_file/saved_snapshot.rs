//! A snapshot of a list index in a file: its chunks and its sort orders. The map of keys follows from the chunks.

use std::io::{self, Write};
use std::sync::Arc;

use borsh::{BorshDeserialize, BorshSerialize};
use folkmoot_store::audience::Versions;
use folkmoot_store::changes::Version;

use super::blocks::{BlockReader, BlockWriter};
use crate::chunk::Chunk;
use crate::chunk_rows::row_offset;
use crate::key_map::{KeyMap, Location};
use crate::order::{Order, OrderChunk};
use crate::snapshot::{Orders, Snapshot, next_stamp};

/// The part before the chunks.
#[derive(Debug, BorshSerialize, BorshDeserialize)]
struct Head {
    sequence: i64,
    /// The sequence number and the time of each of the versions.
    versions: Vec<(i64, i64)>,
    /// The number of chunks of records.
    chunks: u32,
    /// The number of chunks of the order by id, if there is one.
    by_id: Option<u32>,
    /// The same for the order by each number.
    by_number: Vec<Option<u32>>,
}

/// Writes a snapshot.
pub fn write(snapshot: &Snapshot, writer: &mut BlockWriter<impl Write>) -> io::Result<()> {
    let length = |order: &Order| u32::try_from(order.chunks().len()).unwrap_or(u32::MAX);
    let Orders { by_id, by_number } = &snapshot.orders;
    let versions = snapshot.versions.all();
    writer.write(&Head {
        sequence: snapshot.sequence,
        versions: versions.map(|it| (it.sequence, it.happened_at)).collect(),
        chunks: u32::try_from(snapshot.chunks.len()).map_err(io::Error::other)?,
        by_id: by_id.as_ref().map(length),
        by_number: by_number.iter().map(|order| order.as_ref().map(length)).collect(),
    })?;
    for chunk in &snapshot.chunks {
        writer.write(&**chunk)?;
    }
    for chunk in by_id.iter().chain(by_number.iter().flatten()).flat_map(Order::chunks) {
        writer.write(&**chunk)?;
    }
    Ok(())
}

/// Reads a snapshot.
pub fn read(reader: &mut BlockReader<'_>) -> io::Result<Snapshot> {
    let head: Head = reader.read()?;
    let version = |(sequence, happened_at)| Version { sequence, happened_at };
    let versions = Versions::restored(head.versions.into_iter().map(version));
    let mut keys = KeyMap::default();
    let mut chunks = Vec::new();
    for _ in 0..head.chunks {
        let mut chunk: Chunk = reader.read()?;
        chunk.stamp = next_stamp();
        for row in (0..chunk.len()).map(row_offset) {
            keys.set(chunk.key(row), Location { chunk: chunk.id, row });
        }
        chunks.push(Arc::new(chunk));
    }
    let by_id = head.by_id.map(|length| order(reader, length)).transpose()?;
    let by_number =
        head.by_number.into_iter().map(|length| length.map(|length| order(reader, length)).transpose());
    let orders = Orders { by_id, by_number: by_number.collect::<io::Result<_>>()? };
    Ok(Snapshot::new(head.sequence, versions, 0, chunks, Arc::new(keys), orders))
}

fn order(reader: &mut BlockReader<'_>, length: u32) -> io::Result<Order> {
    let chunks = (0..length).map(|_| reader.read::<OrderChunk>().map(Arc::new));
    Ok(Order::new(chunks.collect::<io::Result<_>>()?))
}
