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
        let mut reads: Vec<(&'static str, i64)> = Vec::new();
        let mut quoted_records: Vec<(&ToolResource, Vec<&Map<String, Value>>)> = Vec::new();
        for change in &mut changes {
            let Some(list) = change.get("resource").and_then(Value::as_str).and_then(|name| self.find(name))
            else {
                continue;
            };
            if let Some(record) = change.get_mut("record").and_then(Value::as_object_mut) {
                list.remove_addresses(record);
                shorten(record);
                match reads.iter_mut().find(|(plural, _)| *plural == list.plural()) {
                    Some((_, count)) => *count += 1,
                    None => reads.push((list.plural(), 1)),
                }
            }
        }
        for list in self.resources {
            let of_list = changes.iter().filter(|change| change["resource"] == list.plural());
            let records: Vec<_> = of_list.filter_map(|change| change["record"].as_object()).collect();
            quoted_records.push((list, records));
        }
        let records = usize::try_from(reads.iter().map(|(_, count)| count).sum::<i64>()).unwrap_or_default();
        self.slot.note_records(records, Some(ReadResources(reads)));
        let quoted = quoted(quoted_records);
        let summary = format!("{} changes. Pass next as after for those that follow.", changes.len());
        Ok((summary, json!({ "changes": changes, "next": next, "more": more, "quoted": quoted })))
    }
}
