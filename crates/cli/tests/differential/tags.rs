//! Conditional requests: a 304 is never false, and unchanged content is never sent again.

use std::collections::HashMap;

use folkmoot_model::resources::RESOURCES;
use reqwest::Method;

use crate::support::fixture::id;
use crate::support::random::Random;
use crate::support::{Caller, Response};

/// The tags that the server has issued, with the bodies that they belong to.
#[derive(Default)]
pub struct Tags {
    /// For each path, every tag and its body, in the order in which they were issued.
    issued: HashMap<String, Vec<(String, String)>>,
    /// The number of responses 304, and of responses 200 to requests with an outdated tag.
    pub unchanged: usize,
    pub changed: usize,
}

impl Tags {
    /// Sends conditional requests for some paths, with tags of any age. Holds at any time, even while the server has not
    /// applied the newest changes: a server never returns older content than before.
    pub fn compare(&mut self, caller: &Caller, random: &mut Random) -> Result<(), String> {
        for path in paths(random) {
            let complete = get(caller, &path, None);
            let tag = complete.header("etag").to_owned();
            let issued = self.issued.entry(path.clone()).or_default();
            if complete.status == 200 && !tag.is_empty() {
                if let Some((_, body)) = issued.iter().find(|(known, _)| *known == tag)
                    && *body != complete.text
                {
                    return Err(format!("{path}: {tag} has two bodies: {body}\n{}", complete.text));
                }
                if issued.last().is_none_or(|(last, _)| *last != tag) {
                    issued.push((tag.clone(), complete.text.clone()));
                }
            }
            let newest = issued.len().saturating_sub(1);
            for position in [newest, newest.saturating_sub(1), random.below(issued.len())] {
                let Some((known, body)) = issued.get(position) else { continue };
                let response = get(caller, &path, Some(known));
                if response.status != 304 {
                    self.changed += usize::from(*known != tag);
                    continue;
                }
                self.unchanged += 1;
                // Between both requests, the content can only have changed to that of the tag, which it then still has.
                let is_same = |response: &Response| response.status == 200 && response.text == *body;
                if !is_same(&complete) && !is_same(&get(caller, &path, None)) {
                    let status = complete.status;
                    return Err(format!(
                        "{path}: {known} is confirmed, but the response was {status} {}",
                        complete.text
                    ));
                }
            }
        }
        Ok(())
    }

    /// Fails if the server sends content again that has not changed. Holds once the server has applied all changes.
    pub fn compare_unchanged(caller: &Caller, random: &mut Random) -> Result<(), String> {
        for path in paths(random) {
            let complete = get(caller, &path, None);
            if complete.status == 200 && get(caller, &path, Some(complete.header("etag"))).status != 304 {
                return Err(format!("{path}: unchanged content was sent again"));
            }
        }
        Ok(())
    }
}

/// Lists, filtered lists, nested lists, deleted records and items.
fn paths(random: &mut Random) -> Vec<String> {
    let resource = &RESOURCES[random.below(RESOURCES.len())];
    let plural = resource.names.plural;
    let mut paths = vec![
        "/ideas".to_owned(),
        "/ideas?page_size=24&page_number=2&locale=fr".to_owned(),
        format!("/ideas?project_id={}", id("projects", random.below(6))),
        format!("/ideas/{}", id("ideas", random.below(8))),
        "/phases?locale=nl".to_owned(),
        format!("/projects/{}/phases", id("projects", random.below(8))),
        format!("/projects/{}", id("projects", random.below(6))),
        "/files?search=file".to_owned(),
        "/files".to_owned(),
        format!("/{plural}"),
    ];
    if resource.calls.deleted {
        paths.push(format!("/{plural}/deleted"));
    }
    if resource.calls.item {
        paths.push(format!("/{plural}/{}", id(plural, random.below(50))));
    }
    paths
}

fn get(caller: &Caller, path: &str, tag: Option<&str>) -> Response {
    let request = caller.server.request(Method::GET, &format!("/api/v2{path}")).bearer_auth(&caller.token);
    match tag {
        Some(tag) => request.header("If-None-Match", tag).send(),
        None => request.send(),
    }
}
