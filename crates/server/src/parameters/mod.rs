//! Query parameters.

pub mod dates;
pub mod declarations;
mod list_request;
mod query_string;
mod values;

use folkmoot_store::platform::Platform;
use http::Uri;

use super::problem::Problem;
use declarations::LOCALE;
pub use list_request::{ListRequest, Search};
pub use query_string::QueryParameters;
pub use values::uuid;

/// Reads the parameter of calls that return one record: the index of the locale among the platform's locales.
pub fn locale(uri: &Uri, platform: &Platform) -> Result<usize, Problem> {
    let values = QueryParameters::parse(uri)?.values(&[LOCALE])?;
    values[0].first().map_or(Ok(0), |locale| values::locale(LOCALE.name, locale, platform))
}

/// Refuses every parameter, for calls that have none.
pub fn none(uri: &Uri) -> Result<(), Problem> {
    QueryParameters::parse(uri)?.values(&[]).map(|_| ())
}
