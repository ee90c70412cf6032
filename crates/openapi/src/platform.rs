//! The operation that describes the platform.

use folkmoot_api::naming;
use serde_json::{Map, Value, json};

use super::operations::{Operation, Paths};
use super::schemas::{access_level, make_nullable, number, object, text, timestamp};
use super::{authentication, examples, problems, responses};

/// The tag of the operation, and the name of its group.
pub const TAG: &str = "Platform";
const HEADERS: &[&str] = &["Cache-Control", "RateLimit", "RateLimit-Policy"];

/// The tag of the operation, with its description.
pub fn tag() -> Value {
    json!({ "name": TAG, "description": "What the platform is, how many records a client reads, and how current they are." })
}

/// Adds the operation.
pub fn add(paths: &mut Paths) {
    let mut operation = Operation {
        id: naming::GET_PLATFORM.to_owned(),
        tag: TAG.to_owned(),
        summary: "Get the platform".to_owned(),
        description: "Returns the name, locales and time zone of the platform, the access level of the request, and for each resource that \
                      it may read the number of its records and its newest change. A dashboard can show how current it is."
            .to_owned(),
        parameters: Vec::new(),
        body: None,
        success: ("200", responses::json("The platform.", HEADERS, "PlatformResponse", &json!({ "platform": example() }))),
        permissions: Vec::new(),
        errors: [&[&problems::INVALID_PARAMETER], problems::COMMON].concat(),
    }
    .object();
    operation.insert("security".to_owned(), authentication::any_client());
    paths.add("get", "platform", authentication::publicly(operation));
}

fn example() -> Value {
    json!({
        "name": "Zwenebeke Participates",
        "url": "https://participate.zwenebeke.example",
        "locales": ["nl-BE", "fr-BE", "en"],
        "default_locale": "nl-BE",
        "time_zone": "Europe/Brussels",
        "data_changed_at": examples::CHANGED_AT,
        "imported_at": examples::CHANGED_AT,
        "access": "public",
        "resources": [{ "name": "ideas", "records": 1200, "changed_at": examples::CHANGED_AT }],
    })
}

/// The schemas of the response.
pub fn schemas() -> Map<String, Value> {
    let platform = example();
    let nullable = |mut schema: Value| {
        make_nullable(&mut schema);
        schema
    };
    let time = |doc: &str| nullable(timestamp(doc, &json!(examples::CHANGED_AT)));
    let resource = object(
        "A resource that the request may read.",
        &json!({
            "name": naming::component("schemas", "ResourceName"),
            "records": number("Number of records in its list.", &json!(1200)),
            "changed_at": time("When the newest change happened that the request sees; null if there was none. At the \
                                access levels `pseudonymous` and `anonymous`, only the day."),
        }),
    );
    let mut url = text("URL of the website of the platform.", &platform["url"]);
    url["format"] = json!("uri");
    let locales = json!({
        "type": "array",
        "description": "Locales of its texts, the default one first.",
        "items": { "type": "string" },
        "examples": [platform["locales"]],
    });
    let properties = json!({
        "name": text("Name of the platform.", &platform["name"]),
        "url": url,
        "locales": locales,
        "default_locale": text("Locale of responses if the request chooses none.", &platform["default_locale"]),
        "time_zone": nullable(text("IANA name of its time zone; null if none is set.", &platform["time_zone"])),
        "data_changed_at": time("The newest of the changes of the resources; null if there was none."),
        "imported_at": time("When the newest import, or the newest round of a mirror, succeeded; null if none did. Below the access level `full`, only the day."),
        "access": access_level("Access level of the request.", &platform["access"]),
        "resources": { "type": "array", "description": "What the request may read.", "items": resource },
    });
    let response = object("The platform.", &json!({ "platform": naming::component("schemas", "Platform") }));
    Map::from_iter([
        ("PlatformResponse".to_owned(), response),
        ("Platform".to_owned(), object("What the platform is, and how current it is.", &properties)),
    ])
}
