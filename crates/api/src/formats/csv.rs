//! The complete list as comma-separated values.

use folkmoot_store::StoreError;
use folkmoot_store::formats::RecordValues;
use folkmoot_store::formats::csv::{Dialect, MEDIA_TYPE};
use serde_json::Value;

use super::{ListContent, ListFormat, RecordWriter};

/// The complete list as comma-separated values.
#[derive(Debug)]
pub struct Csv;

impl ListFormat for Csv {
    fn name(&self) -> &'static str {
        "csv"
    }

    fn description(&self) -> &'static str {
        "The complete list as CSV (RFC 4180)"
    }

    fn content(&self) -> &'static str {
        "The complete list (RFC 4180): a header row with the names of the fields, one record in each row."
    }

    fn example(&self, record: &Value) -> String {
        let fields = record.as_object().into_iter().flatten();
        let cells: Vec<String> = fields.clone().map(|(_, value)| value.to_string()).collect();
        let (mut rows, dialect) = (Vec::new(), Dialect::default());
        dialect.push_header(&mut rows, fields.map(|(name, _)| name.as_str()));
        // The examples are valid JSON.
        let _ = dialect.push_record(&mut rows, cells.iter().map(String::as_bytes));
        String::from_utf8_lossy(&rows).into_owned()
    }

    fn media_type(&self) -> &'static str {
        MEDIA_TYPE
    }

    fn file_extension(&self) -> Option<&'static str> {
        Some("csv")
    }

    fn has_dialects(&self) -> bool {
        true
    }

    fn begin<'a>(&self, list: &ListContent<'a>, out: &mut Vec<u8>) -> Box<dyn RecordWriter + 'a> {
        let ListContent { resource, fields, dialect, .. } = *list;
        let returned = resource.fields.iter().filter(|field| field.is_returned).enumerate();
        let selected: Vec<(&str, bool)> = returned
            .map(|(position, field)| (field.name, fields.is_none_or(|fields| fields.selects(position))))
            .collect();
        let names = selected.iter().filter(|(_, is_selected)| *is_selected).map(|(name, _)| *name);
        dialect.push_header(out, names);
        let selected = selected.into_iter().map(|(_, is_selected)| is_selected).collect();
        Box::new(Rows { dialect, values: RecordValues::new(resource), selected })
    }
}

struct Rows {
    dialect: Dialect,
    /// The values of a record, and whether each is selected.
    values: RecordValues,
    selected: Vec<bool>,
}

impl RecordWriter for Rows {
    fn record(&mut self, json: &[u8], out: &mut Vec<u8>) -> Result<(), StoreError> {
        let mut cells = Vec::with_capacity(self.selected.len());
        self.values.split(json, &mut cells)?;
        let cells = cells.into_iter().zip(&self.selected).filter(|(_, is_selected)| **is_selected);
        self.dialect.push_record(out, cells.map(|(cell, _)| cell))
    }

    fn end(&mut self, _: &mut Vec<u8>) {}
}
