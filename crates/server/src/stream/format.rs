//! The formats of lists, and which one a client accepts (RFC 9110, section 12.5.1).

use folkmoot_store::formats::csv;
use http::{HeaderMap, header};

use crate::problem::Problem;

/// The format of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// A page as JSON.
    Json,
    /// The complete list, one JSON object a line.
    Ndjson,
    /// The complete list as comma-separated values.
    Csv,
}

/// A media range of an `Accept` header.
struct MediaRange {
    media_type: String,
    quality: f32,
}

impl Format {
    /// Every format, the preferred one first.
    pub const ALL: [Self; 3] = [Self::Json, Self::Ndjson, Self::Csv];

    /// The value of the parameter `format`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Ndjson => "ndjson",
            Self::Csv => "csv",
        }
    }

    /// What it is, as a phrase for references.
    pub const fn description(self) -> &'static str {
        match self {
            Self::Json => "A page as JSON",
            Self::Ndjson => "The complete list, a JSON object on each line",
            Self::Csv => "The complete list as CSV (RFC 4180)",
        }
    }

    /// The media type.
    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Json => "application/json",
            Self::Ndjson => "application/x-ndjson",
            Self::Csv => csv::MEDIA_TYPE,
        }
    }

    /// The format that a value of the parameter names.
    pub fn parse(parameter: &str, text: &str) -> Result<Self, Problem> {
        let found = Self::ALL.into_iter().find(|format| format.name() == text);
        found.ok_or_else(|| Problem::not_one_of(parameter, text, Self::ALL.map(Self::name)))
    }

    /// The format that a client accepts with the highest quality; `None` if it accepts none.
    pub fn negotiate(headers: &HeaderMap) -> Option<Self> {
        let lines = headers.get_all(header::ACCEPT).iter().filter_map(|value| value.to_str().ok());
        let ranges: Vec<MediaRange> = lines.flat_map(|line| line.split(',')).map(MediaRange::parse).collect();
        if ranges.is_empty() {
            return Some(Self::Json);
        }
        let accepted = Self::ALL.into_iter().map(|format| (format, format.quality(&ranges)));
        // The last of several maxima is returned, the first format is preferred.
        let best = accepted.rev().max_by(|one, other| one.1.total_cmp(&other.1))?;
        (best.1 > 0.0).then_some(best.0)
    }

    /// The quality of the most specific range that includes the format; 0 if none does.
    fn quality(self, ranges: &[MediaRange]) -> f32 {
        let including =
            ranges.iter().filter_map(|range| Some((self.precedence_of(&range.media_type)?, range)));
        let best = including.max_by(|(one, first), (other, second)| {
            one.cmp(other).then(first.quality.total_cmp(&second.quality))
        });
        best.map_or(0.0, |(_, range)| range.quality)
    }

    /// How specific a media range is that includes the format.
    fn precedence_of(self, media_type: &str) -> Option<u8> {
        let (own, all_of_type) = match self {
            Self::Json => (&["application/json", "application/problem+json"][..], "application/*"),
            Self::Ndjson => (&["application/x-ndjson"][..], "application/*"),
            Self::Csv => (&["text/csv"][..], "text/*"),
        };
        match media_type {
            "" | "*/*" => Some(0),
            range if range == all_of_type => Some(1),
            range => own.contains(&range).then_some(2),
        }
    }
}

impl MediaRange {
    fn parse(text: &str) -> Self {
        let mut parts = text.split(';').map(|part| part.trim().to_ascii_lowercase());
        let media_type = parts.next().unwrap_or_default();
        let quality = parts.find_map(|part| part.strip_prefix("q=")?.parse::<f32>().ok());
        Self { media_type, quality: quality.unwrap_or(1.0) }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;

    #[test]
    fn the_format_with_the_highest_quality_is_chosen_and_json_is_the_default() {
        for (accept, expected) in [
            ("", Some(Format::Json)),
            ("*/*", Some(Format::Json)),
            ("application/*", Some(Format::Json)),
            ("application/json", Some(Format::Json)),
            ("application/problem+json", Some(Format::Json)),
            ("application/x-ndjson", Some(Format::Ndjson)),
            ("Application/X-NDJSON", Some(Format::Ndjson)),
            ("text/csv", Some(Format::Csv)),
            ("text/csv; header=present", Some(Format::Csv)),
            ("text/*", Some(Format::Csv)),
            ("text/csv, application/json", Some(Format::Json)),
            ("application/json;q=0.5, text/csv", Some(Format::Csv)),
            ("text/csv;q=0.5, application/x-ndjson;q=0.6", Some(Format::Ndjson)),
            ("text/csv, */*;q=0.1", Some(Format::Csv)),
            ("text/html, */*;q=0.8", Some(Format::Json)),
            ("application/json;q=0, */*", Some(Format::Ndjson)),
            ("*/*, text/csv;q=0", Some(Format::Json)),
            ("text/csv;q=0", None),
            ("text/html", None),
            ("application/xml, image/png", None),
            ("*/*;q=0", None),
        ] {
            let headers = [(header::ACCEPT, accept.parse().unwrap())].into_iter().collect();
            assert_eq!(Format::negotiate(&headers), expected, "{accept:?}");
        }
        assert_eq!(Format::negotiate(&HeaderMap::new()), Some(Format::Json));
    }
}
