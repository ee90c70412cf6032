//! The parameters of a query string, checked against the declarations of the call.

use http::Uri;

use super::super::problem::Problem;
use super::super::problem_table::{INVALID_PARAMETER_VALUE, UNKNOWN_PARAMETER};
use super::declarations::{Parameter, ParameterType};

/// The parameters of a request as it gave them.
pub struct QueryParameters {
    pairs: Vec<(String, String)>,
}

impl QueryParameters {
    /// Parses the query string of a URL.
    pub fn parse(uri: &Uri) -> Result<Self, Problem> {
        let query = uri.query().unwrap_or_default();
        let pairs: Vec<(String, String)> = form_urlencoded::parse(query.as_bytes()).into_owned().collect();
        let invalid = pairs.iter().find(|(name, value)| is_invalid_text(name) || is_invalid_text(value));
        if let Some((name, value)) = invalid {
            let detail = format!(
                "The parameter '{}' must be UTF-8 text without NUL characters.",
                shortened(if is_invalid_text(value) { name } else { value })
            );
            return Err(Problem::new(&INVALID_PARAMETER_VALUE, detail));
        }
        Ok(Self { pairs })
    }

    /// The values of each declared parameter, in the order of the declarations; empty if the parameter is absent or
    /// blank. Unknown parameters are refused.
    pub fn values(&self, declared: &[Parameter]) -> Result<Vec<Vec<String>>, Problem> {
        let mut values = vec![Vec::new(); declared.len()];
        for (name, value) in &self.pairs {
            let position = declared.iter().position(|parameter| is_name_of(name, parameter));
            let position = position.ok_or_else(|| unknown(name, declared))?;
            add_values(&declared[position], &mut values[position], value)?;
        }
        Ok(values)
    }
}

/// A parameter with several values may also be written `name[]`.
fn is_name_of(name: &str, parameter: &Parameter) -> bool {
    name == parameter.name
        || (parameter.value_type.takes_several() && name.strip_suffix("[]") == Some(parameter.name))
}

fn add_values(parameter: &Parameter, values: &mut Vec<String>, value: &str) -> Result<(), Problem> {
    let takes_several = parameter.value_type.takes_several();
    let parts: Vec<&str> = if takes_several { value.split(',').collect() } else { vec![value] };
    // A single value of an enumeration must match exactly; spaces around the commas of a list are ignored.
    let is_exact = !takes_several && matches!(parameter.value_type, ParameterType::Enum { .. });
    let parts = parts.into_iter().filter(|part| !part.trim().is_empty());
    for part in parts.map(|part| if is_exact { part } else { part.trim() }) {
        if !values.iter().any(|other| other == part) {
            values.push(part.to_owned());
        }
    }
    let max = parameter.value_type.max_values();
    if values.len() <= max {
        return Ok(());
    }
    let expected = if takes_several {
        format!("at most {max} values")
    } else {
        "a single value, not several different ones".to_owned()
    };
    Err(Problem::invalid_parameter(parameter.name, &values[values.len() - 1], &expected))
}

fn unknown(name: &str, declared: &[Parameter]) -> Problem {
    let names: Vec<&str> = declared.iter().map(|parameter| parameter.name).collect();
    let nearest = nearest(name, names.iter().copied());
    let nearest = nearest.map_or_else(String::new, |nearest| format!(" Did you mean '{nearest}'?"));
    let accepted = match names.as_slice() {
        [] => "It accepts no parameters".to_owned(),
        names => format!("It accepts: {}", names.join(", ")),
    };
    let detail = format!("This endpoint has no parameter '{}'.{nearest} {accepted}.", shortened(name));
    Problem::new(&UNKNOWN_PARAMETER, detail)
}

/// The candidate that is most like the text, if one is similar.
pub fn nearest<'a>(text: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    candidates
        .map(|candidate| (strsim::normalized_damerau_levenshtein(text, candidate), candidate))
        .max_by(|one, other| one.0.total_cmp(&other.0))
        .filter(|(likeness, _)| *likeness > 0.4)
        .map(|(_, candidate)| candidate)
}

/// Bytes that are not valid UTF-8 were replaced when the query string was parsed.
fn is_invalid_text(text: &str) -> bool {
    text.contains(['\0', char::REPLACEMENT_CHARACTER])
}

fn shortened(text: &str) -> String {
    text.chars().take(100).collect()
}
