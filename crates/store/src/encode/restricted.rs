//! Values of which levels below `full` see a part.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;

use folkmoot_model::access::Treatment;
use folkmoot_model::resource::Resource;
use folkmoot_model::resource::columns::ColumnType;
use folkmoot_model::resource::facets::{DEGREE_DECIMALS, coordinates, number_of_degrees, rounded_degrees};
use serde::Deserialize;
use serde::de::{Deserializer as _, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::json::push_json;
use crate::StoreError;
use crate::access::AccessSettings;
use crate::points::geo_degrees;

/// What a level sees of a stored value of which it sees a part.
pub fn shown_part(
    part: Treatment,
    resource: &Resource,
    kind: ColumnType,
    value: &[u8],
    settings: &AccessSettings,
) -> Result<Vec<u8>, StoreError> {
    let mut shown = Vec::new();
    let decimals = settings.coordinate_decimals;
    match (part, kind) {
        (Treatment::AllowedKeysOnly, _) => {
            push_entries(&mut shown, value, settings.shareable.keys(resource.names.plural))?;
        }
        (_, ColumnType::Json) => _ = push_rounded_geo_point(&mut shown, value, decimals),
        _ => _ = push_rounded_point(&mut shown, &String::from_utf8_lossy(value), decimals)?,
    }
    Ok(shown)
}

/// Appends the entries of a JSON object whose keys are among `keys`, in their order; `{}` if there are none. The values
/// are copied unchanged.
pub fn push_entries(
    out: &mut Vec<u8>,
    object: &[u8],
    keys: Option<&BTreeSet<String>>,
) -> Result<bool, StoreError> {
    out.push(b'{');
    if let Some(keys) = keys {
        let mut json = serde_json::Deserializer::from_slice(object);
        json.deserialize_map(Entries { keys, out }).map_err(|error| StoreError::Value(error.to_string()))?;
    }
    out.push(b'}');
    Ok(true)
}

/// Appends the entries of the object that is being read.
struct Entries<'a> {
    keys: &'a BTreeSet<String>,
    out: &'a mut Vec<u8>,
}

impl<'de> Visitor<'de> for Entries<'_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<(), A::Error> {
        use serde::de::Error as _;
        let mut is_first = true;
        // A key is borrowed unless it contains escapes, which are resolved before it is compared.
        while let Some((Key(key), value)) = entries.next_entry::<Key<'de>, &RawValue>()? {
            if !self.keys.contains(&*key) {
                continue;
            }
            if !is_first {
                self.out.push(b',');
            }
            is_first = false;
            push_json(self.out, &key).map_err(A::Error::custom)?;
            self.out.push(b':');
            self.out.extend_from_slice(value.get().as_bytes());
        }
        Ok(())
    }
}

#[derive(Deserialize)]
struct Key<'a>(#[serde(borrow)] Cow<'a, str>);

/// Rounded degrees, which filters compare in the same units, displayed without zeros at their end.
struct Degrees(i64);

impl Degrees {
    fn new(degrees: f64, decimals: u8) -> Self {
        Self(rounded_degrees(number_of_degrees(degrees), decimals))
    }
}

impl fmt::Display for Degrees {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        const UNITS: u64 = 10_u64.pow(DEGREE_DECIMALS as u32);
        let sign = if self.0 < 0 { "-" } else { "" };
        let (whole, fraction) = (self.0.unsigned_abs() / UNITS, self.0.unsigned_abs() % UNITS);
        write!(formatter, "{sign}{whole}")?;
        if fraction == 0 {
            return Ok(());
        }
        let digits = format!("{fraction:0width$}", width = usize::from(DEGREE_DECIMALS));
        write!(formatter, ".{}", digits.trim_end_matches('0'))
    }
}

/// Appends `POINT (longitude latitude)` with rounded coordinates. Appends nothing if the text is something else.
pub fn push_rounded_point(out: &mut Vec<u8>, point: &str, decimals: u8) -> Result<bool, StoreError> {
    let Some((longitude, latitude)) = coordinates(point) else { return Ok(false) };
    let (longitude, latitude) = (Degrees::new(longitude, decimals), Degrees::new(latitude, decimals));
    push_json(out, &format!("POINT ({longitude} {latitude})"))
}

/// Appends a `GeoJSON` Point with rounded longitude and latitude and without any other member. Appends nothing if the
/// object has no coordinates.
pub fn push_rounded_geo_point(out: &mut Vec<u8>, point: &[u8], decimals: u8) -> bool {
    let Some((longitude, latitude)) = geo_degrees(point) else { return false };
    let (longitude, latitude) = (Degrees::new(longitude, decimals), Degrees::new(latitude, decimals));
    let json = format!(r#"{{"type":"Point","coordinates":[{longitude},{latitude}]}}"#);
    out.extend_from_slice(json.as_bytes());
    true
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{Map, Value, json};

    use super::*;

    fn entries(object: &str, keys: &[&str]) -> String {
        let keys = keys.iter().map(ToString::to_string).collect();
        let mut out = Vec::new();
        assert!(push_entries(&mut out, object.as_bytes(), Some(&keys)).unwrap());
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn only_entries_with_these_keys_are_shown() {
        let object = r#"{"gender":"x","nested":{"gender":"hidden","a":["gender"]},"quote\"d":"1","a":{"b":[1,{"c":"}"}]}}"#;
        assert_eq!(entries(object, &["gender"]), r#"{"gender":"x"}"#);
        assert_eq!(entries(object, &["quote\"d", "a"]), r#"{"quote\"d":"1","a":{"b":[1,{"c":"}"}]}}"#);
        assert_eq!(entries(object, &["other"]), "{}");
        assert_eq!(entries("{}", &["gender"]), "{}");
        assert_eq!(entries(r#"{"gend\u0065r":"x"}"#, &["gender"]), r#"{"gender":"x"}"#);
        assert_eq!(
            entries(r#"{"gender":"x","b":1,"gender":"y"}"#, &["gender"]),
            r#"{"gender":"x","gender":"y"}"#
        );
        assert_eq!(entries(r#"{"n":1.10e400}"#, &["n"]), r#"{"n":1.10e400}"#);
    }

    #[test]
    fn without_shareable_keys_nothing_is_read() {
        let mut out = Vec::new();
        assert!(push_entries(&mut out, br#"{"gender":"x"}"#, None).unwrap());
        assert_eq!(out, b"{}");
    }

    #[test]
    fn what_is_not_an_object_is_an_error() {
        let keys = BTreeSet::from(["gender".to_owned()]);
        for broken in ["[]", "null", "\"gender\"", "", r#"{"gender":"#, r#"{"gender" "x"}"#] {
            assert!(push_entries(&mut Vec::new(), broken.as_bytes(), Some(&keys)).is_err(), "{broken}");
        }
    }

    #[test]
    fn points_are_rounded() {
        let point = |text, decimals| {
            let mut out = Vec::new();
            push_rounded_point(&mut out, text, decimals).unwrap().then(|| String::from_utf8(out).unwrap())
        };
        assert_eq!(point("POINT (4.351949 50.850345)", 3).unwrap(), r#""POINT (4.352 50.85)""#);
        assert_eq!(point("POINT (-0.0001 -89.99999)", 2).unwrap(), r#""POINT (0 -90)""#);
        assert_eq!(point("POINT (4.351949 50.850345)", 0).unwrap(), r#""POINT (4 51)""#);
        assert_eq!(point("somewhere", 3), None);
    }

    #[test]
    fn geo_points_are_rounded_and_lose_other_members() {
        let point = |json: &str| {
            let mut out = Vec::new();
            push_rounded_geo_point(&mut out, json.as_bytes(), 3).then(|| String::from_utf8(out).unwrap())
        };
        let exact = r#"{"type":"Point","coordinates":[4.351949,50.850345,17.5],"bbox":[4.351949,50.850345]}"#;
        assert_eq!(point(exact).unwrap(), r#"{"type":"Point","coordinates":[4.352,50.85]}"#);
        assert_eq!(point(r#"{"type":"Point","coordinates":[4]}"#), None);
        assert_eq!(point(r#"{"type":"Point"}"#), None);
    }

    fn value() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            any::<String>().prop_map(Value::from),
            r#"[a-z"\\{}\[\],:é\n]{0,12}"#.prop_map(Value::from),
        ];
        leaf.prop_recursive(4, 24, 4, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
                prop::collection::btree_map(r#"[a-c"\\{},:]{0,3}"#, inner, 0..4).prop_map(|map| json!(map)),
            ]
        })
    }

    proptest! {
        #[test]
        fn entries_are_those_of_the_parsed_object(
            object in prop::collection::btree_map(r#"[a-c"\\{},:é]{0,2}"#, value(), 0..6),
            keys in prop::collection::btree_set(r#"[a-c"\\{},:é]{0,2}"#, 0..6),
            is_pretty: bool,
        ) {
            let json = if is_pretty { serde_json::to_vec_pretty(&object) } else { serde_json::to_vec(&object) };
            let expected: Map<String, Value> =
                object.iter().filter(|(key, _)| keys.contains(*key)).map(|(key, value)| (key.clone(), value.clone())).collect();
            let mut out = Vec::new();
            push_entries(&mut out, &json.unwrap(), Some(&keys)).unwrap();
            let shown: Map<String, Value> = serde_json::from_slice(&out).unwrap();
            prop_assert_eq!(shown, expected);
        }
    }
}
