//! The catalogue of the open data (DCAT-AP 3.0.1), for portals that harvest it.
//!
//! The URIs depend on nothing but the URL of the server and the names of resources and formats, so that a second harvest finds the same
//! datasets.

mod graph;
mod vocabulary;

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use folkmoot_api::problem::Problem;
use http::request::Parts;
use oxrdfio::{JsonLdProfileSet, RdfFormat, RdfSerializer};

use self::graph::{Catalog, triples};
use super::PublicationState;
use super::open_data::newest_export;
use super::response::text;

/// `GET /catalog.ttl`
pub async fn turtle(state: State<Arc<PublicationState>>, parts: Parts) -> Result<Response, Problem> {
    catalog(state, parts, RdfFormat::Turtle, "text/turtle; charset=utf-8").await
}

/// `GET /catalog.jsonld`
pub async fn json_ld(state: State<Arc<PublicationState>>, parts: Parts) -> Result<Response, Problem> {
    let format = RdfFormat::JsonLd { profile: JsonLdProfileSet::empty() };
    catalog(state, parts, format, "application/ld+json").await
}

/// `GET /catalog.rdf`
pub async fn rdf_xml(state: State<Arc<PublicationState>>, parts: Parts) -> Result<Response, Problem> {
    catalog(state, parts, RdfFormat::RdfXml, "application/rdf+xml").await
}

async fn catalog(
    State(state): State<Arc<PublicationState>>,
    parts: Parts,
    format: RdfFormat,
    media_type: &'static str,
) -> Result<Response, Problem> {
    let view = state.require(state.settings.open_data, &parts).await?;
    let export = newest_export(&state).await?;
    let base = state.api.urls.of_head(&parts.uri, &parts.headers, &parts.extensions).api;
    let catalog =
        Catalog { base: &base, platform: &view.platform, settings: &state.settings, export: &export };
    let mut serializer = RdfSerializer::from_format(format);
    for (prefix, namespace) in vocabulary::PREFIXES {
        serializer = serializer.with_prefix(*prefix, *namespace).map_err(Problem::internal)?;
    }
    let mut writer = serializer.for_writer(Vec::new());
    for triple in &triples(&catalog) {
        writer.serialize_triple(triple).map_err(Problem::internal)?;
    }
    Ok(text(writer.finish().map_err(Problem::internal)?, media_type, &parts.headers))
}
