//! Exports of two platforms.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use rusqlite::Connection;
use rusqlite::types::Value;

use crate::access_levels::noninterference::observer::{self, normal};
use crate::access_levels::rules::Level;
use crate::access_levels::site::Site;

/// Files that contain the time of the export or sums of such files.
const ABOUT: &[&str] = &["datapackage.json", "README.md", "SHA256SUMS", "folkmoot.sqlite"];

/// What the exports for a level do not have in common.
pub fn differences(sites: &[Site; 2], level: Level) -> Vec<String> {
    let [one, other] = sites.each_ref().map(|site| exported(site, level));
    observer::differences("the export", &one, &other)
}

fn exported(site: &Site, level: Level) -> BTreeMap<String, String> {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let client = &site.client(level).id;
    let output =
        site.data.run(&["export", "--out", out, "--client", client, "--format", "parquet,csv,ndjson,sqlite"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder.path()).unwrap().map(Result::unwrap) {
        let name = entry.file_name().into_string().unwrap();
        let bytes = fs::read(entry.path()).unwrap();
        let text = String::from_utf8(bytes.clone()).unwrap_or_else(|_| hex::encode(bytes));
        let text = if ABOUT.contains(&name.as_str()) { String::new() } else { normal(site, &text) };
        files.insert(name, text);
    }
    assert!(files.len() > 20, "{:?}", files.keys());
    files.extend(tables(&folder.path().join("folkmoot.sqlite")));
    files
}

/// The rows of all tables in the order in which they are stored.
fn tables(path: &Path) -> BTreeMap<String, String> {
    let database = Connection::open(path).unwrap();
    let mut names = database.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'table'").unwrap();
    let names: Vec<(String, String)> =
        names.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap().map(Result::unwrap).collect();
    let mut tables = BTreeMap::new();
    // The time of the export is in the table of details.
    for (name, schema) in names.into_iter().filter(|(name, _)| name != "export_details") {
        let mut rows = database.prepare(&format!("SELECT * FROM \"{name}\"")).unwrap();
        let columns = rows.column_count();
        let rows = rows.query_map([], |row| {
            (0..columns).map(|column| row.get::<_, Value>(column)).collect::<Result<Vec<_>, _>>()
        });
        let rows: Vec<String> = rows.unwrap().map(|row| format!("{:?}", row.unwrap())).collect();
        tables.insert(format!("table {name}"), format!("{schema}\n{}", rows.join("\n")));
    }
    tables
}
