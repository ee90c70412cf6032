//! Where the records of an import come from: a directory, one file, or another source.

use std::collections::BTreeMap;
use std::fs::{File, Metadata};
use std::io::{self, BufRead, BufReader, Read};
use std::os::unix::fs::FileTypeExt as _;
use std::path::{Component, Path, PathBuf};

use flate2::read::MultiGzDecoder;
use folkmoot_files::text::encoding_error;
use folkmoot_model::resources::all_resources;

/// The number of bytes that are read at once.
const BUFFER_BYTES: usize = 256 * 1024;
/// The file that describes the platform.
pub const PLATFORM: &str = "platform.json";
/// The greatest number of unknown files that a warning names.
const MAX_NAMED: usize = 5;

/// The files of an import. Each is read once, by its own thread.
pub trait Input: Sync {
    /// Whether there are records of the resource with this plural.
    fn has(&self, plural: &str) -> bool;
    /// The name of a resource's file in reports.
    fn name(&self, plural: &str) -> String;
    /// The lines of a resource's file.
    fn open(&self, plural: &str) -> io::Result<Box<dyn BufRead + Send + '_>>;
    /// The text of `platform.json`, if there is one.
    fn platform(&self) -> io::Result<Option<String>>;
    /// The bytes of a file that a record names.
    fn open_bytes(&self, path: &str) -> io::Result<Box<dyn Read + '_>>;
    /// The paths of files that records may name, in words.
    fn expected_path(&self) -> &'static str {
        "the path of a file in the import folder"
    }
    /// The warnings about the input, a sentence each.
    fn warnings(&self) -> Vec<String> {
        Vec::new()
    }
}

/// Why an input cannot be imported.
#[derive(Debug, thiserror::Error)]
pub enum InputError {
    /// The path cannot be read.
    #[error("failed to read {}: {cause}", path.display())]
    Unreadable {
        /// The path.
        path: PathBuf,
        /// Why.
        cause: io::Error,
    },
    /// The directory has no import file.
    #[error("{} has no files to import; expected files such as platform.json and ideas.ndjson", _0.display())]
    Empty(PathBuf),
    /// The file is not an import file.
    #[error("{} is not an import file; expected a name such as ideas.ndjson or ideas.ndjson.gz", _0.display())]
    UnknownFile(PathBuf),
    /// The file is a pipe, a socket, a device or a directory, which an import does not read.
    #[error("{} is {kind}; expected a regular file; nothing was changed", path.display())]
    Special {
        /// The path.
        path: PathBuf,
        /// The kind of the file.
        kind: &'static str,
    },
    /// A resource has two files.
    #[error("both {} and {} exist; expected only one of them", _0.display(), _1.display())]
    Double(PathBuf, PathBuf),
}

/// A directory of import files, or one of them.
#[derive(Debug)]
pub struct ImportDirectory {
    root: PathBuf,
    files: BTreeMap<&'static str, PathBuf>,
    platform: Option<PathBuf>,
    unknown_files: Vec<String>,
}

/// Opens a directory or a single file.
pub fn open(path: &Path) -> Result<ImportDirectory, InputError> {
    let unreadable = |cause| InputError::Unreadable { path: path.to_owned(), cause };
    if std::fs::metadata(path).map_err(unreadable)?.is_dir() {
        ImportDirectory::open(path)
    } else {
        ImportDirectory::single(path)
    }
}

impl ImportDirectory {
    /// The import files of a directory.
    pub fn open(path: &Path) -> Result<Self, InputError> {
        let unreadable = |cause| InputError::Unreadable { path: path.to_owned(), cause };
        let mut directory = Self::empty(path);
        let mut entries: Vec<PathBuf> = std::fs::read_dir(path)
            .and_then(|entries| entries.map(|entry| entry.map(|entry| entry.path())).collect())
            .map_err(unreadable)?;
        entries.sort();
        for entry in entries {
            let is_file = entry.is_file();
            if let Some(unknown) = directory.add(entry)?
                && is_file
            {
                directory.unknown_files.push(unknown);
            }
        }
        if directory.files.is_empty() && directory.platform.is_none() {
            return Err(InputError::Empty(path.to_owned()));
        }
        Ok(directory)
    }

    /// One import file.
    pub fn single(path: &Path) -> Result<Self, InputError> {
        let mut directory = Self::empty(path.parent().unwrap_or(Path::new("")));
        match directory.add(path.to_owned())? {
            Some(_) => Err(InputError::UnknownFile(path.to_owned())),
            None => Ok(directory),
        }
    }

    fn empty(root: &Path) -> Self {
        let root = if root.as_os_str().is_empty() { Path::new(".") } else { root };
        Self { root: root.to_owned(), files: BTreeMap::new(), platform: None, unknown_files: Vec::new() }
    }

    /// Adds a file; returns its name if it is not an import file.
    fn add(&mut self, path: PathBuf) -> Result<Option<String>, InputError> {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name == PLATFORM {
            require_regular(&path)?;
            self.platform = Some(path);
            return Ok(None);
        }
        let Some(plural) = resource_of_file(&name) else {
            return Ok(Some(name).filter(|name| !name.starts_with('.')));
        };
        require_regular(&path)?;
        match self.files.insert(plural, path.clone()) {
            Some(other) => Err(InputError::Double(other, path)),
            None => Ok(None),
        }
    }
}

/// The plural of the resource whose records a file with this name contains; `None` if that is not an import file with records.
pub fn resource_of_file(name: &str) -> Option<&'static str> {
    let plural = name.strip_suffix(".gz").unwrap_or(name).strip_suffix(".ndjson")?;
    all_resources().map(|resource| resource.names.plural).find(|known| *known == plural)
}

/// The kind of a file, if it is not a regular one.
fn special(file: &Metadata) -> Option<&'static str> {
    let kind = file.file_type();
    let kinds = [
        (kind.is_file(), None),
        (kind.is_dir(), Some("a folder")),
        (kind.is_fifo(), Some("a named pipe")),
        (kind.is_socket(), Some("a socket")),
    ];
    kinds.into_iter().find(|(is_kind, _)| *is_kind).map_or(Some("a device"), |(_, kind)| kind)
}

fn require_regular(path: &Path) -> Result<(), InputError> {
    let unreadable = |cause| InputError::Unreadable { path: path.to_owned(), cause };
    match special(&std::fs::metadata(path).map_err(unreadable)?) {
        None => Ok(()),
        Some(kind) => Err(InputError::Special { path: path.to_owned(), kind }),
    }
}

impl Input for ImportDirectory {
    fn has(&self, plural: &str) -> bool {
        self.files.contains_key(plural)
    }

    fn name(&self, plural: &str) -> String {
        let name = self.files.get(plural).and_then(|path| path.file_name());
        name.map_or_else(|| format!("{plural}.ndjson"), |name| name.to_string_lossy().into_owned())
    }

    fn open(&self, plural: &str) -> io::Result<Box<dyn BufRead + Send + '_>> {
        let path = self.files.get(plural).ok_or(io::ErrorKind::NotFound)?;
        let file = File::open(path)?;
        if path.extension().is_some_and(|extension| extension == "gz") {
            let decoder = MultiGzDecoder::new(BufReader::with_capacity(BUFFER_BYTES, file));
            return Ok(Box::new(BufReader::with_capacity(BUFFER_BYTES, decoder)));
        }
        Ok(Box::new(BufReader::with_capacity(BUFFER_BYTES, file)))
    }

    fn platform(&self) -> io::Result<Option<String>> {
        let text = |bytes| {
            String::from_utf8(bytes).map_err(|error| {
                let fault = encoding_error(error.as_bytes()).unwrap_or_else(|| error.to_string());
                io::Error::new(io::ErrorKind::InvalidData, fault)
            })
        };
        self.platform.as_ref().map(|path| std::fs::read(path).and_then(text)).transpose()
    }

    /// Opens a file in the directory; refuses paths and links that lead out of it.
    fn open_bytes(&self, path: &str) -> io::Result<Box<dyn Read + '_>> {
        let outside = || io::Error::new(io::ErrorKind::PermissionDenied, "outside the import folder");
        if !Path::new(path).components().all(|part| matches!(part, Component::Normal(_))) {
            return Err(outside());
        }
        let real = self.root.join(path).canonicalize()?;
        if !real.starts_with(self.root.canonicalize()?) {
            return Err(outside());
        }
        // Opening a pipe would wait for a writer.
        match special(&std::fs::metadata(&real)?) {
            None => Ok(Box::new(File::open(real)?)),
            Some(kind) => Err(io::Error::other(format!("{kind}, not a regular file"))),
        }
    }

    fn warnings(&self) -> Vec<String> {
        let (named, rest) = self.unknown_files.split_at(self.unknown_files.len().min(MAX_NAMED));
        if named.is_empty() {
            return Vec::new();
        }
        let more = if rest.is_empty() { String::new() } else { format!(" and {} more", rest.len()) };
        vec![format!("ignored files that are not import files: {}{more}", named.join(", "))]
    }
}
