//! Warnings about points far from nearly all others, such as points whose longitude and latitude are swapped.

use folkmoot_model::resource::FieldType;
use folkmoot_model::resource::facets::coordinates;
use folkmoot_store::StoreError;

use crate::context::ImportContext;
use crate::load::LoadedFile;
use crate::report::LineCount;
use crate::sql::tables::LINE;

/// About how many points others are compared with: so few that a small import reads as much in a large platform.
const COMPARED: u64 = 50;
/// The number of points below which none of them is unusual.
const MIN_COMPARED: usize = 20;
/// One in so many points may lie beyond each side of the bounding box of nearly all.
const SHARE_BEYOND: usize = 20;
/// The minimum distance from the bounding box, in degrees.
const MIN_DISTANCE: f64 = 3.0;

/// Warns about such points in the staged rows.
pub fn warn(context: &mut ImportContext<'_>, files: &[LoadedFile]) -> Result<(), StoreError> {
    for file in files.iter().filter(|file| file.exists) {
        for column in file.shape.columns.iter().filter(|column| column.field.kind == FieldType::Point) {
            let (staged, stored) = (file.shape.staging_table(), file.shape.resource.names.plural);
            if let Some(distant) = distant(context, &staged, stored, &column.name)? {
                context.report.add_warning(format!(
                    "'{}' in {} is far from nearly all other points, perhaps because longitude and latitude are swapped{distant}",
                    column.name, file.name
                ));
            }
        }
    }
    Ok(())
}

/// The lines with such points; `None` if there are none. Points are compared with the newest stored ones, or among themselves
/// if few are stored.
fn distant(
    context: &ImportContext<'_>,
    staged: &str,
    stored: &str,
    column: &str,
) -> Result<Option<LineCount>, StoreError> {
    let points = format!("SELECT {LINE}, {column} FROM {staged} WHERE {column} IS NOT NULL");
    let count = context.count(&format!("SELECT COUNT(*) FROM ({points}) AS points"))?;
    if count == 0 {
        return Ok(None);
    }
    let newest = format!("SELECT {column} FROM {stored} ORDER BY key DESC LIMIT {COMPARED}");
    let newest = format!("SELECT 0, {column} FROM ({newest}) AS newest WHERE {column} IS NOT NULL");
    let mut compared = read(context, &newest)?;
    if compared.len() < MIN_COMPARED {
        let step = count / COMPARED + 1;
        compared = read(context, &format!("{points} AND {LINE} % {step} = 0"))?;
    }
    if compared.len() < MIN_COMPARED {
        return Ok(None);
    }
    let (longitudes, latitudes): (Vec<f64>, Vec<f64>) = compared.into_iter().unzip();
    let (longitudes, latitudes) = (usual(longitudes), usual(latitudes));
    let mut distant = LineCount { lines: 0, first: 0 };
    each(context, &format!("{points} ORDER BY {LINE}"), |line, (longitude, latitude)| {
        if !longitudes.contains(&longitude) || !latitudes.contains(&latitude) {
            distant.lines += 1;
            distant.first = if distant.first == 0 { line } else { distant.first };
        }
    })?;
    Ok((distant.lines > 0).then_some(distant))
}

/// The range of the usual values: the range of nearly all values, extended on both sides by its length.
fn usual(mut values: Vec<f64>) -> std::ops::RangeInclusive<f64> {
    values.sort_unstable_by(f64::total_cmp);
    let beyond = values.len() / SHARE_BEYOND;
    let (first, last) = (values[beyond], values[values.len() - 1 - beyond]);
    let distance = (last - first).max(MIN_DISTANCE);
    first - distance..=last + distance
}

fn read(context: &ImportContext<'_>, sql: &str) -> Result<Vec<(f64, f64)>, StoreError> {
    let mut points = Vec::new();
    each(context, sql, |_, point| points.push(point))?;
    Ok(points)
}

/// Passes each line and its point to `handle`.
fn each(
    context: &ImportContext<'_>,
    sql: &str,
    mut handle: impl FnMut(i64, (f64, f64)),
) -> Result<(), StoreError> {
    context.transaction.query(sql, &mut |row| {
        if let Some(point) = coordinates(&row.required_text(1)?) {
            handle(row.required_integer(0)?, point);
        }
        Ok(())
    })
}
