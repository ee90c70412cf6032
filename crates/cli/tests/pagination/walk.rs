//! A walk through a list, page by page.

use serde_json::Value;

use crate::support::{Caller, Response};

/// A walk through a list.
pub struct Walk {
    /// The path of the next page under `/api/v2`; `None` after the last.
    pub next: Option<String>,
    key: String,
    /// The records of all pages so far.
    pub records: Vec<Value>,
}

impl Walk {
    /// A walk through the list with this path and query, whose records are under `key`.
    pub fn new(path: &str, key: &str, size: usize) -> Self {
        let separator = if path.contains('?') { '&' } else { '?' };
        let first = format!("{path}{separator}cursor=start&page_size={size}");
        Self { next: Some(first), key: key.to_owned(), records: Vec::new() }
    }

    /// Requests the next page; `None` after the last.
    #[track_caller]
    pub fn advance(&mut self, caller: &Caller) -> Option<Response> {
        let response = caller.get(&self.next.take()?);
        let page = response.ok();
        assert_eq!(page["meta"]["current_page"], 1);
        self.records.extend(page[&self.key].as_array().unwrap().iter().cloned());
        self.next = linked(&response, "next");
        assert!(self.next.is_none() || !page[&self.key].as_array().unwrap().is_empty());
        Some(response)
    }

    /// The records of all pages.
    #[track_caller]
    pub fn finish(mut self, caller: &Caller) -> Vec<Value> {
        while self.advance(caller).is_some() {}
        self.records
    }
}

/// The path under `/api/v2` that the `Link` header gives for a relation.
pub fn linked(response: &Response, relation: &str) -> Option<String> {
    let suffix = format!(">; rel=\"{relation}\"");
    let url = response.header("link").split(", ").find_map(|link| link.strip_suffix(&suffix))?;
    Some(url.split_once("/api/v2").unwrap().1.to_owned())
}
