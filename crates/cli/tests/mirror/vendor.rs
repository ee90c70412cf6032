//! A fake of the vendor's API, with its quirks and with faults, that returns the records of a platform of this software.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::response::Response;
use folkmoot_model::resources::RESOURCES;
use serde_json::{Value, json};

use crate::support::Caller;
use crate::support::random::Random;

/// The number of requests for which a token is valid.
const TOKEN_REQUESTS: u64 = 50;

/// The records of the fake.
#[derive(Clone)]
pub struct Records {
    /// By the plural of the resource and the locale.
    pub lists: BTreeMap<(String, String), Vec<Value>>,
    pub deleted: BTreeMap<String, Vec<Value>>,
    projects_of_area: BTreeMap<String, Vec<String>>,
    pub project_of_file: BTreeMap<String, String>,
}

impl Records {
    /// The records of a platform.
    pub fn of(source: &Caller, locales: &[&str]) -> Self {
        let (mut lists, mut deleted) = (BTreeMap::new(), BTreeMap::new());
        for resource in RESOURCES {
            let plural = resource.names.plural;
            for locale in locales {
                let path = format!("/{plural}?locale={locale}");
                let records = source.crawl(&path, resource.names.list_key, 24);
                lists.insert((plural.to_owned(), (*locale).to_owned()), records);
            }
            if resource.calls.deleted {
                let path = format!("/{plural}/deleted");
                deleted.insert(plural.to_owned(), source.crawl(&path, "deleted_items", 24));
            }
        }
        let id = |record: &Value| record["id"].as_str().unwrap().to_owned();
        let (mut projects_of_area, mut project_of_file) = (BTreeMap::new(), BTreeMap::new());
        for area in source.crawl("/areas", "areas", 24) {
            let projects = source.crawl(&format!("/projects?area_ids={}", id(&area)), "projects", 24);
            projects_of_area.insert(id(&area), projects.iter().map(id).collect());
        }
        for project in source.crawl("/projects", "projects", 24) {
            for file in source.crawl(&format!("/files?project_id={}", id(&project)), "files", 24) {
                project_of_file.insert(id(&file), id(&project));
            }
        }
        Self { lists, deleted, projects_of_area, project_of_file }
    }
}

/// What a fake has served.
struct Fake {
    records: Records,
    random: Random,
    has_faults: bool,
    tokens: u64,
    requests_with_token: u64,
}

/// A running fake.
pub struct Vendor {
    /// Its URL.
    pub url: String,
    fake: Arc<Mutex<Fake>>,
    _runtime: tokio::runtime::Runtime,
}

impl Vendor {
    /// Serves records, with random faults.
    pub fn serve(records: Records) -> Self {
        Self::start(records, true)
    }

    /// Serves records without faults.
    pub fn without_faults(records: Records) -> Self {
        Self::start(records, false)
    }

    fn start(records: Records, has_faults: bool) -> Self {
        let random = Random(7);
        let fake = Fake { records, random, has_faults, tokens: 0, requests_with_token: 0 };
        let fake = Arc::new(Mutex::new(fake));
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        let router = Router::new().fallback(respond).with_state(Arc::clone(&fake));
        let listener = runtime.block_on(tokio::net::TcpListener::bind("127.0.0.1:0")).unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        runtime.spawn(async move { axum::serve(listener, router).await });
        Self { url, fake, _runtime: runtime }
    }

    /// Changes the records.
    pub fn change(&self, change: impl FnOnce(&mut Records)) {
        change(&mut self.fake.lock().unwrap().records);
    }
}

async fn respond(State(fake): State<Arc<Mutex<Fake>>>, request: Request) -> Response {
    fake.lock().unwrap().respond(&request)
}

impl Fake {
    fn respond(&mut self, request: &Request) -> Response {
        let path = request.uri().path().trim_end_matches('/').to_owned();
        if path == "/api/v2/authenticate" {
            self.tokens += 1;
            self.requests_with_token = 0;
            return response(201, json!({ "jwt": format!("token-{}", self.tokens) }).to_string());
        }
        let Some(path) = path.strip_prefix("/api/v2/") else { return response(404, "<html>") };
        let fault = if self.has_faults { self.random.below(100) } else { 100 };
        match fault {
            0..3 => return response(500, String::new()),
            3..6 => {
                let mut response = response(429, String::new());
                response.headers_mut().insert("retry-after", "0".parse().unwrap());
                return response;
            }
            _ => {}
        }
        self.requests_with_token += 1;
        let token = format!("Bearer token-{}", self.tokens);
        let is_valid = request.headers().get("authorization").is_some_and(|value| value == token.as_str());
        if !is_valid || self.requests_with_token > TOKEN_REQUESTS {
            return response(401, String::new());
        }
        let query = form_urlencoded::parse(request.uri().query().unwrap_or_default().as_bytes());
        let query: BTreeMap<String, String> =
            query.map(|(name, value)| (name.into_owned(), value.into_owned())).collect();
        let body = self.page(path, &query);
        match (fault, body) {
            (_, Err(status)) => response(status, String::new()),
            // The body is cut, and the connection is closed.
            (6..8, Ok(body)) => cut(&body.to_string()),
            (8..10, Ok(body)) => {
                let body = body.to_string();
                response(200, first_half(&body))
            }
            (_, Ok(body)) => response(200, with_odd_text(body.to_string())),
        }
    }

    fn page(&mut self, path: &str, query: &BTreeMap<String, String>) -> Result<Value, u16> {
        const KNOWN: &[&str] =
            &["locale", "page_size", "page_number", "updated_at", "deleted_at", "area_ids", "project_id"];
        let is_iso = |range: &String| range.len() == 11 && range[5..7] <= *"12" && range.ends_with(',');
        let dates = ["updated_at", "deleted_at"].into_iter().filter_map(|name| query.get(name));
        if query.keys().any(|name| !KNOWN.contains(&name.as_str())) || !dates.clone().all(is_iso) {
            return Err(500);
        }
        let (plural, rest) = path.split_once('/').unwrap_or((path, ""));
        let mut rows = match rest {
            "deleted" if matches!(plural, "ideas" | "comments") => self.records.deleted[plural].clone(),
            "deleted" if plural < "f" => return Err(404),
            "deleted" => Vec::new(),
            "" => self.rows(plural, query).ok_or(404_u16)?,
            id => {
                let rows = self.rows(plural, &BTreeMap::new()).ok_or(404_u16)?;
                let found = rows.into_iter().find(|row| row["id"] == id).ok_or(404_u16)?;
                return Ok(json!({ "record": found }));
            }
        };
        if rest.is_empty() && self.has_faults {
            self.shuffle(&mut rows);
        }
        let requested: usize = query.get("page_size").map_or(25, |size| size.parse().unwrap());
        let size = if plural == "projects" { 25 } else { requested.min(100) };
        let number: usize = query.get("page_number").map_or(1, |number| number.parse().unwrap());
        let total_pages = rows.len().div_ceil(size);
        let page: Vec<Value> = rows.into_iter().skip((number - 1) * size).take(size).collect();
        let key = if rest == "deleted" { "deleted_items" } else { plural };
        Ok(json!({ key: page, "meta": { "current_page": number, "total_pages": total_pages } }))
    }

    fn rows(&self, plural: &str, query: &BTreeMap<String, String>) -> Option<Vec<Value>> {
        let locale = query.get("locale").map_or("en", String::as_str);
        let mut rows = self.records.lists.get(&(plural.to_owned(), locale.to_owned()))?.clone();
        if let Some(area) = query.get("area_ids") {
            let projects = self.records.projects_of_area.get(area).cloned().unwrap_or_default();
            rows.retain(|row| projects.iter().any(|project| row["id"] == *project));
        }
        if let Some(project) = query.get("project_id") {
            rows.retain(|row| {
                row["id"].as_str().is_some_and(|id| self.records.project_of_file.get(id) == Some(project))
            });
        }
        if let Some(since) = query.get("updated_at") {
            rows.retain(|row| row["updated_at"].as_str().is_none_or(|at| at.get(..10) >= since.get(..10)));
        }
        Some(rows)
    }

    /// Orders rows by the month of their creation only, and those of a month at random.
    fn shuffle(&mut self, rows: &mut Vec<Value>) {
        let mut keyed: Vec<(String, usize, Value)> = rows
            .drain(..)
            .map(|row| {
                let month = row["created_at"].as_str().and_then(|text| text.get(..7)).map(str::to_owned);
                (month.unwrap_or_default(), self.random.below(usize::MAX), row)
            })
            .collect();
        keyed.sort_by(|(one, first, _), (other, second, _)| (other, second).cmp(&(one, first)));
        rows.extend(keyed.into_iter().map(|(_, _, row)| row));
    }
}

/// JSON that `serde_json` does not write, in place of its names.
fn with_odd_text(body: String) -> String {
    if !body.contains("%odd") {
        return body;
    }
    body.replace("%odd-surrogate%", "\\ud800").replace("\"%odd-number%\"", "1e400")
}

fn response(status: u16, body: impl Into<Body>) -> Response {
    Response::builder().status(status).body(body.into()).unwrap()
}

fn first_half(body: &str) -> Vec<u8> {
    body.as_bytes()[..body.len() / 2].to_vec()
}

/// A response whose connection is closed before its end.
fn cut(body: &str) -> Response {
    let parts = [Ok(first_half(body)), Err(std::io::Error::other("cut on purpose"))];
    let half = Body::from_stream(futures_util::stream::iter(parts));
    Response::builder().header("content-length", body.len()).body(half).unwrap()
}
