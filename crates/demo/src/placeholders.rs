//! The values of placeholders in texts, and random locations in the city.

use crate::content::{City, Locale, Text};
use crate::random::Random;

/// The values that the texts of one record have in common, in each language.
#[derive(Clone, Copy, Debug)]
pub struct Placeholders {
    city: &'static City,
    pub district: usize,
    street: usize,
    square: usize,
    park: usize,
    school: usize,
    number: u64,
    years: u64,
}

impl Placeholders {
    /// Random values.
    pub fn draw(city: &'static City, random: &mut Random) -> Self {
        Self {
            city,
            district: random.index(city.districts.len()),
            street: random.index(city.streets.len()),
            square: random.index(city.squares.len()),
            park: random.index(city.parks.len()),
            school: random.index(city.schools.len()),
            number: random.below(58),
            years: random.between(2, 15),
        }
    }

    /// The same values with this district.
    pub fn within(self, district: usize) -> Self {
        Self { district, ..self }
    }

    /// A random address in the street.
    pub fn address(&self, random: &mut Random, locale: Locale) -> String {
        let street = self.city.streets[self.street].get(locale);
        let (number, city) = (random.between(1, 220), &self.city.name);
        if locale == Locale::French {
            format!("{number} {street}, {city}")
        } else {
            format!("{street} {number}, {city}")
        }
    }

    /// Appends the text with its placeholders replaced. Appends the name of an unknown placeholder.
    pub fn fill(&self, template: &Text, locale: Locale, out: &mut String) {
        let mut rest = template.get(locale);
        while let Some((before, after)) = rest.split_once('{') {
            out.push_str(before);
            let (name, tail) = after.split_once('}').unwrap_or((after, ""));
            self.append_value(name, template, locale, out);
            rest = tail;
        }
        out.push_str(rest);
    }

    fn append_value(&self, name: &str, template: &Text, locale: Locale, out: &mut String) {
        let city = self.city;
        match name {
            "street" => out.push_str(city.streets[self.street].get(locale)),
            "corner" => out.push_str(city.streets[(self.street + 1) % city.streets.len()].get(locale)),
            "square" => out.push_str(city.squares[self.square].get(locale)),
            "park" => out.push_str(city.parks[self.park].get(locale)),
            "school" => out.push_str(city.schools[self.school].get(locale)),
            "district" => out.push_str(city.districts[self.district].get(locale)),
            "city" => out.push_str(&city.name),
            // The length of the English text makes the number differ between sentences but not between languages.
            "number" => {
                let length = template.get(Locale::English).len() as u64;
                out.push_str(&(3 + (self.number + length * 7) % 58).to_string());
            }
            "years" => out.push_str(&self.years.to_string()),
            unknown => out.push_str(unknown),
        }
    }
}

/// Random coordinates in the city: longitude and latitude with five decimals.
pub fn coordinates(random: &mut Random) -> (String, String) {
    let longitude = 412_000 + random.below(9_000);
    let latitude = 5_092_000 + random.below(5_000);
    (
        format!("{}.{:05}", longitude / 100_000, longitude % 100_000),
        format!("{}.{:05}", latitude / 100_000, latitude % 100_000),
    )
}

/// Random coordinates as well-known text: `POINT (4.15 50.95)`.
pub fn point(random: &mut Random) -> String {
    let (longitude, latitude) = coordinates(random);
    format!("POINT ({longitude} {latitude})")
}
