//! The parts of a Folkmoot platform's `OpenAPI` document that a mirror uses: its locales, and which parts of
//! the API it has.

use std::collections::BTreeSet;

use folkmoot_model::resources::RESOURCES;
use serde_json::Value;

use crate::error::MirrorError;
use crate::session::Session;

/// The media type of streams.
const NDJSON: &str = "application/x-ndjson";

/// The used parts of the `OpenAPI` document.
#[derive(Debug)]
pub struct Document {
    /// The locales of the platform; the first is the default.
    pub locales: Vec<String>,
    /// The paths below the API that can be read as streams.
    streams: BTreeSet<String>,
    /// Whether the API reports changes.
    pub has_changes: bool,
}

impl Document {
    /// Reads the document of the source.
    pub fn read(session: &Session) -> Result<Self, MirrorError> {
        let document = session.json("/openapi.json")?;
        let missing = || {
            MirrorError::Unknown(format!(
                "{}/openapi.json does not list the locales of a platform; expected a server with a platform",
                session.api
            ))
        };
        Self::parse(&document).ok_or_else(missing)
    }

    fn parse(document: &Value) -> Option<Self> {
        let locales = document.pointer("/components/parameters/Locale/schema/enum")?.as_array()?;
        let locales: Vec<String> =
            locales.iter().filter_map(|code| code.as_str().map(str::to_owned)).collect();
        let paths = document.get("paths")?.as_object()?;
        let below = |path: &str| path.strip_prefix("/api/v2").map(str::to_owned);
        let is_stream = |value: &Value| {
            value.pointer("/get/responses/200/content").is_some_and(|content| content.get(NDJSON).is_some())
        };
        let streams = paths.iter().filter(|(_, value)| is_stream(value));
        let streams = streams.filter_map(|(path, _)| below(path)).collect();
        let has_changes = paths.keys().filter_map(|path| below(path)).any(|path| path == "/changes");
        (!locales.is_empty()).then_some(Self { locales, streams, has_changes })
    }

    /// Whether a path can be read as a stream.
    pub fn has_stream(&self, path: &str) -> bool {
        self.streams.contains(path)
    }
}

/// The resources that a scope permits to read, and the permissions that it lacks, in words.
pub fn readable(scope: &str) -> (Vec<&'static str>, Option<String>) {
    let permissions: BTreeSet<&str> = scope.split(' ').collect();
    let may_read = |plural: &str| permissions.contains(format!("read:{plural}").as_str());
    let (readable, missing): (Vec<&str>, Vec<&str>) =
        RESOURCES.iter().map(|resource| resource.names.plural).partition(|plural| may_read(plural));
    let level = permissions.iter().find_map(|permission| permission.strip_prefix("access:"));
    let lack = match level {
        Some("full") if missing.is_empty() => None,
        Some("full") => Some(format!("it may not read {}", missing.join(", "))),
        Some(level) => Some(format!("its access level is {level}")),
        None => Some("its access level is unknown".to_owned()),
    };
    (readable, lack)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use serde_json::json;

    use super::*;

    #[test]
    fn the_document_reports_locales_streams_and_changes() {
        let list = |kind: &str| json!({ "get": { "responses": { "200": { "content": { kind: {} } } } } });
        let mut document = json!({
            "components": { "parameters": { "Locale": { "schema": { "enum": ["nl-BE", "fr-BE"] } } } },
            "paths": { "/api/v2/ideas": list(NDJSON), "/api/v2/topics": list("application/json") },
        });
        let parsed = Document::parse(&document).unwrap();
        assert_eq!(parsed.locales, ["nl-BE", "fr-BE"]);
        assert!(parsed.has_stream("/ideas") && !parsed.has_stream("/topics") && !parsed.has_changes);
        document["paths"]["/api/v2/changes"] = list("application/json");
        assert!(Document::parse(&document).unwrap().has_changes);
        document["components"]["parameters"]["Locale"]["schema"] = json!({ "type": "string" });
        assert!(Document::parse(&document).is_none());
    }

    #[test]
    fn a_client_that_may_not_read_everything_is_recognised() {
        let all: Vec<String> = RESOURCES.iter().map(|it| format!("read:{}", it.names.plural)).collect();
        let all = all.join(" ");
        assert_eq!(readable(&format!("access:full {all} write:files")).1, None);
        assert_eq!(readable(&format!("access:public {all}")).1.unwrap(), "its access level is public");
        let (readable, lack) = readable("access:full read:ideas");
        assert_eq!(readable, ["ideas"]);
        assert!(lack.unwrap().contains("users"));
    }
}
