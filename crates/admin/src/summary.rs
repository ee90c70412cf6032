//! What a client has read, as a paragraph for the record of processing activities.

use folkmoot_administration::json::UtcTimestamp;
use folkmoot_api::usage::by_resource;
use folkmoot_model::timestamp::MILLISECONDS_OF_DAY;
use folkmoot_store::clients::Client;
use folkmoot_store::usage::{Activity, Totals, UsageReport, day_of};
use schemars::JsonSchema;
use serde::Serialize;

/// What a client has read.
#[derive(Serialize, JsonSchema)]
pub struct ClientSummary {
    text: String,
    first_request_at: Option<UtcTimestamp>,
    last_request_at: Option<UtcTimestamp>,
    resources: Vec<ReadResource>,
}

#[derive(Serialize, JsonSchema)]
struct ReadResource {
    resource: &'static str,
    records: i64,
    requests: i64,
}

impl ClientSummary {
    /// The summary of a client. `first_day` is the first day of the report.
    pub fn new(
        client: &Client,
        platform: Option<&str>,
        report: &UsageReport,
        activity: Option<Activity>,
        first_day: i64,
    ) -> Self {
        let resource = |(resource, totals): (&'static str, Totals)| ReadResource {
            resource,
            records: totals.records,
            requests: totals.requests,
        };
        Self {
            text: text(client, platform, report, activity, first_day),
            first_request_at: activity.map(|activity| UtcTimestamp(activity.first)),
            last_request_at: activity.map(|activity| UtcTimestamp(activity.last)),
            resources: by_resource(report).into_iter().map(resource).collect(),
        }
    }
}

fn text(
    client: &Client,
    platform: Option<&str>,
    report: &UsageReport,
    activity: Option<Activity>,
    first_day: i64,
) -> String {
    let (name, level) = (&client.name, client.access);
    let of_platform = platform.map(|platform| format!(" of the platform “{platform}”")).unwrap_or_default();
    let permitted = match &client.resources {
        None => "all resources".to_owned(),
        Some(resources) => listed(&resources.iter().map(|resource| words(resource)).collect::<Vec<_>>()),
    };
    let access = format!(
        "The client “{name}” may read {permitted}{of_platform} with the access level {} ({}).",
        level.name(),
        level.description().trim_end_matches('.')
    );
    let Some(activity) = activity else { return format!("{access} It has sent no requests.") };
    let mut sum = Totals::default();
    report.days.values().for_each(|totals| sum += *totals);
    let read: Vec<String> = by_resource(report)
        .into_iter()
        .filter(|(_, totals)| totals.records > 0)
        .map(|(resource, totals)| format!("{} records of {}", grouped(totals.records), words(resource)))
        .collect();
    let first = activity.first.max(first_day * MILLISECONDS_OF_DAY);
    let period = if day_of(first) >= day_of(activity.last) {
        format!("On {}", date(activity.last))
    } else {
        format!("Between {} and {}", date(first), date(activity.last))
    };
    let received = if read.is_empty() { "no records".to_owned() } else { listed(&read) };
    let requests = if sum.requests == 1 { "request" } else { "requests" };
    let earlier = if first > activity.first {
        format!(
            " It sent its first request on {}; usage before {} is no longer stored.",
            date(activity.first),
            date(first)
        )
    } else {
        String::new()
    };
    format!(
        "{access} {period} it sent {} {requests} and received {received}; a record that was sent again is counted again.{earlier}",
        grouped(sum.requests)
    )
}

/// A name such as `basket_ideas` in words.
fn words(resource: &str) -> String {
    resource.replace('_', " ")
}

/// Items with commas and a final “and”.
fn listed(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// The day of a timestamp in UTC: `22 November 2026`.
fn date(milliseconds: i64) -> String {
    let at = jiff::Timestamp::from_millisecond(milliseconds).unwrap_or_default();
    at.strftime("%-d %B %Y").to_string()
}

/// A number with commas between its groups of three digits.
fn grouped(number: i64) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> = digits
        .as_bytes()
        .rchunks(3)
        .rev()
        .map(|group| std::str::from_utf8(group).unwrap_or_default())
        .collect();
    groups.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    fn report() -> UsageReport {
        let totals = |requests, records| Totals { requests, records, ..Totals::default() };
        let mut report = UsageReport::default();
        report.days.insert(20_000, totals(1_300, 24_310));
        report.operations.insert("listIdeas".to_owned(), totals(1_000, 24_000));
        report.operations.insert("getIdea".to_owned(), totals(200, 200));
        report.operations.insert("listBasketIdeas".to_owned(), totals(100, 110));
        report
    }

    fn client() -> Client {
        Client::new(Uuid::from_u128(7), "City website".to_owned(), String::new(), 0)
    }

    #[test]
    fn the_text_states_level_period_and_numbers() {
        let activity =
            Some(Activity { first: 19_990 * MILLISECONDS_OF_DAY, last: 20_000 * MILLISECONDS_OF_DAY + 5 });
        let text = text(&client(), Some("Our town"), &report(), activity, 19_000);
        for part in [
            "The client “City website” may read all resources of the platform “Our town” with the access level full",
            "Between 24 September 2024 and 4 October 2024 it sent 1,300 requests",
            "received 24,200 records of ideas and 110 records of basket ideas;",
        ] {
            assert!(text.contains(part), "{text}");
        }
    }

    #[test]
    fn the_text_states_what_is_not_known() {
        let unused = text(&client(), None, &UsageReport::default(), None, 0);
        assert!(unused.ends_with("It has sent no requests."), "{unused}");
        let activity = Some(Activity { first: 10 * MILLISECONDS_OF_DAY, last: 20_000 * MILLISECONDS_OF_DAY });
        let long = text(&client(), None, &report(), activity, 20_000);
        assert!(long.contains("On 4 October 2024 it sent"), "{long}");
        assert!(
            long.contains(
                "first request on 11 January 1970; usage before 4 October 2024 is no longer stored"
            )
        );
    }
}
