//! Tools for assistants at each level: they return what the lists of the level contain, and nothing that it must not see.

use serde_json::{Value, json};

use crate::access_levels::caches::change;
use crate::access_levels::canary::leaks;
use crate::access_levels::rules::{By, Level, RULES, Rules};
use crate::access_levels::site::{Client, Site};
use crate::access_levels::world::World;
use crate::access_levels::{assert_none, fixture};
use crate::mcp::assistant::Assistant;

/// The arguments that select records of a list, besides none.
fn filters(rules: &Rules, world: &World) -> Vec<Value> {
    let mut all = vec![json!({}), json!({ "sort": "-updated_at" }), json!({ "locale": "nl" })];
    for (parameter, by) in rules.filters {
        let values: Vec<String> = match *by {
            By::Value(key) => {
                let records = world.records[rules.plural].iter();
                records.filter_map(|record| record[key].as_str().map(str::to_owned)).take(2).collect()
            }
            By::IsSet(_) => vec!["true".to_owned()],
            By::Words => vec!["wordidea0003".to_owned()],
            By::Box => vec!["4.35191,50.85191,4.35192,50.85192".to_owned()],
            _ => Vec::new(),
        };
        all.extend(values.into_iter().map(|value| json!({ *parameter: value })));
    }
    all
}

/// The texts of all results that one client gets for a resource.
fn results(site: &Site, client: &Client, rules: &Rules, world: &World) -> Vec<(Value, String)> {
    let assistant = Assistant::new(&site.server, &client.token);
    let mut results = Vec::new();
    let mut call = |tool: &str, arguments: Value| {
        let response = assistant.respond(tool, &arguments);
        assert_eq!(response.status, 200, "{tool} {arguments}: {}", response.text);
        results.push((json!([tool, arguments]), response.text));
    };
    for filter in filters(rules, world) {
        let mut arguments = filter;
        arguments["resource"] = json!(rules.plural);
        call("list_records", arguments.clone());
        arguments.as_object_mut().unwrap().retain(|name, _| name != "sort" && name != "locale");
        call("count_records", arguments);
    }
    let fields: Vec<&str> = rules.fields().map(|(key, _)| key).collect();
    call("list_records", json!({ "resource": rules.plural, "fields": fields }));
    for (parameter, _) in rules.filters {
        call("count_records", json!({ "resource": rules.plural, "by": parameter }));
    }
    if rules.has_id() {
        for record in world.records[rules.plural].iter().step_by(5) {
            call("get_record", json!({ "resource": rules.plural, "id": record["id"] }));
        }
    }
    results
}

#[test]
pub fn tools_reveal_nothing_and_return_the_lists_of_the_level() {
    let (site, world) = fixture(&[]);
    for client in &site.clients {
        assert!(site.data.run(&["clients", "update", &client.id, "--mcp", "on"]).status.success());
    }
    site.wait();
    for level in Level::ALL {
        let client = site.client(level);
        let assistant = Assistant::new(&site.server, &client.token);
        let after = assistant.ok("changes_since", &json!({}))["next"].take();
        let mut found = Vec::new();
        let mut search = |call: &Value, text: &str| {
            let known = call.to_string();
            let mut text = text.to_owned();
            for part in known.split('"').filter(|part| part.len() > 20) {
                text = text.replace(part, "");
            }
            let leaked = leaks(level, &text);
            if !leaked.is_empty() {
                found.push(format!("{} {call}: {leaked:?}", level.name()));
            }
        };
        for rules in RULES {
            for (call, text) in results(&site, client, rules, &world) {
                search(&call, &text);
            }
            let mut expected = site.crawl(client, &format!("/{}", rules.plural), rules.list_key);
            expected.iter_mut().for_each(without_addresses_and_urls);
            let (mut records, _) =
                assistant.walk(&json!({ "resource": rules.plural, "sort": "-created_at" }));
            records.iter_mut().for_each(without_addresses_and_urls);
            let id = |record: &Value| record.to_string();
            records.sort_by_key(id);
            expected.sort_by_key(id);
            assert_eq!(records, expected, "{} {}", level.name(), rules.plural);
            let total = assistant.ok("count_records", &json!({ "resource": rules.plural }))["total"].take();
            let is_shown = total == json!(expected.len())
                || total.is_null() && level < Level::Full && expected.len() < 5;
            assert!(is_shown, "{} {}: {total} of {}", level.name(), rules.plural, expected.len());
        }
        (0..2).for_each(|round| site.import(&change(round)));
        site.end_day();
        let changes = assistant.respond("changes_since", &json!({ "after": after, "limit": 1000 }));
        search(&json!(["changes_since"]), &changes.text);
        search(&json!(["what_is_here"]), &assistant.respond("what_is_here", &json!({})).text);
        assert_none(&found);
    }
}

fn without_addresses_and_urls(record: &mut Value) {
    record.as_object_mut().unwrap().retain(|name, _| !["email", "reply_to", "url"].contains(&name.as_str()));
}
