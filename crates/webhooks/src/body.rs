//! The body of a request: thin, so that it shows nothing that its receiver may not read.

use folkmoot_api::changes::cursor::{Binding, ChangesCursor};
use folkmoot_api::paths::BASE_PATH;
use folkmoot_api::problem::Problem;
use folkmoot_api::sealed_cursor::CursorKeys;
use folkmoot_model::resource::Resource;
use folkmoot_model::timestamp::timestamp;
use folkmoot_store::webhooks::Event;
use serde_json::{Map, Value, json};
use uuid::Uuid;

use super::types::{CHANGES_AVAILABLE, resources};

/// What is needed to write the bodies of requests to a client.
pub struct BodyWriter<'a> {
    /// The URL under which clients reach the API, without a path.
    pub api_url: &'a str,
    /// Seals cursors.
    pub cursors: &'a CursorKeys,
    /// The client.
    pub client: Uuid,
    /// What it can read.
    pub binding: Binding,
}

impl BodyWriter<'_> {
    /// The body of an event.
    pub fn write(&self, event: &Event) -> Result<Vec<u8>, Problem> {
        let binding = (!event.has_other_access).then_some(self.binding);
        let cursor = ChangesCursor { position: event.after.into() };
        let cursor = cursor.seal_for(self.client, binding, self.cursors)?;
        Ok(body(event, self.api_url, &cursor).to_string().into_bytes())
    }
}

/// The body of an event with a cursor from before the change.
pub fn body(event: &Event, api_url: &str, cursor: &str) -> Value {
    let mut data = Map::new();
    if let Some(record) = &event.record {
        data.insert("resource".to_owned(), json!(record.resource));
        data.insert("id".to_owned(), json!(record.id));
        data.insert("changed_at".to_owned(), json!(timestamp(record.changed_at)));
        if has_item(&record.resource) {
            data.insert(
                "url".to_owned(),
                json!(format!("{api_url}{BASE_PATH}/{}/{}", record.resource, record.id)),
            );
        }
        if let Some(project) = record.project {
            data.insert("project_id".to_owned(), json!(project));
        }
    } else if event.kind == CHANGES_AVAILABLE {
        data.insert("count".to_owned(), json!(event.count));
    }
    data.insert("changes".to_owned(), json!(format!("{BASE_PATH}/changes?after={cursor}")));
    json!({ "type": event.kind, "timestamp": timestamp(event.at), "data": data })
}

fn has_item(plural: &str) -> bool {
    let find = |resource: &&'static Resource| resource.names.plural == plural;
    resources().find(find).is_some_and(|resource| resource.calls.item)
}
