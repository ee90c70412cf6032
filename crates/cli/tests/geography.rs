//! Records as features of maps: `GeoJSON` (RFC 7946) and OGC API - Features 1.0.1.

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::fixture::{Platform, id};
use crate::support::request::BytesResponse;
use crate::support::{Caller, Data};

const CREATED: &str = "2025-03-18T08:15:30.250Z";
const POINTS: [Option<&str>; 8] = [
    Some("POINT (4.351949 50.850345)"),
    Some("POINT (4.4 50.9)"),
    None,
    Some("POINT (179.9 -17.5)"),
    Some("POINT (-179.9 -17.5)"),
    Some("POINT (-73 40)"),
    None,
    Some("POINT (0 0)"),
];

/// Ideas of which two have no point, the last one is a survey response; events on consecutive days of April.
fn platform() -> Platform {
    let mut platform = Platform::full(POINTS.len(), CREATED);
    for project in platform.records.get_mut("projects").unwrap() {
        project["publication_status"] = json!("published");
    }
    for (number, point) in POINTS.iter().enumerate() {
        let idea = &mut platform.records.get_mut("ideas").unwrap()[number];
        idea["location_point"] = json!(point);
        idea["publication_status"] = json!("published");
        idea["published_at"] =
            if number == 1 { Value::Null } else { json!(format!("2025-03-2{number}T12:00:00.000Z")) };
        if number == 7 {
            idea["type"] = json!("survey");
        }
        let event = &mut platform.records.get_mut("events").unwrap()[number];
        event["start_at"] = json!(format!("2025-04-0{}T18:00:00.000Z", number + 1));
        event["end_at"] = json!(format!("2025-04-0{}T21:00:00.000Z", number + 1));
    }
    platform
}

fn setup(access: &str) -> (Data, Caller) {
    let data = Data::with(&platform());
    let (client, secret) = data.client_with(&["--access", access]);
    let caller = data.serve_with(&[]).caller(&client, &secret);
    (data, caller)
}

fn read(caller: &Caller, path: &str) -> BytesResponse {
    caller.server.request(Method::GET, path).bearer_auth(&caller.token).send_bytes()
}

fn json_of(response: &BytesResponse) -> Value {
    assert_eq!(response.status, 200, "{}", String::from_utf8_lossy(&response.bytes));
    serde_json::from_slice(&response.bytes).unwrap()
}

fn status(caller: &Caller, path: &str) -> u16 {
    read(caller, path).status
}

fn ids(features: &Value) -> Vec<String> {
    features["features"].as_array().unwrap().iter().map(|it| it["id"].as_str().unwrap().to_owned()).collect()
}

/// The ids of ideas, or of another list, sorted.
fn sorted(plural: &str, numbers: &[usize]) -> Vec<String> {
    let mut ids: Vec<String> = numbers.iter().map(|number| id(plural, *number)).collect();
    ids.sort();
    ids
}

/// The features of all pages.
fn walk(caller: &Caller, first: &str) -> Vec<Value> {
    let (mut features, mut next) = (Vec::new(), Some(first.to_owned()));
    while let Some(path) = next {
        let page = json_of(&read(caller, &path));
        assert_eq!(page["numberReturned"], page["features"].as_array().unwrap().len());
        features.extend(page["features"].as_array().unwrap().iter().cloned());
        let link = page["links"].as_array().unwrap().iter().find(|link| link["rel"] == "next");
        next = link.map(|link| link["href"].as_str().unwrap().split_once("/ogc").unwrap().1.to_owned());
        next = next.map(|rest| format!("/ogc{rest}"));
    }
    features
}

fn ids_of(features: &[Value]) -> Vec<String> {
    let mut ids: Vec<String> = features.iter().map(|it| it["id"].as_str().unwrap().to_owned()).collect();
    ids.sort();
    ids
}

#[test]
fn lists_as_geojson_are_the_records_with_a_point() {
    let (_data, caller) = setup("full");
    for (plural, point) in
        [("ideas", "location_point"), ("events", "location_point"), ("projects", "map_center_geojson")]
    {
        let response = read(&caller, &format!("/api/v2/{plural}?format=geojson"));
        assert_eq!(response.headers["content-type"], "application/geo+json");
        let collection = json_of(&response);
        let records = caller.crawl(&format!("/{plural}"), plural, 24);
        let shown: Vec<&Value> = records.iter().filter(|record| !record[point].is_null()).collect();
        let features = collection["features"].as_array().unwrap();
        assert_eq!(
            (response.headers["total-count"].to_str().unwrap(), features.len()),
            (&*shown.len().to_string(), shown.len())
        );
        for (feature, record) in features.iter().zip(shown) {
            let mut properties = record.clone();
            let stored = properties.as_object_mut().unwrap().remove(point).unwrap();
            assert_eq!((&feature["properties"], &feature["id"]), (&properties, &record["id"]), "{plural}");
            let expected = stored.as_str().map_or_else(
                || stored["coordinates"].clone(),
                |text| {
                    let numbers = text.trim_start_matches("POINT (").trim_end_matches(')').split(' ');
                    numbers.map(|number| json!(number.parse::<f64>().unwrap())).collect()
                },
            );
            assert_eq!(
                (&feature["geometry"]["type"], &feature["geometry"]["coordinates"]),
                (&json!("Point"), &expected)
            );
        }
    }
    let accepted = caller.server.request(Method::GET, "/api/v2/ideas").bearer_auth(&caller.token);
    let accepted = accepted.header("accept", "application/geo+json").send_bytes();
    assert_eq!(ids(&json_of(&accepted)).len(), 6);
    let nested = json_of(&read(
        &caller,
        "/api/v2/ideas?format=geojson&fields=slug,budget&project_id=".to_owned().as_str(),
    ));
    let names: Vec<&String> = nested["features"][0]["properties"].as_object().unwrap().keys().collect();
    assert_eq!(names, ["slug", "budget"]);
    let crossing = json_of(&read(&caller, "/api/v2/ideas?format=geojson&bbox=179,-20,-179,-10"));
    let mut crossing = ids(&crossing);
    crossing.sort();
    assert_eq!(crossing, sorted("ideas", &[3, 4]));
    for path in ["/comments?format=geojson", "/ideas/deleted?format=geojson"] {
        assert_eq!(caller.get(path).problem(), "not-acceptable", "{path}");
    }
    let refused = caller.get("/ideas?format=geojson&page_size=2").problem();
    assert_eq!(refused, "invalid-parameter-value");
}

#[test]
fn coordinates_are_rounded_at_public_and_keys_read_features() {
    let (data, caller) = setup("public");
    let (_, key) = data.publishable_client("https://www.city.example", &[]);
    caller.server.wait_for_changes();
    let features = json_of(&read(&caller, "/api/v2/ideas?format=geojson"));
    let mut shown = ids(&features);
    shown.sort();
    assert_eq!(shown, sorted("ideas", &[0, 1, 3, 4, 5]), "without the survey response");
    let found =
        features["features"].as_array().unwrap().iter().find(|it| it["id"] == id("ideas", 0)).unwrap();
    assert_eq!(found["geometry"]["coordinates"], json!([4.352, 50.85]));
    let list = format!("/api/v2/ideas?format=geojson&key={key}");
    let with_key = caller.server.request(Method::GET, &list).send_bytes();
    assert_eq!(json_of(&with_key), features);
    let page = format!("/ogc/collections/ideas/items?limit=2&key={key}");
    let first = json_of(&caller.server.request(Method::GET, &page).send_bytes());
    let next = first["links"][2]["href"].as_str().unwrap();
    assert!(next.contains(&format!("key={key}")) && first["links"][2]["rel"] == "next", "{first}");
    let of_website =
        caller.server.request(Method::GET, &page).header("origin", "https://www.city.example").send_bytes();
    assert_eq!(of_website.headers["access-control-allow-origin"], "https://www.city.example");
    let landing = json_of(&caller.server.request(Method::GET, &format!("/ogc?key={key}")).send_bytes());
    assert!(landing["links"][3]["href"].as_str().unwrap().ends_with(&format!("/ogc/collections?key={key}")));
}

#[test]
fn the_service_describes_itself_to_everybody() {
    let (_data, caller) = setup("full");
    let open = |path: &str| json_of(&caller.server.request(Method::GET, path).send_bytes());
    let relations: Vec<String> = open("/ogc")["links"]
        .as_array()
        .unwrap()
        .iter()
        .map(|link| link["rel"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(relations, ["self", "service-desc", "conformance", "data"]);
    assert_eq!(open("/ogc/conformance")["conformsTo"].as_array().unwrap().len(), 3);
    let document = open("/ogc/api");
    assert_eq!(document["openapi"], "3.0.3");
    assert!(document["paths"]["/collections/ideas/items"]["get"]["parameters"].as_array().unwrap().len() > 5);
    let collections = open("/ogc/collections");
    let names: Vec<&Value> =
        collections["collections"].as_array().unwrap().iter().map(|it| &it["id"]).collect();
    assert_eq!(names, ["projects", "ideas", "events"].map(|name| json!(name)).iter().collect::<Vec<_>>());
    assert_eq!(open("/ogc/collections/events")["itemType"], "feature");
    let code = |path: &str| caller.server.request(Method::GET, path).send().problem();
    assert_eq!(code("/ogc/collections/users"), "route-not-found");
    assert_eq!(code("/ogc/collections/users/items"), "route-not-found");
    assert_eq!(code("/ogc?x=1"), "unknown-parameter");
    assert_eq!(code("/ogc/collections/ideas/items"), "missing-token");
}

#[test]
fn items_are_walked_filtered_and_read() {
    let (_data, caller) = setup("full");
    let all = json_of(&read(&caller, "/api/v2/ideas?format=geojson"));
    let pages = walk(&caller, "/ogc/collections/ideas/items?limit=2");
    assert_eq!(ids_of(&pages), sorted("ideas", &[0, 1, 3, 4, 5, 7]));
    assert_eq!(pages.len(), all["features"].as_array().unwrap().len());
    assert!(pages.iter().all(|feature| all["features"].as_array().unwrap().contains(feature)));
    let found = |query: &str| {
        let page = json_of(&read(&caller, &format!("/ogc/collections/{query}")));
        let mut found = ids(&page);
        assert_eq!(page["numberMatched"], found.len());
        found.sort();
        found
    };
    for (query, expected) in [
        ("bbox=4,50,5,51", &[0, 1][..]),
        ("bbox=4,50,-10,5,51,10", &[0, 1]),
        ("bbox=179,-20,-179,-10", &[3, 4]),
        ("bbox=-180,-90,180,90", &[0, 1, 3, 4, 5, 7]),
        // The second idea has no time of publication.
        ("datetime=2025-03-18T08:15:30.250Z", &[1]),
        ("datetime=2025-03-20T00:00:00Z/2025-03-23T12:00:00Z", &[0, 3]),
        ("datetime=2025-03-25T12:00:00Z/..", &[5, 7]),
        ("datetime=../2025-03-19T00:00:00Z", &[1]),
        ("datetime=2025-03-24&limit=99999", &[4]),
        ("bbox=4,50,5,51&datetime=2025-03-20T00:00:00Z/..", &[0]),
    ] {
        assert_eq!(found(&format!("ideas/items?{query}")), sorted("ideas", expected), "{query}");
    }
    for (datetime, expected) in [
        ("2025-04-02T19:00:00Z", &[1][..]),
        ("2025-04-02T21:00:00Z/2025-04-04T18:00:00Z", &[1, 2, 3]),
        ("2025-04-02T21:00:00.001Z/2025-04-04T17:59:59.999Z", &[2]),
        ("../2025-04-01", &[0]),
    ] {
        let query = format!("events/items?datetime={datetime}");
        assert_eq!(found(&query), sorted("events", expected), "{datetime}");
    }
    for query in [
        "limit=0",
        "limit=x",
        "bbox=1,2,3",
        "bbox=1,2,9,3,4,8",
        "datetime=x",
        "datetime=..",
        "datetime=a/b/c",
        "datetime=2025-04-02T00:00:00Z/2025-04-01T00:00:00Z",
        "page_size=2",
        "format=csv",
        "cursor=x",
    ] {
        assert_eq!(status(&caller, &format!("/ogc/collections/ideas/items?{query}")), 400, "{query}");
    }
    let one = format!("/ogc/collections/ideas/items/{}", id("ideas", 0));
    let feature = json_of(&read(&caller, &one));
    assert_eq!((&feature["id"], &feature["links"][1]["rel"]), (&json!(id("ideas", 0)), &json!("collection")));
    for missing in [id("ideas", 2), id("events", 0), "x".to_owned()] {
        assert_eq!(status(&caller, &format!("/ogc/collections/ideas/items/{missing}")), 404, "{missing}");
    }
}

/// Below `full`, the time of a survey response is its day: an interval within the day must not find out more.
#[test]
fn intervals_compare_the_times_that_the_level_sees() {
    let (_data, caller) = setup("pseudonymous");
    let found = |interval: &str| {
        let page = json_of(&read(&caller, &format!("/ogc/collections/ideas/items?datetime={interval}")));
        ids(&page).contains(&id("ideas", 7))
    };
    assert!(found("2025-03-27T00:00:00Z"));
    assert!(!found("2025-03-27T12:00:00Z") && !found("2025-03-27T00:00:01Z/2025-03-27T23:00:00Z"));
}
