//! The coordinates of stored points.

use folkmoot_model::resource::facets::coordinates;
use serde::Deserialize;

#[derive(Deserialize)]
struct GeoPoint {
    coordinates: Vec<f64>,
}

/// The longitude and latitude of a `GeoJSON` Point, in degrees; `None` if the object has none.
pub fn geo_degrees(point: &[u8]) -> Option<(f64, f64)> {
    let GeoPoint { coordinates } = serde_json::from_slice(point).ok()?;
    let [longitude, latitude, ..] = coordinates[..] else { return None };
    Some((longitude, latitude))
}

/// The longitude and latitude of a point, in degrees: `POINT (longitude latitude)` or a `GeoJSON` Point.
pub fn degrees(point: &str) -> Option<(f64, f64)> {
    coordinates(point).or_else(|| geo_degrees(point.as_bytes()))
}
