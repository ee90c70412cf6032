//! Parsing single values of parameters.

use folkmoot_index::query::BoundingBox;
use folkmoot_model::resource::facets::number_of_degrees;
use folkmoot_model::resource::{Enumeration, Field};
use folkmoot_store::formats::csv::Delimiter;
use folkmoot_store::platform::Platform;
use uuid::Uuid;

use super::super::problem::Problem;
use super::declarations::MAX_PAGE_NUMBER;
use super::query_string::nearest;

/// A hyphenated UUID in upper or lower case.
pub fn uuid(text: &str) -> Option<Uuid> {
    if text.len() == 36 { Uuid::try_parse(text).ok() } else { None }
}

/// The id of a filter.
pub fn id(name: &str, text: &str) -> Result<Uuid, Problem> {
    uuid(text).ok_or_else(|| {
        Problem::invalid_parameter(name, text, "a UUID such as 5b0c2a3e-7d1f-4e6a-9c8b-2f4d6e8a0b1c")
    })
}

/// A word of an enumeration; case matters.
pub fn enumerated(name: &str, text: &str, words: Enumeration) -> Result<&'static str, Problem> {
    words.find(text).ok_or_else(|| Problem::not_one_of(name, text, words.values()))
}

/// The index of a locale among the platform's locales: the exact one, or the first that begins with the text.
pub fn locale(name: &str, text: &str, platform: &Platform) -> Result<usize, Problem> {
    let has_prefix = |locale: &String| {
        locale.get(..text.len()).is_some_and(|beginning| beginning.eq_ignore_ascii_case(text))
            && locale.as_bytes().get(text.len()).is_none_or(|next| *next == b'-')
    };
    let exact = platform.locales.iter().position(|locale| locale.eq_ignore_ascii_case(text));
    exact
        .or_else(|| platform.locales.iter().position(has_prefix))
        .ok_or_else(|| Problem::not_one_of(name, text, platform.locales.iter().map(String::as_str)))
}

/// The page size: a positive integer; greater numbers count as `maximum`.
pub fn page_size(name: &str, text: &str, maximum: usize) -> Result<usize, Problem> {
    if !is_positive(text) {
        return Err(Problem::invalid_parameter(name, text, "a positive integer"));
    }
    // A number that does not fit into the type is greater than the maximum, too.
    Ok(text.parse().map_or(maximum, |size: usize| size.min(maximum)))
}

/// The page number: an integer from 1 to [`MAX_PAGE_NUMBER`].
pub fn page_number(name: &str, text: &str) -> Result<usize, Problem> {
    let number = if is_positive(text) { text.parse().ok() } else { None };
    number.filter(|number| *number <= MAX_PAGE_NUMBER as usize).ok_or_else(|| {
        Problem::invalid_parameter(name, text, &format!("an integer from 1 to {MAX_PAGE_NUMBER}"))
    })
}

/// An integer between two numbers, both included.
pub fn integer(name: &str, text: &str, minimum: u32, maximum: u32) -> Result<u32, Problem> {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    let number = text.parse().ok().filter(|number| is_number && (minimum..=maximum).contains(number));
    number.ok_or_else(|| {
        Problem::invalid_parameter(name, text, &format!("an integer from {minimum} to {maximum}"))
    })
}

/// A whole number.
pub fn amount(name: &str, text: &str) -> Result<u64, Problem> {
    let number = text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten();
    number.ok_or_else(|| Problem::invalid_parameter(name, text, "a whole number such as 250000"))
}

/// True or false.
pub fn flag(name: &str, text: &str) -> Result<bool, Problem> {
    text.parse().map_err(|_| Problem::not_one_of(name, text, ["true", "false"]))
}

/// The name of a delimiter of CSV.
pub fn delimiter(name: &str, text: &str) -> Result<Delimiter, Problem> {
    let found = Delimiter::ALL.into_iter().find(|delimiter| delimiter.name() == text);
    found.ok_or_else(|| Problem::not_one_of(name, text, Delimiter::ALL.map(Delimiter::name)))
}

/// The fields of responses with these names, by position among all fields of responses.
pub fn fields(name: &str, texts: &[String], fields: &[Field]) -> Result<Vec<bool>, Problem> {
    let names = || fields.iter().filter(|field| field.is_returned).map(|field| field.name);
    if let Some(unknown) = texts.iter().find(|text| !names().any(|field| field == text.as_str())) {
        return Err(unknown_name(name, unknown, names()));
    }
    Ok(names().map(|field| texts.iter().any(|text| text == field)).collect())
}

/// The problem that a value names nothing that exists. It contains the most similar name.
pub fn unknown_name<'a>(name: &str, text: &str, names: impl Iterator<Item = &'a str> + Clone) -> Problem {
    let problem = Problem::not_one_of(name, text, names.clone());
    match nearest(text, names) {
        Some(nearest) => problem.with_hint(&format!("Did you mean '{nearest}'?")),
        None => problem,
    }
}

/// The edges `west,south,east,north` of a bounding box in degrees (RFC 7946, section 5); with `has_heights`, also six numbers, of which
/// the third and the last are heights.
pub fn bounding_box(name: &str, text: &str, has_heights: bool) -> Result<BoundingBox, Problem> {
    let expected = "four numbers west,south,east,north: longitudes from -180 to 180 and latitudes from -90 to 90, \
                    south not above north";
    let invalid = || Problem::invalid_parameter(name, text, expected);
    let edges: Vec<f64> =
        text.split(',').map(|edge| degrees(edge.trim()).ok_or_else(invalid)).collect::<Result<_, _>>()?;
    let (west, south, east, north) = match edges[..] {
        [west, south, east, north] => (west, south, east, north),
        [west, south, lowest, east, north, highest] if has_heights && lowest <= highest => {
            (west, south, east, north)
        }
        _ => return Err(invalid()),
    };
    let is_valid = [west, east].iter().all(|longitude| longitude.abs() <= 180.0)
        && [south, north].iter().all(|latitude| latitude.abs() <= 90.0)
        && south <= north;
    let [west, south, east, north] = [west, south, east, north].map(number_of_degrees);
    is_valid.then_some(BoundingBox { west, south, east, north }).ok_or_else(invalid)
}

/// A decimal number without an exponent, with at most three digits before the point.
fn degrees(text: &str) -> Option<f64> {
    let is_number = |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let (integer, fraction) = unsigned.split_once('.').unwrap_or((unsigned, "0"));
    let is_valid = is_number(integer) && integer.len() <= 3 && is_number(fraction);
    text.parse().ok().filter(|_| is_valid)
}

/// Whether the text has only digits, and not only zeros.
fn is_positive(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit()) && text.bytes().any(|byte| byte != b'0')
}
