//! Who gets no files, and which votes have none.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::ballots::site::{DETAILS, VOTES, vote, votes};
use crate::support::fixture::{id, record, resource};
use crate::support::random::Random;
use crate::support::site::{AT, Client, Site};

fn site(settings: &[&str]) -> Site {
    Site::with(&votes(&mut Random(3)), settings)
}

fn refused(site: &Site, client: &Client, path: &str) -> (u16, String) {
    let response = site.get(client, path);
    (response.status, response.problem())
}

fn polis() -> String {
    format!("/projects/{}/polis/votes.csv", id("projects", 0))
}

#[test]
fn levels_and_resources_without_ballots_get_403() {
    let site = site(&DETAILS);
    let denied = (403, "insufficient-access".to_owned());
    let pabulib = format!("/phases/{}/pabulib", vote(0));
    for level in ["anonymous", "public"] {
        let client = site.client(level, None);
        for path in [&pabulib, &polis()] {
            assert_eq!(refused(&site, &client, path), denied, "{level} {path}");
            let detail = site.get(&client, path).json()["detail"].as_str().unwrap().to_owned();
            assert!(detail.contains("pseudonymous") && detail.contains(level), "{detail}");
        }
    }
    let needed: BTreeMap<&str, &[&'static str]> = BTreeMap::from([
        (&*pabulib, &["phases", "ideas", "baskets", "basket_ideas"][..]),
        ("polis", &["projects", "ideas", "reactions"][..]),
    ]);
    for (path, resources) in needed {
        let path = if path == "polis" { polis() } else { path.to_owned() };
        assert_eq!(site.get(&site.client("pseudonymous", Some(resources)), &path).status, 200, "{path}");
        for missing in resources {
            let others: Vec<&'static str> = resources.iter().copied().filter(|it| it != missing).collect();
            let client = site.client("full", Some(&others));
            assert_eq!(refused(&site, &client, &path), denied, "{path} without {missing}");
        }
    }
}

#[test]
fn a_running_vote_is_refused_and_a_phase_without_a_vote_is_not_found() {
    let site = site(&DETAILS);
    let missing = (404, "record-not-found".to_owned());
    for level in ["full", "pseudonymous"] {
        let client = site.client(level, None);
        let path = |phase: &str| format!("/phases/{phase}/pabulib");
        assert_eq!(refused(&site, &client, &path(&vote(VOTES))), (409, "vote-running".to_owned()));
        assert_eq!(refused(&site, &client, &path(&vote(900))), missing);
        assert_eq!(refused(&site, &client, &path("x")), missing);
        assert_eq!(refused(&site, &client, "/projects/x/polis/votes.csv"), missing);
        let unknown = format!("/projects/{}/polis/votes.csv", id("projects", 900));
        assert_eq!(refused(&site, &client, &unknown), missing);
        let file = format!("/projects/{}/polis/opinions.csv", id("projects", 0));
        assert_eq!(refused(&site, &client, &file), (404, "route-not-found".to_owned()));
    }
    let mut phase = record(resource("phases"), 1, AT);
    phase["id"] = json!(vote(700));
    site.import_one("phases", phase);
    let client = site.client("full", None);
    assert_eq!(refused(&site, &client, &format!("/phases/{}/pabulib", vote(700))), missing);
}

#[test]
fn ballots_that_the_platform_never_shows_are_for_full_only() {
    let settings = [&DETAILS[..], &["--vote-results", "never"]].concat();
    let site = site(&settings);
    let path = format!("/phases/{}/pabulib", vote(0));
    assert_eq!(site.get(&site.client("full", None), &path).status, 200);
    let client = site.client("pseudonymous", None);
    assert_eq!(refused(&site, &client, &path), (403, "insufficient-access".to_owned()));
}

#[test]
fn what_is_missing_is_named() {
    let site = site(&["--pabulib-unit", "Zwenebeke"]);
    let client = site.client("full", None);
    // A vote without a budget.
    let path = format!("/phases/{}/pabulib?country=BE", vote(2));
    let detail = |path: &str| {
        let response = site.get(&client, path);
        assert_eq!((response.status, response.problem().as_str()), (400, "invalid-parameter-value"));
        response.json()["detail"].as_str().unwrap().to_owned()
    };
    let both = detail(&path);
    assert!(both.contains("'instance', 'budget'.") && !both.contains("'unit'"), "{both}");
    let one = detail(&format!("{path}&instance=2026"));
    assert!(one.contains(": 'budget'."), "{one}");
    assert_eq!(site.get(&client, &format!("{path}&instance=2026&budget=5")).status, 200);
}

#[test]
fn usage_counts_the_records_that_a_file_is_made_of() {
    let mut site = site(&DETAILS);
    let client = site.client("full", None);
    assert_eq!(site.get(&client, &format!("/phases/{}/pabulib", vote(0))).status, 200);
    // A server that stops stores what it has counted.
    site.server.terminate();
    site.server.wait();
    let output = site.data.run(&["usage", "--client", &client.id, "--json"]);
    let usage: Value = serde_json::from_slice(&output.stdout).unwrap();
    let operations = usage["operations"].as_array().unwrap();
    let file = operations.iter().find(|each| each["operation"] == "getPhasePabulib").unwrap();
    assert_eq!(file["requests"], 1, "{usage}");
    assert!(file["records"].as_u64().unwrap() > 0, "{usage}");
}
