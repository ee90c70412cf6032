//! Records as the source returns them: their identity, and which of their texts are read in every locale.

use folkmoot_import::json::{Members, string};
use folkmoot_model::resource::{Field, FieldType, Resource, Source};
use serde_json::value::RawValue;
use uuid::Uuid;

use crate::body::json_error;
use crate::error::MirrorError;
use crate::http::without_query;

/// The fields that identify a record: `id`, or the ids of a row without one.
pub fn identity_fields(resource: &Resource) -> Vec<&'static str> {
    if resource.has_id() {
        return vec!["id"];
    }
    resource.unique.first().map_or_else(Vec::new, |fields| fields.to_vec())
}

/// The localised fields whose translations a response does not contain, so that each locale is read.
pub fn localised_fields(resource: &'static Resource) -> impl Iterator<Item = &'static Field> {
    let has_map = |name: &str| {
        let is_map = |field: &Field| matches!(field.kind, FieldType::Multiloc(of) if of == name);
        resource.fields.iter().any(is_map)
    };
    let is_text = |field: &&Field| {
        field.kind == FieldType::Localised && matches!(field.source, Source::Stored) && field.is_returned
    };
    resource.fields.iter().filter(is_text).filter(move |field| !has_map(field.name))
}

/// Why a record cannot be identified. It contains no value of the record.
#[derive(Debug)]
pub struct Unidentified {
    /// The field; empty if the record is not an object.
    pub field: &'static str,
    /// The expected value, and the value that was found.
    pub reason: String,
}

fn object(line: &str) -> Result<Record<'_>, Unidentified> {
    let reason = |cause| format!("expected an object, found {cause}");
    Record::parse(line).map_err(|cause| Unidentified { field: "", reason: reason(cause) })
}

/// A record of a resource, and its identity.
pub fn identified<'a>(resource: &Resource, line: &'a str) -> Result<(Record<'a>, Vec<u8>), Unidentified> {
    let record = object(line)?;
    let identity = record.identity(resource)?;
    Ok((record, identity))
}

/// The id of a tombstone, and when its record was deleted.
pub fn tombstone(line: &str) -> Result<(Uuid, String), Unidentified> {
    let record = object(line)?;
    let id = record.id("id").ok_or_else(|| Unidentified { field: "id", reason: record.without_id("id") })?;
    let reason = || "expected a timestamp, found another value".to_owned();
    let at =
        record.text("deleted_at").ok_or_else(|| Unidentified { field: "deleted_at", reason: reason() })?;
    Ok((id, at))
}

/// The members of a record.
#[derive(Debug)]
pub struct Record<'a>(Members<'a>);

impl<'a> Record<'a> {
    /// Parses a JSON object.
    pub fn parse(text: &'a str) -> Result<Self, String> {
        serde_json::from_str(text).map(Self).map_err(|error| json_error(&error))
    }

    /// The members in their order.
    pub fn members(&self) -> impl Iterator<Item = (&str, &'a RawValue)> {
        self.0.0.iter().map(|(key, value)| (key.as_ref(), *value))
    }

    /// The JSON of a member.
    pub fn raw(&self, name: &str) -> Option<&'a str> {
        self.members().find(|(key, _)| *key == name).map(|(_, value)| value.get())
    }

    /// The text of a member; `None` if it is null.
    pub fn text(&self, name: &str) -> Option<String> {
        self.raw(name).and_then(string).map(std::borrow::Cow::into_owned)
    }

    /// The id in a member.
    pub fn id(&self, name: &str) -> Option<Uuid> {
        self.text(name).and_then(|text| Uuid::try_parse(&text).ok())
    }

    /// The identity of the record: its ids, one after the other.
    pub fn identity(&self, resource: &Resource) -> Result<Vec<u8>, Unidentified> {
        let mut identity = Vec::with_capacity(32);
        for name in identity_fields(resource) {
            let id =
                self.id(name).ok_or_else(|| Unidentified { field: name, reason: self.without_id(name) })?;
            identity.extend_from_slice(id.as_bytes());
        }
        Ok(identity)
    }

    fn without_id(&self, name: &str) -> String {
        let found = self.raw(name).map_or("nothing", |_| "another value");
        format!("expected a UUID, found {found}")
    }

    /// Only the members with these names, as JSON.
    pub fn only(&self, names: &[&str]) -> String {
        let members = self.members().filter(|(key, _)| names.contains(key));
        let members: Vec<String> =
            members.map(|(key, value)| format!("{}:{}", serde_json::Value::from(key), value.get())).collect();
        format!("{{{}}}", members.join(","))
    }
}

/// The error about a record of a list that cannot be read. `found` describes it and contains no part of it.
pub fn unexpected(list: &str, found: &str) -> MirrorError {
    let url = format!("/{}", without_query(list).trim_start_matches('/'));
    MirrorError::Unexpected { url, expected: "a record with its id", found: found.to_owned() }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use folkmoot_model::resources::RESOURCES;

    use super::*;

    fn resource(plural: &str) -> &'static Resource {
        RESOURCES.iter().find(|resource| resource.names.plural == plural).unwrap()
    }

    #[test]
    fn texts_are_read_in_every_locale_unless_the_response_has_the_map() {
        let names = |plural| localised_fields(resource(plural)).map(|field| field.name).collect::<Vec<_>>();
        assert_eq!(names("ideas"), ["title", "body", "status"]);
        assert_eq!(names("phases"), ["title", "description"]);
        assert_eq!(names("users"), ["bio"]);
        assert!(names("areas").is_empty());
        assert!(names("reactions").is_empty());
    }

    #[test]
    fn rows_without_an_id_are_identified_by_their_ids() {
        let (one, other) = (Uuid::from_u128(1), Uuid::from_u128(2));
        let line = format!("{{\"topic_id\":\"{other}\",\"idea_id\":\"{one}\"}}");
        let identity = Record::parse(&line).unwrap().identity(resource("idea_topics")).unwrap();
        assert_eq!(identity, [one.into_bytes(), other.into_bytes()].concat());
        assert!(Record::parse("{\"id\":7}").unwrap().identity(resource("ideas")).is_err());
    }

    #[test]
    fn members_are_copied_without_a_change() {
        let record = Record::parse("{\"title\":\"a\\u0020b\",\"n\":1.50,\"x\":null}").unwrap();
        assert_eq!(record.only(&["title", "n"]), "{\"title\":\"a\\u0020b\",\"n\":1.50}");
        assert_eq!(record.text("title").unwrap(), "a b");
        assert_eq!(record.text("x"), None);
    }
}
