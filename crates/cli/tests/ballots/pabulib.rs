//! Votes in the Pabulib format.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use crate::ballots::site::{DETAILS, VOTES, file, pabulib, read_with, vote, votes};
use crate::support::random::{Random, seed};
use crate::support::site::{Client, Site};

/// Warnings about what a platform cannot know, or what people did not vote for.
const EXPECTED: [&str; 2] = ["missing selected field in projects", "project with no votes"];

/// The records of all pages of a list.
fn crawl(site: &Site, client: &Client, list: &str, plural: &str) -> Vec<Value> {
    let mut records = Vec::new();
    for number in 1.. {
        let page = site.get(client, &format!("{list}&page_size=24&page_number={number}")).ok();
        records.extend(page[plural].as_array().unwrap().iter().cloned());
        if page["meta"]["total_pages"].as_u64().unwrap() <= number {
            return records;
        }
    }
    unreachable!()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

/// The submitted votes for each idea of a phase, by ballot: what a reader of the lists counts.
fn choices(site: &Site, client: &Client, phase: &str) -> BTreeMap<String, Vec<(String, u64)>> {
    let baskets = crawl(site, client, &format!("/baskets?phase_id={phase}&submitted=true"), "baskets");
    let mut choices = BTreeMap::new();
    for basket in baskets {
        let id = text(&basket["id"]);
        let rows = crawl(site, client, &format!("/basket_ideas?basket_id={id}"), "basket_ideas");
        let rows = rows.iter().map(|row| (text(&row["idea_id"]), row["votes"].as_u64().unwrap()));
        choices.insert(id, rows.collect());
    }
    choices
}

#[test]
fn the_checker_finds_nothing_and_pabutools_counts_the_votes_of_the_platform() {
    let mut random = Random(seed());
    let site = Site::with(&votes(&mut random), &DETAILS);
    let mut methods = BTreeSet::new();
    for level in ["full", "pseudonymous"] {
        let client = site.client(level, None);
        let folder = tempfile::tempdir().unwrap();
        for number in 0..VOTES {
            let path = folder.path().join(format!("{}.pb", vote(number)));
            std::fs::write(path, file(&site, &client, &pabulib(number))).unwrap();
        }
        let read = read_with("read_pabulib.py", folder.path());
        for number in 0..VOTES {
            let found = &read[vote(number)];
            assert_eq!(found["errors"], json!({}), "{level} {number}");
            let warnings = found["warnings"].as_array().unwrap();
            let unexpected: Vec<_> =
                warnings.iter().filter(|it| !EXPECTED.contains(&it.as_str().unwrap())).collect();
            assert!(unexpected.is_empty(), "{level} {number}: {unexpected:?}");
            methods.insert(text(&found["meta"]["vote_type"]));
            let mut counted: BTreeMap<String, u64> = BTreeMap::new();
            let mut ballots = 0;
            for choices in choices(&site, &client, &vote(number)).into_values() {
                let listed = choices.iter().filter(|(idea, _)| found["costs"].get(idea).is_some());
                let is_counted = listed.map(|(idea, votes)| {
                    let points = if found["meta"]["vote_type"] == "cumulative" { *votes } else { 1 };
                    *counted.entry(idea.clone()).or_default() += points;
                });
                ballots += usize::from(is_counted.count() > 0);
            }
            let scores: BTreeMap<String, u64> = serde_json::from_value(found["scores"].clone()).unwrap();
            let scores: BTreeMap<_, _> = scores.into_iter().filter(|(_, score)| *score > 0).collect();
            assert_eq!(scores, counted, "{level} {number}");
            let voters: BTreeSet<String> = serde_json::from_value(found["voters"].clone()).unwrap();
            assert_eq!(voters, (1..=ballots).map(|voter| voter.to_string()).collect(), "{level} {number}");
            assert_winners(found);
            assert_left_out(&site, &client, number, found);
        }
    }
    let types = ["approval", "choose-1", "cumulative"].map(str::to_owned);
    assert_eq!(methods, types.into());
}

/// The winners that pabutools computes are those of our own counts: most votes first, as long as the budget lasts.
fn assert_winners(found: &Value) {
    if found["meta"]["vote_type"] == "cumulative" {
        return;
    }
    let mut left: u64 = found["meta"]["budget"].as_str().unwrap().parse().unwrap();
    let costs = found["costs"].as_object().unwrap();
    let winners: Vec<String> = serde_json::from_value(found["winners"].clone()).unwrap();
    let score = |idea: &String| found["scores"][idea].as_u64().unwrap();
    let total: u64 = winners.iter().map(|idea| costs[idea].as_u64().unwrap()).sum();
    assert!(total <= left);
    left -= total;
    let least = winners.iter().map(score).min();
    for (idea, cost) in costs.iter().filter(|(idea, _)| !winners.contains(idea)) {
        let fits = cost.as_u64().unwrap() <= left;
        assert!(!fits || score(idea) == 0, "{idea} could be funded");
        assert!(least.is_some() || !fits);
    }
}

/// The ideas of the phase that are not in the file are named in the comment.
fn assert_left_out(site: &Site, client: &Client, number: usize, found: &Value) {
    let ideas = crawl(site, client, &format!("/ideas?phase_id={}", vote(number)), "ideas");
    let budget: u64 = found["meta"]["budget"].as_str().unwrap().parse().unwrap();
    for idea in ideas {
        let id = text(&idea["id"]);
        let cost = if number.is_multiple_of(3) { idea["budget"].as_u64().unwrap_or(0) } else { 1 };
        let is_listed = (1..=budget).contains(&cost);
        assert_eq!(found["costs"].get(&id).is_some(), is_listed, "{idea}");
        let comment = found["meta"]["comment"].as_str().unwrap_or_default();
        assert_eq!(comment.contains(&id), !is_listed, "{comment}");
        if is_listed && let Some(name) = found["names"][&id].as_str() {
            let words = |text: &str| {
                let parts = text.split(|letter: char| letter.is_whitespace() || letter.is_control());
                parts.filter(|part| !part.is_empty()).map(str::to_owned).collect::<Vec<_>>()
            };
            let title = words(idea["title"].as_str().unwrap());
            assert_eq!(words(name), if title.is_empty() { vec![id] } else { title });
        }
    }
}

#[test]
fn voters_get_other_numbers_in_each_download() {
    let mut random = Random(seed());
    let site = Site::with(&votes(&mut random), &DETAILS);
    let client = site.client("pseudonymous", None);
    let rows = |number: usize| {
        let file = file(&site, &client, &pabulib(number));
        let (_, votes) = file.split_once("voter_id;vote").unwrap();
        let rows: Vec<String> = votes.lines().skip(1).map(str::to_owned).collect();
        let mut ballots: Vec<String> =
            rows.iter().map(|row| row.split_once(';').unwrap().1.to_owned()).collect();
        ballots.sort();
        (rows, ballots)
    };
    let differs = (0..VOTES).any(|number| {
        let [one, other] = [rows(number), rows(number)];
        assert_eq!(one.1, other.1);
        one.0 != other.0
    });
    assert!(differs);
}

#[test]
fn parameters_override_settings_and_the_file_has_the_name_of_the_phase() {
    let site = Site::with(&votes(&mut Random(7)), &DETAILS);
    let client = site.client("full", None);
    let path = format!("/phases/{}/pabulib", vote(0));
    let response =
        site.get(&client, &format!("{path}?country=France&unit=%20Ville;%0Aneuve&budget=70000&rule=greedy"));
    assert_eq!(response.header("content-type"), "text/plain; charset=utf-8");
    assert_eq!(response.header("content-disposition"), format!("attachment; filename=\"{}.pb\"", vote(0)));
    for line in ["country;France", "unit;\"Ville; neuve\"", "instance;2026", "budget;70000", "rule;greedy"] {
        assert!(response.text.contains(&format!("\n{line}\n")), "{}", response.text);
    }
    let other = site.get(&client, &format!("{path}?rule=best"));
    assert_eq!((other.status, other.problem().as_str()), (400, "invalid-parameter-value-enum"));
    let amount = site.get(&client, &format!("{path}?budget=-5"));
    assert_eq!((amount.status, amount.problem().as_str()), (400, "invalid-parameter-value"));
    let accepts = |accept: &str| {
        let request = site.server.request(reqwest::Method::GET, &format!("/api/v2{path}"));
        request.bearer_auth(&client.token).header("accept", accept).send().status
    };
    assert_eq!(["text/plain", "text/*", "*/*", "application/json"].map(accepts), [200, 200, 200, 406]);
}
