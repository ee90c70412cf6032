//! Operations on clients through the admin API, and the use of their tokens.

use reqwest::Method;
use serde_json::json;

use super::{KnownClient, Process, Request, unexpected};
use crate::history::cluster::Endpoint;
use crate::history::http::Reply;
use crate::history::recording::{Kind, Outcome, Part, Selection, What, Write};
use crate::history::responses::{client, clients, text};

/// All are on one page.
const MOST_CLIENTS: usize = 60;

impl Process<'_> {
    pub(super) fn create_client(&mut self, server: &Endpoint) {
        if self.known.lock().unwrap().clients.len() >= MOST_CLIENTS {
            return self.use_token(server);
        }
        let mark = self.mark();
        let name = format!("{mark} first");
        let body = json!({ "name": name, "access": "full", "resources": null, "expires_at": null });
        let request = Request::with_body(Method::POST, "/admin/api/clients".to_owned(), body);
        let mut secret = String::new();
        let what = self.perform(server, &request, |reply| {
            let mark = mark.clone();
            let result =
                |outcome| What::Create { mark, kind: Kind::Client, project: 0, category: "", outcome };
            match reply {
                Some(Reply { status: 201, body, .. }) => {
                    secret = text(&body["client_secret"]);
                    result(Outcome::Acknowledged(Some(client(&body["client"]))))
                }
                reply => unexpected(reply, result(Outcome::Unknown)),
            }
        });
        let What::Create { outcome: Outcome::Acknowledged(Some(state)), .. } = what else { return };
        let (id, version) = (state.id.clone(), state.version);
        let Some(token) = self.sign_in(server, &id, &secret) else { return };
        self.known.lock().unwrap().clients.push(KnownClient { id, mark, token, version });
    }

    /// Requests the first token of a client, which nobody else knows.
    fn sign_in(&mut self, server: &Endpoint, id: &str, secret: &str) -> Option<String> {
        let server = self.next_server(server)?;
        let body = json!({ "auth": { "client_id": id, "client_secret": secret } });
        let request = Request::with_body(Method::POST, "/api/v2/authenticate".to_owned(), body);
        let mut token = None;
        self.perform(&server, &request, |reply| match reply {
            Some(Reply { status: 201, body, .. }) => {
                token = Some(text(&body["jwt"]));
                What::Token { client: id.to_owned(), is_active: true }
            }
            reply => unexpected(reply, What::Failed),
        });
        token
    }

    pub(super) fn update_client(&mut self, server: &Endpoint) {
        let Some(known) = self.any_client() else { return };
        let id = known.id.clone();
        let (request, write) = self.client_update(&known);
        let what = self.perform(server, &request, |reply| {
            let result = |outcome| What::Update { id: known.id.clone(), write, outcome };
            match reply {
                Some(Reply { status: 200, body, .. }) => {
                    result(Outcome::Acknowledged(Some(client(&body["client"]))))
                }
                Some(Reply { status: 404, .. }) => result(Outcome::Missing),
                Some(Reply { status: 409, .. }) => result(Outcome::Refused),
                reply => unexpected(reply, result(Outcome::Unknown)),
            }
        });
        let is_acknowledged = matches!(what, What::Update { outcome: Outcome::Acknowledged(_), .. });
        self.learn_version();
        let Some(server) = self.next_server(server).filter(|_| is_acknowledged) else { return };
        match self.random.below(4) {
            0 => self.read_one_client(&server, &id),
            1 => self.list_clients(&server),
            _ => self.use_token_of(&server, &known),
        }
    }

    /// A change of the name, which requires the current version, or of the status.
    fn client_update(&mut self, known: &KnownClient) -> (Request, Write) {
        let KnownClient { id, mark, version, .. } = known;
        let path = format!("/admin/api/clients/{id}");
        let (action, status) = match self.random.below(10) {
            0..4 => {
                let value = format!("{mark} {}", self.mark());
                let body = json!({ "version": version, "name": value });
                return (Request::with_body(Method::PATCH, path, body), Write { field: "name", value });
            }
            4..7 => ("disable", "disabled"),
            _ => ("enable", "active"),
        };
        let request = Request { method: Method::POST, ..Request::get(format!("{path}/{action}")) };
        (request, Write { field: "status", value: status.to_owned() })
    }

    pub(super) fn read_client(&mut self, server: &Endpoint) {
        if let Some(known) = self.any_client() {
            self.read_one_client(server, &known.id);
        }
    }

    fn read_one_client(&mut self, server: &Endpoint, id: &str) {
        self.perform(server, &Request::get(format!("/admin/api/clients/{id}")), |reply| {
            let result = |found| What::Read { id: id.to_owned(), found };
            match reply {
                Some(Reply { status: 200, body, .. }) => result(Some(client(&body["client"]))),
                Some(Reply { status: 404, .. }) => result(None),
                reply => unexpected(reply, What::Failed),
            }
        });
        self.learn_version();
    }

    pub(super) fn list_clients(&mut self, server: &Endpoint) {
        let path = "/admin/api/clients?page_size=100&sort=-created_at".to_owned();
        self.perform(server, &Request::get(path), |reply| {
            let Some(Reply { status: 200, body, .. }) = &reply else {
                return unexpected(reply, What::Failed);
            };
            let is_complete = body["meta"]["total_pages"] == 1;
            let part = if is_complete { Part::Between(None, None) } else { Part::Unknown };
            let found = clients(&body["clients"]);
            What::List { kind: Kind::Client, selection: Selection::default(), part, found }
        });
    }

    pub(super) fn use_token(&mut self, server: &Endpoint) {
        if let Some(known) = self.any_client() {
            self.use_token_of(server, &known);
        }
    }

    fn use_token_of(&mut self, server: &Endpoint, known: &KnownClient) {
        let path = "/api/v2/projects?page_size=1".to_owned();
        let request = Request { token: Some(known.token.clone()), ..Request::get(path) };
        self.perform(server, &request, |reply| {
            let result = |is_active| What::Token { client: known.id.clone(), is_active };
            match reply {
                Some(Reply { status: 200, .. }) => result(true),
                Some(Reply { status: 401, body, .. }) if text(&body["type"]).ends_with("#revoked-client") => {
                    result(false)
                }
                reply => unexpected(reply, What::Failed),
            }
        });
    }

    /// Notes the version of the client in the last response.
    fn learn_version(&mut self) {
        let (What::Update { outcome: Outcome::Acknowledged(Some(state)), .. }
        | What::Read { found: Some(state), .. }) = &self.operations.last().unwrap().what
        else {
            return;
        };
        let mut known = self.known.lock().unwrap();
        if let Some(client) = known.clients.iter_mut().find(|client| client.id == state.id) {
            client.version = client.version.max(state.version);
        }
    }

    fn any_client(&mut self) -> Option<KnownClient> {
        let known = self.known.lock().unwrap();
        if known.clients.is_empty() {
            return None;
        }
        Some(known.clients[self.random.below(known.clients.len())].clone())
    }
}
