//! The URLs of responses.

use folkmoot_api::parameters::declarations::CURSOR;
use folkmoot_api::publishable_keys::{KEY_PARAMETER, KeyInUrl};
use folkmoot_api::server_urls::ServerUrls;
use form_urlencoded::Serializer;
use http::Uri;
use http::request::Parts;
use serde_json::{Value, json};

use crate::PATH;

/// The media type of documents other than features.
pub const JSON: &str = "application/json";

/// A link (OGC API - Features 1.0.1, section 7.1).
pub fn link(url: &str, relation: &str, media_type: &str, title: &str) -> Value {
    json!({ "href": url, "rel": relation, "type": media_type, "title": title })
}

/// The URLs of the service as a request reaches it. They keep its publishable key.
pub struct Urls {
    api: String,
    key: Option<String>,
}

impl Urls {
    /// Those of a request whose key was taken from its URL.
    pub fn new(urls: &ServerUrls, parts: &Parts) -> Self {
        let api = urls.of_head(&parts.uri, &parts.headers, &parts.extensions).api.into_owned();
        Self { api, key: parts.extensions.get().map(|KeyInUrl(key)| key.clone()) }
    }

    /// The URL of the landing page, without the key.
    pub fn base(&self) -> String {
        format!("{}{PATH}", self.api)
    }

    /// The URL of what has this path below the landing page.
    pub fn to(&self, path: &str) -> String {
        self.with_query(&format!("{PATH}{path}"), Serializer::new(String::new()))
    }

    /// The URL of a request with its parameters, at another cursor if there is one.
    pub fn of_page(&self, uri: &Uri, cursor: Option<&str>) -> String {
        let given = form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes());
        let mut query = Serializer::new(String::new());
        query.extend_pairs(given.filter(|(name, _)| cursor.is_none() || name != CURSOR.name));
        query.extend_pairs(cursor.map(|cursor| (CURSOR.name, cursor)));
        self.with_query(uri.path(), query)
    }

    fn with_query(&self, path: &str, mut query: Serializer<'_, String>) -> String {
        query.extend_pairs(self.key.iter().map(|key| (KEY_PARAMETER, key)));
        let (api, query) = (&self.api, query.finish());
        if query.is_empty() { format!("{api}{path}") } else { format!("{api}{path}?{query}") }
    }
}
