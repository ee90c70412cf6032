//! The search for canaries: ways out × levels × filters × sort orders × locales × formats. Every response, header, log line and
//! metric is searched for what the level must not see.

use std::io::Read as _;
use std::time::Instant;

use folkmoot_ballots::polis;
use reqwest::Method;
use serde_json::Value;

use crate::access_levels::caches::change;
use crate::access_levels::canary::{PERSONAL, id, leaks, person};
use crate::access_levels::fixture_ideas::idea;
use crate::access_levels::fixture_projects::{phase, project};
use crate::access_levels::noninterference::observer::newest;
use crate::access_levels::pairwise::{pairs, product};
use crate::access_levels::rules::{By, Level, RULES, Rules};
use crate::access_levels::site::{Client, Site};
use crate::access_levels::ways_out::{LIST_FORMATS, Search, WAYS_OUT};
use crate::access_levels::world::World;
use crate::access_levels::{assert_none, fixture};
use crate::support::request::BytesResponse;

/// How a response is requested.
const FORMATS: &[&str] = &["identity", "gzip", "br", "zstd", "HEAD", "own tag", "tag of full"];
const LOCALES: &[&str] = &["", "locale=en", "locale=nl", "locale=fr-BE", "locale=xx"];
const PAGES: &[&str] = &["", "page_size=24", "page_number=99", "page_number=0", "emial=1"];

/// Calls of a path with query parameters, by factor.
pub struct Calls {
    path: String,
    parameters: Vec<Vec<String>>,
}

/// Who calls, and what it knows.
pub struct Caller<'a> {
    site: &'a Site,
    client: &'a Client,
    world: &'a World,
    /// Pseudonyms of people.
    pseudonyms: Vec<String>,
}

fn texts(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

/// The lists of all resources: filters, sort orders, formats, fields, locales, pages.
pub fn lists(caller: &Caller<'_>) -> Vec<Calls> {
    RULES.iter().map(|rules| list(caller.world, rules, &caller.pseudonyms)).collect()
}

fn list(world: &World, rules: &Rules, pseudonyms: &[String]) -> Calls {
    let mut filters = vec![String::new(), "created_at=2025-12-03,2025-14-03".to_owned()];
    for (parameter, by) in rules.filters {
        let records = &world.records[rules.plural];
        let values: Vec<String> = match *by {
            By::Value(key) | By::Day(key) | By::Time(key) => {
                let mut values: Vec<_> = records.iter().filter_map(|record| record[key].as_str()).collect();
                values.dedup();
                values
                    .into_iter()
                    .filter(|value| !value.contains(":37:13"))
                    .take(3)
                    .map(str::to_owned)
                    .collect()
            }
            By::Person(_) | By::Staff(_) => pseudonyms.to_vec(),
            By::IsSet(_) => texts(&["true", "false"]),
            By::Joined(_, _, "phase_id") => [2, 4, 6].map(phase).into(),
            By::Joined(..) => [0, 2].map(|number| id("topics", number)).into(),
            By::Areas => vec![id("areas", 0)],
            By::Hidden(_) => [0, 2].map(project).into(),
            By::Box => texts(&["4.3,50.8,4.6,50.9", "4.35191,50.85191,4.35192,50.85192"]),
            By::Words => texts(&["wordidea0003", "wordidea0000", "square"]),
        };
        filters.extend(values.iter().map(|value| format!("{parameter}={value}")));
    }
    let mut sorts = texts(&["sort=-updated_at", "sort=created_at"]);
    sorts.extend(formats());
    sorts.extend(rules.sorts.iter().map(|key| format!("sort=-{key}")));
    if rules.plural == "ideas" {
        sorts.push("sort=-votes_count".to_owned());
    }
    let personal: Vec<&str> = rules
        .fields()
        .map(|(key, _)| key)
        .filter(|key| {
            key.ends_with("_id") || key.contains("mail") || key.contains("name") || key.contains("_at")
        })
        .collect();
    let fields = vec![String::new(), format!("fields={}", personal.join(","))];
    Calls {
        path: format!("/{}", rules.plural),
        parameters: vec![filters, sorts, texts(LOCALES), texts(PAGES), fields],
    }
}

/// The query of each format of lists.
fn formats() -> impl Iterator<Item = String> {
    LIST_FORMATS.iter().map(|(_, query)| (*query).to_owned())
}

/// The lists of deleted records.
pub fn deletions(_: &Caller<'_>) -> Vec<Calls> {
    let dates = texts(&["", "deleted_at=2025-12-03", "deleted_at=2099-01-01,"]);
    let calls = |rules: &Rules| Calls {
        path: format!("/{}/deleted", rules.plural),
        parameters: vec![dates.clone(), texts(LOCALES), texts(PAGES), formats().collect()],
    };
    RULES.iter().filter(|rules| rules.has_id()).map(calls).collect()
}

/// Some records of each resource.
pub fn items(caller: &Caller<'_>) -> Vec<Calls> {
    let of_resource = |rules: &Rules| {
        let records = &caller.world.records[rules.plural];
        let some: Vec<_> = records.iter().step_by(records.len() / 4 + 1).collect();
        let path = |record: &&Value| format!("/{}/{}", rules.plural, record["id"].as_str().unwrap());
        let parameters = || vec![texts(LOCALES), texts(&["", "emial=1"])];
        some.iter().map(|record| Calls { path: path(record), parameters: parameters() }).collect::<Vec<_>>()
    };
    RULES.iter().filter(|rules| rules.has_id()).flat_map(of_resource).collect()
}

/// The lists of the records of a parent.
pub fn nested_lists(_: &Caller<'_>) -> Vec<Calls> {
    let calls = |number| Calls {
        path: format!("/projects/{}/phases", project(number)),
        parameters: vec![texts(LOCALES), texts(PAGES), formats().collect()],
    };
    [0, 1, 2, 3].map(calls).into()
}

/// Changes of records that the level sees and of others, each of which is imported now.
pub fn changes(caller: &Caller<'_>) -> Vec<Calls> {
    // A publishable key reads no changes; the search shows that.
    let is_key = caller.client.secret.is_empty();
    let next = if is_key { String::new() } else { newest(caller.site, caller.client) };
    (0..3).for_each(|round| caller.site.import(&change(round)));
    caller.site.end_day();
    let resources = texts(&["", "resources=ideas", "resources=users", "resources=nonsense"]);
    let parameters = vec![vec![format!("after={next}")], resources, texts(LOCALES), texts(&["", "limit=1"])];
    vec![Calls { path: "/changes".to_owned(), parameters }]
}

/// The list of exports.
pub fn exports(_: &Caller<'_>) -> Vec<Calls> {
    vec![Calls { path: "/exports".to_owned(), parameters: vec![texts(PAGES)] }]
}

/// Votes that have ended, that run, and phases without a vote.
pub fn pabulib(_: &Caller<'_>) -> Vec<Calls> {
    let details = "country=Belgium&unit=Zwenebeke&instance=2025&budget=10";
    let calls = |number| Calls {
        path: format!("/phases/{}/pabulib", phase(number)),
        parameters: vec![texts(&["", details]), texts(LOCALES), texts(&["", "emial=1"])],
    };
    [0, 1, 2, 3, 6, 9, 10].map(calls).into()
}

/// The opinions on the ideas of projects.
pub fn polis(_: &Caller<'_>) -> Vec<Calls> {
    let files = polis::File::ALL.into_iter().flat_map(|file| [0, 1, 2, 3, 6].map(|number| (file, number)));
    let calls = files.map(|(file, number)| Calls {
        path: format!("/projects/{}/polis/{}", project(number), file.name()),
        parameters: vec![texts(LOCALES), texts(&["", "emial=1"])],
    });
    calls.collect()
}

/// The platform.
pub fn platform(_: &Caller<'_>) -> Vec<Calls> {
    vec![Calls { path: "/platform".to_owned(), parameters: Vec::new() }]
}

/// The features of records with a point.
pub fn features(_: &Caller<'_>) -> Vec<Calls> {
    let of = |plural: &str| {
        let path = format!("/ogc/collections/{plural}/items");
        let boxes = texts(&["", "bbox=4.35191,50.85191,4.35192,50.85192", "bbox=-180,-90,180,90"]);
        let times = texts(&["", "datetime=2025-12-03T00:00:00Z/..", "datetime=2025-12-03"]);
        Calls { path, parameters: vec![boxes, times, texts(LOCALES), texts(&["", "limit=3", "limit=0"])] }
    };
    ["ideas", "events", "projects"].map(of).into()
}

/// Calendars and feeds, which are the same for everybody.
pub fn feeds(_: &Caller<'_>) -> Vec<Calls> {
    let projects =
        [String::new()].into_iter().chain([0, 2, 6].map(|it| format!("project_id={}", project(it))));
    let parameters = vec![projects.collect(), texts(LOCALES)];
    let files = ["events.ics", "ideas.atom", "ideas.json", "projects.atom", "projects.json"];
    files.map(|file| Calls { path: format!("/feeds/{file}"), parameters: parameters.clone() }).into()
}

/// A response as text: status, headers, decoded body. Ids that the request contained are removed, because the caller knows them.
fn searchable(response: &BytesResponse, url: &str) -> String {
    let body = match response.header("content-encoding") {
        "gzip" => {
            let mut text = Vec::new();
            flate2::read::GzDecoder::new(response.bytes.as_slice()).read_to_end(&mut text).unwrap();
            text
        }
        "br" => {
            let mut text = Vec::new();
            brotli::Decompressor::new(response.bytes.as_slice(), 4096).read_to_end(&mut text).unwrap();
            text
        }
        "zstd" => zstd::decode_all(response.bytes.as_slice()).unwrap(),
        "" => response.bytes.clone(),
        other => panic!("an unknown content coding {other}"),
    };
    let mut text = String::from_utf8(body).unwrap();
    for (name, value) in response.headers.iter().filter(|(name, _)| *name != "date") {
        text.extend(["\n", name.as_str(), ": ", value.to_str().unwrap()]);
    }
    for part in url.split(['/', '?', '&', '=', ',']).filter(|part| part.len() > 20) {
        text = text.replace(part, "");
    }
    text
}

fn send(site: &Site, client: &Client, url: &str, format: &str) -> BytesResponse {
    let is_outside = url.starts_with("/ogc/") || url.starts_with("/feeds/");
    let base = if is_outside { "" } else { "/api/v2" };
    let request = |method| site.server.request(method, &format!("{base}{url}"));
    let tag_for = |client: &Client| {
        request(Method::GET).bearer_auth(&client.token).send_bytes().header("etag").to_owned()
    };
    let request_of = |method| request(method).bearer_auth(&client.token);
    match format {
        "HEAD" => request_of(Method::HEAD).send_bytes(),
        "own tag" => request_of(Method::GET).header("If-None-Match", &tag_for(client)).send_bytes(),
        "tag of full" => {
            let tag = tag_for(site.client(Level::Full));
            request_of(Method::GET).header("If-None-Match", &tag).send_bytes()
        }
        coding => request_of(Method::GET).header("Accept-Encoding", coding).send_bytes(),
    }
}

/// Calls all ways out as one client. Returns the number of calls and what was found.
fn search(caller: &Caller<'_>) -> (usize, Vec<String>) {
    let Caller { site, client, .. } = *caller;
    let is_product = std::env::var_os("FOLKMOOT_TEST_FULL_PRODUCT").is_some();
    let (mut calls, mut found) = (0, Vec::new());
    let ways = WAYS_OUT.iter().filter_map(|way| match way.search {
        Search::Matrix(calls) => Some(calls),
        // It runs on its own.
        Search::Test(_) => None,
    });
    for Calls { path, parameters } in ways.flat_map(|calls| calls(caller)) {
        let mut sizes: Vec<usize> = parameters.iter().map(Vec::len).collect();
        sizes.push(FORMATS.len());
        for values in if is_product { product(&sizes) } else { pairs(&sizes) } {
            let chosen = parameters.iter().zip(&values).map(|(texts, value)| texts[*value].as_str());
            let query: Vec<&str> = chosen.filter(|text| !text.is_empty()).collect();
            let url = format!("{path}?{}", query.join("&"));
            let format = FORMATS[values[parameters.len()]];
            let response = send(site, client, &url, format);
            calls += 1;
            let leaked = leaks(client.level, &searchable(&response, &url));
            if !leaked.is_empty() || ![200, 304, 400, 403, 404, 406, 409].contains(&response.status) {
                found.push(format!(
                    "{} {url} ({format}): {} {leaked:?}",
                    client.level.name(),
                    response.status
                ));
            }
            // A tag of another level never confirms what this level has.
            if format == "tag of full" && response.status == 304 && !is_same_at_full(site, client, &url) {
                found.push(format!("{} {url}: 304 for a tag of full", client.level.name()));
            }
        }
    }
    (calls, found)
}

fn is_same_at_full(site: &Site, client: &Client, url: &str) -> bool {
    let body = |client| send(site, client, url, "identity").bytes;
    body(client) == body(site.client(Level::Full))
}

#[test]
fn no_response_header_log_line_or_metric_contains_what_the_level_must_not_see() {
    let (site, world) = fixture(&["--publishable-key-requests-per-minute", "0", "--feeds", "on"]);
    let started = Instant::now();
    let mut calls = 0;
    for level in [Level::Pseudonymous, Level::Anonymous, Level::Public] {
        let client = site.client(level);
        let pseudonyms: Vec<String> = if level == Level::Pseudonymous {
            let users = site.crawl(client, "/users", "users");
            users.iter().take(2).map(|user| user["id"].as_str().unwrap().to_owned()).collect()
        } else {
            vec!["00000000-0000-4000-8000-000000000000".to_owned()]
        };
        let (number, found) = search(&Caller { site: &site, client, world: &world, pseudonyms });
        calls += number;
        assert_none(&found);
    }
    eprintln!("{calls} calls in {:.1} s", started.elapsed().as_secs_f64());
    let key = site.create_publishable_client();
    let pseudonyms = vec!["00000000-0000-4000-8000-000000000000".to_owned()];
    let (number, found) = search(&Caller { site: &site, client: &key, world: &world, pseudonyms });
    assert_none(&found);
    eprintln!("{number} calls with a publishable key");
    assert_logs_and_metrics(&site);
}

/// Log lines are of all levels: beside the path that was requested, they must not contain anything about people.
fn assert_logs_and_metrics(site: &Site) {
    let log = site.log.text();
    assert!(log.lines().count() > 10, "the log of level debug is empty");
    let without_path = |line: &str| {
        let mut line: Value = serde_json::from_str(line).unwrap();
        // The path is what a caller requested; the time of the line may be that of a canary by chance.
        for member in ["path", "timestamp"] {
            line[member] = Value::Null;
        }
        line.to_string()
    };
    let lines = log.lines().map(without_path);
    let suspicious: Vec<String> = lines.filter(|line| !leaks(Level::Pseudonymous, line).is_empty()).collect();
    assert_none(&suspicious);
    assert_eq!(leaks(Level::Public, &site.server.metrics()), Vec::<&str>::new(), "/metrics");
    for path in ["/health/live", "/health/ready", "/api/v2/openapi.json"] {
        let text = site.server.request(Method::GET, path).send_bytes();
        let text = String::from_utf8(text.bytes).unwrap();
        assert_eq!(leaks(Level::Public, &text), Vec::<&str>::new(), "{path}");
    }
}

/// A caller who knows the id of a person learns nothing with it.
#[test]
fn ids_of_people_are_useless_below_full() {
    let (site, world) = fixture(&[]);
    let mut found = Vec::new();
    for level in [Level::Pseudonymous, Level::Anonymous, Level::Public] {
        let client = site.client(level);
        for number in [0, 1, 9] {
            let id = person(number);
            let mut urls = vec![format!("/users/{id}"), format!("/users?ids={id}")];
            for rules in RULES {
                let people = rules.filters.iter().filter(|(_, by)| matches!(by, By::Person(_)));
                urls.extend(people.map(|(parameter, _)| format!("/{}?{parameter}={id}", rules.plural)));
            }
            for url in urls {
                let response = site.get(client, &url);
                let is_empty = response.status == 200 && response.json()["meta"]["total_pages"] == 0;
                if !is_empty && ![403, 404].contains(&response.status) {
                    found.push(format!("{} {url}: {} {}", level.name(), response.status, response.text));
                }
            }
        }
    }
    assert_none(&found);
    assert!(!site.log.text().contains(PERSONAL));
    assert!(world.records["users"].len() > 10);
}

/// Parameters that are refused are refused in every spelling.
#[test]
fn no_spelling_of_a_parameter_reveals_what_the_level_hides() {
    let (site, _) = fixture(&[]);
    let person = person(1);
    let sorts = [
        "sort=votes_count",
        "sort=-votes_count",
        "sort=%20votes_count",
        "sort=votes_count%20",
        "sort=%2Dvotes_count",
        "sort[]=votes_count",
        "sort%5B%5D=-votes_count",
        "sort=created_at&sort=-votes_count",
        "sort=&sort=-votes_count",
        "sort=created_at,-votes_count",
    ];
    let people = [
        format!("author_id={person}"),
        format!("author_id[]={person}"),
        format!("author_id=&author_id={person}"),
        format!("author_id={}", person.to_uppercase()),
        format!("author_id=%20{person}"),
        format!("author_id={}", person.replace('-', "")),
        format!("author_id={{{person}}}"),
    ];
    let full = site.client(Level::Full);
    for level in [Level::Pseudonymous, Level::Anonymous, Level::Public] {
        let client = site.client(level);
        let usual = site.get(client, "/ideas?page_size=24").text;
        // No level can sort comments by votes.
        let unknown = site.get(client, "/comments?sort=votes_count");
        assert_eq!(unknown.problem(), "invalid-parameter-value-enum", "{}", level.name());
        for sort in sorts {
            let response = site.get(client, &format!("/ideas?page_size=24&{sort}"));
            let is_refused = [400, 403].contains(&response.status);
            assert!(is_refused, "{} {sort}: {}", level.name(), response.status);
        }
        for filter in &people {
            let response = site.get(client, &format!("/ideas?page_size=24&{filter}"));
            let is_empty = level == Level::Pseudonymous
                && response.status == 200
                && (response.json()["meta"]["total_pages"] == 0 || response.text == usual);
            assert!(
                [400, 403].contains(&response.status) || is_empty,
                "{} {filter}: {}",
                level.name(),
                response.text
            );
        }
    }
    assert_eq!(site.get(full, &format!("/ideas?author_id={person}")).status, 200);
}

/// At `full` all canaries are there, so that the search finds what is to be found.
#[test]
fn the_search_finds_canaries_at_full() {
    let (site, _) = fixture(&[]);
    let full = site.client(Level::Full);
    let records =
        RULES.iter().flat_map(|rules| site.crawl(full, &format!("/{}", rules.plural), rules.list_key));
    let text = records.map(|record| record.to_string()).collect::<Vec<_>>().join("\n");
    let of_ids = ["ca9a51e50000", "=91733", "a time in another form"];
    for marker in leaks(Level::Public, &format!("{text} ca9a51e50000 =91733")) {
        let other = text.to_lowercase();
        assert!(
            crate::access_levels::canary::contains(&other, marker) || of_ids.contains(&marker),
            "{marker}"
        );
    }
    assert_eq!(leaks(Level::Public, &format!("{text} ca9a51e50000 =91733 1741567033")).len(), 16);
    for number in 0..crate::access_levels::fixture_people::PEOPLE {
        for field in ["email", "slug", "first", "last", "bio-en", "question", "value"] {
            assert!(text.contains(&format!("canary-{field}-{number:04}")), "{field} {number}");
        }
    }
    assert!(text.contains(&idea(0)));
}
