//! What a request says about cached and compressed responses, and the responses that follow from it.

use std::sync::{Arc, OnceLock};

use axum::body::Body;
use axum::extract::{FromRef, FromRequestParts};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use folkmoot_store::access::AccessView;
use folkmoot_store::audience::{Audience, Versions};
use folkmoot_store::encode::Representation;
use http::request::Parts;
use http::{HeaderMap, HeaderValue, StatusCode, header};

use super::body_cache::CachedBody;
use super::links::LinkedPage;
use super::page_head::{PageHead, RequestOfPage};
use super::tag::{KnownTags, Tag};
use crate::formats::Format;
use crate::media_types::JSON;
use crate::paths::BASE_PATH;
use crate::problem::Problem;
use crate::publishable_keys::{KEY_PARAMETER, KeyInUrl};
use crate::record_state::RecordState;
use crate::scope::Scope;
use crate::server_urls::ServerUrls;
use crate::withheld::WITHHELD;
use folkmoot_codings::GzipBody;
use folkmoot_codings::{Coding, MIN_COMPRESSED_BYTES, PreferredCodings};

/// The client may store the response, but must ask whether it is current before it uses it.
const CACHE_CONTROL: HeaderValue = HeaderValue::from_static("private, no-cache");
/// The headers of a request that the response depends on.
pub const VARY: HeaderValue = HeaderValue::from_static("authorization, accept, accept-encoding");

/// More headers than a response has, so that their map grows once.
const EXPECTED_HEADERS: usize = 24;

/// Marks a response whose content coding is final.
#[derive(Debug, Clone, Copy)]
pub struct Encoded;

/// What a request for records says about cached and compressed responses.
#[derive(Debug)]
pub struct ResponseNegotiation {
    /// The path below the base path.
    path: String,
    query: String,
    /// The publishable key in the URL, which links keep.
    key: Option<KeyInUrl>,
    /// The URL of the API.
    api_url: String,
    known: KnownTags,
    /// The codings among which the server chooses.
    pub codings: PreferredCodings,
    /// The format of lists that the client prefers.
    pub accepted: Format,
}

impl<S: Send + Sync> FromRequestParts<S> for ResponseNegotiation
where
    Arc<ServerUrls>: FromRef<S>,
{
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let urls = Arc::<ServerUrls>::from_ref(state);
        Ok(Self {
            path: parts.uri.path().strip_prefix(BASE_PATH).unwrap_or_default().to_owned(),
            query: parts.uri.query().unwrap_or_default().to_owned(),
            key: parts.extensions.get().cloned(),
            api_url: urls.of_head(&parts.uri, &parts.headers, &parts.extensions).api.into_owned(),
            known: KnownTags::new(&parts.headers),
            codings: PreferredCodings::new(&parts.headers),
            accepted: Format::negotiate(&parts.headers).unwrap_or(Format::PAGE),
        })
    }
}

impl ResponseNegotiation {
    /// The responses to the request with records in this representation, to a caller with this scope who sees this. The URL and the
    /// platform decide the locale, so that the representation may have any. `parent` are the versions of the parents of a nested list.
    pub fn responses<'a>(
        &'a self,
        state: &'a RecordState,
        representation: Representation,
        (scope, access): (Scope, &AccessView),
        parent: Option<Versions>,
    ) -> ConditionalResponses<'a> {
        let (representation, sees) = (Representation { locale: 0, ..representation }, access.audience());
        let (exchange, tagged) = (self, OnceLock::new());
        ConditionalResponses { exchange, state, representation, sees, scope, parent, tagged }
    }

    /// The path below the base path.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The `Link` header of a page.
    pub fn links(&self, page: LinkedPage) -> Option<HeaderValue> {
        let Some(KeyInUrl(key)) = &self.key else {
            return page.links(&self.api_url, &self.path, &self.query);
        };
        page.links(&self.api_url, &self.path, &format!("{KEY_PARAMETER}={key}&{}", self.query))
    }
}

/// The responses with the records that a request selects, whatever the version of the data.
pub struct ConditionalResponses<'a> {
    exchange: &'a ResponseNegotiation,
    state: &'a RecordState,
    representation: Representation,
    /// The changes that the caller can see.
    sees: Audience,
    /// What the caller may do.
    scope: Scope,
    parent: Option<Versions>,
    /// The first versions whose tag was needed, which are nearly always the only ones.
    tagged: OnceLock<(Versions, Tag)>,
}

impl ConditionalResponses<'_> {
    /// The responses with a list in which the caller sees no record, so that no change alters it.
    #[must_use]
    pub fn of_empty_list(self) -> Self {
        Self { sees: Audience::NOBODY, tagged: OnceLock::new(), ..self }
    }

    /// The response without a body if the client has the content of this version.
    pub fn not_modified(&self, versions: Versions) -> Option<Response> {
        let known = self.exchange.known.find(self.tag(versions), self.exchange.codings.cheapest())?;
        Some(not_modified(known))
    }

    /// The page, if it was made for an equal request and is cached. Its parameters were valid then, and its list was not empty.
    pub fn stored_page(&self, versions: Versions) -> Option<Response> {
        let exchange = self.exchange;
        if !exchange.accepted.is_page() || !exchange.known.is_empty() {
            return None;
        }
        let tag = self.tag(versions);
        let found = self.state.body_cache.smallest_of(tag, exchange.codings, &self.request_of_page());
        let (coding, CachedBody { body, withheld, page }) = found?;
        let head = page?.1.clone();
        let mut response = complete(body, coding, Some(tag), withheld);
        head.add_to(&mut response);
        Some(response)
    }

    /// The response if it is known without the records: the client has the content of this version, or its body is cached.
    pub fn stored(&self, versions: Versions) -> Option<Response> {
        let (tag, codings) = (self.tag(versions), self.exchange.codings);
        if let Some(known) = self.exchange.known.find(tag, codings.cheapest()) {
            return Some(not_modified(known));
        }
        let (coding, CachedBody { body, withheld, .. }) = self.state.body_cache.smallest(tag, codings)?;
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

    /// Like [`Self::response`], with a page; the body is stored, so that [`Self::stored`] returns it, and with the head, if
    /// there is one, so that [`Self::stored_page`] does.
    pub fn response_to_store(
        &self,
        body: Vec<u8>,
        head: Option<PageHead>,
        withheld: Option<HeaderValue>,
        versions: Option<Versions>,
    ) -> Response {
        let tag = versions.map(|versions| self.tag(versions));
        let (body, coding) = self.encode(body.into());
        if let Some(tag) = tag {
            let page = head.map(|head| Arc::new((self.request_of_page(), head)));
            let cached = CachedBody { body: body.clone(), withheld: withheld.clone(), page };
            self.state.body_cache.insert(tag, coding, cached);
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

    /// The body in the coding that costs least.
    fn encode(&self, plain: Bytes) -> (Bytes, Option<Coding>) {
        let coding = self.exchange.codings.cheapest().filter(|_| plain.len() >= MIN_COMPRESSED_BYTES);
        let compressed = coding.and_then(|coding| Some((coding.compress(&plain).ok()?, Some(coding))));
        compressed.unwrap_or((plain, None))
    }

    fn request_of_page(&self) -> RequestOfPage {
        let ResponseNegotiation { api_url, key, .. } = self.exchange;
        let key = key.as_ref().map(|KeyInUrl(key)| key.clone());
        RequestOfPage { scope: self.scope, api_url: api_url.clone(), key }
    }

    fn tag(&self, versions: Versions) -> Tag {
        let (first, tag) = *self.tagged.get_or_init(|| (versions, self.new_tag(versions)));
        if first == versions { tag } else { self.new_tag(versions) }
    }

    fn new_tag(&self, versions: Versions) -> Tag {
        let ResponseNegotiation { path, query, .. } = self.exchange;
        let versions = [versions, self.parent.unwrap_or_default()].map(|versions| versions.newest(self.sees));
        let secret = self.state.secret.expose();
        Tag::new(&format!("{path}?{query}"), (&self.representation, secret), &versions)
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
    response.headers_mut().reserve(EXPECTED_HEADERS);
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
