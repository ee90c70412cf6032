//! The complete list as features of a map.

use std::borrow::Cow;

use folkmoot_model::resource::Resource;
use folkmoot_model::resource::facets::coordinates;
use folkmoot_store::StoreError;
use folkmoot_store::formats::{Projection, RecordValues};
use folkmoot_store::points::geo_degrees;
use serde_json::{Map, Value, json};

use super::{ListContent, ListFormat, RecordWriter};

/// The media type of `GeoJSON` (RFC 7946, section 12).
pub const MEDIA_TYPE: &str = "application/geo+json";

/// The records of the complete list that have a point, as a `FeatureCollection`.
#[derive(Debug)]
pub struct GeoJson;

impl ListFormat for GeoJson {
    fn name(&self) -> &'static str {
        "geojson"
    }

    fn description(&self) -> &'static str {
        "All records with a point as GeoJSON (RFC 7946), of lists whose records have one"
    }

    fn content(&self) -> &'static str {
        "The complete list (RFC 7946): the records with a point as features, whose `properties` are the record without its point."
    }

    fn example(&self, record: &Value) -> String {
        let is_point = |value: &Value| geometry(value.to_string().as_bytes()).is_some();
        let members = record.as_object().into_iter().flatten();
        let (points, properties): (Vec<_>, Vec<_>) = members.partition(|(_, value)| is_point(value));
        let point = points.first().map(|(_, point)| point.to_string()).unwrap_or_default();
        let geometry = geometry(point.as_bytes());
        let properties: Map<_, _> =
            properties.into_iter().map(|(name, value)| (name.clone(), value.clone())).collect();
        let feature = json!({ "type": "Feature", "id": record["id"], "geometry": geometry.and_then(|json| serde_json::from_slice::<Value>(&json).ok()), "properties": properties });
        json!({ "type": "FeatureCollection", "features": [feature] }).to_string()
    }

    fn media_type(&self) -> &'static str {
        MEDIA_TYPE
    }

    fn requires_point(&self) -> bool {
        true
    }

    fn is_open_to_keys(&self) -> bool {
        true
    }

    fn begin<'a>(&self, list: &ListContent<'a>, out: &mut Vec<u8>) -> Box<dyn RecordWriter + 'a> {
        out.extend_from_slice(br#"{"type":"FeatureCollection","features":["#);
        Box::new(Features { feature: Feature::new(list.resource, list.fields), is_first: true })
    }
}

struct Features<'a> {
    feature: Feature<'a>,
    is_first: bool,
}

impl RecordWriter for Features<'_> {
    fn record(&mut self, json: &[u8], out: &mut Vec<u8>) -> Result<(), StoreError> {
        if !std::mem::take(&mut self.is_first) {
            out.push(b',');
        }
        out.push(b'\n');
        self.feature.write(json, out).map(drop)
    }

    fn end(&mut self, out: &mut Vec<u8>) {
        out.extend_from_slice(b"\n]}\n");
    }
}

/// Writes records of a resource as features.
#[derive(Debug)]
pub struct Feature<'a> {
    fields: Option<&'a Projection>,
    /// The fields of responses, in their order.
    names: Vec<&'static str>,
    values: RecordValues,
    point: Option<&'static str>,
}

impl<'a> Feature<'a> {
    /// For records of a resource; `fields` are the properties, `None` for all.
    pub fn new(resource: &'static Resource, fields: Option<&'a Projection>) -> Self {
        let returned = resource.fields.iter().filter(|field| field.is_returned);
        Self {
            fields,
            names: returned.map(|field| field.name).collect(),
            values: RecordValues::new(resource),
            point: resource.point().map(|field| field.name),
        }
    }

    /// Appends a record, given as JSON, as a feature (RFC 7946, section 3.2). Returns whether it has a point.
    pub fn write(&self, record: &[u8], out: &mut Vec<u8>) -> Result<bool, StoreError> {
        let mut cells = Vec::with_capacity(self.names.len());
        self.values.split(record, &mut cells)?;
        let members = self.names.iter().copied().zip(cells);
        let value = |name: &str| members.clone().find(|(other, _)| *other == name).map(|(_, value)| value);
        let id = value("id").unwrap_or(b"null");
        let geometry = self.point.and_then(value).and_then(geometry);
        out.extend_from_slice(br#"{"type":"Feature","id":"#);
        out.extend_from_slice(id);
        out.extend_from_slice(br#","geometry":"#);
        out.extend_from_slice(geometry.as_deref().unwrap_or(b"null"));
        out.extend_from_slice(br#","properties":{"#);
        let selected = members.enumerate().filter(|(position, (name, _))| {
            Some(*name) != self.point && self.fields.is_none_or(|fields| fields.selects(*position))
        });
        for (number, (_, (name, value))) in selected.enumerate() {
            if number > 0 {
                out.push(b',');
            }
            // Names of fields need no escapes.
            out.push(b'"');
            out.extend_from_slice(name.as_bytes());
            out.extend_from_slice(b"\":");
            out.extend_from_slice(value);
        }
        out.extend_from_slice(b"}}");
        Ok(geometry.is_some())
    }
}

/// The geometry of a point, which is `POINT (longitude latitude)` or `GeoJSON` already; `None` if it is null.
fn geometry(point: &[u8]) -> Option<Cow<'_, [u8]>> {
    if let Ok(text) = serde_json::from_slice::<Cow<'_, str>>(point) {
        let (longitude, latitude) = coordinates(&text)?;
        return Some(
            json!({ "type": "Point", "coordinates": [longitude, latitude] }).to_string().into_bytes().into(),
        );
    }
    geo_degrees(point).map(|_| point.into())
}
