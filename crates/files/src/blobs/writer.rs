//! Writes a blob part by part. Each write waits until the storage has accepted the previous part.

use object_store::{MultipartUpload, PutPayload};

use super::{BlobError, Pools};

/// A blob that is being written.
#[derive(Debug)]
pub struct Writer {
    upload: Box<dyn MultipartUpload>,
    part: Vec<u8>,
    part_size: usize,
    pools: Pools,
}

impl Writer {
    pub(super) fn new(upload: Box<dyn MultipartUpload>, part_size: usize, pools: Pools) -> Self {
        Self { upload, part: Vec::new(), part_size, pools }
    }

    /// Appends bytes.
    pub async fn write(&mut self, mut bytes: &[u8]) -> Result<(), BlobError> {
        while !bytes.is_empty() {
            let room = self.part_size - self.part.len();
            let (now, later) = bytes.split_at(room.min(bytes.len()));
            self.part.extend_from_slice(now);
            bytes = later;
            if self.part.len() == self.part_size {
                self.send().await?;
            }
        }
        Ok(())
    }

    /// Completes the blob durably.
    pub async fn finish(mut self) -> Result<(), BlobError> {
        if !self.part.is_empty() {
            self.send().await?;
        }
        let _permit = self.pools.write_part().await?;
        self.upload.complete().await?;
        Ok(())
    }

    /// Deletes the written parts.
    pub async fn abort(mut self) -> Result<(), BlobError> {
        Ok(self.upload.abort().await?)
    }

    async fn send(&mut self) -> Result<(), BlobError> {
        let part = std::mem::take(&mut self.part);
        let _permit = self.pools.write_part().await?;
        Ok(self.upload.put_part(PutPayload::from(part)).await?)
    }
}
