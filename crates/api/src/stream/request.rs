//! Which format a request selects, and which parameters a stream does not have.

use folkmoot_index::query::SortBy;
use folkmoot_model::access::AccessLevel;

use crate::caller::Caller;
use crate::formats::Format;
use crate::http_cache::ResponseNegotiation;
use crate::parameters::{ListRequest, Search};
use crate::plan::ListPlan;
use crate::problem::Problem;
use crate::problem_table::NOT_ACCEPTABLE;
use crate::scope::refuse_key;

/// The format of the response. Fails if the request has parameters that lists of this format do not have.
pub fn requested_format(
    plan: &ListPlan,
    caller: &Caller,
    request: &ListRequest,
    exchange: &ResponseNegotiation,
) -> Result<Format, Problem> {
    let format = request.format.unwrap_or(exchange.accepted);
    if let (Some((name, value)), false) = (&request.csv_parameter, format.has_dialects()) {
        return Err(Problem::invalid_parameter(name, value, "to be used with format=csv"));
    }
    if !format.suits(plan.resource) {
        let returned = Format::of_lists(plan.resource).map(Format::essence).collect::<Vec<_>>();
        let detail =
            format!("Records of this list have no point. It is returned as {}.", returned.join(", "));
        return Err(Problem::new(&NOT_ACCEPTABLE, detail));
    }
    if !format.is_open_to_keys() && caller.has_publishable_key {
        return Err(refuse_key("complete lists"));
    }
    if format.is_page() {
        let Some(resume) = &request.resume_after else { return Ok(format) };
        let streams = Format::of_lists(plan.resource).filter(|format| !format.is_page());
        let formats: Vec<_> = streams.map(|format| format!("format={}", format.name())).collect();
        return Err(resume.refuse(&format!("to be used with {}", formats.join(" or "))));
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
    let has_pseudonyms = plan.access.replaces_ids(&caller.access);
    if is_cut || has_pseudonyms {
        return Err(resume.refuse("a list whose timestamps and ids the access level does not change"));
    }
    Ok(())
}
