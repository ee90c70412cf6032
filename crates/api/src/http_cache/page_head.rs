//! What is cached with the body of a page, and for which requests.

use axum::response::Response;
use http::{HeaderValue, header};

use crate::parameters::APPLIED_FILTERS;
use crate::scope::Scope;
use crate::usage::RecordCount;

/// What else than its content the head of a page depends on.
#[derive(Debug, PartialEq, Eq)]
pub struct RequestOfPage {
    /// What the request may do, so that its parameters are not checked again.
    pub scope: Scope,
    /// The URL of the API.
    pub api_url: String,
    /// The publishable key in the URL, which links keep.
    pub key: Option<String>,
}

/// What a page has beside its body.
#[derive(Debug, Clone)]
pub struct PageHead {
    /// The number of its records.
    pub records: usize,
    /// The header that names the filters.
    pub applied_filters: HeaderValue,
    /// The header with the URLs of other pages.
    pub links: Option<HeaderValue>,
}

impl PageHead {
    /// The size of its texts, in bytes.
    pub fn bytes(&self) -> usize {
        self.applied_filters.len() + self.links.as_ref().map_or(0, HeaderValue::len)
    }

    /// Adds it to the response with the page.
    pub fn add_to(self, response: &mut Response) {
        response.extensions_mut().insert(RecordCount(self.records));
        response.headers_mut().insert(APPLIED_FILTERS, self.applied_filters);
        if let Some(links) = self.links {
            response.headers_mut().insert(header::LINK, links);
        }
    }
}
