//! The requests of webhooks.

use folkmoot_api::naming;
use folkmoot_api::paths::BASE_PATH;
use folkmoot_model::resource::Resource;
use folkmoot_model::resources::RESOURCES;
use folkmoot_store::changes::page::Position;
use folkmoot_store::webhooks::{Event, EventRecord};
use folkmoot_webhooks::body::body;
use folkmoot_webhooks::types::{self, Action, CHANGES_AVAILABLE, TEST};
use serde_json::{Map, Value, json};
use uuid::Uuid;

use super::examples;
use super::schemas::{make_nullable, number, object, text, timestamp};

/// The tag of the requests, and the name of its group.
pub const TAG: &str = "Webhooks";
/// The URL of the API in examples.
const API_URL: &str = "https://participate.zwenebeke.example";
/// The headers of a request: their component, name, description and example.
const HEADERS: [(&str, &str, &str, &str); 3] = [
    (
        "WebhookId",
        "webhook-id",
        "Id of the event, the same in every attempt to send it.",
        "msg_4f1c2f0d6f6e4a7f9a0b8a1f8d2c3e4b",
    ),
    (
        "WebhookTimestamp",
        "webhook-timestamp",
        "When the attempt was made, in seconds since 1970.",
        "1793606130",
    ),
    (
        "WebhookSignature",
        "webhook-signature",
        "Signature of id, timestamp and body with the secret of the webhook (Standard Webhooks). Several are separated by spaces.",
        "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    ),
];

/// The tag of the requests, with its description.
pub fn tag() -> Value {
    json!({
        "name": TAG,
        "description": "Requests that the platform sends to URLs of clients when records change. An administrator creates webhooks. \
                        Each event is what the client would find with `GET /changes`, without the record.",
    })
}

/// The requests, by the type of their event.
pub fn requests() -> Value {
    let records = types::resources().flat_map(|resource| {
        Action::ALL.map(|action| (types::name(resource, action), of_record(resource, action)))
    });
    let count = json!({
        "count": nullable(number("Number of changes; null if it is not known.", &json!(1_250))),
        "changes": changes(),
    });
    let several = request(
        CHANGES_AVAILABLE,
        "Many changes are available",
        "More than 1,000 events waited for the webhook, or it was resumed after a pause, or what the client may read has changed. \
         Read the changes; if their cursor has expired (410), read the lists again.",
        &object("The changes.", &count),
        &example(CHANGES_AVAILABLE, None),
    );
    let test = request(
        TEST,
        "A webhook is tested",
        "An administrator tests the webhook.",
        &object("Where changes can be read.", &json!({ "changes": changes() })),
        &example(TEST, None),
    );
    records.chain([(CHANGES_AVAILABLE.to_owned(), several), (TEST.to_owned(), test)]).collect()
}

fn of_record(resource: &Resource, action: Action) -> Value {
    let kind = types::name(resource, action);
    let one = naming::one(resource.names.singular);
    let (happened, description) = match action {
        Action::Created => ("was created", "The record is new, or the client can see it now."),
        Action::Updated => {
            ("was updated", "The record, a counter in it, or a text of another record in it has changed.")
        }
        Action::Deleted => ("was deleted", "The record was deleted, or the client cannot see it any more."),
    };
    let summary = format!("{}{} {happened}", one[..1].to_uppercase(), &one[1..]);
    let id =
        Uuid::parse_str(examples::id(resource.names.plural).as_str().unwrap_or_default()).unwrap_or_default();
    let project = resource
        .field("project_id")
        .and_then(|_| examples::record(resource)["project_id"].as_str().map(str::to_owned));
    let record = EventRecord {
        resource: resource.names.plural.to_owned(),
        id,
        changed_at: changed_at(),
        project: project.and_then(|project| Uuid::parse_str(&project).ok()),
    };
    let example = example(&kind, Some(record));
    request(&kind, &summary, description, &naming::component("schemas", "WebhookRecord"), &example)
}

fn request(kind: &str, summary: &str, description: &str, data: &Value, example: &Value) -> Value {
    let headers = HEADERS.map(|(component, ..)| naming::component("parameters", component));
    json!({
        "post": {
            "operationId": format!("on{}", naming::pascal(&kind.replace('.', "_"))),
            "tags": [TAG],
            "summary": summary,
            "description": description,
            "security": [],
            "parameters": headers,
            "requestBody": {
                "required": true,
                "content": {
                    "application/json": {
                        "schema": {
                            "type": "object",
                            "required": ["type", "timestamp", "data"],
                            "properties": {
                                "type": { "type": "string", "const": kind, "description": "Type of the event.", "examples": [kind] },
                                "timestamp": timestamp("When the event was made.", &json!(examples::CHANGED_AT)),
                                "data": data,
                            },
                        },
                        "example": example,
                    },
                },
            },
            "responses": {
                "2XX": { "description": "The event was received." },
                "410": { "description": "The webhook wants no more events, and is paused." },
                "default": { "description": "The event is sent again later." },
            },
        },
    })
}

fn example(kind: &str, record: Option<EventRecord>) -> Value {
    let count = (kind == CHANGES_AVAILABLE).then_some(1_250);
    let (kind, after) = (kind.to_owned(), Position::default().into());
    let event = Event { kind, at: changed_at(), record, count, after, has_other_access: false };
    body(&event, API_URL, examples::CURSOR)
}

fn changed_at() -> i64 {
    examples::CHANGED_AT.parse().map_or(0, jiff::Timestamp::as_millisecond)
}

fn changes() -> Value {
    let example = format!("{BASE_PATH}/changes?after={}", examples::CURSOR);
    text("Path of the changes from before this one, with a cursor for the client.", &json!(example))
}

fn nullable(mut schema: Value) -> Value {
    make_nullable(&mut schema);
    schema
}

/// The components of parameters.
pub fn parameters() -> impl Iterator<Item = (String, Value)> {
    HEADERS.into_iter().map(|(component, name, description, example)| {
        let parameter = json!({
            "name": name,
            "in": "header",
            "required": true,
            "description": description,
            "schema": { "type": "string" },
            "example": example,
        });
        (component.to_owned(), parameter)
    })
}

/// The schema of the data of events about a record.
pub fn schemas() -> Map<String, Value> {
    let ideas = RESOURCES.iter().find(|resource| resource.names.plural == "ideas");
    let project = ideas.map(|ideas| examples::record(ideas)["project_id"].clone()).unwrap_or_default();
    let id = |doc: &str, example: &Value| json!({ "type": "string", "format": "uuid", "description": doc, "examples": [example] });
    let properties = json!({
        "resource": naming::component("schemas", "ResourceName"),
        "id": id("Id of the record.", &examples::id("ideas")),
        "changed_at": timestamp("When the record changed last, as in `GET /changes`.", &json!(examples::CHANGED_AT)),
        "url": text("URL of the record, which the client reads with its token.", &json!(format!("{API_URL}{BASE_PATH}/ideas/{}", examples::id("ideas").as_str().unwrap_or_default()))),
        "project_id": id("Id of its project, if it has one. Absent for deleted records whose project the client cannot see any more.", &project),
        "changes": changes(),
    });
    let mut schema = object("The record of an event, without its values.", &properties);
    schema["required"] = json!(["resource", "id", "changed_at", "changes"]);
    std::iter::once(("WebhookRecord".to_owned(), schema)).collect()
}
