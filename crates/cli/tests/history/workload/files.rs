//! Operations on files through the public API.

use std::collections::BTreeSet;

use reqwest::Method;
use serde_json::json;

use super::{KnownFile, Process, REMEMBERED, Request, unexpected};
use crate::history::cluster::Endpoint;
use crate::history::http::Reply;
use crate::history::recording::{Kind, Outcome, Part, Position, Selection, State, What, Write};
use crate::history::responses::{all, apply, changes, deleted_item, file, text};
use crate::support::files::upload_with;
use crate::support::fixture::id;

const CATEGORIES: [&str; 3] = ["meeting", "policy", "report"];
const PROJECTS: usize = 2;
/// From this number of files on, files are deleted instead of created.
const MOST_FILES: usize = 60;
const MAX_PAGE: usize = 24;

impl Process<'_> {
    pub(super) fn create_file(&mut self, server: &Endpoint) {
        if self.known.lock().unwrap().files.len() > MOST_FILES {
            return self.delete_file(server);
        }
        let (mark, project) = (self.mark(), self.random.below(PROJECTS));
        let category = CATEGORIES[self.random.below(CATEGORIES.len())];
        let body = upload_with(&json!({
            "name": format!("{mark} first.txt"),
            "category": category,
            "project_id": id("projects", project),
        }));
        let request = Request::with_body(Method::POST, "/api/v2/files".to_owned(), body);
        let what = self.perform(server, &request, |reply| {
            let mark = mark.clone();
            let result = |outcome| What::Create { mark, kind: Kind::File, project, category, outcome };
            match reply {
                Some(Reply { status: 201, body, .. }) => {
                    result(Outcome::Acknowledged(Some(file(&body["file"]))))
                }
                reply => unexpected(reply, result(Outcome::Unknown)),
            }
        });
        if let What::Create { outcome: Outcome::Acknowledged(Some(state)), .. } = what {
            let id = state.id.clone();
            self.known.lock().unwrap().files.push(KnownFile { id: id.clone(), mark });
            self.read_after_write(server, &id);
        }
    }

    pub(super) fn update_file(&mut self, server: &Endpoint) {
        let Some(KnownFile { id, mark }) = self.any_file() else { return };
        let value = self.mark();
        let (write, body) = if self.random.one_in(2) {
            // The mark of the creation remains the first word of the name.
            let name = format!("{mark} {value}.txt");
            let body = json!({ "file": { "name": name } });
            (Write { field: "name", value: name }, body)
        } else {
            let body = json!({ "file": { "description_multiloc": { "en": value } } });
            (Write { field: "description", value }, body)
        };
        let request = Request::with_body(Method::PATCH, format!("/api/v2/files/{id}"), body);
        let what = self.perform(server, &request, |reply| {
            let result = |outcome| What::Update { id: id.clone(), write, outcome };
            match reply {
                Some(Reply { status: 200, body, .. }) => {
                    result(Outcome::Acknowledged(Some(file(&body["file"]))))
                }
                Some(Reply { status: 404, .. }) => result(Outcome::Missing),
                reply => unexpected(reply, result(Outcome::Unknown)),
            }
        });
        if matches!(what, What::Update { outcome: Outcome::Acknowledged(_), .. }) {
            self.read_after_write(server, &id);
        }
    }

    pub(super) fn delete_file(&mut self, server: &Endpoint) {
        let Some(KnownFile { id, .. }) = self.any_file() else { return };
        let request = Request { method: Method::DELETE, ..Request::get(format!("/api/v2/files/{id}")) };
        let what = self.perform(server, &request, |reply| {
            let result = |outcome| What::Delete { id: id.clone(), outcome };
            match reply {
                Some(Reply { status: 204, .. }) => result(Outcome::Acknowledged(None)),
                Some(Reply { status: 404, .. }) => result(Outcome::Missing),
                reply => unexpected(reply, result(Outcome::Unknown)),
            }
        });
        let is_acknowledged = matches!(what, What::Delete { outcome: Outcome::Acknowledged(_), .. });
        let mut known = self.known.lock().unwrap();
        known.files.retain(|file| file.id != id);
        known.deleted.push_back(id.clone());
        if known.deleted.len() > REMEMBERED {
            known.deleted.pop_front();
        }
        drop(known);
        if is_acknowledged {
            self.read_after_write(server, &id);
        }
    }

    pub(super) fn read_file(&mut self, server: &Endpoint) {
        let deleted = self.random.one_in(4);
        let id = if deleted { self.any_deleted() } else { self.any_file().map(|file| file.id) };
        if let Some(id) = id {
            self.read(server, &id);
        }
    }

    fn read(&mut self, server: &Endpoint, id: &str) {
        self.perform(server, &Request::get(format!("/api/v2/files/{id}")), |reply| {
            let result = |found| What::Read { id: id.to_owned(), found };
            match reply {
                Some(Reply { status: 200, body, .. }) => result(Some(file(&body["file"]))),
                Some(Reply { status: 404, .. }) => result(None),
                reply => unexpected(reply, What::Failed),
            }
        });
    }

    /// Reads a file that this process has just written, mostly from the same server, as a record or in a list.
    fn read_after_write(&mut self, server: &Endpoint, id: &str) {
        let Some(server) = self.next_server(server) else { return };
        match self.random.below(6) {
            0 | 1 => self.read(&server, id),
            2 | 3 => self.list_page(&server, &Selection::default(), 1, MAX_PAGE),
            4 => self.list_ids(&server, BTreeSet::from([id.to_owned()])),
            _ => {}
        }
    }

    pub(super) fn list_files(&mut self, server: &Endpoint) {
        let mut selection = Selection::default();
        match self.random.below(8) {
            0 => selection.project = Some(self.random.below(PROJECTS)),
            1 => selection.category = Some(CATEGORIES[self.random.below(CATEGORIES.len())]),
            2 => return self.stream(server),
            3 => {
                let files = (0..5).filter_map(|_| self.any_file().map(|file| file.id));
                let mut ids: BTreeSet<String> = files.collect();
                ids.extend(self.any_deleted());
                return self.list_ids(server, ids);
            }
            4 => {
                let Some(file) = self.any_file() else { return };
                selection.mark = Some(file.mark);
            }
            _ => {}
        }
        let size = if selection.mark.is_some() { MAX_PAGE } else { 6 + self.random.below(MAX_PAGE - 5) };
        let number = if selection == Selection::default() { 1 + self.random.below(3) } else { 1 };
        self.list_page(server, &selection, number, size);
    }

    fn list_ids(&mut self, server: &Endpoint, ids: BTreeSet<String>) {
        if !ids.is_empty() {
            self.list_page(server, &Selection { ids: Some(ids), ..Selection::default() }, 1, MAX_PAGE);
        }
    }

    fn list_page(&mut self, server: &Endpoint, selection: &Selection, number: usize, size: usize) {
        let path = format!("/api/v2/files?page_size={size}&page_number={number}{}", filters(selection));
        self.perform(server, &Request::get(path), |reply| {
            let Some(Reply { status: 200, body, .. }) = &reply else {
                return unexpected(reply, What::Failed);
            };
            let found = all(&body["files"], file);
            let is_ranked = selection.mark.is_some();
            let is_complete = body["meta"]["total_pages"].as_u64() <= Some(number as u64);
            let first = found.first().map(State::position);
            let last = found.last().map(State::position);
            let part = match (number, is_complete) {
                (1, true) => Part::Between(None, None),
                (1, false) if !is_ranked => Part::Between(None, last),
                (_, false) if first.is_some() && !is_ranked => Part::Between(first, last),
                _ => Part::Unknown,
            };
            What::List { kind: Kind::File, selection: selection.clone(), part, found }
        });
    }

    /// The complete list in one response.
    fn stream(&mut self, server: &Endpoint) {
        let request = Request::get("/api/v2/files?format=ndjson".to_owned());
        self.perform(server, &request, |reply| {
            let Some(Reply { status: 200, text, .. }) = &reply else {
                return unexpected(reply, What::Failed);
            };
            let found = text.lines().map(|line| file(&serde_json::from_str(line).unwrap())).collect();
            let part = Part::Between(None, None);
            What::List { kind: Kind::File, selection: Selection::default(), part, found }
        });
    }

    /// Walks through the complete list, each page from a random server.
    pub(super) fn walk(&mut self) {
        let (mut cursor, mut after) = ("start".to_owned(), None);
        let size = 6 + self.random.below(MAX_PAGE - 5);
        for _ in 0..30 {
            let Some(server) = self.server() else { return };
            let path = format!("/api/v2/files?page_size={size}&cursor={cursor}");
            let mut next = None;
            let from = after.clone();
            self.perform(&server, &Request::get(path), |reply| {
                let Some(Reply { status: 200, body, next_cursor, .. }) = &reply else {
                    return unexpected(reply, What::Failed);
                };
                let found = all(&body["files"], file);
                let last = found.last().map(State::position);
                next = next_cursor.clone().zip(last.clone());
                let part = Part::Between(from, last.filter(|_| next_cursor.is_some()));
                What::List { kind: Kind::File, selection: Selection::default(), part, found }
            });
            let Some((following, last)) = next else { return };
            (cursor, after) = (following, Some(last));
        }
    }

    pub(super) fn list_deleted(&mut self, server: &Endpoint) {
        let path = format!("/api/v2/files/deleted?page_size={MAX_PAGE}");
        self.perform(server, &Request::get(path), |reply| {
            let Some(Reply { status: 200, body, .. }) = &reply else {
                return unexpected(reply, What::Failed);
            };
            let found: Vec<Position> = all(&body["deleted_items"], deleted_item);
            let end = if found.len() == MAX_PAGE { found.last().cloned() } else { None };
            What::Deleted { part: Part::Between(None, end), found }
        });
    }

    /// Reads a page of changes and applies it to the copy.
    pub(super) fn read_changes(&mut self, server: &Endpoint) {
        let limit = 1 + self.random.below(60);
        let path = format!("/api/v2/changes?after={}&resources=files&limit={limit}", self.cursor);
        let mut next = None;
        self.perform(server, &Request::get(path), |reply| {
            let Some(Reply { status: 200, body, .. }) = &reply else {
                return unexpected(reply, What::Failed);
            };
            next = Some(text(&body["meta"]["next"]));
            What::Changes(changes(body))
        });
        let Some(next) = next else { return };
        let What::Changes(changes) = &self.operations.last().unwrap().what else { return };
        apply(changes, &mut self.copy);
        self.cursor = next;
    }

    fn any_file(&mut self) -> Option<KnownFile> {
        let known = self.known.lock().unwrap();
        if known.files.is_empty() {
            return None;
        }
        Some(known.files[self.random.below(known.files.len())].clone())
    }

    fn any_deleted(&mut self) -> Option<String> {
        let known = self.known.lock().unwrap();
        if known.deleted.is_empty() {
            return None;
        }
        Some(known.deleted[self.random.below(known.deleted.len())].clone())
    }
}

/// The parameters of a selection.
fn filters(selection: &Selection) -> String {
    let Selection { project, category, mark, ids } = selection;
    let mut filters = String::new();
    if let Some(project) = project {
        filters.extend(["&project_id=", &id("projects", *project)]);
    }
    if let Some(category) = category {
        filters.extend(["&category=", category]);
    }
    if let Some(mark) = mark {
        filters.extend(["&search=", mark]);
    }
    if let Some(ids) = ids {
        let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
        filters.extend(["&ids=", &ids.join(",")]);
    }
    filters
}
