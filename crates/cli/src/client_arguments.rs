//! Parses what a client may read and until when.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use folkmoot_model::access::AccessLevel;
use folkmoot_settings::WebOrigin;
use folkmoot_store::clients::{all_resources, resources_named};
use jiff::civil::Date;

/// The resources of a client; `None` for all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResourceList(pub Option<Vec<&'static str>>);

/// The last day of a client; `None` if it does not expire.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LastDay(pub Option<Date>);

/// The origins of a publishable key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origins(pub Vec<String>);

/// Parses origins that are separated by commas.
pub fn origins(text: &str) -> Result<Origins, String> {
    WebOrigin::of_key(text.split(',')).map(Origins)
}

/// Parses the name of an access level.
pub fn level() -> impl TypedValueParser<Value = AccessLevel> {
    PossibleValuesParser::new(AccessLevel::ALL.map(AccessLevel::name))
        .try_map(|name| AccessLevel::parse(&name).ok_or("unknown access level"))
}

/// Parses `all`, or plural names of resources that are separated by commas.
pub fn resources(text: &str) -> Result<ResourceList, String> {
    if text == "all" {
        return Ok(ResourceList(None));
    }
    resources_named(text.split(',').map(str::trim)).map(|names| ResourceList(Some(names))).map_err(
        |unknown| {
            let known: Vec<&str> = all_resources().collect();
            format!(
                "'{unknown}' is not a resource; expected `all`, or any of these, separated by commas: {}",
                known.join(", ")
            )
        },
    )
}

/// Parses `never`, or a date in the form `YYYY-MM-DD`.
pub fn last_day(text: &str) -> Result<LastDay, String> {
    if text == "never" {
        return Ok(LastDay(None));
    }
    let date = text.parse::<Date>().ok().filter(|date| date.to_string() == text);
    let date = date.ok_or("expected a date in the form YYYY-MM-DD, such as 2027-01-31, or `never`")?;
    Ok(LastDay(Some(date)))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use jiff::civil::date;

    use super::*;

    #[test]
    fn resources_are_names_or_all() {
        assert_eq!(resources("all"), Ok(ResourceList(None)));
        assert_eq!(resources("ideas, areas"), Ok(ResourceList(Some(vec!["areas", "ideas"]))));
        for wrong in ["", "ideas,", "votes", "Ideas", "all,ideas"] {
            assert!(resources(wrong).unwrap_err().contains("expected `all`"), "{wrong}");
        }
    }

    #[test]
    fn the_last_day_is_a_date_or_never() {
        assert_eq!(last_day("never"), Ok(LastDay(None)));
        assert_eq!(last_day("2028-02-29"), Ok(LastDay(Some(date(2028, 2, 29)))));
        for wrong in
            ["", "2027-02-29", "2027-31-01", "31-01-2027", "20270131", "2027-01-31T00:00:00", "tomorrow"]
        {
            assert!(last_day(wrong).unwrap_err().contains("YYYY-MM-DD"), "{wrong}");
        }
    }
}
