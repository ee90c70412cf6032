//! The files of a backup: written and read with their checksums, encrypted if there is a key.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

use aws_lc_rs::digest::{Context, SHA256};

use crate::cipher::{BackupKey, DecryptingReader, EncryptingWriter};
use crate::error::{BackupError, at};
use crate::manifest::ManifestFile;

const BUFFER_BYTES: usize = 256 * 1024;

/// Computes the checksum and the size of the bytes that pass through it.
struct Measured<T> {
    inner: T,
    hash: Context,
    size: u64,
}

impl<T> Measured<T> {
    fn new(inner: T) -> Self {
        Self { inner, hash: Context::new(&SHA256), size: 0 }
    }

    fn add(&mut self, bytes: &[u8]) {
        self.hash.update(bytes);
        self.size += bytes.len() as u64;
    }
}

impl<W: Write> Write for Measured<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.add(bytes.get(..written).unwrap_or_default());
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

impl<R: Read> Read for Measured<R> {
    fn read(&mut self, target: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(target)?;
        self.add(target.get(..read).unwrap_or_default());
        Ok(read)
    }
}

/// A file that is being written.
pub struct FileWriter<'a> {
    root: &'a Path,
    path: String,
    output: Output,
}

type Stored = Measured<BufWriter<File>>;

enum Output {
    Plain(Stored),
    Encrypted(Box<EncryptingWriter<Stored>>),
}

impl<'a> FileWriter<'a> {
    /// Creates a file that only its owner can read, in a folder that exists. Replaces an existing file.
    pub fn create(root: &'a Path, path: String, key: Option<&BackupKey>) -> Result<Self, BackupError> {
        let location = root.join(&path);
        let mut options = File::options();
        let file = options.write(true).create(true).truncate(true).mode(0o600).open(&location);
        let file = Measured::new(BufWriter::with_capacity(BUFFER_BYTES, file.map_err(at(&location))?));
        let output = match key {
            None => Output::Plain(file),
            Some(key) => Output::Encrypted(Box::new(EncryptingWriter::new(file, key, &path)?)),
        };
        Ok(Self { root, path, output })
    }

    /// Appends bytes.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), BackupError> {
        let written = match &mut self.output {
            Output::Plain(file) => file.write_all(bytes),
            Output::Encrypted(file) => file.write_all(bytes),
        };
        written.map_err(at(&self.root.join(&self.path)))
    }

    /// Stores the file durably.
    pub fn finish(self) -> Result<ManifestFile, BackupError> {
        let Self { root, path, output } = self;
        let finish = || {
            let mut file = match output {
                Output::Plain(file) => file,
                Output::Encrypted(file) => file.finish()?,
            };
            file.flush()?;
            file.inner.get_ref().sync_all()?;
            Ok((file.size, hex::encode(file.hash.finish())))
        };
        let (size, sha256) = finish().map_err(at(&root.join(&path)))?;
        Ok(ManifestFile { path, size, sha256 })
    }
}

/// Adds a file that was written in place, without encryption.
pub fn describe(root: &Path, path: String) -> Result<ManifestFile, BackupError> {
    let location = root.join(&path);
    let describe = || {
        let file = File::open(&location)?;
        file.sync_all()?;
        measure(file)
    };
    let (size, sha256) = describe().map_err(at(&location))?;
    Ok(ManifestFile { path, size, sha256 })
}

/// Reads a file from the disk, and fails if it differs from the manifest.
pub fn verify(root: &Path, file: &ManifestFile) -> Result<(), BackupError> {
    let location = root.join(&file.path);
    let read = || {
        let stored = File::open(&location)?;
        drop_from_memory(&stored)?;
        measure(stored)
    };
    let (size, sha256) = read().map_err(at(&location))?;
    if (size, &sha256) == (file.size, &file.sha256) { Ok(()) } else { Err(BackupError::Damaged(location)) }
}

/// Makes the next read come from the disk. Otherwise it would return the written bytes from memory.
#[cfg(target_os = "linux")]
fn drop_from_memory(file: &File) -> io::Result<()> {
    use rustix::fs::{Advice, fadvise};

    fadvise(file, 0, None, Advice::DontNeed).map_err(Into::into)
}

/// Other systems do not have this advice.
#[cfg(not(target_os = "linux"))]
fn drop_from_memory(_: &File) -> io::Result<()> {
    Ok(())
}

fn measure(file: File) -> io::Result<(u64, String)> {
    let mut measured = Measured::new(file);
    let mut buffer = vec![0; BUFFER_BYTES];
    while measured.read(&mut buffer)? > 0 {}
    Ok((measured.size, hex::encode(measured.hash.finish())))
}

/// Reads the content of a file, and passes it on in chunks. Fails if the file differs from the manifest.
pub fn read(
    root: &Path,
    file: &ManifestFile,
    key: Option<&BackupKey>,
    chunk: &mut dyn FnMut(&[u8]) -> Result<(), BackupError>,
) -> Result<(), BackupError> {
    let location = root.join(&file.path);
    verify(root, file)?;
    let stored = BufReader::with_capacity(BUFFER_BYTES, File::open(&location).map_err(at(&location))?);
    match key {
        None => pass_on(stored, &location, chunk),
        Some(key) => pass_on(DecryptingReader::new(stored, key, &file.path)?, &location, chunk),
    }
}

/// Reads a file that is not encrypted, and passes it on in chunks.
pub fn read_plain(
    location: &Path,
    chunk: &mut dyn FnMut(&[u8]) -> Result<(), BackupError>,
) -> Result<(), BackupError> {
    pass_on(File::open(location).map_err(at(location))?, location, chunk)
}

fn pass_on(
    mut content: impl Read,
    location: &Path,
    chunk: &mut dyn FnMut(&[u8]) -> Result<(), BackupError>,
) -> Result<(), BackupError> {
    let mut buffer = vec![0; BUFFER_BYTES];
    loop {
        match content.read(&mut buffer) {
            Ok(0) => return Ok(()),
            Ok(read) => chunk(buffer.get(..read).unwrap_or_default())?,
            Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                return Err(BackupError::WrongKey(location.to_owned()));
            }
            Err(error) => return Err(at(location)(error)),
        }
    }
}
