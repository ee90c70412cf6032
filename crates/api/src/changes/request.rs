//! The parameters of `GET /changes`.

use std::time::Duration;

use folkmoot_model::resource::Resource;
use folkmoot_model::resources::RESOURCES;
use folkmoot_store::changes::page::Position;
use http::Uri;

use super::cursor::ChangesCursor;
use crate::caller::Caller;
use crate::parameters::declarations::{
    CHANGES_PARAMETERS, DEFAULT_CHANGES, MAX_CHANGES, MAX_WAIT_SECONDS, ParameterType,
};
use crate::parameters::{QueryParameters, unknown_name, values};
use crate::problem::Problem;
use crate::scope::{Permission, RequiredPermissions};
use crate::sealed_cursor::CursorKeys;

/// What a request for changes asks for.
#[derive(Debug)]
pub struct ChangesRequest {
    /// The position after which changes are returned; `None` for the current position.
    pub after: Option<Position>,
    /// The maximum number of changes.
    pub limit: usize,
    /// The requested resources of which the client sees records.
    pub resources: Vec<&'static Resource>,
    /// How long to wait for a change.
    pub wait: Duration,
    /// The index of the locale among the platform's locales.
    pub locale: usize,
}

impl ChangesRequest {
    /// Reads the parameters; refuses others, malformed values and resources that the client may not read.
    pub fn read(cursors: &CursorKeys, caller: &Caller, uri: &Uri) -> Result<Self, Problem> {
        let parameters = QueryParameters::parse(uri)?.values(CHANGES_PARAMETERS)?;
        let mut request = Self {
            after: None,
            limit: DEFAULT_CHANGES as usize,
            resources: Vec::new(),
            wait: Duration::ZERO,
            locale: 0,
        };
        let mut resources = Vec::new();
        for (parameter, values) in CHANGES_PARAMETERS.iter().zip(&parameters) {
            let (name, Some(first)) = (parameter.name, values.first()) else { continue };
            match parameter.value_type {
                ParameterType::Resources => resources = named(name, values)?,
                ParameterType::Changes => {
                    request.limit = values::integer(name, first, 1, MAX_CHANGES)? as usize;
                }
                ParameterType::Seconds => {
                    request.wait =
                        Duration::from_secs(values::integer(name, first, 0, MAX_WAIT_SECONDS)?.into());
                }
                ParameterType::ChangesCursor => {
                    request.after = Some(ChangesCursor::open(name, first, cursors, caller)?.position);
                }
                _ => request.locale = values::locale(name, first, &caller.platform.platform)?,
            }
        }
        request.resources = readable(caller, &resources)?;
        Ok(request)
    }
}

/// The resources with these plurals.
fn named(name: &str, values: &[String]) -> Result<Vec<&'static Resource>, Problem> {
    let plurals = || RESOURCES.iter().map(|resource| resource.names.plural);
    let find = |plural: &String| {
        let found = RESOURCES.iter().find(|resource| resource.names.plural == plural);
        found.copied().ok_or_else(|| unknown_name(name, plural, plurals()))
    };
    values.iter().map(find).collect()
}

/// The resources of which the client sees records: of the requested ones, or of all that it may read if it requests none.
fn readable(caller: &Caller, requested: &[&'static Resource]) -> Result<Vec<&'static Resource>, Problem> {
    for resource in requested {
        let required = RequiredPermissions::new(&[Permission::Read(resource.names.plural)]);
        caller.scope.require(&required, &caller.scope_of_client)?;
    }
    let is_requested = |resource: &&&'static Resource| {
        let is_same = |requested: &&'static Resource| requested.names.plural == resource.names.plural;
        requested.is_empty() || requested.iter().any(is_same)
    };
    let requested = RESOURCES.iter().filter(is_requested).copied();
    Ok(requested.filter(|resource| caller.access.sees(resource)).collect())
}
