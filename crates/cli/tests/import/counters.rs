use folkmoot_model::resource::Counted;

use crate::import::scenario::{ImportScenario, id};

const COUNTS: &str =
    "SELECT likes_count, dislikes_count, comments_count, baskets_count, votes_count FROM ideas ORDER BY id";

#[test]
fn counters_are_counted_unless_given() {
    let scenario = ImportScenario::full();
    scenario.import();
    assert_eq!(scenario.rows(COUNTS), ["1|0|2|1|3", "0|0|0|0|0", "41|0|0|0|0"]);
    assert_eq!(
        scenario.rows("SELECT dislikes_count, children_count FROM comments ORDER BY id"),
        ["1|1", "0|0"]
    );
    assert_eq!(
        scenario.rows("SELECT ideas_count, baskets_count, votes_count FROM phases ORDER BY id"),
        ["0|0|0", "1|1|3"]
    );
    assert_eq!(scenario.rows("SELECT baskets_count, votes_count FROM idea_phases"), ["1|3"]);
    assert_eq!(scenario.rows("SELECT deliveries_count FROM email_campaigns"), ["1"]);
    assert_eq!(scenario.rows("SELECT attendees_count FROM events"), ["1"]);
    assert_eq!(scenario.rows("SELECT volunteers_count FROM volunteering_causes"), ["1"]);
}

#[test]
fn counters_follow_inserted_updated_and_removed_records() {
    let scenario = ImportScenario::full();
    scenario.import();
    scenario.only(
        "baskets.ndjson",
        &[r#""id":"$20","user_id":"$6","phase_id":"$11","submitted_at":"2025-02-03T00:00:00Z""#],
    );
    let published = scenario.feed_length();
    scenario.import();
    assert_eq!(scenario.rows(COUNTS)[0], "1|0|2|2|8");
    assert_eq!(scenario.rows("SELECT baskets_count, votes_count FROM idea_phases"), ["2|8"]);
    assert_eq!(
        scenario.feed_after(published),
        ["phases|2", "ideas|1", "idea_phases|1", "baskets|2", "basket_ideas|2"]
    );
    scenario.only(
        "reactions.ndjson",
        &[r#""id":"$17","mode":"up","user_id":"$5","reactable_id":"$13","reactable_type":"idea""#],
    );
    scenario.import();
    assert_eq!(scenario.rows("SELECT likes_count FROM ideas ORDER BY id"), ["0", "1", "41"]);
    scenario.only(
        "reactions.ndjson",
        &[r#""id":"$50","mode":"up","reactable_id":"$13","reactable_type":"idea""#],
    );
    scenario.import();
    assert_eq!(scenario.rows("SELECT likes_count FROM ideas ORDER BY id"), ["0", "2", "41"]);
    scenario.only("deleted_items.ndjson", &[]);
    scenario.put(
        "deleted_items.ndjson",
        &format!("{{\"id\":\"{}\",\"type\":\"Reaction\",\"deleted_at\":\"2025-03-01T00:00:00Z\"}}\n", id(50)),
    );
    scenario.import();
    assert_eq!(scenario.rows("SELECT likes_count FROM ideas ORDER BY id"), ["0", "1", "41"]);
}

#[test]
fn every_counter_equals_a_straightforward_count() {
    let scenario = ImportScenario::full();
    scenario.import();
    for resource in folkmoot_model::resources::all_resources() {
        for (bit, field) in resource.counted().enumerate() {
            let folkmoot_model::resource::Source::Counted(counted) = field.source else { continue };
            let (table, name, sql) = (resource.names.plural, field.name, straightforward_count(&counted));
            let differing = scenario.rows(&format!(
                "SELECT key FROM {table} AS this WHERE imported_counters & {} = 0 AND {name} <> {sql}",
                1 << bit
            ));
            assert!(differing.is_empty(), "{table}.{name}: {differing:?}");
        }
    }
}

/// The counter of the row `this`, counted for it alone.
fn straightforward_count(counted: &Counted) -> String {
    let Counted { only, table, column, own_column, shared, sum_of } = counted;
    let aggregate =
        sum_of.map_or("COUNT(*)".to_owned(), |column| format!("COALESCE(SUM({table}.{column}), 0)"));
    let shared = shared.map_or_else(String::new, |shared| format!("AND {table}.{shared} = this.{shared}"));
    format!(
        "(SELECT {aggregate} FROM {table} WHERE {table}.{column} = this.{own_column} {shared} AND {only})"
    )
}
