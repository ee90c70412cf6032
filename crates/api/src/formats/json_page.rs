//! A page as JSON: the records under the key of the list, then `meta`.

use folkmoot_store::StoreError;
use serde_json::Value;

use super::{ListContent, ListFormat, RecordWriter};
use crate::http_cache::Pages;
use folkmoot_store::formats::Projection;

/// A page as JSON.
#[derive(Debug)]
pub struct JsonPage;

impl ListFormat for JsonPage {
    fn name(&self) -> &'static str {
        "json"
    }

    fn description(&self) -> &'static str {
        "A page as JSON"
    }

    fn content(&self) -> &'static str {
        "A page of the list."
    }

    fn example(&self, record: &Value) -> String {
        record.to_string()
    }

    fn media_type(&self) -> &'static str {
        "application/json; charset=utf-8"
    }

    fn synonyms(&self) -> &'static [&'static str] {
        &["application/problem+json"]
    }

    fn is_page(&self) -> bool {
        true
    }

    fn begin<'a>(&self, list: &ListContent<'a>, out: &mut Vec<u8>) -> Box<dyn RecordWriter + 'a> {
        Box::new(PageWriter::begin(list, out))
    }
}

/// Writes the records of a page.
pub struct PageWriter<'a> {
    list: ListContent<'a>,
    is_first: bool,
}

impl<'a> PageWriter<'a> {
    /// Appends what is before the records.
    pub fn begin(list: &ListContent<'a>, out: &mut Vec<u8>) -> Self {
        out.extend_from_slice(b"{\"");
        out.extend_from_slice(list.resource.names.list_key.as_bytes());
        out.extend_from_slice(b"\":[");
        Self { list: *list, is_first: true }
    }
}

impl RecordWriter for PageWriter<'_> {
    fn record(&mut self, json: &[u8], out: &mut Vec<u8>) -> Result<(), StoreError> {
        if !std::mem::take(&mut self.is_first) {
            out.push(b',');
        }
        Projection::write(self.list.fields, json, out);
        Ok(())
    }

    fn end(&mut self, out: &mut Vec<u8>) {
        let Pages { current, total } = self.list.page;
        let meta = format!("],\"meta\":{{\"current_page\":{current},\"total_pages\":{total}}}}}");
        out.extend_from_slice(meta.as_bytes());
    }
}
