//! Ids that contain the time of a record whose timestamps are cut.

use crate::import::scenario::{ImportScenario, record};

/// An id of this version.
fn id(version: u32, number: u32) -> String {
    format!("018f2c00-0000-{version}000-8000-{number:012}")
}

#[test]
fn ids_of_versions_with_a_time_are_warned_about() {
    let scenario = ImportScenario::full();
    scenario.import();
    scenario.only("users.ndjson", &[]);
    let lines: String = [4, 1, 6, 7, 7]
        .into_iter()
        .zip(0..)
        .map(|(version, number)| {
            let id = id(version, number);
            record(&format!(
                r#""id":"{id}","mode":"up","user_id":"$5","reactable_id":"$14","reactable_type":"idea""#
            ))
            .replace("\"user_id\":\"00000000-0000-4000-8000-000000000005\",", "")
        })
        .collect();
    scenario.put("reactions.ndjson", &lines);
    let phase = r#","creation_phase_id":"$10""#;
    let ideas = [(7, 1, phase), (7, 2, ""), (4, 3, phase)].map(|(version, number, phase)| {
        record(&format!(r#""id":"{}","title":"I","project_id":"$8"{phase}"#, id(version, number)))
    });
    scenario.put("ideas.ndjson", &ideas.concat());
    let expected = |ids: &str, resource: &str, version: u32| {
        format!(
            "{ids} ids of {resource} are UUIDs of version {version}, which contain the time at which they were made, although \
             access levels below full show only the day; make random ids, of version 4"
        )
    };
    let all = [
        expected("1", "ideas", 7),
        expected("1", "reactions", 1),
        expected("1", "reactions", 6),
        expected("2", "reactions", 7),
    ];
    assert_eq!(scenario.try_import(true).unwrap().warnings, all, "a survey response, but not an idea");
    assert_eq!(scenario.import().warnings, all);
    scenario.only("users.ndjson", &[r#""id":"018f2c00-0000-7000-8000-000000000001""#, r#""id":"$5""#]);
    assert_eq!(scenario.import().warnings, [expected("1", "users", 7)]);
}
