//! The problems of requests for paths and methods that no endpoint has.

use http::Method;

use super::paths::BASE_PATH;
use super::problem::Problem;
use super::problem_table::{METHOD_NOT_ALLOWED, ROUTE_NOT_FOUND};

/// Whether a path is that of the API, or a misspelling of one, such as `//api/v2/ideas` or `/API/v1`. The portal may have pages at
/// some of them, but not below [`BASE_PATH`].
pub fn is_below_api(path: &str) -> bool {
    let first = path.trim_start_matches('/').split('/').next().unwrap_or_default();
    first.eq_ignore_ascii_case("api")
}

/// No endpoint has this path.
pub fn route_not_found(path: &str) -> Problem {
    let is_misspelt = is_below_api(path) && !path.starts_with(BASE_PATH);
    let hint = if is_misspelt { format!(" Its paths begin with {BASE_PATH}.") } else { String::new() };
    let path: String = path.chars().take(200).collect();
    Problem::new(&ROUTE_NOT_FOUND, format!("The API has no endpoint at '{path}'.{hint}"))
}

/// The endpoint does not have this method.
#[allow(clippy::unused_async, reason = "handlers are async")]
pub async fn method_not_allowed(method: Method) -> Problem {
    not_allowed(&method)
}

/// The problem of a method that an endpoint does not have.
pub fn not_allowed(method: &Method) -> Problem {
    Problem::new(
        &METHOD_NOT_ALLOWED,
        format!("This endpoint does not support {method}. The Allow header lists the supported methods."),
    )
}
