//! The content of an upload as a stream: decoded, measured, inspected and written chunk by chunk, never completely in
//! memory.

use aws_lc_rs::digest::{Context, SHA256};
use folkmoot_store::files::BlobMetadata;

use super::base64::Decoder;
use super::content_type::{Inspection, NotAllowed};
use super::file_store::{FileStoreError, PendingBlob};

/// Why the content of an upload is rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ContentError {
    /// The content is empty.
    Empty,
    /// The content is not valid Base64.
    NotBase64,
    /// The type of the content is not allowed, or does not match the extension of the name.
    NotAllowed,
}

/// The content is larger than the limit.
#[derive(Debug, PartialEq, Eq)]
pub struct OverLimit;

/// The content of one file, which is being received and written to the blob storage.
pub struct UploadStream {
    blob: Option<PendingBlob>,
    decoder: Decoder,
    decoded: Vec<u8>,
    inspection: Inspection,
    hash: Context,
    size: u64,
    limit: u64,
    is_complete: bool,
}

impl UploadStream {
    /// A stream that writes at most `limit` bytes to `blob`.
    pub fn new(blob: PendingBlob, limit: u64) -> Self {
        Self {
            blob: Some(blob),
            decoder: Decoder::default(),
            decoded: Vec::new(),
            inspection: Inspection::default(),
            hash: Context::new(&SHA256),
            size: 0,
            limit,
            is_complete: false,
        }
    }

    /// Decodes the next chunk of Base64.
    pub fn decode(&mut self, text: &[u8]) {
        self.decoder.decode(text, &mut self.decoded);
    }

    /// Decodes the remaining characters after the last chunk.
    pub fn finish_decoding(&mut self) {
        self.is_complete = self.decoder.finish(&mut self.decoded);
    }

    /// Writes the decoded bytes. Returns [`OverLimit`] if the content exceeds the limit.
    pub async fn write(&mut self) -> Result<Result<(), OverLimit>, FileStoreError> {
        self.size += self.decoded.len() as u64;
        if self.size > self.limit {
            return Ok(Err(OverLimit));
        }
        if self.decoder.is_invalid() {
            // The upload fails, so the rest of the body is only scanned.
            if let Some(blob) = self.blob.take() {
                blob.discard().await;
            }
        }
        if let Some(blob) = &mut self.blob {
            self.inspection.take(&self.decoded);
            self.hash.update(&self.decoded);
            blob.write(&self.decoded).await?;
        }
        self.decoded.clear();
        Ok(Ok(()))
    }

    /// Validates the complete content and, if it is valid and `is_wanted`, stores it durably.
    pub async fn finish(
        self,
        name: &str,
        is_wanted: bool,
    ) -> Result<Result<StoredUpload, ContentError>, FileStoreError> {
        let result = match self.inspection.media_type(name) {
            _ if !self.is_complete => Err(ContentError::NotBase64),
            _ if self.size == 0 => Err(ContentError::Empty),
            Err(NotAllowed) => Err(ContentError::NotAllowed),
            Ok(media_type) => Ok(media_type),
        };
        match (result, self.blob) {
            (Ok(media_type), Some(blob)) if is_wanted => {
                let blob = blob.finish().await?;
                let sha256 = hex::encode(self.hash.finish());
                let size = i64::try_from(self.size).unwrap_or(i64::MAX);
                Ok(Ok(StoredUpload(Some(BlobMetadata {
                    id: blob,
                    sha256,
                    size,
                    mime_type: media_type.to_owned(),
                }))))
            }
            (result, blob) => {
                if let Some(blob) = blob {
                    blob.discard().await;
                }
                Ok(result.map(|_| StoredUpload(None)))
            }
        }
    }

    /// Deletes the written bytes.
    pub async fn discard(self) {
        if let Some(blob) = self.blob {
            blob.discard().await;
        }
    }
}

/// The valid content of an upload; `None` if it was not wanted and therefore not stored.
#[derive(Debug)]
pub struct StoredUpload(pub Option<BlobMetadata>);
