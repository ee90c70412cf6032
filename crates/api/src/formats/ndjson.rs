//! The complete list as NDJSON.

use folkmoot_store::StoreError;
use folkmoot_store::formats::ndjson::end_line;
use serde_json::Value;

use super::{ListContent, ListFormat, RecordWriter};
use folkmoot_store::formats::Projection;

/// The complete list, one JSON object a line.
#[derive(Debug)]
pub struct Ndjson;

impl ListFormat for Ndjson {
    fn name(&self) -> &'static str {
        "ndjson"
    }

    fn description(&self) -> &'static str {
        "The complete list, a JSON object on each line"
    }

    fn content(&self) -> &'static str {
        "The complete list: one record as JSON on each line."
    }

    fn example(&self, record: &Value) -> String {
        format!("{record}\n")
    }

    fn media_type(&self) -> &'static str {
        "application/x-ndjson"
    }

    fn begin<'a>(&self, list: &ListContent<'a>, _: &mut Vec<u8>) -> Box<dyn RecordWriter + 'a> {
        Box::new(Lines { fields: list.fields })
    }
}

struct Lines<'a> {
    fields: Option<&'a Projection>,
}

impl RecordWriter for Lines<'_> {
    fn record(&mut self, json: &[u8], out: &mut Vec<u8>) -> Result<(), StoreError> {
        let start = out.len();
        Projection::write(self.fields, json, out);
        end_line(out, start);
        Ok(())
    }

    fn end(&mut self, _: &mut Vec<u8>) {}
}
