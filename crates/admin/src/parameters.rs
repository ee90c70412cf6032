//! The query parameters of an endpoint.

use std::collections::HashMap;

use axum::extract::FromRequestParts;
use folkmoot_administration::json::Words;
use folkmoot_api::parameters;
use folkmoot_api::problem::Problem;
use folkmoot_api::problem_table::{INVALID_PARAMETER_VALUE, RECORD_NOT_FOUND, UNKNOWN_PARAMETER};
use folkmoot_model::timestamp::timestamp;
use http::request::Parts;
use jiff::Timestamp;
use jiff::civil::Date;
use uuid::Uuid;

use super::endpoint::AdminEndpoint;

/// The query parameters of a request, by name. Only the declared ones, each at most once, and no blank values.
#[derive(Debug)]
pub struct Parameters(HashMap<String, String>);

impl<S: Send + Sync> FromRequestParts<S> for Parameters {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        let endpoint = parts.extensions.get::<&'static AdminEndpoint>();
        let declared = endpoint.map_or(&[][..], |endpoint| endpoint.parameters);
        let query = parts.uri.query().unwrap_or_default();
        let mut values = HashMap::new();
        for (name, value) in form_urlencoded::parse(query.as_bytes()).into_owned() {
            if !declared.iter().any(|parameter| parameter.name == name) {
                let names: Vec<&str> = declared.iter().map(|parameter| parameter.name).collect();
                let accepted = match names.as_slice() {
                    [] => "It accepts no parameters".to_owned(),
                    names => format!("It accepts: {}", names.join(", ")),
                };
                let name: String = name.chars().take(100).collect();
                let detail = format!("This endpoint has no parameter '{name}'. {accepted}.");
                return Err(Problem::new(&UNKNOWN_PARAMETER, detail));
            }
            if value.contains(['\0', char::REPLACEMENT_CHARACTER]) {
                let detail = format!("The parameter '{name}' must be UTF-8 text without NUL characters.");
                return Err(Problem::new(&INVALID_PARAMETER_VALUE, detail));
            }
            let value = value.trim().to_owned();
            if !value.is_empty() && values.insert(name.clone(), value.clone()).is_some() {
                return Err(Problem::invalid_parameter(&name, &value, "a single value"));
            }
        }
        Ok(Self(values))
    }
}

impl Parameters {
    /// The value of a parameter; `None` if it is absent or blank.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// A positive integer up to `maximum`.
    pub fn number(&self, name: &str, default: u32, maximum: u32) -> Result<u32, Problem> {
        let Some(text) = self.text(name) else { return Ok(default) };
        let number = text.parse().ok().filter(|number| (1..=maximum).contains(number));
        number
            .ok_or_else(|| Problem::invalid_parameter(name, text, &format!("an integer from 1 to {maximum}")))
    }

    /// A value by its name.
    pub fn value<T: Words>(&self, name: &str) -> Result<Option<T>, Problem> {
        self.word(name, &T::all().map(|value| (value.name(), value)).collect::<Vec<_>>())
    }

    /// One of these words.
    pub fn word<T: Copy>(&self, name: &str, words: &[(&'static str, T)]) -> Result<Option<T>, Problem> {
        let Some(text) = self.text(name) else { return Ok(None) };
        match words.iter().find(|(word, _)| *word == text) {
            Some((_, value)) => Ok(Some(*value)),
            None => Err(Problem::not_one_of(name, text, words.iter().map(|(word, _)| *word))),
        }
    }

    /// The start of a day in UTC or a timestamp, in milliseconds since 1970. `days_later` is added to a day.
    pub fn timestamp(&self, name: &str, days_later: i64) -> Result<Option<i64>, Problem> {
        let Some(text) = self.text(name) else { return Ok(None) };
        let day = || {
            let day: Date = text.parse().ok()?;
            let days = folkmoot_model::timestamp::days(day).checked_add(days_later)?;
            days.checked_mul(24 * 3_600_000)
        };
        let at = text.parse::<Timestamp>().ok().map(Timestamp::as_millisecond);
        // A day is tried first, because a timestamp may begin with one.
        let parsed = if text.len() == "2026-01-31".len() { day() } else { at };
        parsed.map(Some).ok_or_else(|| {
            let example = timestamp(1_790_000_000_000);
            let expected = format!("a date such as {} or a timestamp such as {example}", &example[..10]);
            Problem::invalid_parameter(name, text, &expected)
        })
    }
}

/// The id in a path.
pub fn path_id(text: &str, kind: &str) -> Result<Uuid, Problem> {
    parameters::uuid(text).ok_or_else(|| not_found(text, kind))
}

/// Nothing of this kind has the id.
pub fn not_found(id: &str, kind: &str) -> Problem {
    let id: String = id.chars().take(100).collect();
    Problem::new(&RECORD_NOT_FOUND, format!("No {kind} has the id '{id}'."))
}
