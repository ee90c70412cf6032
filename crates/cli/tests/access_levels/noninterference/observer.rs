//! What a client observes of a platform, in a form in which two platforms with the same visible history are equal.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;

use reqwest::Method;
use serde_json::Value;

use crate::access_levels::noninterference::doors::doors;
use crate::access_levels::rules::Level;
use crate::access_levels::site::{Client, Site};
use crate::support::raw_connection::RawConnection;
use crate::support::request::BytesResponse;

/// Headers that differ between equal requests.
const VARYING: &[&str] = &["date", "x-request-id", "ratelimit"];
/// How many observations it takes until each door was opened without a condition again.
const ROUNDS: usize = 4;

/// What a client observes, by the name of what it looks at.
pub type Observation = BTreeMap<String, String>;

/// A client that remembers tags and cursors, as programs do.
pub struct Observer {
    level: Level,
    doors: Vec<String>,
    /// The tags that each door had, the newest last.
    tags: HashMap<String, Vec<String>>,
    /// The cursor from before the first change, and that after the last.
    cursors: [String; 2],
    waiting: RawConnection,
    round: usize,
}

impl Observer {
    /// A client of a level that waits for changes.
    pub fn new(site: &Site, level: Level) -> Self {
        let start = newest(site, site.client(level));
        let waiting = wait(site, site.client(level), &start);
        let cursors = [start.clone(), start];
        Self { level, doors: doors(level), tags: HashMap::new(), cursors, waiting, round: 0 }
    }

    /// Looks at everything.
    pub fn observe(&mut self, site: &Site) -> Observation {
        let mut observation = Observation::new();
        for (number, path) in self.doors.clone().into_iter().enumerate() {
            let known = self.tags.get(&path).and_then(|tags| tags.last()).cloned();
            let is_due = (number + self.round).is_multiple_of(ROUNDS);
            if let Some(tag) = known.as_ref() {
                let seen = self.open(site, &path, Some(tag));
                observation.insert(format!("{path} if changed"), seen);
            }
            if is_due || known.is_none() {
                let seen = self.open(site, &path, None);
                observation.insert(format!("{path} "), seen);
            }
        }
        self.round += 1;
        self.changes(site, &mut observation);
        observation
    }

    fn open(&mut self, site: &Site, path: &str, tag: Option<&str>) -> String {
        let request = site.server.request(Method::GET, &format!("/api/v2{path}"));
        let request = request.bearer_auth(&site.client(self.level).token);
        let request = if let Some(tag) = tag { request.header("If-None-Match", tag) } else { request };
        let response = request.send_bytes();
        let tags = self.tags.entry(path.to_owned()).or_default();
        shown(site, &response, tags)
    }

    /// All pages of changes from the beginning and since the last observation, and whether the request that waits has returned.
    fn changes(&mut self, site: &Site, observation: &mut Observation) {
        let client = site.client(self.level);
        for (name, limit, number) in [("changes", 1_000, 0), ("changes by few", 2, 0), ("new changes", 3, 1)]
        {
            let (pages, next) = pages(site, client, &self.cursors[number], limit);
            observation.insert(name.to_owned(), normal(site, &pages.join("\n")));
            if number == 1 {
                self.cursors[1] = next;
            }
        }
        let has_returned = !self.waiting.is_open();
        observation.insert("wait".to_owned(), has_returned.to_string());
        if has_returned {
            self.waiting = wait(site, client, &self.cursors[1]);
        }
    }
}

/// The cursor of the newest change.
pub fn newest(site: &Site, client: &Client) -> String {
    site.get(client, "/changes").ok()["meta"]["next"].as_str().unwrap().to_owned()
}

/// The changes after a cursor.
pub fn changes_after(site: &Site, client: &Client, cursor: &str) -> Vec<Value> {
    let (pages, _) = pages(site, client, cursor, 1_000);
    pages.iter().flat_map(|page| serde_json::from_str::<Vec<Value>>(page).unwrap()).collect()
}

/// The changes on each page after a cursor, and the cursor after them.
fn pages(site: &Site, client: &Client, cursor: &str, limit: usize) -> (Vec<String>, String) {
    let (mut pages, mut next) = (Vec::new(), cursor.to_owned());
    loop {
        let path = format!("/api/v2/changes?after={next}&limit={limit}");
        let response = site.server.request(Method::GET, &path).bearer_auth(&client.token).send_bytes();
        assert_eq!(response.status, 200);
        let page: Value = serde_json::from_slice(&response.bytes).unwrap();
        page["meta"]["next"].as_str().unwrap().clone_into(&mut next);
        pages.push(page["changes"].to_string());
        if page["meta"]["more"] == false {
            return (pages, next);
        }
    }
}

/// A request that waits for changes.
fn wait(site: &Site, client: &Client, cursor: &str) -> RawConnection {
    let mut connection = RawConnection::open(&site.server);
    let head = format!("Host: x\r\nConnection: close\r\nAuthorization: Bearer {}", client.token);
    connection
        .write(format!("GET /api/v2/changes?after={cursor}&wait=60 HTTP/1.1\r\n{head}\r\n\r\n").as_bytes());
    connection
}

/// A response as text. Its tag is the position among the tags that the door had.
fn shown(site: &Site, response: &BytesResponse, tags: &mut Vec<String>) -> String {
    let is_problem = response.status >= 400;
    let mut text = format!("{}\n", response.status);
    for (name, value) in &response.headers {
        let (name, value) = (name.as_str(), value.to_str().unwrap());
        let varies = VARYING.contains(&name) || is_problem && name == "content-length";
        if name == "etag" {
            if !tags.iter().any(|tag| tag == value) {
                tags.push(value.to_owned());
            }
            let position = tags.iter().position(|tag| tag == value).unwrap();
            writeln!(text, "etag: {position}").unwrap();
        } else if !varies {
            writeln!(text, "{name}: {}", normal(site, value)).unwrap();
        }
    }
    let body = String::from_utf8(response.bytes.clone()).unwrap();
    if is_problem {
        let mut problem: Value = serde_json::from_str(&body).unwrap();
        problem.as_object_mut().unwrap().remove("request_id");
        return text + &normal(site, &problem.to_string());
    }
    text + &normal(site, &without_voters(&body))
}

/// A Pabulib file without the numbers of voters, which are random in each, in one order. Other texts are returned as they are.
fn without_voters(text: &str) -> String {
    let Some((before, votes)) = text.split_once("\nVOTES\n") else { return text.to_owned() };
    let mut votes: Vec<&str> = votes.lines().filter_map(|vote| Some(vote.split_once(';')?.1)).collect();
    votes.sort_unstable();
    format!("{before}\nVOTES\n{}", votes.join("\n"))
}

/// A text without the URL of the server, what is sealed or signed, and the time of the test.
pub fn normal(site: &Site, text: &str) -> String {
    let mut text = text.replace(&site.server.url, "");
    for (start, end) in [("cursor=", ">"), ("/files/content/", "\""), ("\"url\":\"", "\"")] {
        text = without(&text, start, end);
    }
    let year = jiff::Timestamp::now().to_zoned_datetime(jiff::tz::TimeZone::UTC).year();
    let mut normal = String::with_capacity(text.len());
    let mut rest = text.as_str();
    let start = format!("\"{year}-");
    while let Some(position) = rest.find(&start) {
        let (before, found) = rest.split_at(position + 1);
        let length = found.find('"').unwrap_or(found.len());
        normal.push_str(before);
        let is_day = found[..length].ends_with("T00:00:00.000Z");
        normal.push_str(if is_day { "today" } else { "now" });
        rest = &found[length..];
    }
    normal + rest
}

/// The text without what is between each `start` other than `cursor=start` and the next `end`.
fn without(text: &str, start: &str, end: &str) -> String {
    let mut parts = text.split(start);
    let mut without = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let rest = part.find(end).map_or("", |position| &part[position..]);
        without.push_str(start);
        without.push_str(rest);
    }
    without
}

/// What two platforms do not have in common.
pub fn differences(after: &str, one: &Observation, other: &Observation) -> Vec<String> {
    let names = one.keys().chain(other.keys().filter(|name| !one.contains_key(*name)));
    let differing = names.filter(|name| one.get(*name) != other.get(*name));
    let describe = |name: &String| {
        let text = |observation: &Observation| observation.get(name).cloned().unwrap_or_default();
        let (one, other) = (text(one), text(other));
        let common = one.bytes().zip(other.bytes()).take_while(|(one, other)| one == other).count();
        let part = |text: &str| {
            let bytes = text.as_bytes();
            let end = bytes.len().min(common + 160);
            String::from_utf8_lossy(&bytes[common.saturating_sub(60).min(end)..end]).into_owned()
        };
        format!("{after}: {name}: '{}' is '{}' on the other", part(&one), part(&other))
    };
    differing.map(describe).collect()
}
