//! The parameters of pages for frames: those of an element, with `_` for `-`, and its colours.

use folkmoot_api::problem::Problem;
use folkmoot_api::problem_table::{
    INVALID_PARAMETER_VALUE, MISSING_TOKEN, ROUTE_NOT_FOUND, UNKNOWN_PARAMETER,
};
use folkmoot_api::publishable_keys::KEY_PARAMETER;
use http::Uri;

/// What a page shows: the name in its path, the element, and its attributes beside those of every element.
pub struct FramedList {
    name: &'static str,
    /// The name of the element.
    pub element: &'static str,
    attributes: &'static [&'static str],
}

/// The element of events.
pub const EVENTS: &str = "folkmoot-events";

const LISTS: [FramedList; 3] = [
    FramedList {
        name: "projects",
        element: "folkmoot-projects",
        attributes: &["folder_id", "topic_ids", "area_ids"],
    },
    FramedList {
        name: "ideas",
        element: "folkmoot-ideas",
        attributes: &["project_id", "phase_id", "topic_ids", "search", "sort"],
    },
    FramedList { name: "events", element: EVENTS, attributes: &["project_id", "when", "time_zone"] },
];

/// The attributes of every element.
const COMMON: [&str; 5] = [KEY_PARAMETER, "locale", "limit", "heading_level", "layout"];
/// The colour mode and the accent colour of the page.
const THEME: &str = "theme";
const ACCENT: &str = "accent";

/// The parameters of a page.
pub struct FrameParameters {
    /// What it shows.
    pub list: &'static FramedList,
    /// The publishable key.
    pub key: String,
    /// The attributes of the element, the key among them.
    pub attributes: Vec<(&'static str, String)>,
    /// The locale, if one is chosen.
    pub locale: Option<String>,
    /// `light` or `dark`; the mode of the browser if neither is chosen.
    pub theme: Option<String>,
    /// The accent colour in the form `#14604f`.
    pub accent: Option<String>,
}

impl FrameParameters {
    /// Reads the parameters of a page with this name.
    pub fn read(name: &str, uri: &Uri) -> Result<Self, Problem> {
        let list = LISTS.iter().find(|list| list.name == name).ok_or_else(|| {
            let names = LISTS.map(|list| list.name).join(", ");
            Problem::new(&ROUTE_NOT_FOUND, format!("There are pages for frames of {names} only."))
        })?;
        let accepted = || COMMON.iter().chain(list.attributes).chain(&[THEME, ACCENT]);
        let mut values: Vec<(&'static str, String)> = Vec::new();
        for (name, value) in form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes()) {
            let Some(known) = accepted().find(|known| **known == name) else {
                let names: Vec<&str> = accepted().copied().collect();
                let name: String = name.chars().take(100).collect();
                let detail =
                    format!("This page has no parameter '{name}'. It accepts: {}.", names.join(", "));
                return Err(Problem::new(&UNKNOWN_PARAMETER, detail));
            };
            values.retain(|(other, _)| other != known);
            values.push((known, value.into_owned()));
        }
        let value =
            |name: &str| values.iter().find(|(known, _)| *known == name).map(|(_, value)| value.clone());
        let key = value(KEY_PARAMETER).filter(|key| !key.is_empty()).ok_or_else(|| {
            Problem::new(
                &MISSING_TOKEN,
                format!("The parameter '{KEY_PARAMETER}' must be a publishable key."),
            )
        })?;
        let theme = value(THEME).filter(|theme| !theme.is_empty());
        if theme.as_ref().is_some_and(|theme| theme != "light" && theme != "dark") {
            return Err(invalid(THEME, "light or dark"));
        }
        let accent = value(ACCENT).filter(|accent| !accent.is_empty());
        if accent.as_ref().is_some_and(|accent| !is_colour(accent)) {
            return Err(invalid(ACCENT, "a colour in the form #14604f"));
        }
        let locale = value("locale");
        values.retain(|(name, value)| ![THEME, ACCENT].contains(name) && !value.is_empty());
        Ok(Self { list, key, attributes: values, locale, theme, accent })
    }
}

fn invalid(name: &str, expected: &str) -> Problem {
    Problem::new(&INVALID_PARAMETER_VALUE, format!("The parameter '{name}' must be {expected}."))
}

fn is_colour(text: &str) -> bool {
    text.strip_prefix('#')
        .is_some_and(|digits| digits.len() == 6 && digits.bytes().all(|digit| digit.is_ascii_hexdigit()))
}
