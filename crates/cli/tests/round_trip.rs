//! Realistic data, imported and read through the API, compared with its source record by record.

use std::collections::HashMap;
use std::io::{BufRead as _, BufReader};
use std::path::Path;

use flate2::read::MultiGzDecoder;
use serde_json::Value;

use crate::support::Data;
use crate::support::conversations::Conversations;

fn source(directory: &Path, plural: &str) -> Vec<Value> {
    let file = std::fs::File::open(directory.join(format!("{plural}.ndjson.gz"))).unwrap();
    let lines = BufReader::new(MultiGzDecoder::new(file)).lines();
    lines.map(|line| serde_json::from_str(&line.unwrap()).unwrap()).collect()
}

fn key(plural: &str, record: &Value) -> String {
    match plural {
        "idea_phases" => format!("{}{}", record["idea_id"], record["phase_id"]),
        _ => record["id"].as_str().unwrap().to_owned(),
    }
}

#[test]
fn the_api_returns_imported_conversations_unchanged() {
    let conversations = Conversations::new();
    let directory = conversations.path();
    let data = Data::new();
    let imported = data.run(&["import", directory.to_str().unwrap()]);
    assert!(imported.status.success(), "{}", String::from_utf8_lossy(&imported.stderr));
    assert!(data.run(&["access", "on"]).status.success());
    let caller = data.serve();
    let mut sources: HashMap<&str, Vec<Value>> = HashMap::new();
    for plural in ["users", "projects", "phases", "ideas", "idea_phases", "reactions"] {
        let rows = source(directory, plural);
        assert!(!rows.is_empty(), "no {plural}");
        let crawled = caller.crawl(&format!("/{plural}"), plural, 24);
        assert_eq!(crawled.len(), rows.len(), "{plural}");
        let order: Vec<(&str, &str)> = crawled
            .iter()
            .map(|row| (row["created_at"].as_str().unwrap(), row["id"].as_str().unwrap_or_default()))
            .collect();
        assert!(order.windows(2).all(|pair| pair[0] >= pair[1]), "{plural} is out of order");
        let by_key: HashMap<String, &Value> = crawled.iter().map(|row| (key(plural, row), row)).collect();
        for row in &rows {
            let returned = by_key[&key(plural, row)];
            for (field, value) in row.as_object().unwrap() {
                if let Some(actual) = returned.get(field) {
                    assert_eq!(actual, value, "{plural} {} {field}", row["id"]);
                }
                if let (Some(name), Some(map)) = (field.strip_suffix("_multiloc"), value.as_object()) {
                    let text = ["en", "zh-TW"]
                        .iter()
                        .find_map(|locale| map.get(*locale).filter(|text| **text != ""));
                    assert_eq!(
                        &returned[name],
                        text.unwrap_or(&Value::from("")),
                        "{plural} {} {name}",
                        row["id"]
                    );
                }
            }
        }
        sources.insert(plural, rows);
    }
    let count = |idea: &Value, mode: &str| {
        sources["reactions"]
            .iter()
            .filter(|row| row["reactable_id"] == idea["id"] && row["mode"] == mode)
            .count()
    };
    for idea in caller.crawl("/ideas", "ideas", 24).iter().step_by(7) {
        assert_eq!(idea["likes_count"], count(idea, "up"));
        assert_eq!(idea["dislikes_count"], count(idea, "down"));
    }
    for project in caller.crawl("/projects", "projects", 24) {
        let published = sources["ideas"]
            .iter()
            .filter(|idea| idea["project_id"] == project["id"] && idea["publication_status"] == "published");
        assert_eq!(project["ideas_count"], published.count());
    }
}
