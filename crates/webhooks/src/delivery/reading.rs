//! Reads the change feed for endpoints, and makes events of what their clients see of it.

use std::collections::{BTreeMap, HashMap};

use folkmoot_api::record_state::CATCH_UP_TIMEOUT;
use folkmoot_model::resource::Resource;
use folkmoot_model::resources::PROJECTS;
use folkmoot_store::StoreError;
use folkmoot_store::changes::page::{PageQuery, PageRead, Position, RecordChange, RecordState};
use folkmoot_store::encode::View;
use folkmoot_store::webhooks::{Event, EventRecord};
use serde::Deserialize;
use uuid::Uuid;

use super::DelivererState;
use super::access::{Access, AccessKey};
use super::queue::Queue;
use crate::types::{self, Action, CHANGES_AVAILABLE};

/// The number of records of a page.
const PAGE: usize = 1_000;
/// How many events wait for an endpoint. If there are more, they become one.
pub const MOST_WAITING: usize = 1_000;

/// Endpoints that see the same and are at the same position.
pub struct Group {
    view: View,
    from: Position,
    /// Whether one change is enough.
    catches_up: bool,
    members: Vec<Member>,
}

/// An endpoint that changes are read for.
struct Member {
    id: Uuid,
    version: i64,
    events: Option<Vec<String>>,
    projects: Option<Vec<Uuid>>,
    found: Vec<Event>,
    count: usize,
}

/// What was read for a group.
pub struct Reading {
    from: Position,
    to: Position,
    members: Vec<Member>,
}

/// What was found for an endpoint.
#[derive(Debug)]
pub struct Found {
    /// The version of the endpoint that it is for.
    pub version: i64,
    /// Where the part of the feed begins.
    pub from: Position,
    /// Where it ends.
    pub to: Position,
    /// The events; none if there are more than [`MOST_WAITING`].
    pub events: Vec<Event>,
    /// Their number.
    pub count: usize,
}

/// The groups of the endpoints that have news.
pub fn groups(state: &DelivererState, queues: &mut BTreeMap<Uuid, Queue>) -> Vec<Group> {
    let mut accesses: HashMap<Uuid, Option<Access>> = HashMap::new();
    let mut groups: HashMap<(AccessKey, Position, bool), Group> = HashMap::new();
    for queue in queues.values_mut().filter(|queue| queue.can_read()) {
        let client = queue.endpoint.client;
        let access = accesses.entry(client).or_insert_with(|| Access::of(state, client));
        let Some(access) = access.as_ref().filter(|access| queue.is_bound(access)) else { continue };
        let catches_up = queue.endpoint.catches_up;
        let newest = state.newest();
        if !catches_up && !has_news(state, &access.view, queue) {
            if newest > queue.read_to.version {
                queue.read_to = Position::after(newest);
            }
            continue;
        }
        queue.is_reading = true;
        let from = queue.read_to;
        let group = groups.entry((access.key, from, catches_up)).or_insert_with(|| Group {
            view: access.view.clone(),
            from,
            catches_up,
            members: Vec::new(),
        });
        let endpoint = &queue.endpoint;
        group.members.push(Member {
            id: endpoint.id,
            version: endpoint.version,
            events: endpoint.events.clone(),
            projects: endpoint.projects.clone(),
            found: Vec::new(),
            count: 0,
        });
    }
    groups.into_values().collect()
}

/// Whether the indexes contain a change after the position of a queue that its client sees.
fn has_news(state: &DelivererState, view: &View, queue: &Queue) -> bool {
    let audience = view.access.audience();
    let chosen = queue.endpoint.events.as_deref();
    types::resources().filter(|resource| types::include_some_of(chosen, resource)).any(|resource| {
        let versions = state.changes.indexes.get(resource).current().versions;
        view.access.sees(resource) && versions.newest_in_feed(audience) > queue.read_to.version.sequence
    })
}

/// Gives what was read to the queues of its endpoints.
pub fn hand_out(reading: Reading, queues: &mut BTreeMap<Uuid, Queue>) {
    let Reading { from, to, members } = reading;
    for Member { id, version, found, count, .. } in members {
        if let Some(queue) = queues.get_mut(&id) {
            queue.found = Some(Found { version, from, to, events: found, count });
        }
    }
}

impl Group {
    /// The endpoints.
    pub fn members(&self) -> Vec<Uuid> {
        self.members.iter().map(|member| member.id).collect()
    }

    /// Reads all changes after the position, page by page.
    pub async fn read(mut self, state: &DelivererState) -> Result<Reading, StoreError> {
        if self.catches_up {
            state.changes.feed.catch_up(CATCH_UP_TIMEOUT).await;
        }
        let resources: Vec<&'static Resource> = types::resources()
            .filter(|resource| {
                self.members.iter().any(|it| types::include_some_of(it.events.as_deref(), resource))
            })
            .collect();
        let now = state.now();
        let mut to = self.from;
        loop {
            let query = PageQuery::new(self.view.clone(), resources.clone(), to, PAGE);
            match state.store().changes().page(query).await? {
                PageRead::Expired => {
                    to = Position::after(state.newest());
                    for member in &mut self.members {
                        member.add_all(self.from, now);
                    }
                    break;
                }
                PageRead::Page { page, newest } => {
                    for change in &page.changes {
                        self.add(change, now);
                    }
                    to = page.next;
                    if self.catches_up && self.members.iter().all(|member| member.count > 0) {
                        to = Position::after(newest);
                        break;
                    }
                    if !page.has_more {
                        break;
                    }
                }
            }
        }
        if self.catches_up {
            for member in self.members.iter_mut().filter(|member| member.count > 0) {
                member.add_all(self.from, now);
            }
        }
        Ok(Reading { from: self.from, to, members: self.members })
    }

    /// Adds the event of a change to the endpoints that get it.
    fn add(&mut self, change: &RecordChange, now: i64) {
        let is_visible = matches!(change.state, RecordState::Visible { .. });
        let Some((action, id)) = Action::between(change.was_visible, is_visible).zip(change.id) else {
            return;
        };
        let project = project_of(change);
        let event = Event {
            kind: types::name(change.resource, action),
            at: now,
            record: Some(EventRecord {
                resource: change.resource.names.plural.to_owned(),
                id,
                changed_at: change.changed_at,
                project,
            }),
            count: None,
            after: self.from.into(),
            has_other_access: false,
        };
        for member in &mut self.members {
            if types::includes(member.events.as_deref(), &event.kind) && member.includes(change, project) {
                member.count += 1;
                if member.count > MOST_WAITING {
                    member.found = Vec::new();
                } else {
                    member.found.push(event.clone());
                }
            }
        }
    }
}

impl Member {
    /// Whether a change concerns the projects of the endpoint. A deletion whose project is not known may do so.
    fn includes(&self, change: &RecordChange, project: Option<Uuid>) -> bool {
        let Some(projects) = &self.projects else { return true };
        if std::ptr::eq(change.resource, PROJECTS) {
            return change.id.is_some_and(|id| projects.contains(&id));
        }
        match project {
            Some(project) => projects.contains(&project),
            None => has_project(change.resource) && matches!(change.state, RecordState::Deleted(_)),
        }
    }

    /// Replaces what was found by one event about everything after a position.
    fn add_all(&mut self, from: Position, now: i64) {
        self.found = vec![changes_available(None, from, now)];
        self.count = 1;
    }
}

/// The event about several changes after a position.
pub fn changes_available(count: Option<u64>, after: Position, now: i64) -> Event {
    Event {
        kind: CHANGES_AVAILABLE.to_owned(),
        at: now,
        record: None,
        count,
        after: after.into(),
        has_other_access: false,
    }
}

fn has_project(resource: &Resource) -> bool {
    resource.field("project_id").is_some()
}

/// The project of a changed record, as its client sees it.
fn project_of(change: &RecordChange) -> Option<Uuid> {
    #[derive(Deserialize)]
    struct Shown {
        project_id: Option<Uuid>,
    }
    match &change.state {
        RecordState::Visible { json, .. } if has_project(change.resource) => {
            serde_json::from_slice::<Shown>(json).ok()?.project_id
        }
        RecordState::Visible { .. } => None,
        RecordState::Deleted(_) => change.last_project,
    }
}
