//! The recorded history: what clients requested, when and from which server, and what they received.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

/// The clock of a recording.
#[derive(Debug, Clone, Copy)]
pub struct Recording {
    started: Instant,
}

impl Recording {
    /// Starts the clock.
    pub fn start() -> Self {
        Self { started: Instant::now() }
    }

    /// The time since the start.
    pub fn now(self) -> Duration {
        self.started.elapsed()
    }
}

/// A run of a server: a server that is started again is another run, which remembers nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Run {
    /// The number of the server.
    pub server: usize,
    /// How often it was started before.
    pub start: usize,
}

/// A kind of object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A file of the public API.
    File,
    /// A client, which administrators manage.
    Client,
}

/// A version of an object, as a response shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State {
    /// The id.
    pub id: String,
    /// What the object is.
    pub kind: Kind,
    /// When it was created, in milliseconds since 1970.
    pub created_at: i64,
    /// Greater with each change: of a file `updated_at` in milliseconds, of a client its `version`.
    pub version: i64,
    /// The values that writes set.
    pub fields: BTreeMap<&'static str, String>,
}

impl State {
    /// The position in lists.
    pub fn position(&self) -> Position {
        (self.created_at, self.id.clone())
    }
}

/// A position in a list, whose order is descending.
pub type Position = (i64, String);

/// The new value of one field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Write {
    /// The field.
    pub field: &'static str,
    /// The value.
    pub value: String,
}

/// The outcome of a write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// It was acknowledged. A deletion has no state.
    Acknowledged(Option<State>),
    /// The object does not exist when the response is made.
    Missing,
    /// It was refused and changed nothing.
    Refused,
    /// It failed, or the connection was lost: it may have happened, and may still happen.
    Unknown,
}

impl Outcome {
    /// Whether the write happened or may have happened.
    pub fn is_possible(&self) -> bool {
        matches!(self, Self::Acknowledged(_) | Self::Unknown)
    }
}

/// The records that a list selects, by what does not change.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Selection {
    /// Only files of this project.
    pub project: Option<usize>,
    /// Only files of this category.
    pub category: Option<&'static str>,
    /// Only objects with this mark.
    pub mark: Option<String>,
    /// Only objects with these ids.
    pub ids: Option<BTreeSet<String>>,
}

/// The part of a list that a page contains.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// Everything after the first position, if there is one, and up to the second, if there is one.
    Between(Option<Position>, Option<Position>),
    /// Unknown: only the records on the page are known.
    Unknown,
}

/// What a client requested, and what it received.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum What {
    /// An object was created. The mark is unique and is part of its name.
    Create { mark: String, kind: Kind, project: usize, category: &'static str, outcome: Outcome },
    /// A field was changed.
    Update { id: String, write: Write, outcome: Outcome },
    /// An object was deleted.
    Delete { id: String, outcome: Outcome },
    /// An object was read. `None`: it does not exist.
    Read { id: String, found: Option<State> },
    /// A page of a list.
    List { kind: Kind, selection: Selection, part: Part, found: Vec<State> },
    /// A page of the list of deleted files, with the times of their deletions.
    Deleted { part: Part, found: Vec<Position> },
    /// A page of changes: the current states of files, `None` if they are deleted.
    Changes(Vec<(String, Option<State>)>),
    /// A request with the token of a client, which is active if the request succeeded.
    Token { client: String, is_active: bool },
    /// A read without a result.
    Failed,
    /// A response that is never correct.
    Unexpected(String),
}

/// A request and its response.
#[derive(Debug, Clone)]
pub struct Operation {
    /// The number of the process that sent it. A process sends one request after the other.
    pub process: usize,
    /// The run of the server.
    pub run: Run,
    /// When it was sent.
    pub invoked: Duration,
    /// When the response was complete.
    pub completed: Duration,
    /// The request and the result.
    pub what: What,
}

/// What is there after the clients have stopped and all faults have ended.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Contents {
    /// Files and clients by id.
    pub objects: BTreeMap<String, State>,
    /// When files were deleted, in milliseconds since 1970, by id.
    pub deleted: BTreeMap<String, i64>,
}

/// A complete history.
#[derive(Debug, Clone, Default)]
pub struct History {
    /// All operations.
    pub operations: Vec<Operation>,
    /// When the primary did not respond: from its stop until servers certainly use it again.
    pub outages: Vec<(Duration, Duration)>,
    /// The number of faults of each kind.
    pub faults: BTreeMap<&'static str, usize>,
    /// What the database contains at the end.
    pub database: Contents,
    /// What the lists of each server contain at the end.
    pub servers: Vec<Contents>,
    /// The position of each process in the change feed.
    pub cursors: Vec<String>,
    /// The files that each process has after it has applied all changes.
    pub copies: Vec<BTreeMap<String, State>>,
}

impl History {
    /// How much happened.
    pub fn figures(&self) -> String {
        let count = |is: fn(&What) -> bool| self.operations.iter().filter(|it| is(&it.what)).count();
        let writes =
            count(|what| matches!(what, What::Create { .. } | What::Update { .. } | What::Delete { .. }));
        let unknown = count(|what| {
            matches!(
                what,
                What::Create { outcome: Outcome::Unknown, .. }
                    | What::Update { outcome: Outcome::Unknown, .. }
                    | What::Delete { outcome: Outcome::Unknown, .. }
            )
        });
        let failed = count(|what| *what == What::Failed);
        let seconds = self.operations.iter().map(|it| it.completed).max().unwrap_or_default().as_secs();
        let faults: Vec<String> =
            self.faults.iter().map(|(kind, count)| format!("{count} × {kind}")).collect();
        format!(
            "{} operations in {seconds} s ({writes} writes, {unknown} of them with an unknown outcome, {failed} failed reads), {} faults ({})",
            self.operations.len(),
            self.faults.values().sum::<usize>(),
            faults.join(", ")
        )
    }

    /// Fails if so little happened that the check shows nothing.
    #[track_caller]
    pub fn assert_is_meaningful(&self) {
        let acknowledged = |it: &&Operation| {
            matches!(
                it.what,
                What::Create { outcome: Outcome::Acknowledged(_), .. }
                    | What::Update { outcome: Outcome::Acknowledged(_), .. }
                    | What::Delete { outcome: Outcome::Acknowledged(_), .. }
            )
        };
        let acknowledged = self.operations.iter().filter(acknowledged).count();
        assert!(acknowledged > 50, "only {acknowledged} writes were acknowledged");
        assert!(self.faults.values().sum::<usize>() >= 4, "{:?}", self.faults);
    }
}
