//! The import of a few records costs as much with many stored records as with few.

use std::collections::BTreeMap;
use std::time::Duration;

use folkmoot_model::resource::Resource;
use folkmoot_model::resources::RESOURCES;
use serde_json::{Value, json};

use crate::support::fixture::{Platform, id, record, resource};
use crate::support::{Data, eventually};

const CREATED_AT: &str = "2025-03-18T08:15:30.250Z";
/// The number of records of each resource in the platforms that are compared.
const FEW: usize = 40;
const MANY: usize = 800;
/// PostgreSQL reads small tables as a whole even if there is an index, which is right.
const MANY_IN_POSTGRES: usize = 4000;
/// What the same import reads in the larger platform, as a multiple of what it reads in the smaller one.
const LIMIT: f64 = 1.1;
/// What no import reads more of: a constant number of rows or steps is no whole table.
const ALLOWED: u64 = 200;

/// The number of records of each resource in a large import.
const LARGE_IMPORT: usize = 300;
/// How many times as many records the larger one of two large imports has.
const TIMES_LARGER: usize = 4;

/// The temporary tables of an import of one topic: 10. All that an import may need are 95.
const TABLES_OF_A_RECORD: usize = 15;

/// SQLite needs 203 steps for a new row of `idea_phases`, and 247 if it derives a column for each use.
const STEPS_OF_A_ROW: u64 = 225;

/// The records of an import, by resource.
type Records = BTreeMap<&'static str, Vec<Value>>;

/// Imports of one record or of one of each resource: new ones, changed ones, and removals. New records refer to those with
/// the number 0.
fn small_imports() -> Vec<(String, Records)> {
    let mut imports = Vec::new();
    for plural in ["topics", "projects", "phases", "ideas", "comments", "reactions", "baskets"] {
        let mut new = record(resource(plural), 0, CREATED_AT);
        new["id"] = json!(id(plural, 1_000_000));
        if plural == "baskets" {
            // No two baskets have the same person, phase and project.
            new["user_id"] = Value::Null;
        }
        imports.push((format!("a new one of {plural}"), Records::from([(plural, vec![new])])));
    }
    let with_id = || RESOURCES.iter().filter(|resource| resource.has_id());
    let changed = |resource: &&'static Resource| {
        (resource.names.plural, vec![record(resource, 1, "2025-04-01T00:00:00.000Z")])
    };
    imports.push(("a changed record of each resource".to_owned(), with_id().map(changed).collect()));
    for plural in ["projects", "phases", "ideas", "users"] {
        let partial =
            json!({ "id": id(plural, 2), "_partial": true, "updated_at": "2025-05-01T00:00:00.000Z" });
        imports.push((format!("a part of one of {plural}"), Records::from([(plural, vec![partial])])));
    }
    for kind in ["reactions", "topics", "areas", "users"] {
        imports.push((
            format!("a deleted one of {kind}"),
            Records::from([tombstones(3, |plural| plural == kind)]),
        ));
    }
    imports.push(("a deleted project with all it has".to_owned(), Records::from([tombstones(4, |_| true)])));
    imports
}

/// Tombstones of the records with a number, of the resources that a condition selects.
fn tombstones(number: usize, is_selected: impl Fn(&str) -> bool) -> (&'static str, Vec<Value>) {
    let deletable = RESOURCES.iter().filter(|resource| !resource.names.deleted_type.is_empty());
    let selected = deletable.filter(|resource| is_selected(resource.names.plural));
    let tombstone = |resource: &&Resource| {
        let (item, kind) = (id(resource.names.plural, number), resource.names.deleted_type);
        json!({ "id": item, "type": kind, "deleted_at": "2025-06-01T00:00:00.000Z" })
    };
    ("deleted_items", selected.map(tombstone).collect())
}

/// A platform with this number of records of each resource.
fn filled(data: Data, count: usize) -> Data {
    let data = data.filled(&Platform::full(count, CREATED_AT));
    if !data.is_embedded() {
        data.change_database("ANALYZE");
        wait_until_indexes_are_used(&data);
    }
    data
}

/// Waits for the end of each transaction, also in databases of other tests, that began before the import: until then,
/// PostgreSQL does not use an index that the import created after changing rows of its table (`pg_index.indcheckxmin`).
fn wait_until_indexes_are_used(data: &Data) {
    let transaction = data.rows("SELECT pg_current_xact_id()::text").remove(0);
    let have_ended = format!("SELECT pg_snapshot_xmin(pg_current_snapshot()) > '{transaction}'");
    eventually("a transaction does not end", || data.rows(&have_ended) == ["1"]);
}

/// What the database does for an import: steps of SQLite's virtual machine by statement, or rows that PostgreSQL reads.
fn cost(data: &Data, records: &Records, dry_run: bool) -> BTreeMap<String, u64> {
    let read_before = if data.is_embedded() { BTreeMap::new() } else { rows_read(data) };
    let log = imported(data, records, dry_run, "warn,folkmoot_database::sqlite=trace");
    if data.is_embedded() {
        return steps(&log, dry_run);
    }
    let read = rows_read(data).into_iter();
    read.map(|(table, rows)| {
        let before = read_before.get(&table).copied().unwrap_or(0);
        (table, rows - before)
    })
    .collect()
}

/// The log of an import at these levels.
fn imported(data: &Data, records: &Records, dry_run: bool, levels: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    for (plural, lines) in records {
        let lines: Vec<String> = lines.iter().map(Value::to_string).collect();
        std::fs::write(folder.path().join(format!("{plural}.ndjson")), lines.join("\n")).unwrap();
    }
    let mut command = data.command();
    command.args(["--log-level", levels, "--log-format", "json", "import"]);
    command.args(dry_run.then_some("--dry-run")).arg(folder.path());
    let output = command.output().unwrap();
    let log = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{log}");
    log
}

/// The steps of each statement in a log.
fn steps(log: &str, dry_run: bool) -> BTreeMap<String, u64> {
    let mut steps = BTreeMap::new();
    for line in log.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()) {
        if let (Some(sql), Some(count)) = (line["sql"].as_str(), line["steps"].as_u64()) {
            *steps.entry(without_numbers(sql)).or_default() += count;
        }
    }
    // What every import does while it reads its files, while it checks them, and at the end of its final write.
    let written = if dry_run { None } else { Some("platform_clock") };
    for statement in ["CREATE TEMP TABLE staged_", "MAX(key)"].into_iter().chain(written) {
        assert!(steps.keys().any(|sql| sql.contains(statement)), "the log has {statement}: {steps:?}");
    }
    steps
}

/// SQL without the keys that differ between platforms.
fn without_numbers(sql: &str) -> String {
    sql.chars().filter(|character| !character.is_ascii_digit()).collect()
}

/// The rows that were read from each table of the platform since the beginning of the statistics; without the word index,
/// which has as few rows here as an import looks up.
fn rows_read(data: &Data) -> BTreeMap<String, u64> {
    // A session adds what it read to the statistics when it ends, which is after the end of its program.
    let others =
        "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()";
    while !data.rows(others).is_empty() {
        std::thread::sleep(Duration::from_millis(5));
    }
    let rows = data.rows(
        "SELECT relname, (COALESCE(seq_tup_read, 0)
           + (SELECT COALESCE(SUM(idx_tup_read), 0) FROM pg_stat_user_indexes AS indexes WHERE indexes.relid = tables.relid))::bigint
         FROM pg_stat_user_tables AS tables WHERE schemaname = 'public' AND relname <> 'ideas_words'",
    );
    let row = |row: &String| {
        let (table, rows) = row.split_once('|').unwrap();
        (table.to_owned(), rows.parse().unwrap())
    };
    rows.iter().map(row).collect()
}

/// Compares what imports cost in both platforms.
fn assert_costs_are_equal(dry_run: bool) {
    let few = filled(Data::new(), FEW);
    let count = if few.is_embedded() { MANY } else { MANY_IN_POSTGRES };
    let many = filled(Data::new(), count);
    for (name, records) in small_imports() {
        let (in_few, in_many) = (cost(&few, &records, dry_run), cost(&many, &records, dry_run));
        for (what, read) in &in_many {
            let expected = in_few.get(what).copied().unwrap_or(0);
            #[expect(clippy::cast_precision_loss, reason = "the counts are small")]
            let limit = expected as f64 * LIMIT;
            #[expect(clippy::cast_precision_loss, reason = "the counts are small")]
            let is_low = *read <= expected + ALLOWED || *read as f64 <= limit;
            assert!(is_low, "{name}: {expected} with {FEW} records, {read} with {count}: {what}");
        }
    }
}

#[test]
fn a_small_import_costs_the_same_in_a_large_platform() {
    assert_costs_are_equal(false);
}

#[test]
fn a_small_dry_run_costs_the_same_in_a_large_platform() {
    assert_costs_are_equal(true);
}

/// PostgreSQL takes as long for a table as for many statements.
#[test]
fn an_import_of_one_record_creates_few_tables() {
    let data = Data::with(&Platform::full(1, CREATED_AT));
    let (_, new_topic) = small_imports().remove(0);
    let tables = || {
        let log = imported(&data, &new_topic, false, "warn,folkmoot_database::import_transaction=trace");
        let created = log.lines().filter(|line| line.contains("CREATE TEMP TABLE"));
        created.map(str::to_owned).collect::<Vec<_>>()
    };
    let first = tables();
    assert!((1..=TABLES_OF_A_RECORD).contains(&first.len()), "{first:#?}");
    let unchanged = tables();
    assert!((1..=TABLES_OF_A_RECORD).contains(&unchanged.len()), "{unchanged:#?}");
    // The record equals the stored one, so that the final write has nothing to compare.
    assert!(!unchanged.iter().any(|table| table.contains("differing_")), "{unchanged:#?}");
}

/// With statistics of small tables, SQLite's planner would read these tables completely for each row of the import. That of
/// PostgreSQL estimates rows by the size of a table's file.
#[test]
fn a_large_import_into_an_embedded_platform_with_few_records_costs_the_same_for_each_record() {
    let records = |count: usize| -> Records {
        let all =
            |resource: &Resource| (0..count).map(|number| record(resource, number, CREATED_AT)).collect();
        RESOURCES.iter().map(|resource| (resource.names.plural, all(resource))).collect()
    };
    assert_costs_are_proportional(|count| cost(&filled(Data::embedded(), 2), &records(count), false));
}

/// The columns that are derived from a changed record are computed again in the records that refer to it.
#[test]
fn a_change_of_all_records_of_an_embedded_platform_costs_the_same_for_each_record() {
    let changed = |resource: &Resource, number| {
        let mut record = record(resource, number, "2025-04-01T00:00:00.000Z");
        if resource.names.plural == "projects" {
            record["publication_status"] = json!("draft");
        }
        record
    };
    assert_costs_are_proportional(|count| {
        let all = |resource: &Resource| (0..count).map(|number| changed(resource, number)).collect();
        let changed = ["projects", "phases", "ideas"].map(|plural| (plural, all(resource(plural))));
        cost(&filled(Data::embedded(), count), &Records::from(changed), false)
    });
}

/// The order of new rows depends on whether their idea is an answer to a survey, which is derived from that idea.
#[test]
fn a_large_import_into_an_embedded_platform_derives_each_column_of_a_row_once() {
    let few = filled(Data::embedded(), LARGE_IMPORT);
    few.change_database("DELETE FROM idea_phases WHERE key > 1");
    let rows = (0..LARGE_IMPORT).map(|number| record(resource("idea_phases"), number, CREATED_AT));
    let costs = cost(&few, &Records::from([("idea_phases", rows.collect())]), false);
    let (_, steps) = costs.iter().find(|(sql, _)| sql.starts_with("INSERT INTO idea_phases")).unwrap();
    assert!(*steps < STEPS_OF_A_ROW * LARGE_IMPORT as u64, "{steps} for {LARGE_IMPORT} rows");
}

/// Compares what `cost_of` many records with that of few.
fn assert_costs_are_proportional(cost_of: impl Fn(usize) -> BTreeMap<String, u64>) {
    let total = |count| cost_of(count).values().sum::<u64>();
    let (few, many) = (total(LARGE_IMPORT), total(LARGE_IMPORT * TIMES_LARGER));
    let limit = few * TIMES_LARGER as u64 * 5 / 4;
    assert!(
        many < limit,
        "{few} with {LARGE_IMPORT} records of each resource, {many} with {TIMES_LARGER} times as many"
    );
}
