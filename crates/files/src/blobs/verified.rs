//! Reading complete blobs, compared with their checksum.

use aws_lc_rs::digest::{Context, SHA256};
use bytes::Bytes;
use folkmoot_store::files::BlobMetadata;
use futures_util::stream::{self, BoxStream};
use futures_util::{StreamExt as _, TryStreamExt as _};

use super::{BlobError, BlobStorage};

/// A blob that is being read.
struct Reading {
    chunks: BoxStream<'static, Result<Bytes, BlobError>>,
    hash: Context,
    remaining: u64,
    blob: BlobMetadata,
}

impl BlobStorage {
    /// Reads a complete blob. If its bytes are not those that were uploaded, the stream ends with [`BlobError::Changed`] in
    /// place of the last chunk.
    pub async fn read_verified(
        &self,
        blob: &BlobMetadata,
    ) -> Result<BoxStream<'static, Result<Bytes, BlobError>>, BlobError> {
        let remaining = u64::try_from(blob.size).unwrap_or(0);
        if remaining == 0 {
            return Ok(stream::empty().boxed());
        }
        let chunks = self.read(blob.id, 0..remaining).await?;
        let reading = Reading { chunks, hash: Context::new(&SHA256), remaining, blob: blob.clone() };
        Ok(stream::try_unfold(reading, next).boxed())
    }
}

async fn next(mut reading: Reading) -> Result<Option<(Bytes, Reading)>, BlobError> {
    if reading.remaining == 0 {
        return Ok(None);
    }
    let changed = BlobError::Changed(reading.blob.id);
    let chunk = reading.chunks.try_next().await?.ok_or(changed)?;
    reading.hash.update(&chunk);
    reading.remaining = reading.remaining.saturating_sub(chunk.len() as u64);
    if reading.remaining == 0 && hex::encode(reading.hash.clone().finish()) != reading.blob.sha256 {
        return Err(BlobError::Changed(reading.blob.id));
    }
    Ok(Some((chunk, reading)))
}
