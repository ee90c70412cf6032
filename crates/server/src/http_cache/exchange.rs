//! What a request says about cached and compressed responses, and the responses that follow from it.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::FromRequestParts;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use folkmoot_store::audience::{self as store, Versions};
use http::request::Parts;
use http::{HeaderMap, HeaderValue, StatusCode, header};

use super::body_cache::CachedBody;
use super::coding::{Coding, MIN_COMPRESSED_BYTES};
use super::gzip_body::GzipBody;
use super::links::LinkedPage;
use super::tag::{Audience, KnownTags, Tag};
use crate::caller::Caller;
use crate::list_access::audience as audience_of_changes;
use crate::problem::Problem;
use crate::records::JSON;
use crate::state::AppState;
use crate::stream::Format;
use crate::withheld::WITHHELD;

/// The client may store the response, but must ask whether it is current before it uses it.
const CACHE_CONTROL: HeaderValue = HeaderValue::from_static("private, no-cache");
/// The headers of a request that the response depends on.
pub const VARY: HeaderValue = HeaderValue::from_static("authorization, accept, accept-encoding");

/// Marks a response whose content coding is final.
#[derive(Debug, Clone, Copy)]
pub struct Encoded;

/// What a request for records says about cached and compressed responses.
#[derive(Debug)]
pub struct Exchange {
    /// The path below the base path.
    path: String,
    query: String,
    /// The URL of the API.
    api_url: String,
    known: KnownTags,
    coding: Option<Coding>,
    /// The format of lists that the client prefers.
    pub accepted: Format,
}

impl FromRequestParts<Arc<AppState>> for Exchange {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &Arc<AppState>) -> Result<Self, Problem> {
        Ok(Self {
            path: parts.uri.path().to_owned(),
            query: parts.uri.query().unwrap_or_default().to_owned(),
            api_url: state.urls.of_head(&parts.uri, &parts.headers, &parts.extensions).api.into_owned(),
            known: KnownTags::of(&parts.headers),
            coding: Coding::negotiate(&parts.headers),
            accepted: Format::negotiate(&parts.headers).unwrap_or(Format::Json),
        })
    }
}

impl Exchange {
    /// The representation that the request selects for this caller. `parent` are the versions of the parents of a nested list.
    pub fn representation<'a>(
        &'a self,
        state: &'a AppState,
        caller: &'a Caller,
        has_download_urls: bool,
        parent: Option<Versions>,
    ) -> Representation<'a> {
        let audience = Audience::of(state, caller, has_download_urls);
        Representation { exchange: self, state, audience, sees: audience_of_changes(&caller.access), parent }
    }

    /// The path below the base path.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The content coding that the client prefers; `None` for an uncompressed body.
    pub fn coding(&self) -> Option<Coding> {
        self.coding
    }

    /// The `Link` header of a page.
    pub fn links(&self, page: LinkedPage) -> Option<HeaderValue> {
        page.links(&self.api_url, &self.path, &self.query)
    }
}

/// The representation of records that a request selects, whatever the version of the data.
pub struct Representation<'a> {
    exchange: &'a Exchange,
    state: &'a AppState,
    audience: Audience<'a>,
    /// The changes that the caller can see.
    sees: store::Audience,
    parent: Option<Versions>,
}

impl Representation<'_> {
    /// The representation of a list in which the caller sees no record, so that no change alters it.
    #[must_use]
    pub fn of_empty_list(self) -> Self {
        Self { sees: store::Audience::NOBODY, ..self }
    }

    /// The response without a body if the client has the content of this version.
    pub fn not_modified(&self, versions: Versions) -> Option<Response> {
        let known = self.exchange.known.find(self.tag(versions), self.exchange.coding)?;
        Some(not_modified(known))
    }

    /// The response if it is known without the records: the client has the content of this version, or its body is cached.
    pub fn stored(&self, versions: Versions) -> Option<Response> {
        let (tag, coding) = (self.tag(versions), self.exchange.coding);
        if let Some(known) = self.exchange.known.find(tag, coding) {
            return Some(not_modified(known));
        }
        let CachedBody { body, withheld } = self.state.body_cache.get(tag, coding)?;
        Some(complete(body, coding, Some(tag), withheld))
    }

    /// The response with this body. `withheld` is the header that names withheld fields; `versions` are those of the data in
    /// it; `None` if it mixes several.
    pub fn response(
        &self,
        body: Vec<u8>,
        withheld: Option<HeaderValue>,
        versions: Option<Versions>,
    ) -> Response {
        let tag = versions.map(|versions| self.tag(versions));
        let (body, coding) = self.encode(body.into());
        self.conditional(body, coding, tag, withheld)
    }

    /// Like [`Self::response`]; the body is stored, so that [`Self::stored`] returns it.
    pub fn response_to_store(
        &self,
        body: Vec<u8>,
        withheld: Option<HeaderValue>,
        versions: Option<Versions>,
    ) -> Response {
        let tag = versions.map(|versions| self.tag(versions));
        let (body, coding) = self.encode(body.into());
        if let Some(tag) = tag {
            self.state.body_cache.insert(tag, coding, &body, withheld.as_ref());
        }
        self.conditional(body, coding, tag, withheld)
    }

    /// The response with a gzip body that was joined from records, which is not cached.
    pub fn joined_response(
        &self,
        body: GzipBody,
        withheld: Option<HeaderValue>,
        versions: Versions,
    ) -> Response {
        let tag = self.tag(versions);
        let mut response = self.conditional(body.finish(), Some(Coding::Gzip), Some(tag), withheld);
        if response.status() == StatusCode::OK {
            response.headers_mut().insert(header::ETAG, tag.joined_header());
        }
        response
    }

    /// Whether the content of this version was requested before, so that its body should be cached.
    pub fn is_requested_again(&self, versions: Versions) -> bool {
        self.state.body_cache.is_requested_again(self.tag(versions))
    }

    /// The response with this body, or without one if the client has its content.
    fn conditional(
        &self,
        body: Bytes,
        coding: Option<Coding>,
        tag: Option<Tag>,
        withheld: Option<HeaderValue>,
    ) -> Response {
        let known = tag.and_then(|tag| match self.exchange.known.find(tag, coding) {
            None if self.exchange.known.any => Some(tag.header(coding)),
            known => known,
        });
        known.map_or_else(|| complete(body, coding, tag, withheld), not_modified)
    }

    /// The body in the negotiated coding.
    fn encode(&self, plain: Bytes) -> (Bytes, Option<Coding>) {
        let coding = self.exchange.coding.filter(|_| plain.len() >= MIN_COMPRESSED_BYTES);
        let compressed = coding.and_then(|coding| Some((coding.compress(&plain).ok()?, Some(coding))));
        compressed.unwrap_or((plain, None))
    }

    fn tag(&self, versions: Versions) -> Tag {
        let Exchange { path, query, .. } = self.exchange;
        let versions = [versions, self.parent.unwrap_or_default()].map(|versions| versions.newest(self.sees));
        Tag::of(&format!("{path}?{query}"), &self.audience, &versions)
    }
}

fn not_modified(tag: HeaderValue) -> Response {
    with_headers(StatusCode::NOT_MODIFIED.into_response(), Some(tag))
}

fn complete(
    body: Bytes,
    coding: Option<Coding>,
    tag: Option<Tag>,
    withheld: Option<HeaderValue>,
) -> Response {
    let mut response = Body::from(body).into_response();
    response.headers_mut().insert(header::CONTENT_TYPE, JSON);
    if let Some(coding) = coding {
        response.headers_mut().insert(header::CONTENT_ENCODING, coding.header());
    }
    if let Some(withheld) = withheld {
        response.headers_mut().insert(WITHHELD, withheld);
    }
    with_headers(response, tag.map(|tag| tag.header(coding)))
}

fn with_headers(mut response: Response, tag: Option<HeaderValue>) -> Response {
    response.extensions_mut().insert(Encoded);
    let headers: &mut HeaderMap = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, CACHE_CONTROL);
    headers.insert(header::VARY, VARY);
    if let Some(tag) = tag {
        headers.insert(header::ETAG, tag);
    }
    response
}
