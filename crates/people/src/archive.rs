//! Everything that concerns a person, as a zip archive.

use std::fs::File;
use std::io::{self, BufWriter, Write as _};

use folkmoot_files::blobs::{BlobError, BlobStorage};
use folkmoot_store::Store;
use folkmoot_store::people::ExportedRow;
use futures_util::TryStreamExt as _;
use jiff::Timestamp;
use tokio::runtime::Runtime;
use uuid::Uuid;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use crate::{PeopleError, readme};

/// The contents of an archive.
#[derive(Debug, Default)]
pub struct Archive {
    /// The number of records by the plural of the resource.
    pub records: Vec<(&'static str, u64)>,
    /// The number of contents of files.
    pub contents: u64,
    /// The files whose contents are missing.
    pub missing: Vec<String>,
}

/// Where the records and the contents of files are.
pub struct Source<'a> {
    /// The database.
    pub store: &'a Store,
    /// The file storage.
    pub blobs: &'a BlobStorage,
    /// Drives reads of the database and of the file storage.
    pub runtime: &'a Runtime,
    /// The timestamp of the archive.
    pub now: Timestamp,
}

type Zip<'a> = ZipWriter<BufWriter<&'a File>>;

/// Writes the archive of a person to a file, record by record.
pub fn write(source: &Source<'_>, person: Uuid, file: &File) -> Result<Archive, PeopleError> {
    let mut zip = ZipWriter::new(BufWriter::new(file));
    let mut archive = Archive::default();
    let mut files = Vec::new();
    source.store.people().export(person, |row| add_record(&mut zip, &mut archive, &mut files, &row))?;
    for (id, name) in files {
        let name = format!("{id}-{}", safe_name(&name));
        if add_content(source, &mut zip, id, &name)? {
            archive.contents += 1;
        } else {
            archive.missing.push(name);
        }
    }
    let platform =
        source.store.platform().read()?.map_or_else(|| "the platform".to_owned(), |found| found.name);
    start(&mut zip, readme::NAME)?;
    let readme = readme::text(&platform, source.now, &archive);
    zip.write_all(readme.as_bytes()).map_err(PeopleError::Archive)?;
    zip.finish().map_err(io::Error::from).and_then(|mut file| file.flush()).map_err(PeopleError::Archive)?;
    Ok(archive)
}

fn add_record(
    zip: &mut Zip<'_>,
    archive: &mut Archive,
    files: &mut Vec<(Uuid, String)>,
    row: &ExportedRow<'_>,
) -> Result<(), PeopleError> {
    let plural = row.resource.names.plural;
    if archive.records.last().is_none_or(|(last, _)| *last != plural) {
        start(zip, &format!("{plural}.ndjson"))?;
        archive.records.push((plural, 0));
    }
    let written = serde_json::to_writer(&mut *zip, row.record).map_err(io::Error::from);
    written.and_then(|()| zip.write_all(b"\n")).map_err(PeopleError::Archive)?;
    if let Some((_, records)) = archive.records.last_mut() {
        *records += 1;
    }
    if plural == folkmoot_model::resources::FILES.names.plural {
        let text = |field: &str| row.record.get(field).and_then(|value| value.as_str()).unwrap_or_default();
        files.extend(text("id").parse().ok().map(|id| (id, text("name").to_owned())));
    }
    Ok(())
}

/// Adds the content of a file. Returns `false` if the file was deleted meanwhile, or if the file storage lost or changed its
/// content.
fn add_content(source: &Source<'_>, zip: &mut Zip<'_>, id: Uuid, name: &str) -> Result<bool, PeopleError> {
    let Source { store, blobs, runtime, .. } = source;
    let Some(download) = runtime.block_on(store.files().download(id))? else { return Ok(false) };
    let (blob, size) = (download.blob.id, u64::try_from(download.blob.size).unwrap_or(0));
    let entry = format!("files/{name}");
    let mut chunks = match runtime.block_on(blobs.read_verified(&download.blob)) {
        Ok(chunks) => chunks,
        Err(_) if runtime.block_on(blobs.is_lost(blob, size))? => return Ok(false),
        Err(error) => return Err(error.into()),
    };
    start(zip, &entry)?;
    loop {
        match runtime.block_on(chunks.try_next()) {
            Ok(Some(chunk)) => zip.write_all(&chunk).map_err(PeopleError::Archive)?,
            Ok(None) => return Ok(true),
            Err(BlobError::Changed(_)) => {
                zip.abort_file().map_err(|error| PeopleError::Archive(error.into()))?;
                return Ok(false);
            }
            Err(error) => return Err(error.into()),
        }
    }
}

/// A file name without what could lead out of a folder.
fn safe_name(name: &str) -> String {
    let is_unsafe = |character: char| character.is_control() || matches!(character, '/' | '\\' | ':');
    name.chars().map(|character| if is_unsafe(character) { '_' } else { character }).collect()
}

fn start(zip: &mut Zip<'_>, name: &str) -> Result<(), PeopleError> {
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .large_file(true)
        .unix_permissions(0o600);
    zip.start_file(name, options).map_err(|error| PeopleError::Archive(error.into()))
}
