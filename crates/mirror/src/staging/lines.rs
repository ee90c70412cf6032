//! Staged records as lines of the import format.

use std::io::{self, BufRead, Read};
use std::path::Path;

use folkmoot_model::resource::{FieldType, Resource};
use rusqlite::{Connection, OptionalExtension as _, params};
use serde_json::{Value, json};
use uuid::Uuid;

use super::tables::{open_to_read, records, texts};
use crate::record::{Record, localised_fields};

/// The number of records that are read at once.
const BATCH: i64 = 500;

/// The lines of a resource's file, read from the staging database.
pub struct Lines {
    connection: Connection,
    resource: &'static Resource,
    locales: Vec<String>,
    /// The position of the latest record; `None` at the end.
    after: Option<i64>,
    /// Whether the projects without a staged record follow, of which only the areas are staged.
    has_more_areas: bool,
    buffer: Vec<u8>,
    read: usize,
}

impl Lines {
    /// The lines of a resource, with texts in these locales, of which the first is the default.
    pub fn open(path: &Path, resource: &'static Resource, locales: Vec<String>) -> rusqlite::Result<Self> {
        let connection = open_to_read(path)?;
        let has_more_areas = resource.names.plural == "projects";
        let (after, buffer) = (Some(i64::MIN), Vec::new());
        Ok(Self { connection, resource, locales, after, has_more_areas, buffer, read: 0 })
    }

    fn refill(&mut self) -> rusqlite::Result<()> {
        self.buffer.clear();
        self.read = 0;
        while self.buffer.is_empty() {
            if let Some(after) = self.after {
                self.after = self.append_records(after)?;
            } else if std::mem::take(&mut self.has_more_areas) {
                self.append_areas()?;
            } else {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Appends the records after a position, and returns the position of the last.
    fn append_records(&mut self, after: i64) -> rusqlite::Result<Option<i64>> {
        let sql = format!(
            "SELECT position, identity, body FROM {} WHERE position > ?1 ORDER BY position LIMIT ?2",
            records(self.resource)
        );
        let mut statement = self.connection.prepare_cached(&sql)?;
        let mut rows = statement.query(params![after, BATCH])?;
        let mut last = None;
        let mut lines = Vec::new();
        while let Some(row) = rows.next()? {
            last = Some(row.get(0)?);
            let (identity, body): (Vec<u8>, String) = (row.get(1)?, row.get(2)?);
            if let Some(line) = self.line(&identity, &body)? {
                lines.extend_from_slice(line.as_bytes());
                lines.push(b'\n');
            }
        }
        self.buffer = lines;
        Ok(last)
    }

    /// The line of a record: its members, with the texts of all locales. `None` if it is not imported.
    fn line(&self, identity: &[u8], body: &str) -> rusqlite::Result<Option<String>> {
        let record = Record::parse(body).map_err(invalid)?;
        let localised: Vec<&str> = localised_fields(self.resource).map(|field| field.name).collect();
        let mut line = String::with_capacity(body.len() + 64);
        line.push('{');
        // First, so that the importer finds it also in a line that is too long.
        if let Ok(id) = Uuid::from_slice(identity) {
            push(&mut line, "id", &format!("\"{id}\""));
        }
        for (name, value) in record.members().filter(|(name, _)| *name != "id") {
            if name == "_partial" {
                push(&mut line, name, value.get());
            }
            let Some(field) = self.resource.field(name) else { continue };
            let is_unknown = value.get() == "null" && !field.nullable;
            let is_in_map = field.kind == FieldType::Localised && record.raw(&field.column_name()).is_some();
            if !is_unknown && !is_in_map && !localised.contains(&name) && name != "url" {
                push(&mut line, name, value.get());
            }
        }
        if !localised.is_empty() {
            let others = self.texts(identity)?;
            for name in localised {
                if let Some(raw) = record.raw(name) {
                    push(&mut line, &format!("{name}_multiloc"), &self.map(name, raw, &others)?);
                }
            }
        }
        let is_imported = match self.resource.names.plural {
            "projects" => self.push_areas(&mut line, identity)?,
            "files" if record.raw("_partial").is_none() => self.push_content(&mut line, identity)?,
            "idea_topics" => {
                // Its hidden timestamp stays as it is.
                push(&mut line, "_partial", "true");
                true
            }
            _ => true,
        };
        line.push('}');
        Ok(is_imported.then_some(line))
    }

    fn texts(&self, identity: &[u8]) -> rusqlite::Result<Vec<(usize, String)>> {
        let sql =
            format!("SELECT locale, body FROM {} WHERE identity = ?1 ORDER BY locale", texts(self.resource));
        let mut statement = self.connection.prepare_cached(&sql)?;
        let rows = statement.query_map([identity], |row| {
            Ok((usize::try_from(row.get::<_, i64>(0)?).unwrap_or_default(), row.get(1)?))
        })?;
        rows.collect()
    }

    /// The translations of a text. One that equals the default text is left out: it is shown all the same.
    fn map(&self, name: &str, default: &str, others: &[(usize, String)]) -> rusqlite::Result<String> {
        if default == "null" {
            return Ok(default.to_owned());
        }
        let code = |locale: usize| Value::from(self.locales.get(locale).map_or("", String::as_str));
        let mut map = format!("{{{}:{default}", code(0));
        for (locale, texts) in others {
            let texts = Record::parse(texts).map_err(invalid)?;
            if let Some(text) = texts.raw(name).filter(|text| *text != default && *text != "null") {
                map.extend([",", &code(*locale).to_string(), ":", text]);
            }
        }
        map.push('}');
        Ok(map)
    }

    fn push_areas(&self, line: &mut String, identity: &[u8]) -> rusqlite::Result<bool> {
        let sql = "SELECT area_ids, all_areas FROM project_areas WHERE identity = ?1";
        let found = self.connection.prepare_cached(sql)?.query_row([identity], areas).optional()?;
        if let Some((ids, all_areas)) = found {
            push(line, "area_ids", &self.existing_areas(&ids)?);
            push(line, "all_areas", if all_areas { "true" } else { "false" });
        }
        Ok(true)
    }

    /// The ids of areas that were not removed, as JSON.
    fn existing_areas(&self, ids: &[u8]) -> rusqlite::Result<String> {
        let sql = "SELECT EXISTS (SELECT 1 FROM removed WHERE resource = 'areas' AND identity = ?1)";
        let mut statement = self.connection.prepare_cached(sql)?;
        let mut existing = Vec::new();
        for id in ids.chunks_exact(16) {
            let is_removed: bool = statement.query_row([id], |row| row.get(0))?;
            if !is_removed {
                existing.extend(Uuid::from_slice(id).ok());
            }
        }
        Ok(json!(existing).to_string())
    }

    /// Appends the areas of projects without a staged record.
    fn append_areas(&mut self) -> rusqlite::Result<()> {
        let sql = "SELECT area_ids, all_areas, identity FROM project_areas
                   WHERE NOT EXISTS (SELECT 1 FROM records_projects WHERE records_projects.identity = project_areas.identity)";
        let mut lines = String::new();
        let mut statement = self.connection.prepare(sql)?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let (ids, all_areas) = areas(row)?;
            let project = Uuid::from_bytes(row.get(2)?);
            let ids = self.existing_areas(&ids)?;
            let line = ["{\"_partial\":true,\"id\":\"", &project.to_string(), "\",\"area_ids\":", &ids];
            lines.extend(line);
            lines.push_str(if all_areas { ",\"all_areas\":true}\n" } else { ",\"all_areas\":false}\n" });
        }
        drop(rows);
        drop(statement);
        self.buffer = lines.into_bytes();
        Ok(())
    }

    fn push_content(&self, line: &mut String, identity: &[u8]) -> rusqlite::Result<bool> {
        let sql = "SELECT project FROM file_projects WHERE identity = ?1";
        let project = self
            .connection
            .prepare_cached(sql)?
            .query_row([identity], |row| Ok(Uuid::from_bytes(row.get(0)?)))
            .optional()?;
        let sql = "SELECT path, is_skipped FROM file_contents WHERE identity = ?1";
        let content: Option<(Option<String>, bool)> = self
            .connection
            .prepare_cached(sql)?
            .query_row([identity], |row| Ok((row.get(0)?, row.get(1)?)))
            .optional()?;
        let (Some(project), Some((path, false))) = (project, content) else { return Ok(false) };
        push(line, "project_id", &format!("\"{project}\""));
        if let Some(path) = path {
            push(line, "path", &Value::from(path).to_string());
        }
        Ok(true)
    }
}

fn areas(row: &rusqlite::Row<'_>) -> rusqlite::Result<(Vec<u8>, bool)> {
    Ok((row.get(0)?, row.get(1)?))
}

fn push(line: &mut String, name: &str, value: &str) {
    if line.len() > 1 {
        line.push(',');
    }
    line.push('"');
    line.push_str(name);
    line.push_str("\":");
    line.push_str(value);
}

/// A staged record that is not JSON, which only a damaged database has.
fn invalid(error: String) -> rusqlite::Error {
    rusqlite::Error::ToSqlConversionFailure(error.into())
}

impl Read for Lines {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let available = self.fill_buf()?;
        let length = available.len().min(buffer.len());
        buffer[..length].copy_from_slice(&available[..length]);
        self.consume(length);
        Ok(length)
    }
}

impl BufRead for Lines {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.read == self.buffer.len() {
            self.refill().map_err(io::Error::other)?;
        }
        Ok(&self.buffer[self.read..])
    }

    fn consume(&mut self, length: usize) {
        self.read += length;
    }
}
