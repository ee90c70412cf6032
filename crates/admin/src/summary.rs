//! What a client could read and has read, as a paragraph for the record of processing activities.

use folkmoot_administration::json::UtcTimestamp;
use folkmoot_api::usage::ReadRecords;
use folkmoot_model::access::AccessLevel;
use folkmoot_model::timestamp::MILLISECONDS_OF_DAY;
use folkmoot_store::clients::Client;
use folkmoot_store::usage::{Activity, Totals, UsageReport, day_of};
use schemars::JsonSchema;
use serde::Serialize;

use super::access_history::AccessPeriod;

/// What a client could read and what it has read.
#[derive(Serialize, JsonSchema)]
pub struct ClientSummary {
    /// The record of processing in words.
    text: String,
    first_request_at: Option<UtcTimestamp>,
    last_request_at: Option<UtcTimestamp>,
    /// What it could read and when, the latest first.
    periods: Vec<AccessPeriod>,
    /// The records that it received in the retention period of usage, most records first.
    resources: Vec<ReadRecords>,
}

/// What is known about a client.
pub struct Known<'a> {
    /// The client.
    pub client: &'a Client,
    /// The name of the platform.
    pub platform: Option<&'a str>,
    /// Its requests.
    pub report: UsageReport,
    /// What it read.
    pub reads: Vec<ReadRecords>,
    /// When it sent requests.
    pub activity: Option<Activity>,
    /// What it could read and when, the latest first.
    pub periods: Vec<AccessPeriod>,
    /// The first day of the report.
    pub first_day: i64,
}

impl ClientSummary {
    /// The summary of a client.
    pub fn new(known: Known<'_>) -> Self {
        Self {
            text: text(&known),
            first_request_at: known.activity.map(|activity| UtcTimestamp(activity.first)),
            last_request_at: known.activity.map(|activity| UtcTimestamp(activity.last)),
            periods: known.periods,
            resources: known.reads,
        }
    }
}

fn text(known: &Known<'_>) -> String {
    let Known { client, platform, report, reads, activity, periods, first_day } = known;
    let of_platform = platform.map(|platform| format!(" of the platform “{platform}”")).unwrap_or_default();
    let mut sentences = Vec::new();
    if periods.is_empty() {
        sentences.push(format!("The client “{}”{of_platform} could never be used.", client.name));
    }
    for (position, period) in periods.iter().enumerate() {
        let subject =
            if position == 0 { format!("The client “{}”", client.name) } else { "It".to_owned() };
        let of_platform = if position == 0 { of_platform.as_str() } else { "" };
        sentences.push(permitted(&subject, of_platform, period));
    }
    let stated = client.registration.fields().map(|(name, text)| Some((name, text.as_deref()?)));
    let stated = stated.into_iter().flatten().filter(|(name, _)| *name != "note");
    sentences.extend(stated.map(|(name, text)| {
        let (name, text) = (words(name), text.trim_end_matches('.'));
        format!("{}{}: {text}.", name[..1].to_uppercase(), &name[1..])
    }));
    let Some(activity) = activity else {
        sentences.push("It has sent no requests.".to_owned());
        return sentences.join(" ");
    };
    let mut sum = Totals::default();
    report.days.values().for_each(|totals| sum += *totals);
    let first = activity.first.max(first_day * MILLISECONDS_OF_DAY);
    let period = if day_of(first) >= day_of(activity.last) {
        format!("On {}", date(activity.last))
    } else {
        format!("Between {} and {}", date(first), date(activity.last))
    };
    let read: Vec<String> = reads.iter().filter(|read| read.total() > 0).map(received).collect();
    let received = if read.is_empty() { "no records".to_owned() } else { listed(&read) };
    let requests = counted(sum.requests, "request");
    sentences.push(format!(
        "{period} it sent {requests} and received {received}; a record that was sent again is counted again."
    ));
    if first > activity.first {
        sentences.push(format!(
            "It sent its first request on {}; usage before {} is no longer stored.",
            date(activity.first),
            date(first)
        ));
    }
    sentences.join(" ")
}

/// A sentence about what a client could read in a period.
fn permitted(subject: &str, of_platform: &str, period: &AccessPeriod) -> String {
    let resources = match &period.resources {
        None => "all resources".to_owned(),
        Some(resources) => listed(&resources.iter().map(|resource| words(resource)).collect::<Vec<_>>()),
    };
    let description = AccessLevel::parse(&period.access).map(AccessLevel::description).unwrap_or_default();
    let level = format!("with the access level {} ({})", period.access, description.trim_end_matches('.'));
    let from = date(period.from.0);
    match period.until {
        None => format!("{subject} may read {resources}{of_platform} {level} since {from}."),
        Some(until) => {
            format!(
                "{subject} could read {resources}{of_platform} {level} from {from} until {}.",
                date(until.0)
            )
        }
    }
}

/// The records of a resource, and the ways in which they were received if there are several.
fn received(read: &ReadRecords) -> String {
    let ways = [(read.lists, "in lists"), (read.changes, "as changes"), (read.exports, "in exports")];
    let ways: Vec<String> = ways
        .into_iter()
        .filter(|(records, _)| *records > 0)
        .map(
            |(records, way)| {
                if records == read.total() { way.to_owned() } else { format!("{} {way}", grouped(records)) }
            },
        )
        .collect();
    format!("{} of {} ({})", counted(read.total(), "record"), words(read.resource), ways.join(", "))
}

fn counted(number: i64, noun: &str) -> String {
    format!("{} {noun}{}", grouped(number), if number == 1 { "" } else { "s" })
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
    use super::super::access_history::access_history;
    use super::*;
    use folkmoot_store::clients::Registration;
    use uuid::Uuid;

    fn client() -> Client {
        Client::new(Uuid::from_u128(7), "City website".to_owned(), String::new(), 0)
    }

    fn known(client: &Client, activity: Option<Activity>, first_day: i64) -> Known<'_> {
        let mut report = UsageReport::default();
        let totals = Totals { requests: 1_300, records: 24_311, ..Totals::default() };
        report.days.insert(20_000, totals);
        let reads = vec![
            ReadRecords { resource: "ideas", lists: 24_000, changes: 200, exports: 0 },
            ReadRecords { resource: "users", lists: 0, changes: 0, exports: 110 },
            ReadRecords { resource: "basket_ideas", lists: 1, changes: 0, exports: 0 },
        ];
        let periods = access_history(client, &[], 20_001 * MILLISECONDS_OF_DAY);
        Known { client, platform: Some("Our town"), report, reads, activity, periods, first_day }
    }

    #[test]
    fn the_text_states_level_period_purpose_and_numbers() {
        let activity =
            Some(Activity { first: 19_990 * MILLISECONDS_OF_DAY, last: 20_000 * MILLISECONDS_OF_DAY + 5 });
        let purpose = Some("Lists of ideas.".to_owned());
        let client = Client { registration: Registration { purpose, ..Registration::default() }, ..client() };
        let text = text(&known(&client, activity, 19_000));
        for part in [
            "The client “City website” may read all resources of the platform “Our town” with the access level full",
            "since 1 January 1970. Purpose: Lists of ideas. Between 24 September 2024 and 4 October 2024 it sent 1,300 requests",
            "received 24,200 records of ideas (24,000 in lists, 200 as changes), 110 records of users (in exports) \
             and 1 record of basket ideas (in lists);",
        ] {
            assert!(text.contains(part), "{text}");
        }
    }

    #[test]
    fn what_a_revoked_client_could_read_is_in_the_past() {
        let client = Client { expires_at: Some(10 * MILLISECONDS_OF_DAY), ..client() };
        let text = text(&known(&client, None, 0));
        assert!(text.contains("“City website” could read all resources"), "{text}");
        assert!(
            text.ends_with("from 1 January 1970 until 11 January 1970. It has sent no requests."),
            "{text}"
        );
    }

    #[test]
    fn the_text_states_what_is_not_known() {
        let activity = Some(Activity { first: 10 * MILLISECONDS_OF_DAY, last: 20_000 * MILLISECONDS_OF_DAY });
        let long = text(&known(&client(), activity, 20_000));
        assert!(long.contains("On 4 October 2024 it sent"), "{long}");
        assert!(
            long.contains(
                "first request on 11 January 1970; usage before 4 October 2024 is no longer stored"
            )
        );
    }
}
