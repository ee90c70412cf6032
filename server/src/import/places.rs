//! Reading places.

use serde::Deserialize;

/// A place `POINT (longitude latitude)` in its one form, its numbers as they were written.
pub fn point(text: &str) -> Option<String> {
    let numbers = text.trim().strip_prefix("POINT")?.trim_start().strip_prefix('(')?.strip_suffix(')')?;
    let mut numbers = numbers.split_ascii_whitespace();
    let (longitude, latitude) = (numbers.next()?, numbers.next()?);
    let good = numbers.next().is_none() && on_earth(number(longitude)?, number(latitude)?);
    good.then(|| format!("POINT ({longitude} {latitude})"))
}

/// Whether JSON is a `GeoJSON` Point on earth.
pub fn geo_point(json: &str) -> bool {
    #[derive(Deserialize)]
    struct Geometry<'a> {
        #[serde(rename = "type")]
        sort: &'a str,
        coordinates: Vec<f64>,
    }
    let is_point = |geometry: Geometry<'_>| {
        geometry.sort == "Point"
            && matches!(geometry.coordinates[..], [longitude, latitude] | [longitude, latitude, _] if on_earth(longitude, latitude))
    };
    json.starts_with('{') && serde_json::from_str(json).is_ok_and(is_point)
}

fn number(text: &str) -> Option<f64> {
    // `parse` also takes `inf` and `nan`.
    let plain = text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E'));
    text.parse().ok().filter(|_| plain)
}

fn on_earth(longitude: f64, latitude: f64) -> bool {
    longitude.abs() <= 180.0 && latitude.abs() <= 90.0
}
