//! `GET /api/v2/projects/{id}/polis/<file>`: the ideas of a project and the reactions to them, as Polis exports a conversation.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use folkmoot_ballots::polis::{Conversation, File, RESOURCES};
use http::Uri;

use super::require_ballots;
use crate::caller::Caller;
use crate::parameters;
use crate::path_id::PathId;
use crate::problem::Problem;
use crate::record_state::RecordState;
use crate::records::{not_found, parse_id};
use crate::stream::{RecordFile, WriteFile, respond_with_file};
use crate::time_limit::RequestTime;

/// `GET /projects/{id}/polis/<file>`
pub async fn polis(
    kind: File,
    State(state): State<Arc<RecordState>>,
    caller: Caller,
    PathId(id): PathId,
    Extension(time): Extension<RequestTime>,
    uri: Uri,
) -> Result<Response, Problem> {
    let locale = parameters::locale(&uri, &caller.platform.platform)?;
    require_ballots(&caller)?;
    let project = parse_id(&id)?;
    let file = RecordFile {
        resources: &RESOURCES,
        format: "polis",
        name: kind.name().to_owned(),
        media_type: File::MEDIA_TYPE,
    };
    let secret = state.secret;
    respond_with_file(&state, &caller, &time, locale, file, move |records| {
        let conversation = Conversation::read(records, project, secret.expose())?;
        let conversation = conversation.ok_or_else(|| not_found(&project.to_string()))?;
        Ok(Box::new(move |out: &mut dyn std::io::Write| conversation.write(kind, out)) as WriteFile)
    })
    .await
}
