//! Calendars (RFC 5545) and feeds (Atom, RFC 4287; JSON Feed 1.1) of what visitors of the platform see. A resource whose outline has an
//! end is a calendar, one with pages of its own is a feed.

mod atom;
mod calendar;
mod entry;
mod json_feed;

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use folkmoot_api::parameters::declarations::{LOCALE, Parameter, ParameterType, ValueFilter};
use folkmoot_api::parameters::{QueryParameters, values};
use folkmoot_api::path_id::PathId;
use folkmoot_api::plan::ListPlan;
use folkmoot_api::problem::Problem;
use folkmoot_api::unknown_routes::route_not_found;
use folkmoot_authentication::platform_cache::PlatformView;
use folkmoot_index::query::{Condition, Query};
use folkmoot_model::resource::{Outline, Page};
use http::request::Parts;
use uuid::Uuid;

use self::entry::Entry;
use super::PublicationState;
use super::response::text;

/// The number of entries of a feed.
const ENTRIES: usize = 50;
/// The parameter that selects a project.
const PROJECT: &str = "project_id";

/// What a feed contains, and who publishes it.
struct Feed<'a> {
    /// Its own URL.
    url: String,
    title: String,
    platform: &'a PlatformView,
    entries: Vec<Entry>,
}

/// What a request selects.
struct Selected {
    plan: Arc<ListPlan>,
    outline: Outline,
    query: Query,
    /// The projects, if the request selects some.
    projects: Vec<Uuid>,
    /// The index of the locale among the platform's.
    locale: usize,
}

/// `GET /feeds/{file}`
pub async fn feed(
    State(state): State<Arc<PublicationState>>,
    PathId(file): PathId,
    parts: Parts,
) -> Result<Response, Problem> {
    let platform = state.require(state.settings.feeds, &parts).await?;
    let missing = || route_not_found(parts.uri.path());
    let (plural, format) = file.rsplit_once('.').ok_or_else(missing)?;
    let (plan, outline) = list(&state, plural).ok_or_else(missing)?;
    let (is_calendar, is_feed) = (outline.time.end.is_some(), matches!(outline.page, Page::Own(_)));
    let selected = Selected::read(plan, outline, &parts, &platform)?;
    let urls = state.api.urls.of_head(&parts.uri, &parts.headers, &parts.extensions);
    let path = parts.uri.path_and_query().map_or("", |path| path.as_str());
    let title = format!("{}: {plural}", platform.platform.name);
    let feed = |entries| Feed { url: format!("{}{path}", urls.api), title, platform: &platform, entries };
    match format {
        "ics" if is_calendar => {
            let entries = calendar::entries(&state, &platform, selected).await?;
            Ok(text(calendar::body(&feed(entries)), calendar::MEDIA_TYPE, &parts.headers))
        }
        "atom" if is_feed => {
            let feed = feed(newest(&state, &platform, selected).await?);
            Ok(text(atom::body(&feed).map_err(Problem::internal)?, atom::MEDIA_TYPE, &parts.headers))
        }
        "json" if is_feed => {
            let feed = feed(newest(&state, &platform, selected).await?);
            Ok(text(json_feed::body(&feed), json_feed::MEDIA_TYPE, &parts.headers))
        }
        _ => Err(missing()),
    }
}

/// The list of a resource with an outline.
fn list(state: &PublicationState, plural: &str) -> Option<(Arc<ListPlan>, Outline)> {
    let plan = state.api.plans.all().find(|plan| plan.resource.names.plural == plural)?;
    Some((Arc::clone(plan.list.as_ref()?), plan.resource.outline?))
}

async fn newest(
    state: &PublicationState,
    platform: &PlatformView,
    selected: Selected,
) -> Result<Vec<Entry>, Problem> {
    entry::read(state, platform, selected, ENTRIES).await
}

impl Selected {
    fn read(
        plan: Arc<ListPlan>,
        outline: Outline,
        parts: &Parts,
        platform: &PlatformView,
    ) -> Result<Self, Problem> {
        let filter = plan.parameters.iter().find(|parameter| parameter.name == PROJECT);
        let value_type = filter
            .map_or(ParameterType::RecordIds { resource: plan.resource.names.plural }, |it| it.value_type);
        let project = Parameter { name: PROJECT, doc: "Only this project.", value_type };
        let values = QueryParameters::parse(&parts.uri)?.values(&[LOCALE, project])?;
        let first = |position: usize| values[position].first();
        let locale =
            first(0).map_or(Ok(0), |locale| values::locale(LOCALE.name, locale, &platform.platform))?;
        let projects = values[1].iter().map(|id| values::id(PROJECT, id)).collect::<Result<Vec<_>, _>>()?;
        let mut query = Query::default();
        let mut ids: Vec<u128> = projects.iter().map(Uuid::as_u128).collect();
        ids.sort_unstable();
        if !ids.is_empty() {
            query.conditions.push(match value_type {
                ParameterType::Ids { filter: ValueFilter::AnyOf { facet }, .. } => {
                    Condition::AnyOf { facet, values: ids }
                }
                _ => Condition::Ids(ids),
            });
        }
        Ok(Self { plan, outline, query, projects, locale })
    }
}
