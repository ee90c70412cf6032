//! The pairs of a query string, sorted out by the parameters that the call knows.

use std::collections::HashMap;

use http::Uri;

use super::super::problem::Problem;
use super::super::problem_table::{INVALID_PARAMETER_VALUE, UNKNOWN_PARAMETER};
use super::known::Parameter;

/// The pairs of a query string as they were given.
pub struct Given {
    pairs: Vec<(String, String)>,
}

/// The values of one parameter: at least one, each not blank.
pub type Values = Vec<String>;

/// The values of each parameter that was given one.
pub struct Sorted {
    values: HashMap<&'static str, Values>,
}

/// The most values that a parameter may be given, so that a request costs no more than a page.
const MOST_VALUES: usize = 200;

impl Given {
    /// Reads the query string of an address.
    pub fn of(uri: &Uri) -> Result<Self, Problem> {
        let query = uri.query().unwrap_or_default();
        let pairs: Vec<(String, String)> = form_urlencoded::parse(query.as_bytes()).into_owned().collect();
        let broken = pairs.iter().find(|(name, value)| has_no_meaning(name) || has_no_meaning(value));
        if let Some((name, value)) = broken {
            let detail = format!(
                "The parameter '{}' is not text in UTF-8, or has a NUL.",
                shortened(if has_no_meaning(value) { name } else { value })
            );
            return Err(Problem::new(&INVALID_PARAMETER_VALUE, detail));
        }
        Ok(Self { pairs })
    }

    /// Gives each known parameter its values. Blank ones are as if they were absent; unknown names are refused.
    pub fn sort_out(&self, known: &[Parameter]) -> Result<Sorted, Problem> {
        let mut values: HashMap<&'static str, Values> = HashMap::new();
        for (name, value) in &self.pairs {
            let parameter = known
                .iter()
                .find(|parameter| {
                    parameter.name == name
                        || (parameter.kind.takes_several() && name.strip_suffix("[]") == Some(parameter.name))
                })
                .ok_or_else(|| unknown(name, known))?;
            let parts: Vec<&str> =
                if parameter.kind.takes_several() { value.split(',').collect() } else { vec![value] };
            let given = values.entry(parameter.name).or_default();
            for part in parts.into_iter().map(str::trim).filter(|part| !part.is_empty()) {
                if !given.iter().any(|known| known == part) {
                    given.push(part.to_owned());
                }
            }
            if given.len() > if parameter.kind.takes_several() { MOST_VALUES } else { 1 } {
                return Err(too_many(parameter, given));
            }
        }
        values.retain(|_, given| !given.is_empty());
        Ok(Sorted { values })
    }
}

impl Sorted {
    /// The values of a parameter, where it was given any.
    pub fn of(&self, parameter: &Parameter) -> Option<&Values> {
        self.values.get(parameter.name)
    }
}

fn too_many(parameter: &Parameter, given: &[String]) -> Problem {
    let expected = if parameter.kind.takes_several() {
        format!("at most {MOST_VALUES} values")
    } else {
        "one value; different ones were given".to_owned()
    };
    Problem::invalid_parameter(parameter.name, &given[given.len() - 1], &expected)
}

fn unknown(name: &str, known: &[Parameter]) -> Problem {
    let names: Vec<&str> = known.iter().map(|parameter| parameter.name).collect();
    let nearest = names
        .iter()
        .map(|known| (strsim::normalized_damerau_levenshtein(name, known), known))
        .max_by(|one, other| one.0.total_cmp(&other.0))
        .filter(|(likeness, _)| *likeness > 0.4)
        .map_or_else(String::new, |(_, nearest)| format!(" Did you mean '{nearest}'?"));
    let accepted = match names.as_slice() {
        [] => "It accepts no parameters".to_owned(),
        names => format!("It accepts: {}", names.join(", ")),
    };
    let detail = format!("This call has no parameter '{}'.{nearest} {accepted}.", shortened(name));
    Problem::new(&UNKNOWN_PARAMETER, detail)
}

/// Bytes that are no UTF-8 were replaced when the query string was read.
fn has_no_meaning(text: &str) -> bool {
    text.contains(['\0', char::REPLACEMENT_CHARACTER])
}

fn shortened(text: &str) -> String {
    text.chars().take(100).collect()
}
