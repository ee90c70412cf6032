//! Files as one zip archive, which is made while it is sent. The files are stored as they are: those of exports are compressed already, or
//! compress where they are used.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use folkmoot_store::files::Download;
use futures_util::stream::{self, BoxStream};
use futures_util::{Stream, TryStreamExt as _};
use zip::write::{SimpleFileOptions, StreamWriter};
use zip::{CompressionMethod, ZipWriter};

use super::blobs::{BlobError, BlobStorage};

/// The archive of some files, in chunks. Ends with an error if a file cannot be read or is not the one that was stored.
pub fn zip_stream(blobs: BlobStorage, files: Vec<Download>) -> impl Stream<Item = Result<Bytes, io::Error>> {
    let written = Written::default();
    let zip = Some(ZipWriter::new_stream(written.clone()));
    let archive = Archive { blobs, files: files.into_iter(), content: None, zip, written };
    stream::try_unfold(archive, Archive::next)
}

/// An archive that is being sent.
struct Archive {
    blobs: BlobStorage,
    /// The files that follow.
    files: std::vec::IntoIter<Download>,
    /// The rest of the current file.
    content: Option<BoxStream<'static, Result<Bytes, BlobError>>>,
    /// `None` at the end.
    zip: Option<ZipWriter<StreamWriter<Written>>>,
    written: Written,
}

impl Archive {
    async fn next(mut self) -> Result<Option<(Bytes, Self)>, io::Error> {
        while let Some(mut zip) = self.zip.take() {
            if let Some(content) = &mut self.content {
                match content.try_next().await.map_err(io::Error::other)? {
                    Some(chunk) => zip.write_all(&chunk)?,
                    None => self.content = None,
                }
                self.zip = Some(zip);
            } else if let Some(file) = self.files.next() {
                let is_large = u32::try_from(file.blob.size).is_err();
                let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
                zip.start_file(&*file.name, options.large_file(is_large))?;
                self.content = Some(self.blobs.read_verified(&file.blob).await.map_err(io::Error::other)?);
                self.zip = Some(zip);
            } else {
                zip.finish()?;
            }
            let chunk = self.written.take();
            if !chunk.is_empty() {
                return Ok(Some((chunk, self)));
            }
        }
        Ok(None)
    }
}

/// What the writer of the archive has written and is not sent yet.
#[derive(Clone, Default)]
struct Written(Arc<Mutex<Vec<u8>>>);

impl Written {
    fn take(&self) -> Bytes {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner)).into()
    }
}

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
