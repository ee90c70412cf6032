//! Reading `platform.json`, which describes the platform.

use std::collections::BTreeSet;

use folkmoot_store::StoreError;
use folkmoot_store::platform::{self, Platform, parse_time_zone};
use serde_json::{Map, Value};

use crate::context::ImportContext;
use crate::error::ImportError;
use crate::input::{Input, PLATFORM};
use crate::report::{LineCount, Problem};
use crate::values::{Mismatch, is_locale, shortened};

const KEYS: [&str; 5] = ["name", "address", "locales", "default_colour", "time_zone"];

/// The contents of `platform.json`.
pub struct PlatformFile {
    /// The platform; `None` if there is no such file, or if it has errors.
    pub platform: Option<Platform>,
    /// The stored platform, when the file was read.
    pub stored: Option<Platform>,
    /// The locales of the imported platform; without `platform.json`, the locales of the stored platform.
    pub locales: Vec<String>,
}

impl PlatformFile {
    /// Whether the checks would have seen other locales of the stored platform than they did: other texts or other removed
    /// locales.
    pub fn is_outdated(&self, context: &ImportContext<'_>) -> Result<bool, StoreError> {
        let stored = platform::read(context.transaction.executor())?;
        Ok(match &self.platform {
            None => locales(stored.as_ref()) != self.locales,
            Some(platform) => removed(stored.as_ref(), platform) != self.removed_locales(),
        })
    }

    /// The locales of the stored platform that the imported one does not have.
    pub fn removed_locales(&self) -> Vec<String> {
        self.platform.as_ref().map_or_else(Vec::new, |platform| removed(self.stored.as_ref(), platform))
    }

    /// Whether the platform differs from the stored one.
    pub fn is_different(&self, context: &ImportContext<'_>) -> Result<bool, StoreError> {
        let stored = platform::read(context.transaction.executor())?;
        Ok(self
            .platform
            .as_ref()
            .is_some_and(|platform| stored.is_none_or(|stored| stored != platform.over(&stored))))
    }
}

/// Reads `platform.json` and reports its errors.
pub fn load(context: &mut ImportContext<'_>, input: &dyn Input) -> Result<PlatformFile, ImportError> {
    context.report.begin(PLATFORM.to_owned());
    let text = input.platform();
    let text = text.map_err(|cause| ImportError::File { name: PLATFORM.to_owned(), cause })?;
    let stored = platform::read(context.transaction.executor())?;
    let mut platform = None;
    if let Some(text) = text {
        let (parsed, unknown) = parse(&text, stored.as_ref());
        for field in unknown {
            context.report.add_unknown_field(&field, LineCount { lines: 1, first: 0 });
        }
        match parsed {
            Ok(parsed) => platform = Some(parsed),
            Err(problems) => problems.into_iter().for_each(|problem| context.report.add(problem)),
        }
    } else if stored.is_none() {
        context.report.add(missing());
    }
    let locales = locales(platform.as_ref().or(stored.as_ref()));
    context.report.locales.clone_from(&locales);
    Ok(PlatformFile { platform, stored, locales })
}

/// The locales of a stored platform that another one does not have. Case matters, because it does in stored texts.
fn removed(stored: Option<&Platform>, platform: &Platform) -> Vec<String> {
    let stored = locales(stored);
    stored.into_iter().filter(|locale| !platform.locales.contains(locale)).collect()
}

fn locales(platform: Option<&Platform>) -> Vec<String> {
    platform.map_or_else(Vec::new, |platform| platform.locales.clone())
}

/// Parses the platform that a text describes; also returns the unknown fields.
///
/// The public API of a new platform is off; a stored platform retains that setting.
fn parse(text: &str, stored: Option<&Platform>) -> (Result<Platform, Vec<Problem>>, Vec<String>) {
    let members: Map<String, Value> = match serde_json::from_str(text.trim_start_matches('\u{feff}')) {
        Ok(members) => members,
        Err(error) => return (Err(vec![problem("", "a JSON object", &error.to_string())]), Vec::new()),
    };
    let unknown = members.keys().filter(|key| !KEYS.contains(&key.as_str())).cloned().collect();
    let mut problems = Vec::new();
    let mut require = |field: &str, expected: &str, value: Option<Value>| {
        value.unwrap_or_else(|| {
            let found = members.get(field).map_or_else(|| "nothing".to_owned(), Value::to_string);
            problems.push(problem(field, expected, &found));
            Value::Null
        })
    };
    let given = |field: &str| members.get(field).cloned().unwrap_or_default();
    let name = require("name", "the name of the platform", Some(given("name")).filter(is_name));
    let address = require(
        "address",
        "an absolute URL such as https://participate.example.org",
        address(&given("address")).map(Value::String),
    );
    let locales = require(
        "locales",
        "a list of different locale codes such as en or nl-BE, in which case does not matter, with the default first",
        Some(given("locales")).filter(are_locales),
    );
    let colour = require(
        "default_colour",
        "a colour such as #1a5fb4",
        Some(given("default_colour")).filter(is_colour),
    );
    let time_zone = require(
        "time_zone",
        "a name of the IANA time zone database such as Europe/Brussels",
        time_zone(&given("time_zone")),
    );
    if !problems.is_empty() {
        return (Err(problems), unknown);
    }
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let platform = Platform {
        name: text(&name).unwrap_or_default(),
        url: text(&address).unwrap_or_default(),
        locales: locales.as_array().into_iter().flatten().filter_map(text).collect(),
        default_colour: text(&colour),
        time_zone: text(&time_zone),
        public_api_enabled: stored.is_some_and(|stored| stored.public_api_enabled),
    };
    (Ok(platform), unknown)
}

/// The problem that there is neither a `platform.json` nor a stored platform.
fn missing() -> Problem {
    problem("", "the name, address and locales of the platform, because none are stored yet", "no such file")
}

/// A problem of a field of `platform.json`.
pub fn problem(field: &str, expected: &str, found: &str) -> Problem {
    Problem {
        line: 0,
        field: field.to_owned(),
        mismatch: Mismatch::described(expected.to_owned(), shortened(found)),
    }
}

fn is_name(value: &Value) -> bool {
    value.as_str().is_some_and(|name| !name.trim().is_empty() && !name.contains('\0'))
}

/// The name of a time zone as the IANA time zone database spells it; null if there is none.
fn time_zone(value: &Value) -> Option<Value> {
    match value {
        Value::Null => Some(Value::Null),
        _ => parse_time_zone(value.as_str()?).map(|(name, _)| Value::String(name)),
    }
}

/// An absolute URL without a trailing slash.
fn address(value: &Value) -> Option<String> {
    let address = value.as_str()?.trim_end_matches('/');
    let parsed: http::Uri = address.parse().ok()?;
    let absolute = matches!(parsed.scheme_str(), Some("http" | "https"))
        && parsed.host().is_some_and(|host| !host.is_empty());
    (absolute && parsed.query().is_none() && !address.contains(['#', '@'])).then(|| address.to_owned())
}

fn are_locales(value: &Value) -> bool {
    let Some(locales) = value.as_array().filter(|locales| !locales.is_empty()) else { return false };
    let lower_case =
        |locale: &Value| locale.as_str().filter(|code| is_locale(code)).map(str::to_ascii_lowercase);
    let different: Option<BTreeSet<String>> = locales.iter().map(lower_case).collect();
    different.is_some_and(|different| different.len() == locales.len())
}

fn is_colour(value: &Value) -> bool {
    let hexadecimal = |text: &str| {
        text.strip_prefix('#')
            .is_some_and(|digits| digits.len() == 6 && digits.bytes().all(|digit| digit.is_ascii_hexdigit()))
    };
    value.is_null() || value.as_str().is_some_and(hexadecimal)
}
