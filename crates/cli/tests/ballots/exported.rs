//! Files for research in exports.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::ballots::site::{DETAILS, VOTES, add_opinions, file, vote, votes};
use crate::support::fixture::id;
use crate::support::random::Random;
use crate::support::site::Site;

const PROJECT: usize = 500;

fn export(site: &Site, folder: &Path, arguments: &[&str]) -> (Option<i32>, String, Value) {
    let out = folder.to_str().unwrap();
    let output = site.data.run(&[&["export", "--out", out, "--json"], arguments].concat());
    let report = serde_json::from_slice(&output.stdout).unwrap_or_default();
    (output.status.code(), String::from_utf8(output.stderr).unwrap(), report)
}

/// The rows of the ballots of a file without the numbers of voters, and what is before them.
fn without_voters(text: &str) -> (String, Vec<String>) {
    let (head, votes) = text.split_once("\nVOTES\n").unwrap();
    let mut ballots: Vec<String> =
        votes.lines().skip(1).map(|row| row.split_once(';').unwrap().1.to_owned()).collect();
    ballots.sort();
    (head.to_owned(), ballots)
}

#[test]
fn an_export_has_the_files_that_clients_download() {
    let mut platform = votes(&mut Random(5));
    add_opinions(&mut platform, &mut Random(6), PROJECT, 5);
    let site = Site::with(&platform, &DETAILS);
    // A vote without a budget of its own needs one.
    let details = [&DETAILS[..], &["--pabulib-budget", "90000"]].concat();
    for level in ["full", "pseudonymous"] {
        let (client, folder) = (site.client(level, None), tempfile::tempdir().unwrap());
        let folder = folder.path().join("export");
        let arguments = [&["--client", &client.id, "--format", "pabulib,polis"], &details[..]].concat();
        let (code, errors, report) = export(&site, &folder, &arguments);
        assert_eq!(code, Some(0), "{errors}");
        assert_eq!(fs::read_dir(folder.join("pabulib")).unwrap().count(), VOTES);
        for number in 0..VOTES {
            let path = format!("/phases/{}/pabulib?budget=90000", vote(number));
            let exported = fs::read_to_string(folder.join(format!("pabulib/{}.pb", vote(number)))).unwrap();
            assert_eq!(without_voters(&exported), without_voters(&file(&site, &client, &path)));
        }
        for project in [0, PROJECT].map(|number| id("projects", number)) {
            for name in ["summary", "comments", "votes", "participant-votes", "comment-groups"] {
                let path = format!("polis/{project}/{name}.csv");
                let exported = fs::read_to_string(folder.join(&path)).unwrap();
                let (_, file_path) = path.split_once('/').unwrap();
                let (id, name) = file_path.split_once('/').unwrap();
                assert_eq!(exported, file(&site, &client, &format!("/projects/{id}/polis/{name}")), "{path}");
            }
        }
        assert_described(&folder, &report);
        // Another export replaces it, and removes its folders.
        let (code, errors, _) = export(&site, &folder, &["--format", "csv"]);
        assert_eq!(code, Some(0), "{errors}");
        assert!(!folder.join("pabulib").exists() && !folder.join("polis").exists());
    }
}

/// Report, data package and checksums name each file.
fn assert_described(folder: &Path, report: &Value) {
    let package: Value =
        serde_json::from_str(&fs::read_to_string(folder.join("datapackage.json")).unwrap()).unwrap();
    let sums = fs::read_to_string(folder.join("SHA256SUMS")).unwrap();
    let files = report["files"].as_array().unwrap();
    let of_research: Vec<_> = files.iter().filter(|file| !file["format"].is_null()).collect();
    assert_eq!(of_research.len(), package["resources"].as_array().unwrap().len());
    for file in of_research {
        let name = file["name"].as_str().unwrap();
        let format = file["format"].as_str().unwrap();
        assert!(name.starts_with(&format!("{format}/")), "{name}");
        let line = format!("{}  {name}\n", file["sha256"].as_str().unwrap());
        assert!(sums.contains(&line), "{name}");
        let mut described = package["resources"].as_array().unwrap().iter();
        let described = described.find(|resource| resource["path"] == name).unwrap();
        assert_eq!(described["bytes"], file["size_bytes"]);
        assert_eq!(fs::metadata(folder.join(name)).unwrap().len(), file["size_bytes"].as_u64().unwrap());
    }
}

#[test]
fn an_export_without_ballots_or_details_is_an_error_that_says_why() {
    let site = Site::new(&votes(&mut Random(5)));
    let folder = tempfile::tempdir().unwrap();
    let target = folder.path().join("export");
    let public = site.client("public", None);
    let limited = site.client("full", Some(&["phases", "ideas", "baskets"]));
    for (arguments, code, words) in [
        (
            &["--access", "public", "--format", "pabulib"][..],
            2,
            "needs the access level full or pseudonymous",
        ),
        (
            &["--access", "anonymous", "--format", "csv,polis"],
            2,
            "needs the access level full or pseudonymous",
        ),
        (&["--client", &public.id, "--format", "polis"], 2, "not public"),
        (&["--client", &limited.id, "--format", "pabulib"], 1, "needs the resource basket_ideas"),
        (&["--resources", "ideas", "--format", "polis"], 1, "needs the resource projects"),
        (&["--format", "pabulib"], 1, "country, unit, instance"),
        (&["--format", "votes"], 2, "expected any of parquet, csv, ndjson, sqlite, pabulib, polis"),
    ] {
        let (status, errors, _) = export(&site, &target, arguments);
        assert_eq!(status, Some(code), "{arguments:?}: {errors}");
        assert!(errors.contains(words), "{errors}");
        assert!(!target.exists(), "{arguments:?}");
    }
}
