//! A stream is the same list as the pages, for every list at every level.

use reqwest::Method;
use serde_json::Value;

use crate::access_levels::check::Check;
use crate::access_levels::rules::{Level, RULES, Rules};
use crate::access_levels::site::{Client, Site};
use crate::access_levels::world::World;
use crate::access_levels::{assert_none, fixture, queries};
use crate::support::stream::{expected_rows, records_on_page, rows};

/// Every so many queries of a resource are compared.
const QUERY_STEP: usize = 7;

#[test]
fn a_stream_is_the_complete_list_at_every_level() {
    let (site, world) = fixture(&[]);
    let (mut faults, mut lists, mut records) = (Vec::new(), 0, 0);
    for level in Level::ALL {
        let client = site.client(level);
        for rules in RULES {
            for (path, key) in paths(&site, &world, client, rules) {
                match compare(&site, client, &path, key) {
                    Ok(compared) => records += compared,
                    Err(fault) => faults.push(format!("{} {path}: {fault}", level.name())),
                }
                lists += 1;
            }
        }
    }
    assert_none(&faults);
    assert!(lists > 300 && records > 1000, "{records} records of {lists} lists");
}

/// Lists of a resource, with the keys of their records.
fn paths(site: &Site, world: &World, client: &Client, rules: &'static Rules) -> Vec<(String, &'static str)> {
    let list = format!("/{}", rules.plural);
    let mut paths = vec![list.clone(), format!("{list}?locale=nl-BE&fields=created_at")];
    if rules.has_id() {
        paths.push(format!("{list}?fields=id,created_at&sort=updated_at"));
    }
    for key in ["created_at", "updated_at"].iter().chain(rules.sorts) {
        paths.extend(["", "-"].map(|direction| format!("{list}?sort={direction}{key}")));
    }
    let check = Check::new(site, world, client);
    let queries = queries::queries(world, rules, &check.expected(rules));
    paths.extend(queries.iter().step_by(QUERY_STEP).map(|query| format!("{list}?{}", query.text)));
    if rules.plural == "phases" {
        let visible = |project: &&Value| world.is_visible(client.level, "projects", project);
        let projects = world.records["projects"].iter().filter(visible);
        paths.extend(projects.map(|project| format!("/projects/{}/phases", project["id"].as_str().unwrap())));
    }
    let mut paths: Vec<_> = paths.into_iter().map(|path| (path, rules.list_key)).collect();
    if rules.has_id() {
        paths.push((format!("{list}/deleted"), "deleted_items"));
    }
    paths
}

/// Compares the streams of a list with its pages. Returns the number of records; 0 if the client may not read the list.
fn compare(site: &Site, client: &Client, path: &str, key: &str) -> Result<usize, String> {
    let separator = if path.contains('?') { '&' } else { '?' };
    let mut pages = Vec::new();
    let mut filters = String::new();
    for number in 1.. {
        let page = site.get(client, &format!("{path}{separator}page_size=24&page_number={number}"));
        if page.status != 200 {
            let status = stream(site, client, &format!("{path}{separator}format=csv")).0;
            return if status == page.status { Ok(0) } else { Err(format!("the status is {status}")) };
        }
        page.header("applied-filters").clone_into(&mut filters);
        pages.extend(records_on_page(&page.text, key));
        if page.json()["meta"]["total_pages"].as_u64().unwrap() <= number {
            break;
        }
    }
    let (_, headers, lines) = stream(site, client, &format!("{path}{separator}format=ndjson"));
    if headers != [pages.len().to_string(), filters.clone()] {
        return Err(format!("expected {} records, {filters}; found {headers:?}", pages.len()));
    }
    let lines: Vec<&str> = lines.lines().collect();
    if !is_equal(&lines, &pages) {
        return Err(format!("the lines differ:\n{lines:#?}\n{pages:#?}"));
    }
    let (_, _, text) = stream(site, client, &format!("{path}{separator}format=csv"));
    let cells = rows(&text);
    let parsed: Vec<Value> = lines.iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    if !parsed.is_empty() && !path.starts_with("/files") && cells != expected_rows(&parsed) {
        return Err(format!("the cells differ:\n{cells:#?}"));
    }
    if cells.len() != parsed.len() + 1 {
        return Err(format!("{} rows of {} records", cells.len(), parsed.len()));
    }
    Ok(pages.len())
}

/// Whether the lines are the records. The download URLs of files are issued again from time to time.
fn is_equal(lines: &[&str], records: &[String]) -> bool {
    let without_url = |text: &str| {
        let mut record: Value = serde_json::from_str(text).unwrap();
        record["url"] = Value::Null;
        record
    };
    let is_same = |line: &str, record: &str| {
        line == record || line.contains("\"url\":") && without_url(line) == without_url(record)
    };
    lines.len() == records.len() && lines.iter().zip(records).all(|(line, record)| is_same(line, record))
}

/// The status of a stream, its headers `Total-Count` and `Applied-Filters`, and its body.
pub fn stream(site: &Site, client: &Client, path: &str) -> (u16, [String; 2], String) {
    let request = site.server.request(Method::GET, &format!("/api/v2{path}")).bearer_auth(&client.token);
    let response = request.send();
    let headers = ["total-count", "applied-filters"].map(|name| response.header(name).to_owned());
    (response.status, headers, response.text)
}
