//! The tags of representations, and those that a client sends.

use aws_lc_rs::digest::{Context, SHA256};
use folkmoot_store::changes::Version;
use folkmoot_store::encode::Representation;
use http::{HeaderMap, HeaderValue, header};

use folkmoot_codings::Coding;

/// The length of a tag without its suffix, in bytes.
const LENGTH: usize = 16;
/// The suffix of a gzip body that was joined from records: its bytes differ from those of a page that was compressed as a
/// whole, so that a strong tag has to differ, too (RFC 9110, section 8.8.1).
const JOINED: &str = "gzip-joined";

/// Identifies the content of a response: equal tags mean equal bodies, on every server of the platform, before and after a
/// restart, and in every copy of the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Tag([u8; LENGTH]);

impl Tag {
    /// The tag of the response with this URL, which shows data of these versions. Without the secret, nobody can compute versions
    /// from tags.
    pub fn new(
        target: &str,
        (representation, secret): (&Representation, &[u8; 32]),
        versions: &[Version],
    ) -> Self {
        let mut context = Context::new(&SHA256);
        // Another release may write other fields.
        context.update(env!("CARGO_PKG_VERSION").as_bytes());
        context.update(&[0]);
        context.update(target.as_bytes());
        context.update(&[0]);
        context.update(secret);
        representation.write(|bytes| context.update(bytes));
        for version in versions {
            context.update(&version.sequence.to_be_bytes());
            context.update(&version.happened_at.to_be_bytes());
        }
        let mut tag = [0; LENGTH];
        tag.copy_from_slice(&context.finish().as_ref()[..LENGTH]);
        Self(tag)
    }

    /// A tag for tests.
    #[cfg(test)]
    pub fn numbered(number: u128) -> Self {
        Self(number.to_be_bytes())
    }

    /// The value of the `ETag` header of this content in a coding.
    pub fn header(self, coding: Option<Coding>) -> HeaderValue {
        self.with_suffix(coding.map(Coding::name))
    }

    /// The value of the `ETag` header of this content as a gzip body that was joined from records.
    pub fn joined_header(self) -> HeaderValue {
        self.with_suffix(Some(JOINED))
    }

    fn with_suffix(self, suffix: Option<&str>) -> HeaderValue {
        let mut digits = [0; 2 * LENGTH];
        let _ = hex::encode_to_slice(self.0, &mut digits);
        let (separator, suffix) = suffix.map_or(("", ""), |suffix| ("-", suffix));
        let text = [b"\"", &digits[..], separator.as_bytes(), suffix.as_bytes(), b"\""].concat();
        HeaderValue::try_from(text).unwrap_or(HeaderValue::from_static("\"\""))
    }
}

/// The tags of an `If-None-Match` header, as far as this server can have issued them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct KnownTags {
    /// Whether the header is `*`, which matches every representation.
    pub any: bool,
    tags: Vec<(Tag, Option<Coding>)>,
}

impl KnownTags {
    /// The tags in all lines of the header.
    pub fn new(headers: &HeaderMap) -> Self {
        let mut known = Self::default();
        for value in headers.get_all(header::IF_NONE_MATCH) {
            let Ok(mut rest) = value.to_str().map(str::trim) else { continue };
            known.any |= rest == "*";
            // Opaque tags may contain commas, so the list is split at quotation marks.
            while let Some((_, opened)) = rest.split_once('"') {
                let Some((tag, after)) = opened.split_once('"') else { break };
                known.tags.extend(parse(tag));
                rest = after;
            }
        }
        known
    }

    /// Whether the client has nothing that this server can have issued.
    pub fn is_empty(&self) -> bool {
        !self.any && self.tags.is_empty()
    }

    /// The tag that the client has of this content, in any coding; preferably in that of the response.
    pub fn find(&self, tag: Tag, preferred: Option<Coding>) -> Option<HeaderValue> {
        let codings = self.tags.iter().filter(|known| known.0 == tag).map(|known| known.1);
        let best = codings.max_by_key(|coding| *coding == preferred)?;
        Some(tag.header(best))
    }
}

/// Parses a tag without its quotation marks; `None` if this server cannot have issued it.
fn parse(text: &str) -> Option<(Tag, Option<Coding>)> {
    let (tag, coding) = match text.split_once('-') {
        None => (text, None),
        Some((tag, JOINED)) => (tag, Some(Coding::Gzip)),
        Some((tag, name)) => (tag, Some(Coding::ALL.into_iter().find(|coding| coding.name() == name)?)),
    };
    let mut bytes = [0; LENGTH];
    hex::decode_to_slice(tag, &mut bytes).ok()?;
    Some((Tag(bytes), coding))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use std::sync::Arc;

    use folkmoot_model::access::{AccessLevel, ResourceSet};
    use folkmoot_store::access::{AccessSettings, AccessView};
    use folkmoot_store::clients::Holder;
    use uuid::Uuid;

    use super::*;

    const SECRET: &[u8; 32] = &[0; 32];

    fn full() -> Representation {
        Representation::new([0; 32], 0, &AccessView::full(Arc::default()), None)
    }

    const VERSION: Version = Version { sequence: 7, happened_at: 1_790_000_000_000 };

    fn known(lines: &[&str]) -> KnownTags {
        let lines = lines.iter().map(|line| (header::IF_NONE_MATCH, line.parse().unwrap()));
        KnownTags::new(&lines.collect())
    }

    #[test]
    fn a_tag_differs_with_everything_that_a_response_depends_on() {
        let tag = |target, representation, version| Tag::new(target, (&representation, SECRET), &[version]);
        let plain = full();
        let first = tag("/ideas", plain, VERSION);
        assert_eq!(first, tag("/ideas", plain, VERSION));
        let public = |settings: AccessSettings| {
            let access =
                AccessView::without_client(AccessLevel::Public, ResourceSet::ALL, Arc::new(settings));
            Representation::new([0; 32], 0, &access, None)
        };
        let coarse = AccessSettings { coordinate_decimals: 2, ..AccessSettings::default() };
        let holder = Holder { client: Uuid::from_u128(1), generation: 0 };
        let downloads = |holder, issue| Representation { downloads: Some((holder, issue)), ..plain };
        let pseudonyms_of = |client| Representation { pseudonyms_of: Some(Uuid::from_u128(client)), ..plain };
        let others = [
            tag("/ideas?locale=nl", plain, VERSION),
            tag("/ideas", Representation { platform: [1; 32], ..plain }, VERSION),
            tag("/ideas", Representation { locale: 1, ..plain }, VERSION),
            tag("/ideas", plain, Version { sequence: 8, ..VERSION }),
            tag("/ideas", plain, Version { happened_at: 1_790_000_000_001, ..VERSION }),
            Tag::new("/ideas", (&plain, &[1; 32]), &[VERSION]),
            tag("/ideas", public(AccessSettings::default()), VERSION),
            tag("/ideas", public(coarse), VERSION),
            tag("/ideas", pseudonyms_of(1), VERSION),
            tag("/ideas", pseudonyms_of(2), VERSION),
            tag("/ideas", downloads(holder, 1), VERSION),
            tag("/ideas", downloads(holder, 2), VERSION),
            tag("/ideas", downloads(Holder { generation: 1, ..holder }, 1), VERSION),
            Tag::new("/ideas", (&plain, SECRET), &[VERSION, VERSION]),
        ];
        let distinct: std::collections::HashSet<Tag> = others.into_iter().chain([first]).collect();
        assert_eq!(distinct.len(), others.len() + 1);
    }

    #[test]
    fn tags_are_found_in_lists_and_lines_weak_or_in_another_coding() {
        let tag = Tag::new("/ideas", (&full(), SECRET), &[VERSION]);
        let header = |coding| tag.header(coding).to_str().unwrap().to_owned();
        let (plain, gzip) = (header(None), header(Some(Coding::Gzip)));
        let brotli = header(Some(Coding::Brotli));
        let joined = tag.joined_header().to_str().unwrap().to_owned();
        assert!(![&plain, &gzip, &brotli].contains(&&joined));
        for (lines, expected) in [
            (vec![plain.clone()], Some(&plain)),
            (vec![format!("W/{gzip}")], Some(&gzip)),
            (vec![joined.clone()], Some(&gzip)),
            (vec![format!("\"other\", {plain} , \"a,b\"")], Some(&plain)),
            (vec!["\"other\"".to_owned(), gzip.clone()], Some(&gzip)),
            (vec![format!("{gzip}, {brotli}"), plain.clone()], Some(&brotli)),
            (vec![plain.replace('"', "")], None),
            (vec![format!("\"{}-other\"", plain.trim_matches('"'))], None),
            (vec!["\"".to_owned(), String::new(), "W/".to_owned()], None),
        ] {
            let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
            let found = known(&lines).find(tag, Some(Coding::Brotli));
            assert_eq!(
                found.as_ref().map(|tag| tag.to_str().unwrap()),
                expected.map(String::as_str),
                "{lines:?}"
            );
        }
        assert!(known(&["*"]).any);
        assert!(!known(&["\"*\""]).any);
    }
}
