//! Records as JSON, written field by field from a row's columns into the buffer of the response.

mod field;
mod json;
mod localised;
mod representation;
mod restricted;
mod visible;

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use bytes::Bytes;
use folkmoot_database::row_reader::RowReader;
use folkmoot_model::access::AccessLevel;
use folkmoot_model::resource::{Resource, Source};

pub use self::field::condition;
use self::field::{Context, Selection, ValueEncoder};
pub use self::representation::Representation;
pub use self::restricted::shown_part;
use super::StoreError;
use super::access::AccessView;

/// What the JSON of a record depends on beside the record.
#[derive(Debug, Clone)]
pub struct View {
    /// The locales in order of preference: the requested one, the platform's default, the others.
    pub locales: Vec<String>,
    /// The platform's URL, without a trailing slash.
    pub platform_url: String,
    /// Issues download URLs to one client; `None` in a view for all clients.
    pub downloads: Option<Arc<dyn DownloadUrls>>,
    /// What the client sees of the values.
    pub access: Arc<AccessView>,
}

/// Issues URLs from which files can be downloaded without a token.
pub trait DownloadUrls: std::fmt::Debug + Send + Sync {
    /// The URL of a file's content, which is valid for a limited time.
    fn of(&self, file: uuid::Uuid) -> String;
}

/// A record as JSON.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EncodedRecord {
    /// The JSON object.
    pub json: Bytes,
    /// Whether results of votes are withheld from it.
    pub withholds_votes: bool,
}

impl EncodedRecord {
    /// The record that was written into a range of a buffer; `None` if there is none.
    pub fn new(buffer: &Bytes, range: Range<usize>, written: Written) -> Option<Self> {
        match written {
            Written::Nothing => None,
            Written::Record { withholds_votes } => Some(Self { json: buffer.slice(range), withholds_votes }),
        }
    }
}

/// What was written of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Written {
    /// Nothing, because the level does not see the record.
    Nothing,
    /// The record.
    Record {
        /// Whether results of votes are withheld from it.
        withholds_votes: bool,
    },
}

/// How the records of one resource are selected and written at one access level.
#[derive(Debug)]
pub struct Encoding {
    /// The expressions to select, over the alias `this`; column 0 is the key.
    pub select: String,
    /// The joins of other tables that the expressions use, to append after the alias.
    pub joins: String,
    /// The number of expressions.
    pub columns: usize,
    /// The column with the state of the record's votes; `None` if nothing depends on it.
    voting: Option<usize>,
    /// Whether a record is not seen while its votes are secret.
    hides_records: bool,
    level: AccessLevel,
    fields: Vec<FieldEncoder>,
}

#[derive(Debug)]
struct FieldEncoder {
    /// `{"id":` or `,"title":`.
    prefix: Vec<u8>,
    value: ValueEncoder,
}

impl Encoding {
    /// The encoding of the fields of a resource that responses contain, for readers with the level of this one.
    pub fn new(resource: &Resource, access: &AccessView) -> Self {
        Self::at_level(resource, access.level())
    }

    pub(super) fn at_level(resource: &Resource, level: AccessLevel) -> Self {
        let mut selection = Selection::starting_with("this.key");
        let fields = resource.fields.iter().filter(|field| field.is_returned);
        let fields: Vec<_> = fields
            .enumerate()
            .map(|(position, field)| FieldEncoder {
                prefix: prefix(position, field.name),
                value: ValueEncoder::new(resource, field, level, &mut selection),
            })
            .collect();
        let voting = resource.voting.filter(|_| level < AccessLevel::Full);
        Self {
            voting: voting.map(|voting| selection.column(format!("({})", voting.state))),
            hides_records: voting.is_some_and(|voting| voting.hides_records),
            columns: selection.len(),
            select: selection.sql(),
            joins: joins(resource),
            level,
            fields,
        }
    }

    /// Appends a row as a JSON object, unless the view does not see the record. Fails for a view of another level.
    pub fn write(
        &self,
        row: &(impl RowReader + ?Sized),
        view: &View,
        out: &mut Vec<u8>,
    ) -> Result<Written, StoreError> {
        if view.access.level() != self.level {
            return Err(StoreError::Value(
                "a record was requested in the encoding of another level".to_owned(),
            ));
        }
        let are_votes_hidden = match self.voting {
            // An unknown state is secret.
            Some(column) => view.access.hides_votes(row.text(column)?.unwrap_or_default()),
            None => false,
        };
        if are_votes_hidden && self.hides_records {
            return Ok(Written::Nothing);
        }
        let context = Context { view, are_votes_hidden };
        for FieldEncoder { prefix, value } in &self.fields {
            out.extend_from_slice(prefix);
            if !value.write(row, context, out)? {
                out.extend_from_slice(b"null");
            }
        }
        out.push(b'}');
        Ok(Written::Record { withholds_votes: are_votes_hidden })
    }
}

fn joins(resource: &Resource) -> String {
    let joins: BTreeSet<String> = resource
        .fields
        .iter()
        .filter_map(|field| match field.source {
            Source::Joined { table, reference, .. } => {
                Some(format!(" LEFT JOIN {table} ON {table}.id = this.{reference}"))
            }
            _ => None,
        })
        .collect();
    joins.into_iter().collect()
}

fn prefix(position: usize, name: &str) -> Vec<u8> {
    let opening = if position == 0 { '{' } else { ',' };
    format!("{opening}\"{name}\":").into_bytes()
}

#[cfg(test)]
mod tests;
