//! Layers of routes: they apply to existing routes only.

use std::convert::Infallible;
use std::future::ready;
use std::task::{Context, Poll};

use axum::extract::{MatchedPath, Request};
use axum::response::{IntoResponse, Response};
use folkmoot_model::resources::RESOURCES;
use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, Either};
use http::{HeaderMap, Method, header};
use std::sync::Arc;
use tower::{Layer, Service};

use super::caller::{Authentication, NoteSlot};
use super::formats::{FORMATS, Format};
use super::preconditions::{enabled_platform, require_current_data};
use super::problem::Problem;
use super::problem_table::NOT_ACCEPTABLE;
use super::refusals;

/// The response to a request that a rule refuses.
type Refused = BoxFuture<'static, Result<Response, Infallible>>;

/// A rule of routes. Unlike a middleware of axum, it costs nothing for a request that it does not refuse.
#[derive(Debug, Clone)]
pub struct Rule<C>(C);

/// Refuses the requests for which `check` returns a problem.
pub fn rule(
    check: impl Fn(&Request) -> Result<(), Problem> + Clone,
) -> Rule<impl Fn(&Request) -> Result<(), Refused> + Clone> {
    Rule(move |request: &Request| {
        check(request).map_err(|problem| ready(Ok(problem.into_response())).boxed())
    })
}

/// Notes the route of a request, for what is outside the router. It refuses none.
pub fn note_route() -> Rule<impl Fn(&Request) -> Result<(), Refused> + Clone> {
    Rule(|request: &Request| {
        let extensions = request.extensions();
        if let Some((NoteSlot(notes), path)) =
            extensions.get::<NoteSlot>().zip(extensions.get::<MatchedPath>())
        {
            let _ = notes.route.set(path.clone());
        }
        Ok(())
    })
}

/// Rejects all requests while the public API is disabled.
pub fn refuse_while_disabled(
    state: Arc<Authentication>,
) -> Rule<impl Fn(&Request) -> Result<(), Refused> + Clone> {
    Rule(move |request: &Request| {
        let Err(disabled) = enabled_platform(&state.platform) else { return Ok(()) };
        refusals::note(&state, request.extensions(), request.headers(), request.uri(), &disabled);
        let state = Arc::clone(&state.platform);
        // Otherwise it may have been enabled.
        let problem = async move { require_current_data(&state).await.err().unwrap_or(disabled) };
        Err(problem.map(|problem| Ok(problem.into_response())).boxed())
    })
}

impl<S, C: Clone> Layer<S> for Rule<C> {
    type Service = Ruled<S, C>;

    fn layer(&self, inner: S) -> Ruled<S, C> {
        Ruled { inner, check: self.0.clone() }
    }
}

/// What responds to the requests that a rule does not refuse.
#[derive(Debug, Clone)]
pub struct Ruled<S, C> {
    inner: S,
    check: C,
}

impl<S, C> Service<Request> for Ruled<S, C>
where
    S: Service<Request, Response = Response, Error = Infallible>,
    C: Fn(&Request) -> Result<(), Refused>,
{
    type Response = Response;
    type Error = Infallible;
    type Future = Either<Refused, S::Future>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, request: Request) -> Self::Future {
        match (self.check)(&request) {
            Ok(()) => Either::Right(self.inner.call(request)),
            Err(refused) => Either::Left(refused),
        }
    }
}

/// Rejects requests of clients that do not accept what the route returns.
pub fn negotiate(request: &Request) -> Result<(), Problem> {
    if !request.headers().contains_key(header::ACCEPT) {
        return Ok(());
    }
    if is_list(request) {
        return negotiate_list(request);
    }
    let mut accepted =
        request.headers().get_all(header::ACCEPT).iter().filter_map(|value| value.to_str().ok()).peekable();
    let returned = returned_type(request);
    let includes = |range| includes(range, returned);
    if accepted.peek().is_none() || accepted.flat_map(|value| value.split(',')).any(includes) {
        return Ok(());
    }
    Err(not_acceptable(request.headers(), &format!("the API returns {returned}")))
}

/// The media type that a route returns, unless it is that of a list.
fn returned_type(request: &Request) -> &'static str {
    let route = request.extensions().get::<MatchedPath>().map_or("", MatchedPath::as_str);
    match route.rsplit(['/', '.']).next() {
        Some("pabulib") => "text/plain",
        Some("csv") => "text/csv",
        _ => "application/json",
    }
}

/// Whether a request is for a list, which has several formats.
fn is_list(request: &Request) -> bool {
    let route = request.extensions().get::<MatchedPath>().map_or("", MatchedPath::as_str);
    let last = route.rsplit('/').next().unwrap_or_default();
    let is_list = last == "deleted" || RESOURCES.iter().any(|resource| resource.names.plural == last);
    is_list && [Method::GET, Method::HEAD].contains(request.method())
}

/// Rejects requests of clients that accept no format of lists, unless the parameter `format` selects one.
fn negotiate_list(request: &Request) -> Result<(), Problem> {
    if Format::negotiate(request.headers()).is_some() {
        return Ok(());
    }
    let query = request.uri().query().unwrap_or_default();
    let mut parameters = form_urlencoded::parse(query.as_bytes());
    if parameters.any(|(name, value)| name == "format" && !value.trim().is_empty()) {
        return Ok(());
    }
    let returned = FORMATS.map(Format::essence);
    Err(not_acceptable(request.headers(), &format!("this list is returned as {}", returned.join(", "))))
}

/// The problem that the API does not return what the client accepts.
fn not_acceptable(headers: &HeaderMap, returned: &str) -> Problem {
    let accepts = headers.get_all(header::ACCEPT).iter().filter_map(|value| value.to_str().ok());
    let accepted = accepts.collect::<Vec<_>>().join(", ");
    let detail = format!("The Accept header only allows '{accepted}', but {returned}.");
    Problem::new(&NOT_ACCEPTABLE, detail)
}

/// Whether a media range of an `Accept` header includes a media type, and its quality is not 0.
fn includes(range: &str, returned: &str) -> bool {
    let mut parts = range.split(';').map(|part| part.trim().to_ascii_lowercase());
    let media_type = parts.next().unwrap_or_default();
    let refused =
        parts.filter_map(|part| part.strip_prefix("q=")?.parse::<f32>().ok()).any(|quality| quality <= 0.0);
    let is_included = matches!(media_type.as_str(), "" | "*/*" | "application/problem+json")
        || media_type == returned
        || media_type.strip_suffix("/*").is_some_and(|kind| returned.split('/').next() == Some(kind));
    is_included && !refused
}
