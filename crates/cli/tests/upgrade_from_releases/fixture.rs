//! The files of a fixture: the database as the release wrote it, contents of files, and what the release returned.

use std::fs::File;
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use serde_json::Value;

use crate::support::{Data, root};

/// A database of a release, of the kind that the tests use.
pub struct Fixture {
    /// The version of the release.
    pub name: String,
    folder: PathBuf,
}

impl Fixture {
    /// All of them.
    pub fn all() -> Vec<Self> {
        let mut fixtures: Vec<Self> = std::fs::read_dir(releases())
            .unwrap()
            .map(|entry| Self::of(&entry.unwrap().file_name().into_string().unwrap()))
            .collect();
        fixtures.sort_by(|one, other| one.name.cmp(&other.name));
        fixtures
    }

    /// That of a version.
    pub fn of(name: &str) -> Self {
        let kind = if crate::support::postgres::server().is_none() { "sqlite" } else { "postgres" };
        Self { name: name.to_owned(), folder: releases().join(name).join(kind) }
    }

    /// A data folder and a database with its content, which nothing has migrated.
    pub fn restore(&self) -> Data {
        let data = Data::without_schema();
        if data.is_embedded() {
            std::fs::write(data.path().join("folkmoot.sqlite"), self.read("database.sqlite.gz")).unwrap();
        } else {
            data.change_database(&String::from_utf8(self.read("database.sql.gz")).unwrap());
        }
        copy(&self.folder.join("files"), &data.path().join("files"));
        data
    }

    /// What the release returned.
    pub fn responses(&self) -> Value {
        serde_json::from_slice(&self.read("responses.json.gz")).unwrap()
    }

    fn read(&self, name: &str) -> Vec<u8> {
        let path = self.folder.join(name);
        let file = File::open(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let mut content = Vec::new();
        GzDecoder::new(file).read_to_end(&mut content).unwrap();
        content
    }

    /// Deletes what the folder contains, and writes the contents of files and these files, compressed.
    pub fn write(&self, data: &Data, files: &[(&str, &[u8])]) {
        let _ = std::fs::remove_dir_all(&self.folder);
        std::fs::create_dir_all(&self.folder).unwrap();
        copy(&data.path().join("files"), &self.folder.join("files"));
        for (name, content) in files {
            let mut encoder =
                GzEncoder::new(File::create(self.folder.join(name)).unwrap(), Compression::best());
            encoder.write_all(content).unwrap();
            encoder.finish().unwrap();
        }
    }
}

fn releases() -> PathBuf {
    root().join("crates/cli/tests/releases")
}

/// Copies the files of a folder.
fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for path in
        std::fs::read_dir(from).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_file())
    {
        std::fs::copy(&path, to.join(path.file_name().unwrap())).unwrap();
    }
}
