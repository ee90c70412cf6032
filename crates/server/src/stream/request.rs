//! Which format a request selects, and which parameters a stream does not have.

use folkmoot_index::query::SortBy;
use folkmoot_model::access::AccessLevel;

use super::Format;
use crate::caller::Caller;
use crate::http_cache::Exchange;
use crate::parameters::{ListRequest, Search};
use crate::plan::ListPlan;
use crate::problem::Problem;

/// The name of the parameter that resumes a stream.
const RESUME_AFTER: &str = "resume_after";

/// The format of the response. Fails if the request has parameters that lists of this format do not have. The order of the
/// request must still be that of the parameters.
pub fn requested_format(
    plan: &ListPlan,
    caller: &Caller,
    request: &ListRequest,
    exchange: &Exchange,
) -> Result<Format, Problem> {
    let format = request.format.unwrap_or(exchange.accepted);
    if let (Some((name, value)), true) = (&request.csv_parameter, format != Format::Csv) {
        return Err(Problem::invalid_parameter(name, value, "to be used with format=csv"));
    }
    if format == Format::Json {
        return match &request.resume_after {
            Some(resume) => Err(resume.refuse("to be used with format=ndjson or format=csv")),
            None => Ok(format),
        };
    }
    if let Some((name, value)) = &request.page_parameter {
        let expected = format!("no {name}: a list as {} is one response with all records", format.name());
        return Err(Problem::invalid_parameter(name, value, &expected));
    }
    require_resumable(plan, caller, request)?;
    Ok(format)
}

/// Fails if the request resumes a stream whose records are not in the order of their ids and uncut timestamps.
fn require_resumable(plan: &ListPlan, caller: &Caller, request: &ListRequest) -> Result<(), Problem> {
    let Some(resume) = &request.resume_after else { return Ok(()) };
    let is_sorted = request.sort.unwrap_or_default().by == SortBy::Timestamp
        && !(request.sort.is_none() && matches!(request.search, Some(Search::Ranked(_))));
    if !is_sorted {
        return Err(resume.refuse("a list sorted by created_at"));
    }
    let is_cut = caller.level() < AccessLevel::Full && plan.resource.timestamps_cut_where == Some("TRUE");
    let has_pseudonyms = plan.access.shown_ids(&caller.access, caller.holder.client).is_some();
    if is_cut || has_pseudonyms {
        return Err(resume.refuse("a list whose timestamps and ids the access level does not change"));
    }
    Ok(())
}

/// The position after which a stream is resumed.
#[derive(Debug, Clone)]
pub struct ResumeAfter {
    /// The timestamp that the list is sorted by, in milliseconds since 1970, and the id.
    pub key: (i64, u128),
    text: String,
}

impl ResumeAfter {
    /// Parses `<created_at>,<id>`.
    pub fn parse(name: &str, text: &str) -> Result<Self, Problem> {
        let parse = || {
            let (timestamp, id) = text.split_once(',')?;
            let timestamp: jiff::Timestamp = timestamp.trim().parse().ok()?;
            let id = crate::parameters::uuid(id.trim())?;
            Some((timestamp.as_millisecond(), id.as_u128()))
        };
        let expected = "the created_at and the id of the last complete record, separated by a comma";
        let key = parse().ok_or_else(|| Problem::invalid_parameter(name, text, expected))?;
        Ok(Self { key, text: text.to_owned() })
    }

    fn refuse(&self, expected: &str) -> Problem {
        Problem::invalid_parameter(RESUME_AFTER, &self.text, expected)
    }
}
