//! The formats of lists. A new one is a file in this folder and a line in [`FORMATS`].

mod csv;
mod geojson;
mod json_page;
mod ndjson;
mod negotiation;

use std::fmt;
use std::ops::Deref;

use folkmoot_model::resource::Resource;
use folkmoot_store::StoreError;
use folkmoot_store::formats::csv::Dialect;
use serde_json::Value;

use super::http_cache::Pages;
use super::problem::Problem;
use folkmoot_store::formats::Projection;

pub use geojson::{Feature, MEDIA_TYPE as GEOJSON};
pub use json_page::PageWriter;

/// Every format, the preferred one first.
pub const FORMATS: [Format; 4] =
    [Format::PAGE, Format(&ndjson::Ndjson), Format(&csv::Csv), Format(&geojson::GeoJson)];

/// A format of lists.
pub trait ListFormat: fmt::Debug + Sync {
    /// The value of the parameter `format`.
    fn name(&self) -> &'static str;
    /// What it is, as a phrase for references.
    fn description(&self) -> &'static str;
    /// What a body contains, in one sentence for references.
    fn content(&self) -> &'static str;
    /// A body with this record, for references.
    fn example(&self, record: &Value) -> String;
    /// The value of the header `Content-Type`.
    fn media_type(&self) -> &'static str;
    /// Further media types that clients accept if they accept this format.
    fn synonyms(&self) -> &'static [&'static str] {
        &[]
    }
    /// The extension of the file in which browsers store the list; `None` if they show it.
    fn file_extension(&self) -> Option<&'static str> {
        None
    }
    /// Whether a response contains a page, not the complete list.
    fn is_page(&self) -> bool {
        false
    }
    /// Whether it has the dialects of CSV.
    fn has_dialects(&self) -> bool {
        false
    }
    /// Whether it contains only records with a point, so that lists without points do not have it.
    fn requires_point(&self) -> bool {
        false
    }
    /// Whether requests with a publishable key may use it.
    fn is_open_to_keys(&self) -> bool {
        self.is_page()
    }
    /// Appends what is before the records.
    fn begin<'a>(&self, list: &ListContent<'a>, out: &mut Vec<u8>) -> Box<dyn RecordWriter + 'a>;
}

/// Writes the records of a list in a format.
pub trait RecordWriter {
    /// Appends a record, given as JSON.
    fn record(&mut self, json: &[u8], out: &mut Vec<u8>) -> Result<(), StoreError>;
    /// Appends what is after the records.
    fn end(&mut self, out: &mut Vec<u8>);
}

/// What a body contains.
#[derive(Debug, Clone, Copy)]
pub struct ListContent<'a> {
    /// The resource of the records.
    pub resource: &'static Resource,
    /// The fields; `None` for all.
    pub fields: Option<&'a Projection>,
    /// The dialect of CSV.
    pub dialect: Dialect,
    /// The page; the only one of a complete list.
    pub page: Pages,
}

/// One of [`FORMATS`].
#[derive(Debug, Clone, Copy)]
pub struct Format(&'static dyn ListFormat);

impl Format {
    /// A page as JSON.
    pub const PAGE: Self = Self(&json_page::JsonPage);

    /// The format that a value of the parameter names.
    pub fn parse(parameter: &str, text: &str) -> Result<Self, Problem> {
        let found = FORMATS.into_iter().find(|format| format.name() == text);
        found.ok_or_else(|| Problem::not_one_of(parameter, text, FORMATS.map(|format| format.name())))
    }

    /// The formats of lists of a resource.
    pub fn of_lists(resource: &Resource) -> impl Iterator<Item = Self> {
        FORMATS.into_iter().filter(|format| format.suits(resource))
    }

    /// Whether lists of a resource have this format.
    pub fn suits(self, resource: &Resource) -> bool {
        !self.requires_point() || resource.point().is_some()
    }

    /// Whether a body is one JSON document.
    pub fn is_json(self) -> bool {
        self.essence().ends_with("/json") || self.essence().ends_with("+json")
    }

    /// The media type without parameters.
    pub fn essence(self) -> &'static str {
        self.media_type().split(';').next().unwrap_or_default()
    }
}

impl Deref for Format {
    type Target = dyn ListFormat;

    fn deref(&self) -> &Self::Target {
        self.0
    }
}
