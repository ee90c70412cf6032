//! Parsing points: WKT text and `GeoJSON`.

use serde::Deserialize;

/// A point `POINT (longitude latitude)` with normalized spaces and its numbers as they were written.
pub fn point(text: &str) -> Option<String> {
    let numbers = text.trim().strip_prefix("POINT")?.trim_start().strip_prefix('(')?.strip_suffix(')')?;
    let mut numbers = numbers.split_ascii_whitespace();
    let (longitude, latitude) = (numbers.next()?, numbers.next()?);
    let is_valid = numbers.next().is_none() && are_coordinates(number(longitude)?, number(latitude)?);
    is_valid.then(|| format!("POINT ({longitude} {latitude})"))
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
            prop_assert_eq!(point(&text), is_valid.then_some(text));
            prop_assert_eq!(is_geo_point(&format!(r#"{{"type":"Point","coordinates":[{longitude},{latitude}]}}"#)), is_valid);
        }

        #[test]
        fn no_text_panics(text in ".{0,40}") {
            let _ = (point(&text), is_geo_point(&text));
        }
    }

    #[test]
    fn points_are_normalized() {
        assert_eq!(point(" POINT( 4.350  50.85 ) ").as_deref(), Some("POINT (4.350 50.85)"));
        for text in [
            "POINT (4.35)",
            "POINT (1 2 3)",
            "POINT (nan 1)",
            "POINT (inf 1)",
            "point (1 2)",
            "POINT 1 2",
            "",
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
