//! Exports contain exactly what a client of their level reads page by page, in every format, and nothing that it must not see.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use parquet::file::reader::{FileReader as _, SerializedFileReader};
use parquet::record::Field;
use rusqlite::Connection;
use rusqlite::types::ValueRef;
use serde_json::{Value, json};

use crate::access_levels::canary::leaks;
use crate::access_levels::rules::{Level, RULES, Rules};
use crate::access_levels::site::{Client, Site};
use crate::access_levels::{assert_none, fixture};

/// A column of the signed URLs, which exports leave out.
const SIGNED_URL: (&str, &str) = ("files", "url");

/// Exports to a folder with these arguments.
fn export(site: &Site, folder: &Path, arguments: &[&str]) -> std::process::Output {
    let out = folder.to_str().unwrap();
    site.data.run(&[&["export", "--out", out, "--json"], arguments].concat())
}

/// The report of an export that succeeds.
#[track_caller]
fn exported(site: &Site, folder: &Path, arguments: &[&str]) -> Value {
    let output = export(site, folder, arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// What the client reads of a resource, page by page.
fn walk(site: &Site, client: &Client, rules: &Rules, query: &str) -> Vec<Value> {
    let mut records = site.crawl(client, &format!("/{}{query}", rules.plural), rules.list_key);
    if rules.plural == SIGNED_URL.0 {
        for record in &mut records {
            record.as_object_mut().unwrap().shift_remove(SIGNED_URL.1);
        }
    }
    records
}

#[test]
pub fn exports_equal_pages_at_each_level_and_reveal_nothing() {
    let (site, _) = fixture(&[]);
    let folder = tempfile::tempdir().unwrap();
    let mut faults = Vec::new();
    for level in Level::ALL {
        let client = site.client(level);
        let folder = folder.path().join(level.name());
        let arguments = ["--client", &client.id, "--format", "parquet,csv,ndjson,sqlite"];
        let report = exported(&site, &folder, &arguments);
        assert_eq!((&report["access"], &report["client_id"]), (&json!(level.name()), &json!(client.id)));
        for rules in RULES {
            let expected = walk(&site, client, rules, "");
            for (format, actual) in tables(&folder, rules, &expected) {
                if actual != expected {
                    faults.push(fault(level, rules, format, &actual, &expected));
                }
            }
        }
        check_sqlite(&folder.join("folkmoot.sqlite"));
        check_sums(&folder, &report);
        for (file, text) in texts(&folder) {
            let found = leaks(level, &text);
            faults.extend(found.iter().map(|marker| format!("{} {file}: {marker}", level.name())));
        }
    }
    assert_none(&faults);
}

#[test]
fn an_export_has_one_locale_and_the_resources_of_its_client() {
    let (site, _) = fixture(&[]);
    let folder = tempfile::tempdir().unwrap();
    let limited = site.create_client(Level::Anonymous, Some("ideas,topics,users"));
    let arguments = ["--client", &limited.id, "--format", "ndjson", "--locale", "nl-BE"];
    let report = exported(&site, folder.path(), &arguments);
    assert_eq!(report["resources"], json!(["topics", "ideas"]));
    let ideas = RULES.iter().find(|rules| rules.plural == "ideas").unwrap();
    let expected = walk(&site, &limited, ideas, "?locale=nl-BE");
    assert_eq!(ndjson(&folder.path().join("ideas.ndjson")), expected);

    // A later export replaces this one, and an export that is refused changes nothing.
    exported(&site, folder.path(), &["--access", "public", "--resources", "areas", "--format", "csv"]);
    let names = || {
        let mut names: Vec<_> =
            fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names
    };
    let public = names();
    assert_eq!(public, ["README.md", "SHA256SUMS", "areas.csv", "datapackage.json"]);
    let revoked = site.create_client(Level::Full, None);
    assert!(site.data.run(&["clients", "revoke", &revoked.id]).status.success());
    for (arguments, message) in [
        (["--access", "pseudonymous"].as_slice(), "pseudonyms of its own"),
        (&["--client", &revoked.id], "is revoked"),
        (&["--client", "00000000-0000-4000-8000-000000000000"], "no client has the id"),
        (&["--client", &limited.id, "--resources", "comments"], "sees no comments"),
        (&["--access", "public", "--resources", "users"], "sees no users"),
        (&["--locale", "xx"], "does not have the locale 'xx'"),
        (&["--format", "xlsx"], "not a format"),
    ] {
        let output = export(&site, folder.path(), arguments);
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && error.contains(message), "{arguments:?}: {error}");
        assert_eq!(names(), public);
    }
    fs::write(folder.path().join("notes.txt"), "").unwrap();
    let output = export(&site, folder.path(), &[]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("contains 'notes.txt'"));
    exported(&site, folder.path(), &["--overwrite"]);
    assert!(folder.path().join("notes.txt").exists() && folder.path().join("users.parquet").exists());

    let audit = site.data.run(&["audit", "--json"]);
    let audit = String::from_utf8(audit.stdout).unwrap();
    assert_eq!(audit.matches("exports.create").count(), 4, "{audit}");
}

/// The records of a resource in each format, with values as in JSON.
fn tables(folder: &Path, rules: &Rules, expected: &[Value]) -> Vec<(&'static str, Vec<Value>)> {
    let file = |extension: &str| folder.join(format!("{}.{extension}", rules.plural));
    if !file("ndjson").exists() {
        // Exports contain no file for a resource of which the level sees nothing.
        assert!(expected.is_empty() && !file("parquet").exists() && !file("csv").exists());
        return Vec::new();
    }
    vec![
        ("ndjson", ndjson(&file("ndjson"))),
        ("parquet", typed(parquet(&file("parquet")), expected)),
        ("csv", typed(csv(&file("csv")), expected)),
        ("sqlite", typed(sqlite(&folder.join("folkmoot.sqlite"), rules.plural), expected)),
    ]
}

fn ndjson(path: &Path) -> Vec<Value> {
    fs::read_to_string(path).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A row of a file with names and values, which are null, numbers, booleans and texts.
type Row = Vec<(String, Value)>;

/// Rows as JSON objects: values have the types of the expected ones, if they have the same meaning.
fn typed(rows: Vec<Row>, expected: &[Value]) -> Vec<Value> {
    let records = rows.into_iter().enumerate().map(|(position, row)| {
        let expected = expected.get(position).unwrap_or(&Value::Null);
        row.into_iter()
            .map(|(name, value)| {
                let value = value_like(&value, &expected[&name]);
                (name, value)
            })
            .collect::<serde_json::Map<_, _>>()
            .into()
    });
    records.collect()
}

fn value_like(value: &Value, expected: &Value) -> Value {
    let text = value.as_str().unwrap_or_default();
    match expected {
        Value::Object(_) | Value::Array(_) => serde_json::from_str(text).unwrap_or_else(|_| value.clone()),
        Value::Bool(_) if *value == json!(1) || text == "true" => json!(true),
        Value::Bool(_) if *value == json!(0) || text == "false" => json!(false),
        Value::Number(_) => text.parse::<i64>().map_or_else(|_| value.clone(), Value::from),
        Value::String(formula)
            if text == format!("'{formula}") && formula.starts_with(['=', '+', '-', '@']) =>
        {
            expected.clone()
        }
        _ => value.clone(),
    }
}

fn parquet(path: &Path) -> Vec<Row> {
    let reader = SerializedFileReader::new(fs::File::open(path).unwrap()).unwrap();
    let value = |field: &Field| match field {
        Field::Null => Value::Null,
        Field::Bool(value) => json!(value),
        Field::Long(value) => json!(value),
        Field::Str(text) => json!(text),
        Field::TimestampMicros(micros) => {
            assert_eq!(micros % 1000, 0);
            json!(folkmoot_model::timestamp::timestamp(micros / 1000))
        }
        Field::Date(days) => json!(folkmoot_model::timestamp::date((*days).into()).unwrap().to_string()),
        other => panic!("an unexpected type: {other:?}"),
    };
    let rows = reader.get_row_iter(None).unwrap().map(Result::unwrap);
    rows.map(|row| row.get_column_iter().map(|(name, field)| (name.clone(), value(field))).collect())
        .collect()
}

fn sqlite(path: &Path, table: &str) -> Vec<Row> {
    let connection = Connection::open(path).unwrap();
    let mut statement = connection.prepare(&format!("SELECT * FROM {table} ORDER BY rowid")).unwrap();
    let names: Vec<String> = statement.column_names().map(str::to_owned).collect();
    let value = |value: ValueRef<'_>| match value {
        ValueRef::Null => Value::Null,
        ValueRef::Integer(number) => json!(number),
        ValueRef::Text(text) => json!(std::str::from_utf8(text).unwrap()),
        other => panic!("an unexpected type: {other:?}"),
    };
    let rows = statement.query_map([], |row| {
        let cells = names.iter().enumerate();
        Ok(cells.map(|(column, name)| (name.clone(), value(row.get_ref(column).unwrap()))).collect())
    });
    rows.unwrap().map(Result::unwrap).collect()
}

/// Reads a CSV file (RFC 4180), in which an empty cell is null unless it has quotation marks.
fn csv(path: &Path) -> Vec<Row> {
    let text = fs::read_to_string(path).unwrap();
    let mut rows = csv_cells(text.strip_prefix('\u{feff}').unwrap()).into_iter();
    let names: Vec<String> = rows.next().unwrap().into_iter().map(Option::unwrap).collect();
    let row = |cells: Vec<Option<String>>| {
        assert_eq!(cells.len(), names.len());
        names.iter().cloned().zip(cells.into_iter().map(Value::from)).collect()
    };
    rows.map(row).collect()
}

fn csv_cells(text: &str) -> Vec<Vec<Option<String>>> {
    let (mut rows, mut row, mut rest) = (Vec::new(), Vec::new(), text);
    while !rest.is_empty() {
        let cell = if let Some(mut quoted) = rest.strip_prefix('"') {
            let mut cell = String::new();
            loop {
                let end = quoted.find('"').unwrap();
                cell.push_str(&quoted[..end]);
                quoted = &quoted[end + 1..];
                let Some(next) = quoted.strip_prefix('"') else { break };
                cell.push('"');
                quoted = next;
            }
            rest = quoted;
            Some(cell)
        } else {
            let end = rest.find([',', '\r']).unwrap();
            let cell = &rest[..end];
            rest = &rest[end..];
            (!cell.is_empty()).then(|| cell.to_owned())
        };
        row.push(cell);
        if let Some(next) = rest.strip_prefix(',') {
            rest = next;
        } else {
            rest = rest.strip_prefix("\r\n").unwrap();
            rows.push(std::mem::take(&mut row));
        }
    }
    rows
}

/// Fails unless the database is intact, its references are complete, and its views have a row for each record.
fn check_sqlite(path: &Path) {
    let connection = Connection::open(path).unwrap();
    let texts = |sql: &str| -> Vec<String> {
        let mut statement = connection.prepare(sql).unwrap();
        statement.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
    };
    let count = |table: &str| -> i64 {
        connection.query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get(0)).unwrap()
    };
    assert_eq!(texts("PRAGMA integrity_check"), ["ok"]);
    assert_eq!(texts("PRAGMA foreign_key_check"), [""; 0]);
    let views = texts("SELECT name FROM sqlite_schema WHERE type = 'view'");
    assert!(views.contains(&"ideas_with_names".to_owned()), "{views:?}");
    for view in views {
        let table = view.strip_suffix("_with_names").unwrap();
        assert_eq!(count(&view), count(table), "{view}");
        texts(&format!("SELECT CAST(count(*) AS TEXT) FROM (SELECT * FROM {view})"));
    }
    let undescribed = "SELECT this.name || '.' || columns.name FROM sqlite_schema AS this
         JOIN pragma_table_info(this.name) AS columns
         LEFT JOIN column_descriptions AS described ON described.table_name = this.name AND described.column_name = columns.name
         WHERE this.type = 'table' AND this.name NOT LIKE 'sqlite%' AND described.description IS NULL
           AND this.name NOT IN ('column_descriptions', 'export_details')";
    assert_eq!(texts(undescribed), [""; 0]);
}

/// Fails unless the report, the data package and the checksums agree with the files.
fn check_sums(folder: &Path, report: &Value) {
    let sums = fs::read_to_string(folder.join("SHA256SUMS")).unwrap();
    let package: Value =
        serde_json::from_str(&fs::read_to_string(folder.join("datapackage.json")).unwrap()).unwrap();
    let described: BTreeMap<&str, &Value> = package["resources"]
        .as_array()
        .unwrap()
        .iter()
        .map(|resource| (resource["path"].as_str().unwrap(), resource))
        .collect();
    for file in report["files"].as_array().unwrap() {
        let name = file["name"].as_str().unwrap();
        let content = fs::read(folder.join(name)).unwrap();
        let hash = hex::encode(aws_lc_rs::digest::digest(&aws_lc_rs::digest::SHA256, &content));
        assert_eq!((&file["sha256"], &file["size_bytes"]), (&json!(hash), &json!(content.len())), "{name}");
        if name != "SHA256SUMS" {
            assert!(sums.contains(&format!("{hash}  {name}\n")), "{name}");
        }
        if file["format"] != Value::Null {
            assert_eq!(described[name]["hash"], json!(format!("sha256:{hash}")));
            assert_eq!(described[name]["bytes"], json!(content.len()));
        }
    }
    assert!(!report.to_string().contains("sequence"));
}

/// The texts of all files of an export, without the time of the export.
fn texts(folder: &Path) -> Vec<(String, String)> {
    let package: Value =
        serde_json::from_str(&fs::read_to_string(folder.join("datapackage.json")).unwrap()).unwrap();
    let time = package["created"].as_str().unwrap();
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    files
        .map(|path| {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            let text = if name.ends_with(".parquet") {
                let reader = SerializedFileReader::new(fs::File::open(&path).unwrap()).unwrap();
                format!("{:?}\n{:?}", reader.metadata(), parquet(&path))
            } else {
                String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned()
            };
            (name, text.replace(time, ""))
        })
        .collect()
}

fn fault(level: Level, rules: &Rules, format: &str, actual: &[Value], expected: &[Value]) -> String {
    let differing = actual.iter().zip(expected).find(|(actual, expected)| actual != expected);
    format!(
        "{} {}.{format}: {} of {} records; first difference {differing:?}",
        level.name(),
        rules.plural,
        actual.len(),
        expected.len()
    )
}
