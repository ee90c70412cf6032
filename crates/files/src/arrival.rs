//! Bytes on their way in: decoded, measured, looked at and written, without ever being held whole.

use aws_lc_rs::digest::{Context, SHA256};
use folkmoot_store::files::StoredBlob;

use super::base64::Decoder;
use super::content::{Inspection, NotAllowed};
use super::shelf::{Draft, ShelfError};

/// What may be wrong with the content of an upload.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// There are no bytes.
    Empty,
    /// It is no Base64.
    NotBase64,
    /// It is of no type that is taken, or not of the one that the name promises.
    NotAllowed,
}

/// More bytes have come than a file may have.
#[derive(Debug, PartialEq, Eq)]
pub struct OverLimit;

/// The bytes of one file on their way to the storage.
pub struct Arrival {
    draft: Option<Draft>,
    decoder: Decoder,
    decoded: Vec<u8>,
    inspection: Inspection,
    hash: Context,
    size: u64,
    limit: u64,
    whole: bool,
}

impl Arrival {
    /// Bytes, at most so many, that go into this draft.
    pub fn new(draft: Draft, limit: u64) -> Self {
        Self {
            draft: Some(draft),
            decoder: Decoder::default(),
            decoded: Vec::new(),
            inspection: Inspection::default(),
            hash: Context::new(&SHA256),
            size: 0,
            limit,
            whole: false,
        }
    }

    /// Decodes the next piece of Base64.
    pub fn take(&mut self, text: &[u8]) {
        self.decoder.take(text, &mut self.decoded);
    }

    /// Decodes what is left once all text has come.
    pub fn end(&mut self) {
        self.whole = self.decoder.finish(&mut self.decoded);
    }

    /// Writes what was decoded; waits for the storage.
    pub async fn write(&mut self) -> Result<Result<(), OverLimit>, ShelfError> {
        self.size += self.decoded.len() as u64;
        if self.size > self.limit {
            return Ok(Err(OverLimit));
        }
        if self.decoder.is_wrong() {
            // Nothing will come of it, so the rest of the body is only gone through.
            if let Some(draft) = self.draft.take() {
                draft.discard().await;
            }
        }
        if let Some(draft) = &mut self.draft {
            self.inspection.take(&self.decoded);
            self.hash.update(&self.decoded);
            draft.write(&self.decoded).await?;
        }
        self.decoded.clear();
        Ok(Ok(()))
    }

    /// Judges the whole, and makes it safe in the storage where all is well with it and it is wanted.
    pub async fn finish(self, name: &str, wanted: bool) -> Result<Result<Finished, Fault>, ShelfError> {
        let fault = match self.inspection.media_type(name) {
            _ if !self.whole => Err(Fault::NotBase64),
            _ if self.size == 0 => Err(Fault::Empty),
            Err(NotAllowed) => Err(Fault::NotAllowed),
            Ok(media_type) => Ok(media_type),
        };
        match (fault, self.draft) {
            (Ok(media_type), Some(draft)) if wanted => {
                let blob = draft.finish().await?;
                let sha256 = hex::encode(self.hash.finish());
                let size = i64::try_from(self.size).unwrap_or(i64::MAX);
                Ok(Ok(Finished(Some(StoredBlob {
                    id: blob,
                    sha256,
                    size,
                    mime_type: media_type.to_owned(),
                }))))
            }
            (fault, draft) => {
                if let Some(draft) = draft {
                    draft.discard().await;
                }
                Ok(fault.map(|_| Finished(None)))
            }
        }
    }

    /// Throws away what was written.
    pub async fn discard(self) {
        if let Some(draft) = self.draft {
            draft.discard().await;
        }
    }
}

/// A content with which all is well; written where it was wanted.
#[derive(Debug)]
pub struct Finished(pub Option<StoredBlob>);
