//! Pages that are requested again: the server has their bodies and their heads, and answers what it would make again.

use reqwest::Method;
use serde_json::json;

use crate::support::fixture::{Platform, id, record, resource};
use crate::support::request::Request;
use crate::support::site::{AT, Client, Site};
use crate::support::{Data, Response};

/// More often than it takes until a page is cached in any coding.
const REPEATED: usize = 4;
/// What differs from one response to the next.
const OF_EACH_RESPONSE: [&str; 3] = ["date", "ratelimit", "x-request-id"];

fn request(site: &Site, client: &Client, path: &str) -> Request {
    site.server.request(Method::GET, &format!("/api/v2{path}")).bearer_auth(&client.token)
}

/// The headers that do not differ from one response to the next.
fn headers(response: &Response) -> Vec<(String, String)> {
    let headers = response.headers.iter().map(|(name, value)| (name.as_str(), value.to_str().unwrap()));
    let same = headers.filter(|(name, _)| !OF_EACH_RESPONSE.contains(name));
    same.map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
}

/// Requests a page until it is cached, compares the responses, and returns the first.
fn repeat(site: &Site, client: &Client, path: &str) -> Response {
    let first = request(site, client, path).send();
    for _ in 1..REPEATED {
        let again = request(site, client, path).send();
        assert_eq!((again.status, headers(&again)), (first.status, headers(&first)), "{path}");
        assert_eq!(again.text, first.text, "{path}");
    }
    first
}

/// Changes who sees the first project.
fn publish(site: &Site, status: &str) {
    let mut project = record(resource("projects"), 0, AT);
    project["publication_status"] = json!(status);
    site.import_one("projects", project);
}

#[test]
fn a_repeated_page_has_all_headers_of_the_first() {
    let site = Site::new(&Platform::full(30, AT));
    let project = id("projects", 0);
    publish(&site, "published");
    for level in ["full", "public"] {
        let client = site.client(level, None);
        for path in [
            "/ideas?page_size=7&page_number=2&locale=nl-BE".to_owned(),
            format!("/ideas?project_id={project}&sort=-likes_count"),
            format!("/projects/{project}/phases"),
            "/ideas/deleted".to_owned(),
            "/ideas?page_number=99".to_owned(),
            "/ideas?fields=id,title&bbox=-180,-90,180,90".to_owned(),
        ] {
            repeat(&site, &client, &path);
        }
    }
}

#[test]
fn each_client_gets_its_own_page() {
    let site = Site::new(&Platform::full(30, AT));
    let (full, public) = (site.client("full", None), site.client("public", None));
    let areas = site.client("full", Some(&["areas"]));
    let path = "/ideas?page_size=7";
    let page = repeat(&site, &full, path);
    assert_eq!(site.get(&areas, path).status, 403);
    let shown = repeat(&site, &public, path);
    assert_ne!((&shown.text, shown.header("etag")), (&page.text, page.header("etag")));
    let sorted = "/ideas?page_size=7&sort=-votes_count";
    assert_eq!(repeat(&site, &full, sorted).status, 200);
    assert_eq!(site.get(&public, sorted).status, 403);
}

#[test]
fn links_have_the_host_and_the_key_of_the_request() {
    let site = Site::new(&Platform::full(30, AT));
    let public = site.client("public", None);
    let (_, key) = site.data.publishable_client("https://www.city.example", &[]);
    let path = "/ideas?page_size=7";
    let first_link = |response: Response| response.header("link").split('>').next().unwrap().to_owned();
    for _ in 0..REPEATED {
        let of_host = |host: &str| request(&site, &public, path).header("host", host).send();
        assert_eq!(
            first_link(of_host("one.example")),
            "<http://one.example/api/v2/ideas?page_size=7&page_number=1"
        );
        assert_eq!(
            first_link(of_host("two.example")),
            "<http://two.example/api/v2/ideas?page_size=7&page_number=1"
        );
        let with_key = site.server.request(Method::GET, &format!("/api/v2{path}&key={key}")).send();
        assert!(first_link(with_key).contains(&key));
        assert!(!first_link(request(&site, &public, path).send()).contains("key"));
    }
}

#[test]
fn the_format_is_that_of_the_request() {
    let site = Site::new(&Platform::full(30, AT));
    let client = site.client("full", None);
    let page = repeat(&site, &client, "/ideas");
    for (accepted, media_type) in [
        ("application/x-ndjson", "application/x-ndjson"),
        ("text/csv", "text/csv; charset=utf-8; header=present"),
    ] {
        let response = request(&site, &client, "/ideas").header("accept", accepted).send();
        assert_eq!((response.status, response.header("content-type")), (200, media_type));
        assert_ne!(response.text, page.text);
    }
    let not_acceptable = request(&site, &client, "/ideas").header("accept", "image/png").send();
    assert_eq!(not_acceptable.status, 406);
}

#[test]
fn each_search_counts() {
    let site = Site::with(&Platform::full(30, AT), &["--client-searches-per-minute", "6"]);
    let client = site.client("full", None);
    let statuses: Vec<u16> = (0..8).map(|_| site.get(&client, "/ideas?search=idea").status).collect();
    assert_eq!(statuses, [200, 200, 200, 200, 200, 200, 429, 429]);
}

#[test]
fn a_page_shows_what_has_changed_since() {
    let site = Site::new(&Platform::full(30, AT));
    let client = site.client("full", None);
    let phases = format!("/projects/{}/phases", id("projects", 0));
    let lists = ["/ideas?page_size=5".to_owned(), phases];
    let before: Vec<Response> = lists.iter().map(|path| repeat(&site, &client, path)).collect();
    site.import(&Platform::full(31, AT));
    let after: Vec<Response> = lists.iter().map(|path| repeat(&site, &client, path)).collect();
    assert_ne!(before[0].text, after[0].text);
    assert!(after[0].header("link").contains("page_number=7>; rel=\"last\""), "{}", after[0].header("link"));
    let public = site.client("public", None);
    publish(&site, "published");
    assert_eq!(repeat(&site, &public, &lists[1]).status, 200);
    publish(&site, "draft");
    assert_eq!(site.get(&public, &lists[1]).status, 404);
}

#[test]
fn a_repeated_page_is_counted_as_the_first() {
    let data = Data::with(&Platform::full(30, AT));
    let mut site = Site { server: data.serve_with(&[]), data };
    let client = site.client("full", None);
    repeat(&site, &client, "/ideas?page_size=7");
    site.server.terminate();
    site.server.wait();
    let output = site.data.run(&["usage", "--client", &client.id, "--json"]);
    let usage: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(usage["operations"][0]["records"], 7 * REPEATED, "{usage}");
}
