//! Reading `platform.json`.

use folkmoot_store::platform::Platform;
use serde_json::{Map, Value};

use super::report::Problem;
use super::values::{Wrong, is_locale};

const KEYS: [&str; 4] = ["name", "address", "locales", "default_colour"];

/// The platform that the text describes, or what is wrong with it; and the fields that nobody knows.
///
/// A platform that is new has its public API switched off; one that is stored keeps its switch.
pub fn read(text: &str, stored: Option<&Platform>) -> (Result<Platform, Vec<Problem>>, Vec<String>) {
    let members: Map<String, Value> = match serde_json::from_str(text.trim_start_matches('\u{feff}')) {
        Ok(members) => members,
        Err(error) => return (Err(vec![problem("", "a JSON object", &error.to_string())]), Vec::new()),
    };
    let unknown = members.keys().filter(|key| !KEYS.contains(&key.as_str())).cloned().collect();
    let mut problems = Vec::new();
    let mut take = |field: &str, expected: &str, value: Option<Value>| {
        value.unwrap_or_else(|| {
            let found = members.get(field).map_or_else(|| "nothing".to_owned(), Value::to_string);
            problems.push(problem(field, expected, &found));
            Value::Null
        })
    };
    let given = |field: &str| members.get(field).cloned().unwrap_or_default();
    let name = take("name", "the name of the platform", Some(given("name")).filter(is_name));
    let address = take(
        "address",
        "an absolute URL such as https://participate.example.org",
        address(&given("address")).map(Value::String),
    );
    let locales = take(
        "locales",
        "a list of locale codes such as en or nl-BE, with the default first",
        Some(given("locales")).filter(are_locales),
    );
    let colour =
        take("default_colour", "a colour such as #1a5fb4", Some(given("default_colour")).filter(is_colour));
    if !problems.is_empty() {
        return (Err(problems), unknown);
    }
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let platform = Platform {
        name: text(&name).unwrap_or_default(),
        address: text(&address).unwrap_or_default(),
        locales: locales.as_array().into_iter().flatten().filter_map(text).collect(),
        default_colour: text(&colour),
        public_api_enabled: stored.is_some_and(|stored| stored.public_api_enabled),
    };
    (Ok(platform), unknown)
}

/// That there is no `platform.json` and no platform yet.
pub fn missing() -> Problem {
    problem("", "the name, address and locales of the platform, because none are stored yet", "no such file")
}

fn problem(field: &str, expected: &str, found: &str) -> Problem {
    Problem { line: 0, field: field.to_owned(), wrong: Wrong::new(expected.to_owned(), found) }
}

fn is_name(value: &Value) -> bool {
    value.as_str().is_some_and(|name| !name.trim().is_empty() && !name.contains('\0'))
}

/// An address without a slash at its end.
fn address(value: &Value) -> Option<String> {
    let address = value.as_str()?.trim_end_matches('/');
    let parsed: http::Uri = address.parse().ok()?;
    let absolute = matches!(parsed.scheme_str(), Some("http" | "https"))
        && parsed.host().is_some_and(|host| !host.is_empty());
    (absolute && parsed.query().is_none() && !address.contains(['#', '@'])).then(|| address.to_owned())
}

fn are_locales(value: &Value) -> bool {
    let Some(locales) = value.as_array().filter(|locales| !locales.is_empty()) else { return false };
    let good = locales.iter().all(|locale| locale.as_str().is_some_and(is_locale));
    good && (1..locales.len()).all(|place| !locales[..place].contains(&locales[place]))
}

fn is_colour(value: &Value) -> bool {
    let hexadecimal = |text: &str| {
        text.strip_prefix('#')
            .is_some_and(|digits| digits.len() == 6 && digits.bytes().all(|digit| digit.is_ascii_hexdigit()))
    };
    value.is_null() || value.as_str().is_some_and(hexadecimal)
}
