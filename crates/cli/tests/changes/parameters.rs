//! The parameters of the list of changes.

use serde_json::json;

use crate::support::fixture::Platform;
use crate::support::site::{AT, Site};

#[test]
fn invalid_parameters_are_refused() {
    let site = Site::new(&Platform::full(1, AT));
    let client = site.client("full", None);
    site.server.wait_for_changes();
    for (query, code, text) in [
        ("limit=0", "invalid-parameter-value", "an integer from 1 to 1000"),
        ("limit=1001", "invalid-parameter-value", "an integer from 1 to 1000"),
        ("limit=ten", "invalid-parameter-value", "an integer from 1 to 1000"),
        ("wait=61", "invalid-parameter-value", "an integer from 0 to 60"),
        ("wait=-1", "invalid-parameter-value", "an integer from 0 to 60"),
        ("resources=idea", "invalid-parameter-value-enum", "Did you mean 'ideas'?"),
        ("resources=folders", "invalid-parameter-value-enum", "project_folders"),
        ("resources=deleted_items", "invalid-parameter-value-enum", "ideas"),
        ("locale=de", "invalid-parameter-value-enum", "nl-BE"),
        ("page_size=12", "unknown-parameter", "It accepts: after, limit, resources, wait, locale."),
        ("waits=1", "unknown-parameter", "Did you mean 'wait'?"),
    ] {
        let response = site.get(&client, &format!("/changes?{query}"));
        assert_eq!((response.status, response.problem().as_str()), (400, code), "{query}");
        assert!(response.text.contains(text), "{query}: {}", response.text);
    }
    for query in ["limit=1", "limit=1000", "wait=0", "wait=60", "after=&wait=1", "resources=ideas,comments"] {
        assert_eq!(site.get(&client, &format!("/changes?{query}")).ok()["changes"], json!([]), "{query}");
    }
    assert_eq!(site.get(&client, "/changes/").status, 200);
}
