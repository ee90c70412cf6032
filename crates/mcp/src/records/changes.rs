//! The tool that reads what changed.

use folkmoot_api::parameters::declarations::MAX_CHANGES;
use folkmoot_api::usage::ReadResources;
use serde_json::{Map, Value, json};

use super::super::arguments::Arguments;
use super::super::call::Failure;
use super::super::schemas::ToolResource;
use super::length::{fitting, shorten};
use super::page::objects;
use super::{Reader, quoted};

impl Reader<'_> {
    /// `GET /changes`
    pub async fn changes_since(&self, mut arguments: Arguments) -> Result<(String, Value), Failure> {
        let limit = arguments.take_number("limit")?.unwrap_or(100);
        let query = arguments.take_query(["after", "resources", "locale"])?;
        arguments.finish()?;
        let mut limit = limit.min(MAX_CHANGES as usize);
        let (mut changes, next, more) = loop {
            let reply = self.routes.read(self.caller, "/changes", &query.with("limit", limit).text()).await?;
            let mut body: Value = reply.json()?;
            let (next, more) = (body["meta"]["next"].take(), body["meta"]["more"].take());
            let changes: Vec<Map<String, Value>> = objects(body["changes"].take());
            match fitting(&changes, limit) {
                None => break (changes, next, more),
                Some(smaller) => limit = smaller,
            }
        };
        for change in &mut changes {
            let list = change.get("resource").and_then(Value::as_str).and_then(|plural| self.find(plural));
            let record = change.get_mut("record").and_then(Value::as_object_mut);
            if let Some((list, record)) = list.zip(record) {
                list.remove_addresses(record);
                shorten(record);
            }
        }
        let of_list = |list: &ToolResource| {
            let changes = changes.iter().filter(|change| change["resource"] == list.plural());
            changes.filter_map(|change| change["record"].as_object()).collect::<Vec<_>>()
        };
        let records = self.resources.iter().map(|list| (list, of_list(list)));
        let records: Vec<_> = records.filter(|(_, records)| !records.is_empty()).collect();
        let count = |records: &[&Map<String, Value>]| i64::try_from(records.len()).unwrap_or(i64::MAX);
        let reads = records.iter().map(|(list, records)| (list.plural(), count(records))).collect();
        let all = records.iter().map(|(_, records)| records.len()).sum();
        self.slot.note_records(all, Some(ReadResources(reads)));
        let quoted = quoted(records);
        let summary = format!("{} changes. Pass next as after for those that follow.", changes.len());
        Ok((summary, json!({ "changes": changes, "next": next, "more": more, "quoted": quoted })))
    }
}
