//! Ideas and reactions in the form of Polis.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use crate::ballots::site::{add_opinions, file, read_with, votes};
use crate::support::fixture::id;
use crate::support::random::{Random, seed};
use crate::support::site::{Client, Site};

const FILES: [&str; 5] =
    ["summary.csv", "comments.csv", "votes.csv", "participant-votes.csv", "comment-groups.csv"];
/// The number of a project with opinions, and of its ideas.
const PROJECT: usize = 500;
const IDEAS: usize = 12;

fn url(project: usize, file: &str) -> String {
    format!("/projects/{}/polis/{file}", id("projects", project))
}

/// What the programs read of the files of a project.
fn read(site: &Site, client: &Client) -> Value {
    let folder = tempfile::tempdir().unwrap();
    for name in FILES {
        std::fs::write(folder.path().join(name), file(site, client, &url(PROJECT, name))).unwrap();
    }
    read_with("read_polis.py", folder.path())
}

fn site() -> (Site, usize) {
    let mut random = Random(seed());
    let mut platform = votes(&mut Random(1));
    let reactions = add_opinions(&mut platform, &mut random, PROJECT, IDEAS);
    (Site::new(&platform), reactions)
}

/// All reactions to ideas of the project, as the list shows them.
fn reactions(site: &Site, client: &Client) -> Vec<Value> {
    let path = format!("/reactions?project_id={}&reactable_type=idea&format=ndjson", id("projects", PROJECT));
    let lines = site.get(client, &path).text;
    lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn red_dwarf_reads_the_files_and_votes_equal_reactions() {
    let (site, known) = site();
    for level in ["full", "pseudonymous"] {
        let client = site.client(level, None);
        let found = read(&site, &client);
        let votes = found["votes"].as_array().unwrap();
        assert_eq!((votes.len(), &found["duplicates"]), (known, &json!(0)), "{level}");
        assert_eq!((&found["matrix_is_equal"], &found["columns"]), (&json!(true), &json!(IDEAS)), "{level}");
        assert_eq!(found["n_votes"], known, "{level}");

        // The reactions by idea title and kind, of which each has its vote.
        let path =
            format!("/ideas?project_id={}&type=idea&publication_status=published", id("projects", PROJECT));
        let ideas = site.get(&client, &format!("{path}&page_size=24")).ok();
        let ideas = ideas["ideas"].as_array().unwrap();
        assert_eq!(ideas.len(), IDEAS);
        let all = reactions(&site, &client);
        let count = |idea: &Value, mode: &str| {
            let is_of =
                |it: &&Value| it["idea_id"] == idea["id"] && it["mode"] == mode && !it["user_id"].is_null();
            all.iter().filter(is_of).count()
        };
        let comments = found["comments"].as_array().unwrap();
        for (number, comment) in comments.iter().enumerate() {
            assert_eq!(comment["statement_id"], number);
            // Comments are numbered from the oldest on.
            let idea = &ideas[IDEAS - 1 - number];
            let title = idea["title"].as_str().unwrap();
            let guarded = title.starts_with('=');
            assert_eq!(
                comment["txt"].as_str().unwrap(),
                format!("{}{title}", if guarded { "'" } else { "" })
            );
            let of = |value: i64| {
                let is_of = |it: &&Value| it["statement_id"] == number && it["vote"] == value;
                votes.iter().filter(is_of).count()
            };
            for (mode, value) in [("up", 1), ("down", -1), ("neutral", 0)] {
                assert_eq!(of(value), count(idea, mode), "{level} {number} {mode}");
            }
            assert_eq!(
                (&comment["agree_count"], &comment["disagree_count"]),
                (&json!(of(1)), &json!(of(-1)))
            );
            let group = &found["groups"][number.to_string()];
            let total = json!(of(1) + of(-1) + of(0));
            assert_eq!((&group["total-votes"], &group["total-passes"]), (&total, &json!(of(0))));
            assert_eq!(comment["participant_id"] == 0, idea["author_id"].is_null());
        }
        assert_summary(&found, ideas, &all);
        assert_privacy(&found, level);
    }
}

fn assert_summary(found: &Value, ideas: &[Value], reactions: &[Value]) {
    let published: BTreeSet<&str> = ideas.iter().map(|idea| idea["id"].as_str().unwrap()).collect();
    let of_ideas: Vec<_> =
        reactions.iter().filter(|it| published.contains(it["idea_id"].as_str().unwrap())).collect();
    let people: BTreeSet<_> = of_ideas.iter().filter_map(|it| it["user_id"].as_str()).collect();
    let unknown = of_ideas.iter().filter(|it| it["user_id"].is_null()).count();
    assert!(unknown > 0);
    let authors: BTreeSet<_> = ideas.iter().filter_map(|idea| idea["author_id"].as_str()).collect();
    let summary = &found["summary"];
    let expected = [
        ("topic", "Opinions, \"all\" of them".to_owned()),
        ("url", "https://testham.example/projects/opinions".to_owned()),
        ("voters", (people.len() + unknown).to_string()),
        ("voters-in-conv", people.len().to_string()),
        ("commenters", authors.len().to_string()),
        ("comments", IDEAS.to_string()),
        ("groups", "0".to_owned()),
    ];
    for (key, value) in expected {
        assert_eq!(summary[key], value, "{key}");
    }
    assert_eq!(found["participants"], people.len());
}

/// Below `full`, times are midnights, and nothing ties authors to voters.
fn assert_privacy(found: &Value, level: &str) {
    let is_midnight = |value: &Value| value.as_f64().unwrap() % 86_400_000.0 == 0.0;
    let votes = found["votes"].as_array().unwrap();
    let participants: BTreeSet<u64> =
        votes.iter().map(|vote| vote["participant_id"].as_u64().unwrap()).collect();
    let comments = found["comments"].as_array().unwrap();
    let authors = comments.iter().map(|comment| comment["participant_id"].as_u64().unwrap());
    let authors: BTreeSet<u64> = authors.filter(|author| *author > 0).collect();
    let n_comments = found["n_comments"].as_array().unwrap();
    if level == "full" {
        assert!(votes.iter().all(|vote| !is_midnight(&vote["modified"])));
        assert!(!authors.is_disjoint(&participants));
        assert!(n_comments.iter().any(|number| number.as_i64().unwrap() > 0));
    } else {
        assert!(votes.iter().all(|vote| is_midnight(&vote["modified"])));
        let created = comments.iter().map(|it| it["created"].as_str().unwrap());
        assert!(created.into_iter().all(|time| time.contains("T00:00:00")));
        assert!(authors.is_disjoint(&participants));
        assert!(n_comments.iter().all(|number| *number == -1));
    }
}

/// The votes of each comment by voter, in a form that does not depend on numbers of voters.
fn rows(text: &str) -> (Vec<String>, BTreeMap<String, Vec<String>>) {
    let cells = |row: &str| row.split(',').map(str::to_owned).collect::<Vec<_>>();
    let mut of_voter: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for row in text.lines().skip(1).map(cells) {
        of_voter.entry(row[3].clone()).or_default().push(format!("{} {}", row[2], row[4]));
    }
    (of_voter.keys().cloned().collect(), of_voter)
}

#[test]
fn numbers_last_a_day_and_belong_to_one_client() {
    let (site, _) = site();
    let (client, other) = (site.client("pseudonymous", None), site.client("pseudonymous", None));
    let voters = |client: &Client| rows(&file(&site, client, &url(PROJECT, "votes.csv")));
    let (numbers, by_voter) = voters(&client);
    assert_eq!(voters(&client).0, numbers);
    let of_other = voters(&other).0;
    assert!(numbers.iter().all(|number| !of_other.contains(number)));
    // The server stores the present day again within a second, perhaps before it reads the votes.
    let (later, by_later) = loop {
        site.sql("UPDATE platform_day SET day = '2020-01-02'");
        let read = voters(&client);
        if site.data.table("SELECT day FROM platform_day WHERE day = '2020-01-02'").len() == 1 {
            break read;
        }
    };
    assert!(numbers.iter().all(|number| !later.contains(number)));
    let ballots = |by_voter: BTreeMap<String, Vec<String>>| {
        let mut ballots: Vec<_> = by_voter.into_values().collect();
        ballots.sort();
        ballots
    };
    assert_eq!(ballots(by_voter), ballots(by_later));
}

#[test]
fn a_project_without_ideas_has_headers_only() {
    let mut platform = votes(&mut Random(1));
    add_opinions(&mut platform, &mut Random(2), PROJECT, 0);
    let site = Site::new(&platform);
    let client = site.client("pseudonymous", None);
    for name in &FILES[1..] {
        let text = file(&site, &client, &url(PROJECT, name));
        assert_eq!(text.lines().count(), 1, "{name}: {text}");
    }
    let summary = file(&site, &client, &url(PROJECT, "summary.csv"));
    for line in ["voters,0", "commenters,0", "comments,0"] {
        assert!(summary.lines().any(|it| it == line), "{summary}");
    }
    assert_eq!(summary.lines().count(), 8);
    let response = site.get(&client, &url(PROJECT, "votes.csv"));
    assert_eq!(response.header("content-disposition"), "attachment; filename=\"votes.csv\"");
    assert!(response.header("content-type").starts_with("text/csv; charset=utf-8"));
}
