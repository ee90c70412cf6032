//! The platform, the city and the names of its people.

use serde::Deserialize;

use super::{Choices, Locale, Text};

/// `platform.toml`
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Platform {
    pub name: String,
    /// The public URL, without a slash at the end.
    pub url: String,
    /// The domain of every email address.
    pub email_domain: String,
}

/// `city.toml`
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct City {
    pub name: String,
    pub districts: Choices<Text>,
    pub streets: Choices<Text>,
    pub squares: Choices<Text>,
    pub parks: Choices<Text>,
    pub schools: Choices<Text>,
    pub area_description: Text,
}

impl City {
    /// Appends the name of a district with a capital first letter.
    pub fn append_district_title(&self, district: usize, locale: Locale, out: &mut String) {
        let mut letters = self.districts[district].get(locale).chars();
        out.extend(letters.next().into_iter().flat_map(char::to_uppercase));
        out.push_str(letters.as_str());
    }
}

/// `people.toml`
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct People {
    pub first_names: Choices<String>,
    pub last_names: Choices<String>,
    pub genders: Choices<String>,
    pub biographies: Choices<Text>,
}
