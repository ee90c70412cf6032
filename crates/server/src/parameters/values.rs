//! Single values of parameters.

use folkmoot_store::platform::Platform;
use uuid::Uuid;

use super::super::problem::Problem;
use super::known::MAXIMUM_PAGE_NUMBER;
use folkmoot_model::resource::Enumeration;

/// A hyphenated UUID, in letters of either case.
pub fn uuid(text: &str) -> Option<Uuid> {
    if text.len() == 36 { Uuid::try_parse(text).ok() } else { None }
}

/// An id that a filter asks for.
pub fn id(name: &str, text: &str) -> Result<Uuid, Problem> {
    uuid(text).ok_or_else(|| {
        Problem::invalid_parameter(name, text, "a UUID such as 5b0c2a3e-7d1f-4e6a-9c8b-2f4d6e8a0b1c")
    })
}

/// One of the words, spelt exactly.
pub fn word(name: &str, text: &str, values: Enumeration) -> Result<&'static str, Problem> {
    values.find(text).ok_or_else(|| Problem::not_one_of(name, text, values.values()))
}

/// The place of a locale among the platform's: the one named, or the first that begins with what was given.
pub fn locale(name: &str, text: &str, platform: &Platform) -> Result<usize, Problem> {
    let begins = |locale: &String| {
        locale.get(..text.len()).is_some_and(|beginning| beginning.eq_ignore_ascii_case(text))
            && locale.as_bytes().get(text.len()).is_none_or(|next| *next == b'-')
    };
    let named = platform.locales.iter().position(|locale| locale.eq_ignore_ascii_case(text));
    named
        .or_else(|| platform.locales.iter().position(begins))
        .ok_or_else(|| Problem::not_one_of(name, text, platform.locales.iter().map(String::as_str)))
}

/// How many records a page has: a whole number from 1, counted as `maximum` where it is greater.
pub fn page_size(name: &str, text: &str, maximum: usize) -> Result<usize, Problem> {
    if !is_positive(text) {
        return Err(Problem::invalid_parameter(name, text, "a positive integer"));
    }
    // A number too long to hold is only a very large page.
    Ok(text.parse().map_or(maximum, |size: usize| size.min(maximum)))
}

/// The page's number: a whole number from 1 to 2^31.
pub fn page_number(name: &str, text: &str) -> Result<usize, Problem> {
    let number = if is_positive(text) { text.parse().ok() } else { None };
    number.filter(|number| *number <= MAXIMUM_PAGE_NUMBER as usize).ok_or_else(|| {
        Problem::invalid_parameter(name, text, &format!("an integer from 1 to {MAXIMUM_PAGE_NUMBER}"))
    })
}

/// Digits alone, and not only zeros.
fn is_positive(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit()) && text.bytes().any(|byte| byte != b'0')
}
