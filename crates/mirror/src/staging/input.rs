//! A staged round as the input of an import.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::{Path, PathBuf};

use folkmoot_import::Input;
use folkmoot_import::mirror::EachRow;
use folkmoot_model::resource::Resource;
use folkmoot_model::resources::{DELETED_ITEMS, RESOURCES};
use folkmoot_store::StoreError;
use rusqlite::Connection;
use serde_json::json;
use uuid::Uuid;

use super::lines::Lines;
use super::tables::{open_to_read, records};
use crate::error::MirrorError;

/// The folder of downloaded files.
pub const FILES: &str = "files";

/// The platform of the source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlatformRecord {
    /// Its name.
    pub name: String,
    /// Its URL.
    pub url: String,
    /// Its locales; the first is the default.
    pub locales: Vec<String>,
    /// The colour of the stored platform, which no response contains.
    pub colour: Option<String>,
}

/// A staged round.
#[derive(Debug)]
pub struct StagedRound {
    folder: PathBuf,
    database: PathBuf,
    platform: PlatformRecord,
    existing: Vec<&'static str>,
}

impl StagedRound {
    /// The round in the database with this name in a folder.
    pub fn open(folder: &Path, database: &str, platform: PlatformRecord) -> Result<Self, MirrorError> {
        let database = folder.join(database);
        let connection = open_to_read(&database)?;
        let mut existing = vec![DELETED_ITEMS.names.plural];
        for resource in RESOURCES {
            if has_rows(&connection, &records(resource))? {
                existing.push(resource.names.plural);
            }
        }
        if !existing.contains(&"projects") && has_rows(&connection, "project_areas")? {
            existing.push("projects");
        }
        Ok(Self { folder: folder.to_owned(), database, platform, existing })
    }

    /// Calls `each` with every row without an id that was removed.
    pub fn removed_rows(&self, resource: &Resource, each: &mut EachRow<'_>) -> Result<(), StoreError> {
        for identity in self.removed(resource.names.plural)? {
            let ids: Vec<Uuid> =
                identity.chunks_exact(16).filter_map(|id| Uuid::from_slice(id).ok()).collect();
            each(&ids)?;
        }
        Ok(())
    }

    fn removed(&self, plural: &str) -> rusqlite::Result<Vec<Vec<u8>>> {
        let connection = open_to_read(&self.database)?;
        let mut statement = connection.prepare("SELECT identity FROM removed WHERE resource = ?1")?;
        statement.query_map([plural], |row| row.get(0))?.collect()
    }

    /// The tombstones of the source, and one for each removed record that has none yet. A record that is staged was restored.
    fn tombstones(&self) -> rusqlite::Result<String> {
        let connection = open_to_read(&self.database)?;
        let mut lines = String::new();
        for resource in RESOURCES.iter().filter(|resource| !resource.names.deleted_type.is_empty()) {
            let sql = format!(
                "SELECT identity, deleted_at FROM tombstones WHERE resource = ?1 AND identity NOT IN (SELECT identity FROM {table})
                 UNION ALL
                 SELECT identity, removed_at FROM removed WHERE resource = ?1
                   AND identity NOT IN (SELECT identity FROM tombstones WHERE resource = ?1)",
                table = records(resource)
            );
            let mut statement = connection.prepare(&sql)?;
            let mut rows = statement.query([resource.names.plural])?;
            while let Some(row) = rows.next()? {
                let (id, at): ([u8; 16], String) = (row.get(0)?, row.get(1)?);
                let (id, kind) = (Uuid::from_bytes(id), resource.names.deleted_type);
                lines.push_str(&json!({ "id": id, "type": kind, "deleted_at": at }).to_string());
                lines.push('\n');
            }
        }
        Ok(lines)
    }
}

fn has_rows(connection: &Connection, table: &str) -> rusqlite::Result<bool> {
    connection.query_row(&format!("SELECT EXISTS (SELECT 1 FROM {table})"), [], |row| row.get(0))
}

impl Input for StagedRound {
    fn has(&self, plural: &str) -> bool {
        self.existing.contains(&plural)
    }

    fn name(&self, plural: &str) -> String {
        plural.to_owned()
    }

    fn open(&self, plural: &str) -> io::Result<Box<dyn BufRead + Send + '_>> {
        if plural == DELETED_ITEMS.names.plural {
            return Ok(Box::new(Cursor::new(self.tombstones().map_err(io::Error::other)?)));
        }
        let resource = RESOURCES.iter().find(|resource| resource.names.plural == plural);
        let resource = resource.ok_or(io::ErrorKind::NotFound)?;
        let lines = Lines::open(&self.database, resource, self.platform.locales.clone());
        Ok(Box::new(lines.map_err(io::Error::other)?))
    }

    fn platform(&self) -> io::Result<Option<String>> {
        let PlatformRecord { name, url, locales, colour } = &self.platform;
        let mut platform = json!({ "name": name, "address": url, "locales": locales });
        if let Some(colour) = colour {
            platform["default_colour"] = json!(colour);
        }
        Ok(Some(platform.to_string()))
    }

    fn open_bytes(&self, path: &str) -> io::Result<Box<dyn Read + '_>> {
        Ok(Box::new(BufReader::new(File::open(self.folder.join(FILES).join(path))?)))
    }

    fn expected_path(&self) -> &'static str {
        "a downloaded file"
    }
}
