//! Random requests of every kind, valid and invalid; the same seed gives the same requests.

use folkmoot_model::resource::{FieldType, FilterOperator, Resource};
use folkmoot_model::resources::RESOURCES;
use reqwest::Method;

use crate::support::Caller;
use crate::support::random::Random;

/// A request.
#[derive(Debug)]
pub struct TestRequest {
    /// The method.
    pub method: Method,
    /// The path with the query string.
    pub path: String,
    /// The body, if there is one.
    pub body: Option<String>,
    /// Whether the request has a token.
    pub with_token: bool,
}

/// Generates requests.
pub struct RequestGenerator {
    random: Random,
    /// The ids of the records of each resource.
    ids: Vec<(&'static Resource, Vec<String>)>,
}

const SIZES: &[&str] = &["1", "2", "5", "12", "24", "25", "1000000", "0", "-1", "x", "", "1.5", "+3", "007"];
const NUMBERS: &[&str] = &[
    "1",
    "2",
    "3",
    "9",
    "17",
    "9999",
    "2147483648",
    "2147483649",
    "0",
    "-1",
    "x",
    "",
    "99999999999999999999",
];
const FLAGS: &[&str] = &["true", "false", "1", "True", ""];
const BOXES: &[&str] =
    &["4,50,5,51", "-180,-90,180,90", "5,50,4,51", "4,51,5,50", "4,50,5", "", "a,b,c,d", "1e400,0,1,1"];
const SORTS: &[&str] = &[
    "created_at",
    "-created_at",
    "updated_at",
    "-updated_at",
    "-likes_count",
    "votes_count",
    "start_at",
    "",
    "id",
];
const FIELDS: &[&str] = &["id", "id,created_at", "updated_at,id", "title", "id,,id", "", "ID", "nothing"];
const LOCALES: &[&str] = &["en", "nl", "nl-BE", "fr", "FR-be", "de", "", "e", "nl_BE"];
const TIMESTAMPS: &[&str] = &[
    "2024-31-12",
    "2025-18-03",
    "2025-03-18",
    "2025-18-03,2025-18-03",
    "2024-01-01,",
    ",2025-01-04",
    "2025-01-04,2025-01-01",
    ",",
    "2025-18-03T08:15:30.250Z",
    "2025-03-18T08:15:30.250Z",
    "2025-03-18T08:15:30.250Z,2025-03-18T08:15:30.251Z",
    "2025-03-18T09:15:30.250%2B01:00",
    "0001-01-01,9999-31-12",
    "9999-31-12",
    "0000-01-01",
    "2025-29-02",
    "x",
    "",
    "a,b,c",
    "2025-03-18T08:15:30Z,",
    "1969-31-12,1970-01-01",
];
const DAYS: &[&str] = &[
    "2025-03-01,",
    ",2024-12-31",
    "2024-02-29,2025-03-01",
    "2025-03-01",
    "0001-01-01,0001-01-01",
    "9999-12-31,",
    "2025-31-12",
    "x",
    "",
    ",",
    "2025-01-01,2024-01-01",
];
/// Searches of ideas.
const SEARCHES: &[&str] = &[
    "the",
    "de",
    "de+het",
    "e",
    "pa",
    "jardin",
    "school+the",
    "%C3%A9cole",
    "ecole",
    "participat",
    "x+OR+1%3D1",
    "%F0%9F%8E%89",
    "%00",
];
const WORDS: &[&str] = &[
    "draft",
    "published",
    "archived",
    "idea",
    "survey",
    "comment",
    "meeting",
    "report,other",
    "PUBLISHED",
    "x",
    "",
    "published,draft",
];
const UNUSUAL_TEXTS: &[&str] =
    &["", "x", "00000000-0000-0000-0000-000000000000", "%00", "%F0%9F%98%80", "' OR 1=1 --", "a,b", "%C3%28"];

impl RequestGenerator {
    /// Requests for the records of this server.
    pub fn new(seed: u64, caller: &Caller) -> Self {
        let ids_of = |resource: &'static Resource| {
            let has_id = resource.fields.iter().any(|field| field.name == "id");
            let path = format!("/{}", resource.names.plural);
            let records = if has_id { caller.crawl(&path, resource.names.list_key, 24) } else { Vec::new() };
            (resource, records.iter().filter_map(|record| record["id"].as_str().map(str::to_owned)).collect())
        };
        Self { random: Random(seed), ids: RESOURCES.iter().copied().map(ids_of).collect() }
    }

    /// The plural names of all resources.
    pub fn plurals() -> impl Iterator<Item = &'static str> {
        RESOURCES.iter().map(|resource| resource.names.plural)
    }

    /// The key of the records in the response of a list.
    pub fn key_of(plural: &str) -> &'static str {
        RESOURCES.iter().find(|resource| resource.names.plural == plural).unwrap().names.list_key
    }

    /// The next request.
    pub fn next(&mut self) -> TestRequest {
        let resource = RESOURCES[self.random.below(RESOURCES.len())];
        let plural = resource.names.plural;
        let path = match self.random.below(20) {
            0..3 => format!("/{plural}/{}{}", self.id(resource), self.query(&[("locale", LOCALES)])),
            3..6 => format!(
                "/{plural}/deleted{}",
                self.query(&[("deleted_at", TIMESTAMPS), ("page_size", SIZES), ("page_number", NUMBERS)])
            ),
            6 => format!(
                "/projects/{}/phases{}",
                self.any_id("projects"),
                self.query(&[("start_at", DAYS), ("page_size", SIZES)])
            ),
            7 => ["/", "/nothing", "/ideas/x/y", "/files/deleted/x", "//ideas", "/ideas/%00"]
                [self.random.below(6)]
            .to_owned(),
            _ => self.list(resource),
        };
        let slash = if self.random.one_in(12) && !path.contains('?') { "/" } else { "" };
        let request = TestRequest {
            method: Method::GET,
            path: format!("/api/v2{path}{slash}"),
            body: None,
            with_token: !self.random.one_in(60),
        };
        if self.random.one_in(12) { self.with_method(request) } else { request }
    }

    /// The request with another method and possibly a body, neither of which changes data.
    fn with_method(&mut self, request: TestRequest) -> TestRequest {
        let method = self.random.choose(&["HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
        let changes_files = request.path.starts_with("/api/v2/files") && method != "HEAD";
        let method = if changes_files { "POST" } else { method };
        let bodies = ["{", "[]", "{\"file\": {}}", "{\"file\": {\"name\": 5}}", "{\"auth\": {}}", "null"];
        let body = (method != "HEAD").then(|| self.random.choose(&bodies).to_owned());
        TestRequest { method: method.parse().unwrap(), body, ..request }
    }

    fn list(&mut self, resource: &'static Resource) -> String {
        let mut query = Vec::new();
        for filter in resource.filters {
            if self.random.one_in(3) && filter.operator != FilterOperator::Search {
                let value = self.value(resource, filter.name, filter.operator);
                let brackets = if self.random.one_in(4) { "[]" } else { "" };
                query.push(format!("{}{brackets}={value}", filter.name));
            }
        }
        for (name, values) in [
            ("page_size", SIZES),
            ("page_number", NUMBERS),
            ("locale", LOCALES),
            ("created_at", TIMESTAMPS),
            ("updated_at", TIMESTAMPS),
            ("sort", SORTS),
            ("fields", FIELDS),
        ] {
            if self.random.one_in(4) {
                query.push(format!("{name}={}", self.likely(values)));
            }
        }
        if self.random.one_in(10) {
            let ids: Vec<String> = (0..=self.random.below(4)).map(|_| self.id(resource)).collect();
            query.push(format!("ids={}", ids.join(",")));
        }
        if self.random.one_in(40) {
            query.push(
                ["pagesize=1", "x", "=", "&&", "page_size=1&page_size=2", "%ff=1"][self.random.below(6)]
                    .to_owned(),
            );
        }
        let separator = if query.is_empty() { "" } else { "?" };
        format!("/{}{separator}{}", resource.names.plural, query.join("&"))
    }

    fn value(&mut self, resource: &'static Resource, name: &str, operator: FilterOperator) -> String {
        let column = match operator {
            FilterOperator::Days(_) => return self.likely(DAYS).to_owned(),
            FilterOperator::AllOf(relation) => {
                let count = self.random.below(3) + 1;
                return (0..count).map(|_| self.any_id(relation.resource)).collect::<Vec<_>>().join(",");
            }
            FilterOperator::RelatedTo(relation) => return self.any_id(relation.resource),
            FilterOperator::Timestamps(_) => return self.likely(TIMESTAMPS).to_owned(),
            FilterOperator::IsSet(_) => return self.likely(FLAGS).to_owned(),
            FilterOperator::PlatformLocale(_) => return self.likely(LOCALES).to_owned(),
            FilterOperator::BoundingBox(_) => return self.likely(BOXES).to_owned(),
            FilterOperator::Equals(column)
            | FilterOperator::AnyOf(column)
            | FilterOperator::Within { column, .. } => column,
            FilterOperator::Contains(_) => return self.random.choose(SEARCHES).to_owned(),
            FilterOperator::Search => name,
        };
        match resource.fields.iter().find(|field| field.name == column).map(|field| field.kind) {
            Some(FieldType::Reference(other)) => self.any_id(other),
            Some(FieldType::OneOf(values)) if !self.random.one_in(4) => {
                self.random.choose(&values.values().collect::<Vec<_>>()).to_owned()
            }
            _ if name.ends_with("_id") => self.any_id("projects"),
            _ => self.random.choose(WORDS).to_owned(),
        }
    }

    /// The id of a record of the resource, or another text.
    fn id(&mut self, resource: &'static Resource) -> String {
        self.any_id(resource.names.plural)
    }

    fn any_id(&mut self, plural: &str) -> String {
        let (_, ids) = self.ids.iter().find(|(resource, _)| resource.names.plural == plural).unwrap();
        match self.random.below(10) {
            _ if ids.is_empty() => self.random.choose(UNUSUAL_TEXTS).to_owned(),
            0 => self.random.choose(UNUSUAL_TEXTS).to_owned(),
            1 => ids[self.random.below(ids.len())].to_uppercase(),
            _ => ids[self.random.below(ids.len())].clone(),
        }
    }

    fn query(&mut self, parameters: &[(&str, &'static [&'static str])]) -> String {
        let mut parts = Vec::new();
        for (name, values) in parameters {
            if self.random.one_in(2) {
                parts.push(format!("{name}={}", self.likely(values)));
            }
        }
        if parts.is_empty() { String::new() } else { format!("?{}", parts.join("&")) }
    }

    /// One of the values, more often one of the first third, most of which are valid.
    fn likely(&mut self, values: &'static [&'static str]) -> &'static str {
        let all = self.random.one_in(4);
        let count = if all { values.len() } else { values.len().div_ceil(3) };
        values[self.random.below(count)]
    }
}
