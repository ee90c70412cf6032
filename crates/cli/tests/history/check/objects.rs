//! What a history says about each object.

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use crate::history::recording::{
    History, Kind, Operation, Outcome, Part, Position, Selection, State, What, Write,
};

/// How long after an acknowledged deletion lists are searched for the object. Later, what does not contain it shows nothing.
const SEARCHED: Duration = Duration::from_secs(5);

/// What an operation shows of an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seen {
    /// It has this version.
    Version(i64),
    /// It is deleted.
    Deleted,
    /// It is not there: it is not visible yet, or deleted.
    Absent,
    /// The token of the client works, or does not.
    Access(bool),
}

/// How an operation shows an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// A write was acknowledged, or did not find the object.
    Write,
    /// It was read.
    Item,
    /// A list contains it, or lacks it.
    List,
    /// The list of deleted records contains it.
    Tombstones,
    /// A page of changes contains it.
    Changes,
    /// Its token was used.
    Token,
}

/// An operation that shows something of an object.
#[derive(Debug, Clone, Copy)]
pub struct Observation<'a> {
    /// The operation.
    pub operation: &'a Operation,
    /// How.
    pub source: Source,
    /// What it shows.
    pub seen: Seen,
    /// The version in the response.
    pub state: Option<&'a State>,
}

/// A change of a field that happened or may have happened.
#[derive(Debug, Clone, Copy)]
pub struct Change<'a> {
    /// The operation.
    pub operation: &'a Operation,
    /// The new value.
    pub write: &'a Write,
    /// The version that it made: of a client the version in its response, of a file the first version that shows the value, because
    /// the response shows the file as it is after the write. `None` if it may not have happened or nothing shows the value.
    pub version: Option<i64>,
}

impl<'a> Change<'a> {
    /// The state in the response; `None` if the change was not acknowledged.
    pub fn acknowledged(&self) -> Option<&'a State> {
        match &self.operation.what {
            What::Update { outcome: Outcome::Acknowledged(state), .. } => state.as_ref(),
            _ => None,
        }
    }
}

/// An object and everything that the history says about it.
#[derive(Debug)]
pub struct Object<'a> {
    /// The id.
    pub id: &'a str,
    /// What it is.
    pub kind: Kind,
    /// The position in lists.
    pub position: Position,
    /// The operation that created it, and the values that it set.
    pub creation: Option<Creation<'a>>,
    /// All changes.
    pub changes: Vec<Change<'a>>,
    /// All deletions that happened or may have happened.
    pub deletions: Vec<&'a Operation>,
    /// All observations, in the order in which they were completed.
    pub observations: Vec<Observation<'a>>,
}

/// How an object was created.
#[derive(Debug, Clone, Copy)]
pub struct Creation<'a> {
    /// The operation.
    pub operation: &'a Operation,
    /// The mark.
    pub mark: &'a str,
    project: usize,
    category: &'static str,
}

impl Object<'_> {
    fn is_selected(&self, kind: Kind, selection: &Selection) -> bool {
        let Selection { project, category, mark, ids } = selection;
        let Some(creation) = self.creation else { return false };
        self.kind == kind
            && project.is_none_or(|project| project == creation.project)
            && category.is_none_or(|category| category == creation.category)
            && mark.as_ref().is_none_or(|mark| mark == creation.mark)
            && ids.as_ref().is_none_or(|ids| ids.contains(self.id))
    }

    /// Sets the versions of acknowledged changes to the first that show their values, also in the final state. No two changes write
    /// the same value.
    fn find_versions(&mut self, last: Option<&State>) {
        let states = || self.observations.iter().filter_map(|observation| observation.state).chain(last);
        for change in &mut self.changes {
            let Write { field, value } = change.write;
            let shows = states().filter(|state| state.fields.get(field) == Some(value));
            let first = shows.map(|state| state.version).min();
            change.version = first.filter(|_| change.acknowledged().is_some());
        }
    }

    /// Whether the object was certainly deleted long before an operation.
    fn is_long_deleted(&self, operation: &Operation) -> bool {
        self.deletions.iter().any(|deletion| {
            matches!(deletion.what, What::Delete { outcome: Outcome::Acknowledged(_), .. })
                && deletion.completed + SEARCHED < operation.invoked
        })
    }
}

/// All objects of a history.
#[derive(Debug)]
pub struct Objects<'a> {
    /// By id.
    pub all: BTreeMap<&'a str, Object<'a>>,
    /// The ids of the objects with each mark, which should be one.
    pub marks: BTreeMap<&'a str, Vec<&'a str>>,
}

impl<'a> Objects<'a> {
    /// The objects of a history.
    pub fn of(history: &'a History) -> Self {
        let mut objects = Self { all: BTreeMap::new(), marks: BTreeMap::new() };
        let creations = creations(&history.operations);
        for operation in &history.operations {
            for state in states(&operation.what) {
                objects.add(state, &creations);
            }
        }
        for state in history.database.objects.values() {
            objects.add(state, &creations);
        }
        for operation in &history.operations {
            objects.add_changes(operation);
        }
        for operation in &history.operations {
            objects.observe(operation, history);
        }
        for object in objects.all.values_mut() {
            object.observations.sort_by_key(|observation| observation.operation.completed);
            if object.kind == Kind::File {
                object.find_versions(history.database.objects.get(object.id));
            }
        }
        objects
    }

    fn add(&mut self, state: &'a State, creations: &HashMap<&str, Creation<'a>>) {
        if self.all.contains_key(state.id.as_str()) {
            return;
        }
        let mark = state.fields.get("name").map_or("", |name| name.split(' ').next().unwrap_or_default());
        self.marks.entry(mark).or_default().push(&state.id);
        let object = Object {
            id: &state.id,
            kind: state.kind,
            position: state.position(),
            creation: creations.get(mark).copied(),
            changes: Vec::new(),
            deletions: Vec::new(),
            observations: Vec::new(),
        };
        self.all.insert(&state.id, object);
    }

    fn add_changes(&mut self, operation: &'a Operation) {
        match &operation.what {
            // A change of an object that is then deleted before the response is made also finds nothing.
            What::Update { id, write, outcome } if *outcome == Outcome::Missing || outcome.is_possible() => {
                let Some(object) = self.all.get_mut(id.as_str()) else { return };
                let version = match outcome {
                    Outcome::Acknowledged(state) => state.as_ref().map(|state| state.version),
                    _ => None,
                };
                object.changes.push(Change { operation, write, version });
            }
            What::Delete { id, outcome } if outcome.is_possible() => {
                let Some(object) = self.all.get_mut(id.as_str()) else { return };
                object.deletions.push(operation);
            }
            _ => {}
        }
    }

    fn observe(&mut self, operation: &'a Operation, history: &History) {
        match &operation.what {
            What::Create { outcome: Outcome::Acknowledged(Some(state)), .. }
            | What::Update { outcome: Outcome::Acknowledged(Some(state)), .. } => {
                self.see(operation, Source::Write, state);
            }
            What::Delete { id, outcome: Outcome::Acknowledged(_) } => {
                self.push(id, operation, Source::Write, Seen::Deleted, None);
            }
            What::Update { id, outcome: Outcome::Missing, .. }
            | What::Delete { id, outcome: Outcome::Missing } => {
                self.push(id, operation, Source::Write, Seen::Absent, None);
            }
            What::Read { found: Some(state), .. } => self.see(operation, Source::Item, state),
            What::Read { id, found: None } => self.push(id, operation, Source::Item, Seen::Absent, None),
            What::List { kind, selection, part, found } => {
                self.observe_list(operation, (*kind, selection, part), found);
            }
            What::Deleted { part, found } => self.observe_tombstones(operation, part, found, history),
            What::Changes(changes) => {
                for (id, state) in changes {
                    match state {
                        Some(state) => self.see(operation, Source::Changes, state),
                        None => self.push(id, operation, Source::Changes, Seen::Deleted, None),
                    }
                }
            }
            What::Token { client, is_active } => {
                self.push(client, operation, Source::Token, Seen::Access(*is_active), None);
            }
            _ => {}
        }
    }

    fn observe_list(
        &mut self,
        operation: &'a Operation,
        (kind, selection, part): (Kind, &Selection, &Part),
        found: &'a [State],
    ) {
        for state in found {
            self.see(operation, Source::List, state);
        }
        for object in self.all.values_mut() {
            let is_expected = part.contains(&object.position) && object.is_selected(kind, selection);
            let is_found = || found.iter().any(|state| state.id == object.id);
            if is_expected && !object.is_long_deleted(operation) && !is_found() {
                let (source, seen) = (Source::List, Seen::Absent);
                object.observations.push(Observation { operation, source, seen, state: None });
            }
        }
    }

    /// A file in the list is deleted. A file that is not in the list, though the list contains the time of its deletion, is not.
    fn observe_tombstones(
        &mut self,
        operation: &'a Operation,
        part: &Part,
        found: &[Position],
        history: &History,
    ) {
        for (_, id) in found {
            self.push(id, operation, Source::Tombstones, Seen::Deleted, None);
        }
        for (id, at) in &history.database.deleted {
            if part.contains(&(*at, id.clone())) && !found.iter().any(|(_, found)| found == id) {
                self.push(id, operation, Source::Tombstones, Seen::Absent, None);
            }
        }
    }

    fn see(&mut self, operation: &'a Operation, source: Source, state: &'a State) {
        self.push(&state.id, operation, source, Seen::Version(state.version), Some(state));
    }

    fn push(
        &mut self,
        id: &str,
        operation: &'a Operation,
        source: Source,
        seen: Seen,
        state: Option<&'a State>,
    ) {
        // An object that nobody ever saw was created by a request without a response.
        if let Some(object) = self.all.get_mut(id) {
            object.observations.push(Observation { operation, source, seen, state });
        }
    }
}

impl Part {
    fn contains(&self, position: &Position) -> bool {
        match self {
            Self::Between(after, until) => {
                after.as_ref().is_none_or(|after| position < after)
                    && until.as_ref().is_none_or(|until| position >= until)
            }
            Self::Unknown => false,
        }
    }
}

/// The creations by mark.
fn creations(operations: &[Operation]) -> HashMap<&str, Creation<'_>> {
    let mut creations = HashMap::new();
    for operation in operations {
        if let What::Create { mark, project, category, .. } = &operation.what {
            creations.insert(mark.as_str(), Creation { operation, mark, project: *project, category });
        }
    }
    creations
}

/// The states in a response.
fn states(what: &What) -> Vec<&State> {
    match what {
        What::Create { outcome: Outcome::Acknowledged(Some(state)), .. }
        | What::Update { outcome: Outcome::Acknowledged(Some(state)), .. }
        | What::Read { found: Some(state), .. } => vec![state],
        What::List { found, .. } => found.iter().collect(),
        What::Changes(changes) => changes.iter().filter_map(|(_, state)| state.as_ref()).collect(),
        _ => Vec::new(),
    }
}
