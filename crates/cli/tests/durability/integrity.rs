//! The consistency of a database and of the API.

use folkmoot_model::resource::Resource;
use folkmoot_model::resources::RESOURCES;
use serde_json::Value;

use crate::support::{Caller, Data, sqlite};

/// The columns of every foreign key of one column in PostgreSQL, as a query that finds a row without its parent.
const FOREIGN_KEYS: &str = "
    SELECT format('SELECT %L::text FROM %s child WHERE child.%I IS NOT NULL
                   AND NOT EXISTS (SELECT 1 FROM %s parent WHERE parent.%I = child.%I)',
                  conname, conrelid::regclass, child.attname, confrelid::regclass, parent.attname, child.attname)
    FROM pg_constraint
    JOIN pg_attribute child ON child.attrelid = conrelid AND child.attnum = conkey[1]
    JOIN pg_attribute parent ON parent.attrelid = confrelid AND parent.attnum = confkey[1]
    WHERE contype = 'f' AND array_length(conkey, 1) = 1";

/// Checks every index of the tables against its table.
const INDEXES: &str = "
    CREATE EXTENSION IF NOT EXISTS amcheck;
    SELECT bt_index_check(index.indexrelid, true) FROM pg_index index
    JOIN pg_class class ON class.oid = index.indexrelid JOIN pg_am method ON method.oid = class.relam
    WHERE method.amname = 'btree' AND class.relnamespace = 'public'::regnamespace AND index.indisvalid";

/// Fails unless the database is intact: SQLite by its own checks, PostgreSQL by those of its indexes and foreign keys.
#[track_caller]
pub fn assert_database_is_intact(data: &Data) {
    if data.is_embedded() {
        let path = data.path().join("folkmoot.sqlite");
        if path.exists() {
            assert_eq!(sqlite::rows(&path, "PRAGMA integrity_check"), [[Some("ok".to_owned())]]);
            assert_eq!(sqlite::rows(&path, "PRAGMA foreign_key_check").len(), 0);
        }
        return;
    }
    data.change_database(INDEXES);
    let queries = data.rows(FOREIGN_KEYS);
    assert!(queries.len() > 20, "{} foreign keys", queries.len());
    assert_eq!(data.rows(&queries.join(" UNION ALL ")), [""; 0]);
}

/// Fails unless every record of every list is what its own URL returns.
#[track_caller]
pub fn assert_lists_match_items(caller: &Caller) {
    for resource in RESOURCES {
        let list = caller.crawl(&format!("/{}", resource.names.plural), resource.names.list_key, 24);
        if resource.calls.item {
            for record in &list {
                assert_item(caller, resource, record);
            }
        }
    }
}

fn assert_item(caller: &Caller, resource: &Resource, record: &Value) {
    let path = format!("/{}/{}", resource.names.plural, record["id"].as_str().unwrap());
    let mut item = caller.get(&path).ok()[resource.names.item_key].clone();
    let mut record = record.clone();
    for one in [&mut item, &mut record] {
        // A download URL changes with time.
        one.as_object_mut().unwrap().remove("url");
    }
    assert_eq!(item, record, "{path}");
}
