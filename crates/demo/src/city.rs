//! Zwenebeke, a city that does not exist, on the river Zwene: its districts, streets, squares, parks and schools.

use crate::random::Random;
use crate::texts::{Locale, Text};

/// The city's name.
pub const CITY: &str = "Zwenebeke";
/// The platform's address.
pub const ADDRESS: &str = "https://folkmoot.example.org";

/// Districts, each an area of the platform.
pub static DISTRICTS: [Text; 16] = [
    ["Molenwijk", "Molenwijk", "quartier du Moulin"],
    ["Kaaiwijk", "Kaaiwijk", "quartier des Quais"],
    ["Abdijwijk", "Abdijwijk", "quartier de l'Abbaye"],
    ["Stationswijk", "Stationswijk", "quartier de la Gare"],
    ["Linnenwijk", "Linnenwijk", "quartier du Lin"],
    ["Zavelwijk", "Zavelwijk", "quartier du Sable"],
    ["Meersenwijk", "Meersenwijk", "quartier des Prairies"],
    ["Torenwijk", "Torenwijk", "quartier de la Tour"],
    ["Brouwerswijk", "Brouwerswijk", "quartier des Brasseurs"],
    ["Lichtwijk", "Lichtwijk", "quartier de la Lumière"],
    ["Eikenwijk", "Eikenwijk", "quartier des Chênes"],
    ["Sluiswijk", "Sluiswijk", "quartier de l'Écluse"],
    ["Tuinwijk", "Tuinwijk", "quartier des Jardins"],
    ["Havenwijk", "Havenwijk", "quartier du Port"],
    ["Schoolwijk", "Schoolwijk", "quartier des Écoles"],
    ["Heuvelwijk", "Heuvelwijk", "quartier de la Colline"],
];

/// Appends the name of a district as a title.
pub fn district_title(number: usize, locale: Locale, out: &mut String) {
    let name = locale.of(&DISTRICTS[number]);
    let mut letters = name.chars();
    out.extend(letters.next().into_iter().flat_map(char::to_uppercase));
    out.push_str(letters.as_str());
}

static STREETS: [Text; 32] = [
    ["Lindestraat", "Lindestraat", "rue des Tilleuls"],
    ["Brouwersstraat", "Brouwersstraat", "rue des Brasseurs"],
    ["Zwenestraat", "Zwenestraat", "rue de la Zwene"],
    ["Kapelstraat", "Kapelstraat", "rue de la Chapelle"],
    ["Weversstraat", "Weversstraat", "rue des Tisserands"],
    ["Vlasstraat", "Vlasstraat", "rue du Lin"],
    ["Molenstraat", "Molenstraat", "rue du Moulin"],
    ["Stationsstraat", "Stationsstraat", "rue de la Gare"],
    ["Oude Vestingstraat", "Oude Vestingstraat", "rue des Vieux Remparts"],
    ["Nachtegaalstraat", "Nachtegaalstraat", "rue du Rossignol"],
    ["IJskelderstraat", "Ĳskelderstraat", "rue de la Glacière"],
    ["Bakkersstraat", "Bakkersstraat", "rue des Boulangers"],
    ["Kanaalstraat", "Kanaalstraat", "rue du Canal"],
    ["Hopstraat", "Hopstraat", "rue du Houblon"],
    ["Sint-Annastraat", "Sint-Annastraat", "rue Sainte-Anne"],
    ["Zonnebloemstraat", "Zonnebloemstraat", "rue des Tournesols"],
    ["Schoolstraat", "Schoolstraat", "rue de l'École"],
    ["Visserslaan", "Visserslaan", "rue des Pêcheurs"],
    ["Kastanjelaan", "Kastanjelaan", "rue des Marronniers"],
    ["Merellaan", "Merellaan", "rue du Merle"],
    ["Abdijlaan", "Abdijlaan", "rue de l'Abbaye"],
    ["Beukenlaan", "Beukenlaan", "rue des Hêtres"],
    ["Drukkersstraat", "Drukkersstraat", "rue des Imprimeurs"],
    ["Korte Meersstraat", "Korte Meersstraat", "rue de la Petite Prairie"],
    ["Groenteweg", "Groenteweg", "rue des Maraîchers"],
    ["Spoorweglaan", "Spoorweglaan", "rue du Chemin de Fer"],
    ["Kruidenstraat", "Kruidenstraat", "rue des Herbes"],
    ["Toekomststraat", "Toekomststraat", "rue de l'Avenir"],
    ["Steenbakkersstraat", "Steenbakkersstraat", "rue des Briquetiers"],
    ["Sluisweg", "Sluisweg", "rue de l'Écluse"],
    ["Muntstraat", "Muntstraat", "rue de la Monnaie"],
    ["Wilgenlaan", "Wilgenlaan", "rue des Saules"],
];

static SQUARES: [Text; 12] = [
    ["Vlasplein", "Vlasplein", "place du Lin"],
    ["Koornplein", "Koornplein", "place aux Grains"],
    ["Sint-Rochusplein", "Sint-Rochusplein", "place Saint-Roch"],
    ["Stationsplein", "Stationsplein", "place de la Gare"],
    ["Zustersplein", "Zustersplein", "place des Sœurs"],
    ["Pottersplein", "Pottersplein", "place des Potiers"],
    ["Abdijplein", "Abdijplein", "place de l'Abbaye"],
    ["Schippersplein", "Schippersplein", "place des Bateliers"],
    ["Notelaarsplein", "Notelaarsplein", "place des Noyers"],
    ["Vredeplein", "Vredeplein", "place de la Paix"],
    ["Boterplein", "Boterplein", "place au Beurre"],
    ["Waagplein", "Waagplein", "place de la Balance"],
];

static PARKS: [Text; 8] = [
    ["Meersenpark", "Meersenpark", "parc des Prairies"],
    ["Abdijpark", "Abdijpark", "parc de l'Abbaye"],
    ["Zwenepark", "Zwenepark", "parc de la Zwene"],
    ["Beukenpark", "Beukenpark", "parc des Hêtres"],
    ["Steenovenpark", "Steenovenpark", "parc de la Briqueterie"],
    ["Reigerpark", "Reigerpark", "parc du Héron"],
    ["Kloosterpark", "Kloosterpark", "parc du Couvent"],
    ["Vestingpark", "Vestingpark", "parc des Remparts"],
];

static SCHOOLS: [Text; 6] = [
    ["De Klimop school", "school De Klimop", "école Le Lierre"],
    ["De Regenboog school", "school De Regenboog", "école L'Arc-en-ciel"],
    ["De Vlieger school", "school De Vlieger", "école Le Cerf-volant"],
    ["De Kompas school", "school De Kompas", "école La Boussole"],
    ["Sint-Anna school", "school Sint-Anna", "école Sainte-Anne"],
    ["De Springplank school", "school De Springplank", "école Le Tremplin"],
];

/// The places that one text speaks of, the same in each language.
#[derive(Clone, Copy, Debug)]
pub struct Places {
    pub district: usize,
    street: usize,
    square: usize,
    park: usize,
    school: usize,
    number: u64,
    year: u64,
}

impl Places {
    /// Some places of the city.
    pub fn draw(random: &mut Random) -> Self {
        Self {
            district: random.position(DISTRICTS.len()),
            street: random.position(STREETS.len()),
            square: random.position(SQUARES.len()),
            park: random.position(PARKS.len()),
            school: random.position(SCHOOLS.len()),
            number: random.below(58),
            year: random.between(2, 15),
        }
    }

    /// The same, but in this district.
    pub fn within(self, district: usize) -> Self {
        Self { district, ..self }
    }

    /// A house number in the street.
    pub fn address(&self, random: &mut Random, locale: Locale) -> String {
        let street = locale.of(&STREETS[self.street]);
        let number = random.between(1, 220);
        if locale == Locale::French {
            format!("{number} {street}, {CITY}")
        } else {
            format!("{street} {number}, {CITY}")
        }
    }

    /// Appends a text, with its places filled in.
    pub fn fill(&self, template: &Text, locale: Locale, out: &mut String) {
        let mut rest = locale.of(template);
        while let Some((before, after)) = rest.split_once('{') {
            out.push_str(before);
            let (name, tail) = after.split_once('}').unwrap_or((after, ""));
            self.name(name, template, locale, out);
            rest = tail;
        }
        out.push_str(rest);
    }

    fn name(&self, name: &str, template: &Text, locale: Locale, out: &mut String) {
        match name {
            "street" => out.push_str(locale.of(&STREETS[self.street])),
            "corner" => out.push_str(locale.of(&STREETS[(self.street + 1) % STREETS.len()])),
            "square" => out.push_str(locale.of(&SQUARES[self.square])),
            "park" => out.push_str(locale.of(&PARKS[self.park])),
            "school" => out.push_str(locale.of(&SCHOOLS[self.school])),
            "district" => out.push_str(locale.of(&DISTRICTS[self.district])),
            "city" => out.push_str(CITY),
            // Another number in each sentence, but the same one in each language.
            "number" => {
                let number = 3 + (self.number + template[0].len() as u64 * 7) % 58;
                out.push_str(&number.to_string());
            }
            "years" => out.push_str(&self.year.to_string()),
            other => out.push_str(other),
        }
    }
}

/// A place on the map, as longitude and latitude with five digits.
pub fn coordinates(random: &mut Random) -> (String, String) {
    let east = 412_000 + random.below(9_000);
    let north = 5_092_000 + random.below(5_000);
    (
        format!("{}.{:05}", east / 100_000, east % 100_000),
        format!("{}.{:05}", north / 100_000, north % 100_000),
    )
}

/// The same as text: `POINT (4.15 50.95)`.
pub fn point(random: &mut Random) -> String {
    let (east, north) = coordinates(random);
    format!("POINT ({east} {north})")
}
