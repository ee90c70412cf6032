//! Which format of a list a client accepts (RFC 9110, section 12.5.1).

use http::{HeaderMap, header};

use super::{FORMATS, Format};

/// A media range of an `Accept` header.
struct MediaRange {
    media_type: String,
    quality: f32,
}

impl Format {
    /// The format that a client accepts with the highest quality; `None` if it accepts none.
    pub fn negotiate(headers: &HeaderMap) -> Option<Self> {
        let lines = headers.get_all(header::ACCEPT).iter().filter_map(|value| value.to_str().ok());
        let ranges: Vec<MediaRange> = lines.flat_map(|line| line.split(',')).map(MediaRange::parse).collect();
        if ranges.is_empty() {
            return Some(Self::PAGE);
        }
        let accepted = FORMATS.into_iter().map(|format| (format, format.quality(&ranges)));
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
        let essence = self.essence();
        let has_same_type = |kind: &str| essence.split('/').next() == Some(kind);
        match media_type {
            "" | "*/*" => Some(0),
            range if range.strip_suffix("/*").is_some_and(has_same_type) => Some(1),
            range => (range == essence || self.synonyms().contains(&range)).then_some(2),
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
            ("", Some("json")),
            ("*/*", Some("json")),
            ("application/*", Some("json")),
            ("application/json", Some("json")),
            ("application/problem+json", Some("json")),
            ("application/x-ndjson", Some("ndjson")),
            ("Application/X-NDJSON", Some("ndjson")),
            ("text/csv", Some("csv")),
            ("text/csv; header=present", Some("csv")),
            ("text/*", Some("csv")),
            ("text/csv, application/json", Some("json")),
            ("application/json;q=0.5, text/csv", Some("csv")),
            ("text/csv;q=0.5, application/x-ndjson;q=0.6", Some("ndjson")),
            ("text/csv, */*;q=0.1", Some("csv")),
            ("text/html, */*;q=0.8", Some("json")),
            ("application/json;q=0, */*", Some("ndjson")),
            ("*/*, text/csv;q=0", Some("json")),
            ("text/csv;q=0", None),
            ("text/html", None),
            ("application/xml, image/png", None),
            ("*/*;q=0", None),
        ] {
            let headers = [(header::ACCEPT, accept.parse().unwrap())].into_iter().collect();
            assert_eq!(Format::negotiate(&headers).map(|format| format.name()), expected, "{accept:?}");
        }
        assert_eq!(Format::negotiate(&HeaderMap::new()).map(|format| format.name()), Some("json"));
    }
}
