//! The requests for lists of ideas that are measured.

use axum::Router;

use super::load::{self, Requests};

/// The name of the requests for fixed bodies.
pub const CEILING: &str = "fixed body";
/// The queries of lists. Records of different locales share no cache entries.
const ALL: &str = "&locale=en";
const FILTERED: &str = "&type=idea&locale=nl-BE";
const CACHED: &str = "&locale=fr-BE";
/// The locales of the pages that are not cached.
pub const LOCALES_NOT_CACHED: [&str; 2] = ["en", "nl-BE"];
/// The number of cached pages.
const FEW: usize = 50;
/// The number of the first of them, unless the list has fewer pages.
const DEPTH: usize = 1000;

/// A kind of request in a content coding.
pub struct Kind {
    /// Its name in the table.
    pub name: &'static str,
    /// The content codings that the client accepts.
    pub coding: &'static str,
    /// The requests.
    pub requests: Requests,
}

/// The sizes of the lists of ideas.
pub struct Lists {
    /// The number of pages of all ideas.
    pub pages: usize,
    filtered_pages: usize,
    project: String,
    /// The paths of pages of a walk, at the depth of the cached pages.
    walked: Vec<String>,
}

impl Lists {
    /// Reads the sizes. If the page cache is cold, as few records as possible are read.
    pub async fn read(routes: &Router, token: &str, is_cold: bool) -> Self {
        let projects = fetch_json(routes, "/api/v2/projects?page_size=1", token).await;
        let project = projects["projects"][0]["id"].as_str().unwrap().to_owned();
        let pages = last_page(routes, ALL, token).await;
        let filtered_pages = last_page(routes, FILTERED, token).await;
        let walked = if is_cold { Vec::new() } else { walk(routes, first_cached(pages), pages, token).await };
        Self { pages, filtered_pages, project, walked }
    }

    /// A page in the middle of the list.
    pub fn middle_page(&self) -> String {
        format!("{}{}", page_prefix(CACHED), self.pages / 2)
    }

    /// The kinds that read what the page cache may lack, without compression.
    pub fn kinds_of_cold_cache(&self) -> Vec<Kind> {
        vec![fixed(0, "identity"), once("not cached", "identity", ALL, (1..=self.pages).collect())]
    }

    /// Every kind in these codings. Each page that is not cached is requested once, in one of the codings.
    pub fn kinds(&self, codings: &[&'static str]) -> Vec<Kind> {
        let from = first_cached(self.pages);
        let few =
            || Requests::Few { prefix: page_prefix(CACHED), from, span: FEW.min(self.pages - from + 1) };
        let kinds = codings.iter().enumerate().flat_map(|(index, &coding)| {
            let share = |pages: usize| (1..=pages).skip(index).step_by(codings.len()).collect();
            [
                fixed(index, coding),
                once("not cached", coding, ALL, share(self.pages)),
                once("filtered, not cached", coding, FILTERED, share(self.filtered_pages)),
                Kind { name: "cached", coding, requests: few() },
            ]
        });
        let project = format!("{}1", page_prefix(&format!("&project_id={}", self.project)));
        let plain = |name, requests| Kind { name, coding: codings[0], requests };
        let more = [
            plain("cached, one project", Requests::Same(project)),
            plain("cached, of a walk", Requests::Each(self.walked.clone())),
        ];
        kinds.chain(more).collect()
    }
}

/// Requests for the fixed body with this number.
fn fixed(number: usize, coding: &'static str) -> Kind {
    Kind { name: CEILING, coding, requests: Requests::Same(format!("/{number}")) }
}

fn once(name: &'static str, coding: &'static str, query: &str, pages: Vec<usize>) -> Kind {
    Kind { name, coding, requests: Requests::once(&page_prefix(query), pages.into_iter()) }
}

fn page_prefix(query: &str) -> String {
    format!("/api/v2/ideas?page_size=24{query}&page_number=")
}

fn first_cached(pages: usize) -> usize {
    DEPTH.min(pages.saturating_sub(FEW)).max(1)
}

async fn fetch_json(routes: &Router, path: &str, token: &str) -> serde_json::Value {
    serde_json::from_slice(&load::fetch_from(routes, path, token).await).unwrap()
}

async fn last_page(routes: &Router, query: &str, token: &str) -> usize {
    let page = fetch_json(routes, &format!("{}1", page_prefix(query)), token).await;
    page["meta"]["total_pages"].as_u64().unwrap().try_into().unwrap()
}

/// Walks through a list; the paths of the pages from a number on.
async fn walk(routes: &Router, from: usize, pages: usize, token: &str) -> Vec<String> {
    let mut next = format!("/api/v2/ideas?page_size=24{CACHED}&cursor=start");
    let mut walked = Vec::new();
    for number in 1..pages.min(from + FEW) {
        if number >= from {
            walked.push(next.clone());
        }
        let link = load::link_from(routes, &next, token).await;
        let (_, url) = link.rsplit_once('<').unwrap();
        let (url, relation) = url.split_once('>').unwrap();
        assert_eq!(relation, "; rel=\"next\"");
        url[url.find("/api/v2").unwrap()..].clone_into(&mut next);
    }
    walked.push(next);
    walked
}
