//! Parsing points: WKT text and `GeoJSON`.

use folkmoot_database::value::Value;
use serde::Deserialize;

/// The point of a WKT text of any writer, in the form `POINT (longitude latitude)`: altitude and measure are left out.
/// Null for an empty point; `None` for any other text.
pub fn point(text: &str) -> Option<Value> {
    let text = after_reference_system(text.trim())?;
    let text = after_word(text, "POINT")?.trim_start();
    let dimensions = ["ZM", "Z", "M"].iter().find_map(|dimensions| after_word(text, dimensions));
    let text = dimensions.unwrap_or(text).trim_start();
    if text.eq_ignore_ascii_case("EMPTY") {
        return Some(Value::Null);
    }
    let numbers: Vec<&str> = text.strip_prefix('(')?.strip_suffix(')')?.split_ascii_whitespace().collect();
    let ([longitude, latitude] | [longitude, latitude, _] | [longitude, latitude, _, _]) = numbers[..] else {
        return None;
    };
    let values = numbers.iter().map(|text| number(text)).collect::<Option<Vec<f64>>>()?;
    let point = || format!("POINT ({} {})", decimal(longitude, values[0]), decimal(latitude, values[1]));
    are_coordinates(values[0], values[1]).then(|| Value::Text(point()))
}

/// The text after `SRID=4326;`, longitude and latitude in degrees, which may be left out; `None` for another reference
/// system.
fn after_reference_system(text: &str) -> Option<&str> {
    match text.split_once(';') {
        None => Some(text),
        Some((system, rest)) => {
            let (name, code) = system.split_once('=')?;
            let is_known = name.trim().eq_ignore_ascii_case("SRID") && code.trim() == "4326";
            is_known.then(|| rest.trim_start())
        }
    }
}

/// The text after a word, whose case does not matter.
fn after_word<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let (beginning, rest) = text.split_at_checked(word.len())?;
    beginning.eq_ignore_ascii_case(word).then_some(rest)
}

/// A number as it was written if it consists of digits and at most a sign and a decimal point between digits; other
/// numbers in this form.
fn decimal(text: &str, value: f64) -> String {
    let mut parts = text.strip_prefix('-').unwrap_or(text).split('.');
    let is_plain =
        parts.all(|digits| !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit()));
    if is_plain { text.to_owned() } else { value.to_string() }
}

/// Whether JSON is a `GeoJSON` Point (RFC 7946) with a valid longitude and latitude.
pub fn is_geo_point(json: &str) -> bool {
    #[derive(Deserialize)]
    struct Geometry<'a> {
        #[serde(rename = "type")]
        geometry_type: &'a str,
        coordinates: Vec<f64>,
    }
    let is_point = |geometry: Geometry<'_>| {
        geometry.geometry_type == "Point"
            && matches!(geometry.coordinates[..], [longitude, latitude] | [longitude, latitude, _] if are_coordinates(longitude, latitude))
    };
    json.starts_with('{') && serde_json::from_str(json).is_ok_and(is_point)
}

fn number(text: &str) -> Option<f64> {
    // `parse` also takes `inf` and `nan`.
    let plain = text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E'));
    text.parse().ok().filter(|_| plain)
}

fn are_coordinates(longitude: f64, latitude: f64) -> bool {
    longitude.abs() <= 180.0 && latitude.abs() <= 90.0
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn only_valid_coordinates_are_accepted(longitude in -200.0..200.0_f64, latitude in -100.0..100.0_f64) {
            let is_valid = longitude.abs() <= 180.0 && latitude.abs() <= 90.0;
            let text = format!("POINT ({longitude} {latitude})");
            prop_assert_eq!(point(&text), is_valid.then_some(Value::Text(text)));
            prop_assert_eq!(is_geo_point(&format!(r#"{{"type":"Point","coordinates":[{longitude},{latitude}]}}"#)), is_valid);
        }

        #[test]
        fn no_text_panics(text in ".{0,40}") {
            let _ = (point(&text), is_geo_point(&text));
        }
    }

    #[test]
    fn points_of_any_writer_are_normalized() {
        for (text, expected) in [
            (" POINT( 4.350  50.85 ) ", "4.350 50.85"),
            ("point(4.35 50.85)", "4.35 50.85"),
            ("Point\t(\n4.35\t50.85)", "4.35 50.85"),
            ("SRID=4326;POINT(4.35 50.85)", "4.35 50.85"),
            ("srid = 4326 ; POINT (4.35 50.85)", "4.35 50.85"),
            ("POINT Z (4.35 50.85 12)", "4.35 50.85"),
            ("POINTZ(4.35 50.85 12)", "4.35 50.85"),
            ("POINT ZM (4.35 50.85 12 7)", "4.35 50.85"),
            ("POINT (4.35 50.85 1e3)", "4.35 50.85"),
            ("POINT (4.35e0 5085E-2)", "4.35 50.85"),
            ("POINT (1e-7 -1E-7)", "0.0000001 -0.0000001"),
            ("POINT (+4.35 +0)", "4.35 0"),
            ("POINT (.5 50.)", "0.5 50"),
            ("POINT (-.5 -50.)", "-0.5 -50"),
            ("POINT (180 -90)", "180 -90"),
            ("POINT (4.35191731191731191731 050.85)", "4.35191731191731191731 050.85"),
        ] {
            let expected = format!("POINT ({expected})");
            assert_eq!(point(text), Some(Value::Text(expected.clone())), "{text}");
            assert_eq!(point(&expected), Some(Value::Text(expected)), "{text}");
        }
        for text in ["POINT EMPTY", "point empty", "POINT Z EMPTY", "SRID=4326;POINT EMPTY"] {
            assert_eq!(point(text), Some(Value::Null), "{text}");
        }
    }

    #[test]
    fn other_texts_are_not_points() {
        for text in [
            "POINT (4.35)",
            "POINT (1 2 3 4 5)",
            "POINT (1 2 x)",
            "POINT (nan 1)",
            "POINT (inf 1)",
            "POINT (1 91)",
            "POINT (1e2 1e2)",
            "POINT (1.2.3 4)",
            "POINT (1,5 4)",
            "POINT 1 2",
            "POINT",
            "POINT ()",
            "POINTEMPTY (1 2)",
            "MULTIPOINT (1 2)",
            "SRID=3857;POINT (1 2)",
            "4326;POINT (1 2)",
            "",
            "é",
        ] {
            assert_eq!(point(text), None, "{text}");
        }
    }

    #[test]
    fn other_geometries_are_refused() {
        assert!(is_geo_point(r#"{"coordinates":[4.35,50.85,12],"type":"Point","bbox":null}"#));
        for json in [
            r#"{"type":"LineString","coordinates":[[1,2]]}"#,
            r#"{"type":"Point"}"#,
            r#"["Point",[1,2]]"#,
            r#"{"type":"Point","coordinates":[1]}"#,
            r#"{"type":"Point","coordinates":[1,2,3,4]}"#,
            "null",
        ] {
            assert!(!is_geo_point(json), "{json}");
        }
    }
}
