//! The `Link` header of lists (RFC 8288).

use http::HeaderValue;
use percent_encoding::{AsciiSet, CONTROLS, PercentEncode, utf8_percent_encode};

use crate::parameters::declarations::{CURSOR, CURSOR_START, PAGE_NUMBER};
use crate::paths::BASE_PATH;

/// Characters that clients send in queries although a URL cannot contain them (RFC 3986, section 3.4).
const NOT_IN_QUERIES: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'<')
    .add(b'>')
    .add(b'[')
    .add(b']')
    .add(b'\\')
    .add(b'^')
    .add(b'`')
    .add(b'{')
    .add(b'|')
    .add(b'}');

/// A page of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pages {
    /// The number of the page, from 1.
    pub current: usize,
    /// The number of pages with records.
    pub total: usize,
}

impl Pages {
    /// The numbers of related pages by relation. The first page always exists, even if the list is empty. Beyond the end,
    /// the previous page is the last one.
    fn related(self) -> impl Iterator<Item = (&'static str, usize)> {
        let Self { current, total } = self;
        let previous = (current - 1).min(total);
        [
            ("first", Some(1)),
            ("prev", (previous > 0).then_some(previous)),
            ("next", (current < total).then_some(current + 1)),
            ("last", (total > 0).then_some(total)),
        ]
        .into_iter()
        .filter_map(|(relation, page)| Some((relation, page?)))
    }
}

/// A page of a list, as far as its links depend on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LinkedPage {
    /// A page with a number.
    Numbered(Pages),
    /// A page of a scan, and the cursor of the next page; `None` if it is the last.
    Scanned(Option<String>),
}

impl LinkedPage {
    /// The header of the list with this path, below the base path, and query. `api_url` is the URL of the API.
    pub fn links(self, api_url: &str, path: &str, query: &str) -> Option<HeaderValue> {
        let name = match &self {
            Self::Numbered(_) => PAGE_NUMBER.name,
            Self::Scanned(_) => CURSOR.name,
        };
        let (mut before, mut after, mut is_after) = (String::new(), String::new(), false);
        for part in query.split('&').filter(|part| !part.is_empty()) {
            if is_named(part, name) {
                is_after = true;
            } else if is_after {
                after.extend(["&"].into_iter().chain(encoded(part)));
            } else {
                before.extend(encoded(part).chain(["&"]));
            }
        }
        let start = format!("<{api_url}{BASE_PATH}{path}?{before}{name}=");
        let mut header = String::with_capacity(4 * (start.len() + after.len()) + 128);
        let mut add = |relation: &str, value: &str| {
            let separator = if header.is_empty() { "" } else { ", " };
            for part in [separator, &start, value, &after, ">; rel=\"", relation, "\""] {
                header.push_str(part);
            }
        };
        match self {
            Self::Numbered(pages) => {
                for (relation, number) in pages.related() {
                    add(relation, &number.to_string());
                }
            }
            Self::Scanned(next) => {
                add("first", CURSOR_START);
                if let Some(cursor) = next {
                    add("next", &cursor);
                }
            }
        }
        HeaderValue::try_from(header).ok()
    }
}

/// Whether a part of a query is the parameter with this name.
fn is_named(part: &str, name: &str) -> bool {
    if !part.contains(['%', '+']) {
        return part.split('=').next() == Some(name);
    }
    form_urlencoded::parse(part.as_bytes()).next().is_some_and(|(other, _)| other == name)
}

fn encoded(part: &str) -> PercentEncode<'_> {
    utf8_percent_encode(part, NOT_IN_QUERIES)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;

    fn related(current: usize, total: usize) -> Vec<(&'static str, usize)> {
        Pages { current, total }.related().collect()
    }

    #[test]
    fn only_pages_that_exist_are_linked() {
        assert_eq!(related(1, 1), [("first", 1), ("last", 1)]);
        assert_eq!(related(1, 3), [("first", 1), ("next", 2), ("last", 3)]);
        assert_eq!(related(2, 3), [("first", 1), ("prev", 1), ("next", 3), ("last", 3)]);
        assert_eq!(related(3, 3), [("first", 1), ("prev", 2), ("last", 3)]);
        assert_eq!(related(9, 3), [("first", 1), ("prev", 3), ("last", 3)]);
        assert_eq!(related(1, 0), [("first", 1)]);
        assert_eq!(related(5, 0), [("first", 1)]);
    }

    #[test]
    fn other_parameters_stay_in_their_order_and_are_encoded() {
        let link = |query| {
            let page = LinkedPage::Numbered(Pages { current: 1, total: 1 });
            let header = page.links("https://x", "/ideas", query).unwrap();
            let header = header.to_str().unwrap().to_owned();
            header.split_once('>').unwrap().0.trim_start_matches("<https://x/api/v2/ideas?").to_owned()
        };
        assert_eq!(link(""), "page_number=1");
        assert_eq!(link("locale=nl"), "locale=nl&page_number=1");
        assert_eq!(link("a=1&page_number=7&page_size=5"), "a=1&page_number=1&page_size=5");
        assert_eq!(link("page_number=2&a=1&page%5Fnumber=2&page_number="), "page_number=1&a=1");
        assert_eq!(link("topic_ids[]=a,b&q=x+y%20%22"), "topic_ids%5B%5D=a,b&q=x+y%20%22&page_number=1");
        assert_eq!(link("&&a=1&"), "a=1&page_number=1");
    }

    #[test]
    fn the_next_page_of_a_scan_is_linked_by_its_cursor() {
        let links = |next: Option<&str>| {
            let page = LinkedPage::Scanned(next.map(str::to_owned));
            let header = page.links("https://x", "/ideas", "locale=nl&cursor=start&page_size=5").unwrap();
            header.to_str().unwrap().to_owned()
        };
        let first = "<https://x/api/v2/ideas?locale=nl&cursor=start&page_size=5>; rel=\"first\"";
        let next = "<https://x/api/v2/ideas?locale=nl&cursor=abc&page_size=5>; rel=\"next\"";
        assert_eq!(links(Some("abc")), format!("{first}, {next}"));
        assert_eq!(links(None), first);
    }
}
