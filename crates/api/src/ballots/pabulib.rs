//! `GET /api/v2/phases/{id}/pabulib`: a vote in the Pabulib format.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use folkmoot_ballots::pabulib::{Details, EXTENSION, Election, MEDIA_TYPE, PabulibError, RESOURCES};
use folkmoot_model::access::AccessLevel;
use http::Uri;

use super::require_ballots;
use crate::caller::Caller;
use crate::parameters::declarations::{LOCALE, PABULIB_PARAMETERS, ParameterType};
use crate::parameters::{QueryParameters, values};
use crate::path_id::PathId;
use crate::problem::Problem;
use crate::problem_table::{INVALID_PARAMETER_VALUE, VOTE_RUNNING};
use crate::record_state::RecordState;
use crate::records::{not_found, parse_id};
use crate::stream::{RecordFile, WriteFile, respond_with_file};
use crate::time_limit::RequestTime;

/// `GET /phases/{id}/pabulib`
pub async fn pabulib(
    State(state): State<Arc<RecordState>>,
    caller: Caller,
    PathId(id): PathId,
    Extension(time): Extension<RequestTime>,
    uri: Uri,
) -> Result<Response, Problem> {
    let (details, locale) = read_parameters(&caller, &uri)?;
    require_ballots(&caller)?;
    let details = details.or(state.streams.live.get().pabulib());
    let phase = parse_id(&id)?;
    let file = RecordFile {
        resources: &RESOURCES,
        format: "pabulib",
        name: format!("{phase}.{EXTENSION}"),
        media_type: MEDIA_TYPE,
    };
    let scope = caller.scope;
    respond_with_file(&state, &caller, &time, locale, file, move |records| {
        let election = Election::read(records, phase, &details).map_err(|error| match error {
            PabulibError::Store(error) => error.into(),
            PabulibError::NoVote => not_found(&phase.to_string())
                .with_hint("Only phases with the participation method voting have ballots."),
            PabulibError::Running => {
                Problem::new(&VOTE_RUNNING, "The vote has not ended. Its ballots are secret until then.")
            }
            PabulibError::Hidden => scope.refuse(AccessLevel::Full, "Ballots on this platform require"),
            PabulibError::Missing(names) => missing(&names),
        })?;
        Ok(Box::new(move |out: &mut dyn std::io::Write| election.write(out)) as WriteFile)
    })
    .await
}

/// The details in the parameters of a request, and the index of its locale among those of the platform.
fn read_parameters(caller: &Caller, uri: &Uri) -> Result<(Details, usize), Problem> {
    let (mut details, mut locale) = (Details::default(), 0);
    let given = QueryParameters::parse(uri)?.values(PABULIB_PARAMETERS)?;
    for (parameter, given) in PABULIB_PARAMETERS.iter().zip(given) {
        let (name, Some(value)) = (parameter.name, given.into_iter().next()) else { continue };
        match parameter.value_type {
            ParameterType::Amount => details.budget = Some(values::amount(name, &value)?),
            ParameterType::Name(names) => details.rule = Some(values::enumerated(name, &value, names)?),
            _ if name == LOCALE.name => locale = values::locale(name, &value, &caller.platform.platform)?,
            _ if name == "country" => details.country = Some(value),
            _ if name == "unit" => details.unit = Some(value),
            _ => details.instance = Some(value),
        }
    }
    Ok((details, locale))
}

/// The problem that a file needs parameters, which have no settings either.
fn missing(names: &[&str]) -> Problem {
    let names = names.iter().map(|name| format!("'{name}'")).collect::<Vec<_>>().join(", ");
    let detail = format!(
        "The file needs values that the platform does not set: {names}. Send them as parameters, or ask an administrator to \
         set them in [pabulib] of folkmoot.toml."
    );
    Problem::new(&INVALID_PARAMETER_VALUE, detail)
}
