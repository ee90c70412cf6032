//! Records of a vendor with odd values.

use folkmoot_model::resource::Resource;
use folkmoot_model::resources::RESOURCES;
use serde_json::json;

use crate::mirror::vendor::Records;

/// What no output of a mirror may contain.
pub const CANARY: &str = "canary";

fn list(resource: &Resource, locale: &str) -> (String, String) {
    (resource.names.plural.to_owned(), locale.to_owned())
}

/// Makes the newest record of each resource invalid: its time of creation is unknown.
pub fn make_newest_invalid(records: &mut Records, locales: &[&str]) {
    for resource in RESOURCES {
        for locale in locales {
            let rows = records.lists.get_mut(&list(resource, locale)).unwrap();
            rows[0]["created_at"] = json!(CANARY);
        }
    }
}
